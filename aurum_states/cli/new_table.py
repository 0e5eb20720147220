"""From the words of a command line to a table's set-up, with every reason why it cannot be."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.definitions.gameinfos import GameInfos
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.setup import Setup

_PREFERENCE = re.compile(r"(?:(\d{1,18}):)?(\d{1,18})=(\d{1,18})", re.ASCII)
_OPTION = re.compile(r"(\d{1,18})=(\d{1,18})", re.ASCII)
_SETTING = re.compile(r"(\w+)=(.*)")


@dataclass(slots=True)
class Wishes:
    """What a person wants of a new table; what cannot be read is already among ``problems``."""

    players: int | None
    seed: str
    options: dict[int, int] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    preferences: list[tuple[int | None, int, int]] = field(default_factory=list)
    """(seat, preference, value); all seats where the seat is None."""
    problems: list[str] = field(default_factory=list)

    @staticmethod
    def read(
        players: int | None,
        seed: str,
        options: Iterable[str],
        settings: Iterable[str],
        preferences: Iterable[str],
    ) -> "Wishes":
        """Read the texts of ``--set``, ``--setting`` and ``--pref``."""
        from aurum_states.engine.setup import seed_reason

        wishes = Wishes(players, seed)
        reason = seed_reason(seed)
        if reason is not None:
            wishes.problems.append(f"error: {reason}")
        for text in options:
            match = wishes.match("--set", _OPTION, text, "ID=VALUE, such as 100=2")
            if match and not wishes.twice("--set", int(match[1]), wishes.options):
                wishes.options[int(match[1])] = int(match[2])
        for text in settings:
            match = wishes.match("--setting", _SETTING, text, "NAME=VALUE")
            if match and not wishes.twice("--setting", match[1], wishes.settings):
                wishes.settings[match[1]] = match[2]
        for text in preferences:
            match = wishes.match("--pref", _PREFERENCE, text, "[SEAT:]ID=VALUE, such as 100=2 or 1:100=2")
            if match:
                seat = int(match[1]) if match[1] else None
                wishes.preferences.append((seat, int(match[2]), int(match[3])))
        return wishes

    def match(self, option: str, pattern: re.Pattern[str], text: str, right: str) -> re.Match[str] | None:
        """Match a text, or note what would have been right."""
        found = pattern.fullmatch(text.strip())
        if found is None:
            self.problems.append(f"error: {option} {text!r:.60}: write {right}")
        return found

    def twice(self, option: str, key: object, known: Mapping[Any, Any]) -> bool:
        """Note a key that is given a second time."""
        if key in known:
            self.problems.append(f"error: {option} {key!s:.60} is given twice")
        return key in known


def set_up(definition: "GameDefinition", wishes: Wishes, problems: list[str]) -> "Setup | None":
    """Return the set-up that the wishes describe; None after adding every reason why there is none."""
    from aurum_states.engine.setup import Setup
    from aurum_states.errors import SetupError

    infos = definition.infos
    count = wishes.players if wishes.players is not None else usual_number(infos)
    before = len(problems)
    settings = _settings(definition, wishes, problems)
    preferences = _preferences(seats_of(infos, wishes), wishes, problems)
    try:
        setup = Setup(definition, count, wishes.options, preferences, settings, wishes.seed, None)
    except SetupError as error:
        problems += [f"error: {reason}" for reason in error.reasons]
        return None
    return setup if len(problems) == before else None


def not_counting(setup: "Setup", wishes: Wishes) -> list[str]:
    """Return what to say of options that were chosen and are not shown at the table."""
    from aurum_states.definitions.conditions import option_name, value_name

    options = setup.definition.options
    return [
        f"option {option_name(number, options)} is not shown at this table, so it has its default "
        f"{value_name(number, options[number].default, options)}, not {value}"
        for number, value in wishes.options.items()
        if number in options and setup.options[number] != value
    ]


def usual_number(infos: "GameInfos") -> int:
    """Return how many play where nobody says: the game's suggestion, else the fewest."""
    suggested = infos.suggest_player_number
    return suggested if suggested in infos.players else min(infos.players)


def seats_of(infos: "GameInfos", wishes: Wishes) -> int | None:
    """Return how many seats the wanted table has; None where no table of the game has so many."""
    count = wishes.players if wishes.players is not None else usual_number(infos)
    return count if count in infos.players else None


def _settings(definition: "GameDefinition", wishes: Wishes, problems: list[str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for name, text in wishes.settings.items():
        declared = definition.settings.get(name)
        if declared is None:
            settings[name] = text  # the set-up says that there is none
            continue
        try:
            settings[name] = declared.parse(text)
        except ValueError as error:
            problems.append(f"error: {error}")
    return settings


def _preferences(count: int | None, wishes: Wishes, problems: list[str]) -> "dict[PlayerId, dict[int, int]]":
    """Return the preferences by player; ``count`` is None where the number of players is itself wrong."""
    from aurum_states.engine.players import FIRST_ID

    made: dict[PlayerId, dict[int, int]] = {}
    for seat, key, value in wishes.preferences:
        if seat is not None and count is not None and not 1 <= seat <= count:
            problems.append(no_seat("--pref", seat, count))
            continue
        for one in range(1, (count or 1) + 1) if seat is None else (seat,):
            made.setdefault(FIRST_ID + one - 1, {})[key] = value
    return made


def no_seat(option: str, seat: int, count: int) -> str:
    """Say that a table of so many has no such seat."""
    return f"error: {option}: there is no seat {seat} at a table of {count}; seats are 1 to {count}"
