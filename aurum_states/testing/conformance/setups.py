"""Which tables ``check_game`` plays: every player count, every value of every option that can start."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.setup import Setup
from aurum_states.errors import SetupError


class Kind(NamedTuple):
    """A kind of table: how many play, and which options and preferences are not at their default."""

    players: int
    options: Mapping[int, int]
    preferences: Mapping[int, int]
    """What every player has set."""

    def __str__(self) -> str:
        chosen = [f"option {key}={value}" for key, value in self.options.items()]
        chosen += [f"preference {key}={value}" for key, value in self.preferences.items()]
        return ", ".join([f"{self.players} players" if self.players > 1 else "1 player", *chosen])

    def setup(self, definition: GameDefinition, seed: str) -> Setup:
        """Return the set-up of a table of this kind.

        Raises:
            SetupError: no table can be started so.
        """
        plain = Setup(definition, self.players, self.options, None, None, seed, None)
        if not self.preferences:
            return plain
        preferences = {player.id: self.preferences for player in plain.players}
        return Setup(definition, list(plain.players), self.options, preferences, None, seed, None)


def kinds(definition: GameDefinition, players: Sequence[int]) -> Iterator[Kind]:
    """Yield for each player count the defaults, then each other value of each option alone.

    Preferences have all their other values at once, in as many kinds as one of them has such values.
    """
    others = {
        number: [value for value in preference.values if value != preference.default]
        for number, preference in definition.preferences.items()
    }
    for count in players:
        yield Kind(count, {}, {})
        for number, option in definition.options.items():
            for value in option.values:
                if value != option.default:
                    yield Kind(count, {number: value}, {})
        for nth in range(max(map(len, others.values()), default=0)):
            yield Kind(
                count, {}, {key: values[nth % len(values)] for key, values in others.items() if values}
            )


def startable(
    definition: GameDefinition, players: Sequence[int]
) -> tuple[list[Kind], dict[tuple[int, int], str]]:
    """Return the kinds of tables that can start, and why the others cannot, by option and value.

    A value that can start with some players only is none of the others.
    """
    found: list[Kind] = []
    refused: dict[tuple[int, int], str] = {}
    started: set[tuple[int, int]] = set()
    for kind in kinds(definition, players):
        try:
            kind.setup(definition, "start")
        except SetupError as error:
            refused.update(dict.fromkeys(kind.options.items(), error.reasons[0]))
            continue
        found.append(kind)
        started.update(kind.options.items())
    return found, {choice: why for choice, why in refused.items() if choice not in started}
