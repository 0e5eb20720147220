"""What a game tells its players, found by playing: every type of notification with its arguments."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.notification_types import FRAMEWORK_TYPES
from aurum_states.engine.messages import PRIVATE, unfilled
from aurum_states.engine.notifications import Notification
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import GameError, SetupError
from aurum_states.simulate.agents import RandomAgent

MOVES = 20_000
"""A game that has not ended after so many moves is left there."""
SWITCHING = 0.02
"""How often somebody changes a preference before a move."""
OUT_OF_TURN = 0.1
"""How often somebody acts who is not active, where they can."""


@dataclass(slots=True)
class Told:
    """One type of notification: how often and to whom it was sent, its texts, the types of its arguments."""

    type: str
    count: int = 0
    to: set[str] = field(default_factory=set)
    """``all``, ``player``, or ``own`` for what stands in place of a public one."""
    logs: dict[str, None] = field(default_factory=dict)
    args: dict[str, set[str]] = field(default_factory=dict)
    """JSON's types of each argument."""
    sometimes: set[str] = field(default_factory=set)
    """Arguments that were not always there."""

    def add(self, one: Notification, to: str) -> None:
        """Take in one that was sent."""
        args = one.args
        if self.count:
            self.sometimes |= self.args.keys() ^ args.keys()
        self.count += 1
        self.to.add(to)
        self.logs.setdefault(one.log)
        for name, value in args.items():
            self.args.setdefault(name, set()).add(json_type(value))


@dataclass(slots=True)
class Account:
    """What games have told, by type in the order of first sending, and what is wrong with it."""

    games: int = 0
    types: dict[str, Told] = field(default_factory=dict)
    problems: dict[str, None] = field(default_factory=dict)

    def hear(self, result: ActionResult) -> None:
        """Take in what a move has led to."""
        for notification in result.notifications:
            if notification.type in FRAMEWORK_TYPES:
                continue
            for one in notification.by_audience():
                own = one.audience is not None and notification.own is not None
                to = "own" if own else "all" if one.audience is None else "player"
                self.types.setdefault(one.type, Told(one.type)).add(one, to)
                self._check(one, elsewhere=one.audience is None and notification.own is not None)
        self.problems.update(dict.fromkeys(result.warnings))

    def _check(self, one: Notification, *, elsewhere: bool) -> None:
        """Find placeholders that nothing fills; private ones are filled ``elsewhere``."""
        for name in unfilled(one.log, one.args):
            if not (elsewhere and name.startswith(f"{PRIVATE}.")):
                self.problems.setdefault(
                    f"notification {one.type!r}: nothing fills the placeholder ${{{name}}}, in the text "
                    f"{one.log!r} or in one of its arguments"
                )


def told_in_games(definition: GameDefinition, games: int, seed: str) -> Account:
    """Play random games and return what they told. Numbers of players, options and moves come from the seed.

    Raises:
        GameError: the game's own code failed.
    """
    account = Account()
    counts = definition.infos.players
    for number in range(games):
        own = f"{seed}/{number}"
        table = _table(definition, counts[number % len(counts)], own)
        account.games += 1
        account.hear(table.opening)
        for result in _played(table, own):
            account.hear(result)
    return account


def json_type(value: Any) -> str:
    """Return what JSON calls a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, Mapping) else "array"


def _table(definition: GameDefinition, players: int, seed: str) -> Table:
    """Start a table with random options, or with the usual ones where it may not start so."""
    rng = random.Random(f"options of {seed}")  # noqa: S311 - reproducible, no secrets
    chosen = {number: rng.choice([*option.values]) for number, option in definition.options.items()}
    try:
        return Table.create(definition, players, seed=seed, options=chosen)
    except SetupError:
        return Table.create(definition, players, seed=seed)


def _played(table: Table, seed: str) -> Iterator[ActionResult]:
    rng = random.Random(f"moves of {seed}")  # noqa: S311 - reproducible, no secrets
    agent = RandomAgent(f"agent of {seed}")
    preferences = [*table.definition.preferences.values()]
    for _ in range(MOVES):
        if table.is_over:
            return
        if not table.active_players:
            raise GameError(
                f"nobody can act in state {table.state!r}, and the game is not over", state=table.state
            )
        if preferences and rng.random() < SWITCHING:
            preference = rng.choice(preferences)
            yield table.set_preference(
                rng.choice(table.players).id, preference.id, rng.choice([*preference.values])
            )
            continue
        waiting = [player for player in _waiting(table) if rng.random() < OUT_OF_TURN]
        player_id = rng.choice(waiting or table.active_players)
        yield table.apply(player_id, *agent.choose(table, player_id))


def _waiting(table: Table) -> list[PlayerId]:
    """Return the players who are not active and can do something all the same, such as take a bid back."""
    others = [player.id for player in table.players if player.id not in table.active_players]
    return [player_id for player_id in others if table.possible_moves(player_id)]


def sorted_types(types: Iterable[str]) -> str:
    """Return types of an argument as one text."""
    return " or ".join(sorted(types))
