"""Quit injection: at every decision of a game each player leaves, and the game must still come to its end.

A game is played by random agents. At each of its decisions a player quits, alone or as one of two, the others
play on at a copy of the table. What does not end, or throws, is told with its place.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.simulate.agents import RandomAgent

MOVE_LIMIT = 10_000
"""How many moves the others make before a game counts as one that does not end."""


@dataclass(frozen=True, slots=True)
class Quitting:
    """Who left when: ``move`` is the number of moves made before, ``state`` what the table was in."""

    move: int
    state: str
    players: tuple[PlayerId, ...]

    def __str__(self) -> str:
        who = " and ".join(map(str, self.players))
        return f"{who} left after move {self.move} in state {self.state}"


@dataclass(frozen=True, slots=True)
class QuitFailure:
    """A game that went wrong after somebody had left: ``state`` is where, ``handler`` what failed."""

    quitting: Quitting
    state: str
    message: str
    handler: str = ""

    def __str__(self) -> str:
        return f"{self.quitting}: {self.message}"


@dataclass(slots=True)
class QuitReport:
    """What was tried and what came of it."""

    decisions: int = 0
    """Decisions at which players left."""
    tried: int = 0
    """Games that were played on after one player, or two, had left."""
    failures: list[QuitFailure] = field(default_factory=list)
    ended_by_zombie: list[Quitting] = field(default_factory=list)
    """Where leaving itself ended the game, which BGA does not get over (its error names the method zombie).

    A table that nobody is left at is none of them.
    """

    @property
    def ok(self) -> bool:
        """Whether every game has come to its end."""
        return not self.failures

    def __str__(self) -> str:
        """Say what was tried, and each kind of failure once."""
        lines = [f"{self.tried} games played on after quits at {self.decisions} decisions"]
        kinds: dict[tuple[str, str, str], list[QuitFailure]] = {}
        for failure in self.failures:
            kinds.setdefault((failure.quitting.state, failure.state, failure.handler), []).append(failure)
        lines += [f"{len(found)} times: {found[0]}" for found in kinds.values()]
        if ended := self.ended_by_zombie:
            lines.append(f"{len(ended)} quits ended the game, which BGA does not get over: {ended[0]}")
        return "\n".join(lines)


def quit_at_every_decision(
    table: Table, *, seed: str, pairs: bool = True, limit: int = MOVE_LIMIT, every: int = 1
) -> QuitReport:
    """Play a new table to its end at random, and let players leave at each of its decisions on the way.

    ``table`` is used up. With ``pairs`` every two players leave as well: the second at once, and once more
    some moves later. ``every`` leaves out all but each so many-th decision.

    Raises:
        GameError: the game fails, or does not end, although nobody has left.
    """
    report = QuitReport()
    agent = RandomAgent(f"{seed}/moves")
    later = random.Random(f"{seed}/later")  # noqa: S311 - reproducible, no secrets
    ids = [player.id for player in table.players]
    for number in range(limit):
        if table.is_over:
            return report
        if number % every == 0:
            report.decisions += 1
            _try_all(table, [(one,) for one in ids], report, f"{seed}/{number}", limit, later)
            if pairs:
                _try_all(table, list(permutations(ids, 2)), report, f"{seed}/{number}", limit, later)
        _move(table, agent)
    raise GameError(f"the game has not ended after {limit} moves, though nobody left", state=table.state)


def _try_all(
    table: Table,
    leavers: Sequence[tuple[PlayerId, ...]],
    report: QuitReport,
    seed: str,
    limit: int,
    later: random.Random,
) -> None:
    for players in leavers:
        in_order = list(players) == sorted(players)
        waits = [0] if in_order else []
        waits += [later.randrange(1, 20)] if len(players) > 1 else []
        for wait in waits:
            quitting = Quitting(table.moves_made, table.state, players)
            agent = RandomAgent(f"{seed}/{players}/{wait}")
            _play_on(table.fork(), quitting, wait, agent, limit, report)
            report.tried += 1


def _play_on(
    table: Table, quitting: Quitting, wait: int, agent: RandomAgent, limit: int, report: QuitReport
) -> None:
    """Let players leave, the second ``wait`` moves after the first, and play to the end."""
    try:
        for leaver in _leaving(table, quitting.players, wait, agent):
            result = table.quit(leaver)
            if table.is_over and result.zombie_turns:
                report.ended_by_zombie.append(quitting)
        for _ in range(limit):
            if table.is_over:
                return
            _move(table, agent)
    except AurumStatesError as error:
        handler = error.handler if isinstance(error, GameError) else ""
        where = error.state if isinstance(error, GameError) else table.state
        report.failures.append(QuitFailure(quitting, where, str(error), handler))
        return
    report.failures.append(
        QuitFailure(quitting, table.state, f"the game has not ended after {limit} more moves")
    )


def _leaving(table: Table, players: Sequence[PlayerId], wait: int, agent: RandomAgent) -> Iterator[PlayerId]:
    """Yield each player whose time to leave has come, while the game is not over."""
    for number, player in enumerate(players):
        for _ in range(wait if number else 0):
            if not table.is_over:
                _move(table, agent)
        if not table.is_over:
            yield player


def _move(table: Table, agent: RandomAgent) -> ActionResult:
    active = table.active_players
    if not active:
        raise GameError(
            f"nobody can act in state {table.state!r}, and the game is not over", state=table.state
        )
    action, option = agent.choose(table, active[0])
    return table.apply(active[0], action, option)
