"""How a table is set up: players, options, preferences, settings, seed, position; checked all at once."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.gameinfos import is_color
from aurum_states.engine.options import choice_reason, options_of
from aurum_states.engine.players import Player, PlayerId, seat_players
from aurum_states.engine.rng import SEED_LIMIT
from aurum_states.errors import SetupError
from aurum_states.names import did_you_mean, listed

POSITION_DEPTH = 100
"""How deep lists and objects of an arranged position may lie in one another."""


class Setup:
    """Everything that, with the moves, determines a table. ``preferences`` are those it began with."""

    __slots__ = (
        "_by_id",
        "definition",
        "names",
        "options",
        "players",
        "position",
        "preferences",
        "rules",
        "seed",
        "settings",
    )

    def __init__(
        self,
        definition: GameDefinition,
        players: int | Sequence[Player],
        options: Mapping[int, int] | None,
        preferences: Mapping[PlayerId, Mapping[int, int]] | None,
        settings: Mapping[str, Any] | None,
        seed: str,
        position: Mapping[str, Any] | None,
        rules: str | None = None,
    ) -> None:
        """Check and complete a set-up; ``rules`` are the version to play, by default the game's present one.

        Raises:
            SetupError: with every reason why no table can be started so.
        """
        _demand_mappings(options=options, preferences=preferences, settings=settings)
        reasons: list[str] = []
        self.definition = definition
        self.players = _players(definition, players, reasons)
        self._by_id = {player.id: player for player in self.players}
        self.names = {player.id: player.name for player in self.players}
        self.options = options_of(definition, options or {}, len(self.players) or None, reasons)
        self.preferences = self._preferences(preferences or {}, reasons)
        self.settings = MappingProxyType(_settings(definition, settings or {}, reasons))
        self.rules = definition.infos.rules if rules is None else rules
        if self.rules not in definition.infos.playable_rules:
            known = listed(definition.infos.playable_rules)
            reasons.append(f"{definition.name} does not run the rules {self.rules!r}; it runs {known}")
        self.seed = seed
        reason = seed_reason(seed)
        if reason is not None:
            reasons.append(reason)
        self.position = _position(position, reasons)
        if reasons:
            raise SetupError(reasons)

    def player(self, player_id: PlayerId) -> Player:
        """Return the player of that id.

        Raises:
            KeyError: nobody of that id sits at the table.
        """
        return self._by_id[player_id]

    @property
    def first_state(self) -> str:
        """The label of the first state as the files declare it; a beginner may get one of their own."""
        beginner = any(getattr(player, "beginner", False) for player in self.players)
        return self.definition.graph.first(beginner=beginner)

    def at(self, position: Mapping[str, Any]) -> "Setup":
        """Return the same set-up, starting from an arranged position.

        Raises:
            SetupError: it is no object of JSON's types.
        """
        reasons: list[str] = []
        checked = _position(position, reasons)
        if reasons:
            raise SetupError(reasons)
        return self._with("position", checked)

    def with_seed(self, seed: str) -> "Setup":
        """Return the same set-up with another seed.

        Raises:
            SetupError: it is none.
        """
        reason = seed_reason(seed)
        if reason is not None:
            raise SetupError([reason])
        return self._with("seed", seed)

    def _with(self, changed: str, value: Any) -> "Setup":
        other = object.__new__(Setup)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        setattr(other, changed, value)
        return other

    def preference(self, player_id: PlayerId, preference_id: int) -> int:
        """Return a player's value of a preference: what they set, else the default."""
        declared = self.definition.preferences[preference_id]
        return self.preferences.get(player_id, {}).get(preference_id, declared.default)

    @property
    def changed_settings(self) -> dict[str, Any]:
        """The settings that are not at their default, in the order declared."""
        declared = self.definition.settings
        return {name: value for name, value in self.settings.items() if value != declared[name].default}

    def _preferences(
        self, given: Mapping[PlayerId, Mapping[int, int]], reasons: list[str]
    ) -> dict[PlayerId, dict[int, int]]:
        declared = self.definition.preferences
        for player_id, values in given.items():
            if self._by_id and player_id not in self._by_id:
                reasons.append(
                    f"preferences: no player {player_id} at this table (players: {listed(self._by_id)})"
                )
            for key, value in values.items():
                reason = choice_reason("preference", key, value, declared)
                if reason is not None and reason not in reasons:  # every seat may have been given it
                    reasons.append(reason)
        return {
            player.id: {key: given[player.id][key] for key in declared if key in given[player.id]}
            for player in self.players
            if given.get(player.id)
        }


def _players(
    definition: GameDefinition, given: int | Sequence[Player], reasons: list[str]
) -> tuple[Player, ...]:
    if not _is_players(given):
        reasons.append(f"players must be a number or a list of Player, not {given!r}")
        return ()
    allowed = definition.infos.players
    count = given if isinstance(given, int) else len(given)
    if count not in allowed:
        *first, last = map(str, allowed)
        wanted = f"{', '.join(first)} or {last}" if first else last
        reasons.append(f"{definition.name} is played by {wanted} players, not {count}")
        return ()
    if isinstance(given, int):
        return seat_players(given, definition.infos.player_colors)
    ids = [player.id for player in given]
    if any(type(player_id) is not int or not 0 < player_id < 2**63 for player_id in ids):
        reasons.append(f"a player's id must be a positive number: {listed(ids)}")
    elif len(set(ids)) != len(ids):
        reasons.append(f"two players have the same id: {listed(ids)}")
    reasons += [
        f"the name of a player must be a text that can be printed, not {player.name!r:.60}"
        for player in given
        if not (isinstance(player.name, str) and player.name.isprintable())
    ]
    reasons += [
        f"{player.name}: a preferred colour must be six hexadecimal digits such as ff0000, not {color!r}"
        for player in given
        for color in player.color_preferences
        if not is_color(color)
    ]
    return tuple(given)


def _demand_mappings(**given: Any) -> None:
    """Refuse what has no keys where values are chosen by key."""
    if isinstance(given["preferences"], Mapping):
        given |= {f"preferences of {player}": one for player, one in given["preferences"].items()}
    wrong = [
        f"{name} must be a dict, not {value!r:.80}"
        for name, value in given.items()
        if value is not None and not isinstance(value, Mapping)
    ]
    if wrong:
        raise SetupError(wrong)


def _is_players(given: Any) -> bool:
    if isinstance(given, list | tuple):
        return all(isinstance(one, Player) for one in given)
    return type(given) is int


def _settings(definition: GameDefinition, given: Mapping[str, Any], reasons: list[str]) -> dict[str, Any]:
    declared = definition.settings
    for name, value in given.items():
        setting = declared.get(name)
        if setting is None:
            reasons.append(
                f"no setting {name!r}{did_you_mean(name, declared)}; the game has: {listed(declared)}"
            )
        else:
            reason = setting.refuse(value) or _half_character(value)
            if reason:
                reasons.append(f"setting {name}: {reason}")
    return {name: given.get(name, setting.default) for name, setting in declared.items()}


def _half_character(value: Any) -> str | None:
    """Return why a text cannot be written down, or None when it can."""
    try:
        str(value).encode()
    except UnicodeEncodeError:
        return f"{value!r} is no text that can be saved as UTF-8"
    return None


def seed_reason(seed: str) -> str | None:
    """Return why a text is no seed, or None when it is one."""
    if not isinstance(seed, str):
        return f"the seed must be a text of 1 to {SEED_LIMIT} characters, not {seed!r}"
    if not seed:
        return f"the seed is empty; any text of 1 to {SEED_LIMIT} characters will do"
    if len(seed) > SEED_LIMIT:
        return f"the seed has {len(seed)} characters; at most {SEED_LIMIT} are allowed"
    if not seed.isprintable():
        return f"the seed {seed!r} has characters that cannot be printed"
    return None


def _position(position: Any, reasons: list[str]) -> Mapping[str, Any] | None:
    """Return a position as a replay's header will hold it: a copy, in JSON's types."""
    if position is None:
        return None
    try:
        copy = json.loads(json.dumps(position, allow_nan=False))
        msgspec.json.encode(copy)  # as a recording would: no half characters, no number above 64 bits
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        reasons.append(f"the position must be an object of JSON's types: {error}")
        return None
    if nesting(copy) > POSITION_DEPTH:
        reasons.append(f"the position is nested deeper than {POSITION_DEPTH} levels")
        return None
    if not isinstance(copy, dict):
        reasons.append(f"the position must be an object of JSON's types, not {position!r}")
        return None
    return copy


def nesting(value: Any) -> int:
    """Return how deep lists and objects lie in one another, without running out of stack for it."""
    depth, level = 0, [value]
    while level := [inner for one in level if isinstance(one, list | dict) for inner in _within(one)]:
        depth += 1
    return depth


def _within(value: list[Any] | dict[str, Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value
