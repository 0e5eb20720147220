"""One game of a simulation: played for its counts, or written down."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aurum_states.components.statistics import Statistics
from aurum_states.definitions.states import Transition
from aurum_states.engine.game import ANY
from aurum_states.engine.modes import SimulationTable
from aurum_states.engine.plan import plan_of
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Recorder
from aurum_states.engine.seating import Seating
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.replay.recorder import recorded
from aurum_states.simulate.agents import ask
from aurum_states.simulate.case import Case
from aurum_states.simulate.leak_check import LeakCheck, LeakError


class _Traffic(list[Transition]):
    """A move's transitions; those of moves that are done go to ``taken``."""

    __slots__ = ("taken",)

    def __init__(self, taken: list[Transition]) -> None:
        super().__init__()
        self.taken = taken

    def clear(self) -> None:
        self.taken += self
        super().clear()


class ObservedTable(Table):
    """A table that keeps the transitions taken and what the game's code observes."""

    __slots__ = ("observed", "taken")
    observed: list[tuple[str, str | int]]
    taken: list[Transition]

    def _seat(self) -> Seating:
        self.observed, self.taken = [], []
        seating = super()._seat()
        seating.services.observed = self.observed
        return seating

    def _start(self) -> None:
        super()._start()
        self.taken += self.opening.transitions


class QuickObservedTable(ObservedTable, SimulationTable):
    """The same in simulation mode."""

    __slots__ = ()

    def _start(self) -> None:
        super()._start()
        self._gamestate.transitions = _Traffic(self.taken)


class FullObservedTable(ObservedTable):
    """The same at a table that tells everybody everything."""

    __slots__ = ()

    def apply(self, player_id: PlayerId, action: str, option: Any) -> ActionResult:
        """Perform an option as ``Table.apply`` does."""
        result = super().apply(player_id, action, option)
        self.taken += result.transitions
        return result


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a game did not come to its end.

    ``kind`` is ``stuck``, ``endless``, ``failed`` (the game's code, or a bot) or ``leaked`` (somebody is told
    what they may not know). ``where`` is the same for all games that fail in the same way.
    """

    kind: str
    where: str
    message: str


@dataclass(slots=True)
class Played:
    """What one game came to."""

    number: int
    moves: int = 0
    failure: Failure | None = None
    choices: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each action was taken in each state."""
    options: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often there were so many options in each state."""
    transitions: Counter[Transition] = field(default_factory=Counter)
    observed: Counter[tuple[str, str | int]] = field(default_factory=Counter)
    sides: list[tuple[int, ...]] = field(default_factory=list)
    """The seats (from 1) of each side."""
    won: list[int] = field(default_factory=list)
    """The sides that have won, by their place in ``sides``."""
    scores: list[int] = field(default_factory=list)
    """The score of each seat."""
    table_statistics: dict[str, float] = field(default_factory=dict)
    player_statistics: list[dict[str, float]] = field(default_factory=list)
    proof: Counter[str] = field(default_factory=Counter)
    """What was done to find leaks."""


def play(case: Case, number: int) -> Played:
    """Play one game of a case; never raises for what is wrong with the game's code or a bot's."""
    played = Played(number)
    table: ObservedTable | None = None
    try:
        setup = case.setup(number)
        kind = FullObservedTable if case.check_leaks else QuickObservedTable
        table = kind(plan_of(setup.definition), setup)
        _go(case, table, played)
        _finish(table, played)
    except LeakError as error:
        played.failure = Failure("leaked", error.where, str(error))
    except _EndlessError as error:
        played.failure = Failure("endless", f"state {error.state}", str(error))
    except _StuckError as error:
        played.failure = Failure("stuck", f"state {error.state}", str(error))
    except AurumStatesError as error:
        played.failure = Failure("failed", _where(error), str(error))
    if table is not None:
        played.moves = table.moves_made
        if played.failure is None:
            played.transitions.update(table.taken)
            played.observed.update(_checked(table.observed))
    return played


def record(case: Case, number: int) -> bytes:
    """Return one game of a case as a recording: to its end, or to where it fails.

    The moves are those of ``play``. A game that fails before its table stands has no recording: empty.
    """
    setup = case.setup(number)

    def played(recorder: Recorder) -> Table:
        table = Table.seated(setup, recorder)
        with suppress(AurumStatesError):  # what is recorded so far is what is wanted
            _go(case, table, Played(number))
        return table

    try:
        return recorded(played)
    except AurumStatesError:
        return b""


class _StuckError(GameError):
    """Nobody can act, or who is asked has no move."""


class _EndlessError(GameError):
    """The game has not ended after as many moves as are allowed."""


def _go(case: Case, table: Table, played: Played) -> None:
    agents, limit = case.agents(table.setup), case.limit
    choices, branching = played.choices, played.options
    apply, legal_moves = table.apply, table.legal_moves
    if case.check_leaks:
        apply = LeakCheck(table, played.proof).apply
    gamestate = table._gamestate
    for _ in range(limit):
        active = table.active_players
        if not active:
            break
        player = active[0]
        plan = gamestate.plan
        state = table.state_for(player) if plan.master else plan.label
        count = 0
        for options in legal_moves(player).values():
            if options is not ANY:
                count += len(options)
        if not count:
            raise _StuckError(f"state {state!r} asks a player who has no legal move", state=state)
        action, option = ask(agents[player], table, player)
        choices[state, action] += 1
        branching[state, count] += 1
        apply(player, action, option)
    if table.is_over:
        return
    if not table.active_players:
        text = f"nobody can act in state {table.state!r}, and the game is not over"
        raise _StuckError(text, state=table.state)
    raise _EndlessError(f"the game has not ended after {limit} moves", state=table.state)


def _finish(table: ObservedTable, played: Played) -> None:
    """Note who has won, scores and statistics."""
    seats = {player.id: seat for seat, player in enumerate(table.players, 1)}
    ranking = table.ranking()
    score = {one.id: one.score for one in ranking}
    first = {one.id for one in ranking if one.rank == 1}
    teams = table._asked(table._game.teams, None)
    try:
        played.sides = [tuple(seats[player] for player in team) for team in teams]
    except (KeyError, TypeError) as error:
        raise GameError(
            f"teams must return the players by side, not {teams!r:.80}", handler="teams"
        ) from error
    if sorted(seat for side in played.sides for seat in side) != sorted(seats.values()):
        raise GameError(f"teams must name every player once, not {teams!r:.80}", handler="teams")
    played.won = [place for place, team in enumerate(teams) if first.intersection(team)]
    played.scores = [score[player.id] for player in table.players]
    for statistics in (part for part in table._keeping.parts if isinstance(part, Statistics)):
        played.table_statistics.update(statistics.table_values())
        values = [statistics.player_values(player.id) for player in table.players]
        played.player_statistics = [
            {**one, **other}
            for one, other in zip(played.player_statistics or [{} for _ in values], values, strict=True)
        ]


def _checked(observed: list[tuple[str, str | int]]) -> list[tuple[str, str | int]]:
    for what, value in observed:
        if type(value) is not int and not isinstance(value, str):
            raise GameError(f"observe({what!r}, {value!r}): the value must be a text or a whole number")
    return observed


def _where(error: AurumStatesError) -> str:
    handler, state = (error.handler, error.state) if isinstance(error, GameError) else ("", "")
    place = " in ".join(part for part in (handler, state and f"state {state}") if part)
    return f"{place}: {type(error).__name__}" if place else type(error).__name__
