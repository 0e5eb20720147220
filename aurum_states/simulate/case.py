"""One way to set up the games of a simulation. Game ``i`` of seed ``S`` has the seed ``S/i``."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.registry import find_game
from aurum_states.engine.loading import load_game
from aurum_states.engine.players import PlayerId
from aurum_states.engine.setup import Setup
from aurum_states.simulate.agents import MOVE_LIMIT, Agent, Maker
from aurum_states.simulate.bots import bot

SEED_LENGTH = 64
"""The longest seed of a simulation: its games add their number to it."""


@dataclass(frozen=True, slots=True)
class Case:
    """The set-up of many games, in values that can be sent to another process.

    ``place`` is where the game is found: a registered name or the path of its folder. ``bots`` are the words
    of the bots by seat. ``limit`` is the number of moves after which a game counts as endless.
    """

    place: str
    game: str
    rules: str
    players: int
    seed: str
    bots: tuple[str, ...]
    options: tuple[tuple[int, int], ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()
    preferences: tuple[tuple[PlayerId, tuple[tuple[int, int], ...]], ...] = ()
    limit: int = MOVE_LIMIT
    changed: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """What sets this case apart from the others of its simulation, in words: name and value."""

    @staticmethod
    def of(setup: Setup, bots: tuple[str, ...], *, limit: int = MOVE_LIMIT) -> "Case":
        """Return the case of a checked set-up, whose seed is the simulation's."""
        definition = setup.definition
        found = find_game(definition.folder)
        return Case(
            place=found.name if found.registered else str(definition.folder.resolve()),
            game=definition.name,
            rules=definition.infos.rules,
            players=len(setup.players),
            seed=setup.seed,
            bots=bots,
            options=tuple(setup.options.chosen.items()),
            settings=tuple(setup.changed_settings.items()),
            preferences=tuple((one, tuple(chosen.items())) for one, chosen in setup.preferences.items()),
            limit=limit,
        )

    def setup(self, number: int) -> Setup:
        """Return the set-up of one game, by its number.

        Raises:
            SetupError: no table can be started so.
        """
        return Setup(
            _game(self.place),
            self.players,
            dict(self.options),
            {player: dict(chosen) for player, chosen in self.preferences},
            dict(self.settings),
            f"{self.seed}/{number}",
            None,
        )

    def agents(self, setup: Setup) -> dict[PlayerId, Agent]:
        """Return the agents of one game, each with a stream of its own."""
        makers = _makers(self.place, self.bots)
        return {
            player.id: make(f"{setup.seed} bot {seat}")
            for seat, (player, make) in enumerate(zip(setup.players, makers, strict=True), 1)
        }

    @property
    def title(self) -> str:
        """What sets this case apart, on one line; empty for a single one."""
        return ", ".join(f"{name}={value}" for name, value in self.changed)

    def as_data(self) -> dict[str, Any]:
        """Return the set-up in JSON's types, less where the game lies on this machine."""
        return {
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "options": {str(key): value for key, value in self.options},
            "settings": dict(self.settings),
            "preferences": {
                str(player): {str(key): value for key, value in chosen} for player, chosen in self.preferences
            },
            "bots": list(self.bots),
            "seed": self.seed,
            "limit": self.limit,
            "changed": dict(self.changed),
        }

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> "Case":
        """Return what ``as_data`` gave; it can be counted on, not played."""
        return Case(
            place="",
            game=data["game"],
            rules=data["rules"],
            players=data["players"],
            seed=data["seed"],
            bots=tuple(data["bots"]),
            options=tuple((int(key), value) for key, value in data["options"].items()),
            settings=tuple(data["settings"].items()),
            preferences=tuple(
                (int(player), tuple((int(key), value) for key, value in chosen.items()))
                for player, chosen in data["preferences"].items()
            ),
            limit=data["limit"],
            changed=tuple(data["changed"].items()),
        )

    @property
    def known_by(self) -> "Case":
        """The same without what differs from machine to machine."""
        return replace(self, place="")


@lru_cache(maxsize=64)
def _game(place: str) -> GameDefinition:
    """Return the game, looked for once in this process: that takes longer than many a game."""
    return load_game(place)


@lru_cache(maxsize=64)
def _makers(place: str, bots: tuple[str, ...]) -> tuple[Maker, ...]:
    """Return what makes the agents, read once in this process."""
    definition = _game(place)
    return tuple(bot(word, definition) for word in bots)
