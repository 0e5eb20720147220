"""What was chosen for a table: ``self.options`` of a game."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from aurum_states.definitions.choices import as_map
from aurum_states.definitions.conditions import (
    MODE,
    MODES,
    SPEED,
    SPEEDS,
    TURN_BASED,
    TableChoice,
    effective,
    start_refusals,
)
from aurum_states.definitions.definition import GameDefinition
from aurum_states.names import did_you_mean, listed

RESERVED: Mapping[int, tuple[str, tuple[int, ...]]] = {
    SPEED: ("game speed", SPEEDS),
    MODE: ("game mode", tuple(MODES.values())),
}
"""BGA's own options that a table may be made with: name and values. Both are 0 where nobody says."""


class Options(Mapping[int, int]):
    """The value of every option, by id or by name: ``options[100]``, ``options["Expert variant"]``.

    ``get`` gives None for an option that the game does not have (BGA: ``tableOptions->get``). BGA's own
    options 200 (speed) and 201 (mode) can be asked for by id, but are not among those gone through.
    """

    __slots__ = ("_ids", "_values", "mode", "speed")

    def __init__(self, values: Mapping[int, int], ids: Mapping[str, int], speed: int, mode: int) -> None:
        self._values = dict(values)
        self._ids = ids
        self.speed = speed
        """BGA's game speed: below 10 real time, from 10 on turn based."""
        self.mode = mode
        """BGA's game mode: 0 normal, 1 training, 2 arena."""

    def __getitem__(self, key: int | str) -> int:
        if key in self._values:
            return self._values[key]
        if isinstance(key, str) and key in self._ids:
            return self._values[self._ids[key]]
        if key in RESERVED:
            return self.speed if key == SPEED else self.mode
        known = listed(f"{number} ({name})" for name, number in self._ids.items())
        raise KeyError(
            f"there is no option {key!r}{did_you_mean(str(key), self._ids)}; the game has: {known}"
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({self.chosen!r})"

    def is_turn_based(self) -> bool:
        """Whether players take their turns over days (BGA: ``tableOptions->isTurnBased``)."""
        return self.speed >= TURN_BASED

    def is_real_time(self) -> bool:
        """Whether all players are there at once (BGA: ``tableOptions->isRealTime``)."""
        return not self.is_turn_based()

    @property
    def chosen(self) -> dict[int, int]:
        """What makes these options again: every option of the game, and BGA's own that are not 0."""
        own = {SPEED: self.speed, MODE: self.mode}
        return self._values | {number: value for number, value in own.items() if value}


def options_of(
    definition: GameDefinition, given: Mapping[int, int], players: int | None, reasons: list[str]
) -> Options:
    """Return the options of a table, less what BGA does not show: that has its default.

    ``reasons`` gets every reason why no table can be made so; of a start condition that fails it is the very
    message that BGA's players read. ``players`` is None where their number is itself wrong.
    """
    declared = definition.options
    right = True
    for key, value in given.items():
        reason = (
            _reserved_reason(key, value) if key in RESERVED else choice_reason("option", key, value, declared)
        )
        if reason is not None:
            reasons.append(reason)
            right = False
    speed, mode = given.get(SPEED, 0), given.get(MODE, 0)
    values = {key: given.get(key, option.default) for key, option in declared.items()}
    if right and players is not None:
        choice = TableChoice(players, values, mode=mode, speed=speed)
        values = dict(effective(declared, choice))
        reasons += [refusal.message for refusal in start_refusals(declared, choice)]
    ids = {declared[number].name: number for number in reversed([*declared])}
    return Options(values, ids, speed, mode)


def choice_reason(kind: str, key: Any, value: Any, declared: Mapping[int, Any]) -> str | None:
    """Return why an option or preference (``kind``) cannot have a value, or None when it can."""
    choice = declared.get(key)
    if choice is None:
        known = listed(f"{one} ({entry.name})" for one, entry in declared.items())
        return f"there is no {kind} {key!r}; the game has: {known}"
    if type(value) is not int or value not in choice.values:
        known = listed(f"{one} ({entry.name})" for one, entry in choice.values.items())
        return f"{kind} {key} ({choice.name}) has no value {value!r}; its values: {known}"
    return None


def declared_choices(definition: GameDefinition, file: str, declared: Mapping[int, Any]) -> dict[int, Any]:
    """Return what a file of options or preferences says of each, as data of one's own, by id."""
    document = definition.documents.get(file)
    data = as_map(document.data) if document is not None else {}
    return {number: deepcopy(data[str(number)]) for number in declared if str(number) in data}


def _reserved_reason(key: int, value: Any) -> str | None:
    name, values = RESERVED[key]
    if type(value) is int and value in values:
        return None
    return f"option {key} (BGA's {name}) has no value {value!r}; its values: {listed(values)}"
