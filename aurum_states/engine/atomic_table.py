"""A table whose every change happens whole or not at all; ``Table`` adds what callers may ask of it.

Whatever can fail comes before the commit, which is one assignment. On any failure the table is put back as it
was, and the error says whose code failed.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn, Self, TypeVar

from aurum_states.components.part import RandomSource
from aurum_states.engine.blame import raise_blamed
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.clock import Clocks
from aurum_states.engine.game import Game
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.keeping import Commit, Keeping
from aurum_states.engine.notifications import Notify
from aurum_states.engine.outcomes import Outcome, mixed
from aurum_states.engine.plan import Core, GamePlan, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.preferences import Preferences
from aurum_states.engine.record import ActionResult, Line, MoveLine, Recorder
from aurum_states.engine.seating import Seating
from aurum_states.engine.setup import Setup
from aurum_states.engine.state import State
from aurum_states.engine.step_undo import steps_after
from aurum_states.engine.undo import Undo
from aurum_states.engine.zombies import play_for_absent
from aurum_states.errors import ActionError, SetupError, UserException

T = TypeVar("T")


class AtomicTable:
    """The objects of one table and the way of a change: handler, transitions, settle, record, commit."""

    __slots__ = (
        "_chance",
        "_core",
        "_game",
        "_gamestate",
        "_history",
        "_keeping",
        "_notify",
        "_plan",
        "_preferences",
        "_recorder",
        "_steps_noted",
        "_undo",
        "opening",
        "setup",
        "zombies_play",
    )

    _gamestate_class: ClassVar[type[GamestateMachine]] = GamestateMachine
    _notify_class: ClassVar[type[Notify]] = Notify

    opening: ActionResult
    """What happened before the first move."""
    setup: Setup
    """How this table was set up."""
    zombies_play: bool
    """Whether the game plays by itself for players who have left; in a replay their turns are lines."""
    _chance: RandomSource
    _core: Core
    _game: Game[Any]
    _gamestate: GamestateMachine
    _history: dict[int, bytes] | None
    """The table as it was saved after each move, where it remembers that."""
    _keeping: Keeping
    _notify: Notify
    _preferences: Preferences
    _steps_noted: bool
    """Whether moves are noted so that they can be taken back one by one."""
    _undo: Undo

    def __init__(self, plan: GamePlan, setup: Setup, recorder: Recorder | None = None) -> None:
        """Seat the players and run to the first decision; ``create`` and ``restore`` call it."""
        self._plan = plan
        self.setup = setup
        self._recorder = recorder
        self._history = None
        self.zombies_play = True
        self._steps_noted = plan.step_undo
        self._start()

    def _start(self) -> None:
        seating, position = self._seat(), self.setup.position
        gamestate = self._gamestate
        try:
            self._game.init_table()
            self._keeping = seating.keep(self._plan, seating.new_game(self.setup))
            seating.begin(self._plan, position)
            self.opening, self._keeping.commit = self._play_for_absent(*self._settle(0))
        except UserException as error:
            raise SetupError([f"position: {error}" if position is not None else str(error)]) from error
        except Exception as error:
            raise_blamed(error, self._plan, gamestate.plan.label, 0)
        finally:
            gamestate.game = None

    def _restart(
        self, core: Core, state: State, fixed: Mapping[str, Any], clocks: Clocks | None = None
    ) -> None:
        """Take over a core, state and clocks read from a snapshot, with what never changes of its parts."""
        for name in self._plan.keeper.parts:
            getattr(state, name).set_fixed(fixed.get(name))
        seating = self._seat()
        self._keeping = seating.keep(self._plan, state)
        seating.clock.shown = clocks or seating.clock.shown
        self._preferences.in_setup = False
        self._game.init_table()
        self._keeping.refill(core, state)
        self._gamestate.reset()
        _, self._keeping.commit = self._settle(0)

    def _seat(self) -> Seating:
        """Make the table's objects anew, all but what keeps the state."""
        seating = Seating(self._plan, self.setup, self._gamestate_class, self._notify_class)
        self._core, self._game = seating.core, seating.game
        self._gamestate, self._notify = seating.gamestate, seating.notify
        self._preferences, self._undo = seating.preferences, seating.undo
        self._chance = seating.services.random
        return seating

    def _forked(self, saved: bytes, kind: type[Self] | None = None) -> Self:
        """Return another table of this set-up that stands where ``saved`` was; ``kind`` is its class."""
        forked = object.__new__(kind or type(self))
        forked._plan, forked._recorder, forked._history = self._plan, None, None
        forked.setup, forked.opening = self.setup, self.opening
        forked.zombies_play, forked._steps_noted = self.zombies_play, self._steps_noted
        core, state = self._plan.decode(saved)
        fixed = {name: getattr(self._game.state, name).fixed() for name in self._plan.keeper.parts}
        forked._restart(core, state, fixed, self._keeping.clock.shown)
        forked._preferences.chosen = self._preferences.chosen
        forked._keeping.commit = forked._keeping.commit.with_steps(self._keeping.commit.steps)
        return forked

    # -- changing ---------------------------------------------------------------------------------

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:
        """Make a move; ``bound`` are the arguments as a client sent them, None for an option of a bot."""
        gamestate, game = self._gamestate, self._game
        recorder = self._recorder
        gamestate.game = game
        gamestate.current = player_id
        try:
            gamestate.legal = None
            if gamestate.plan.master:
                outcome = gamestate.act_in_master(game, handler, option, player_id)
            else:
                current_args = gamestate.current_args
                outcome = handler.call(game, option, player_id, self._core.active, current_args)
            if outcome is not None:
                if gamestate.transitions and gamestate.moved():
                    raise mixed(gamestate.plan, handler.method, outcome)
                gamestate.follow(game, outcome, handler.method)
            result, commit = self._settle(1)
            own = result
            if self._steps_noted:
                steps = steps_after(self, commit.saved, player_id, handler.name, option)
                commit = commit.with_steps(steps)
            if self._core.standing is not None:
                result, commit = self._play_for_absent(result, commit)
            if recorder is not None:
                given = handler.arguments(option) if bound is None else bound
                line = MoveLine(own.move, player_id, handler.name, given, own.transitions, own.digest)
                recorder(line, *result.zombie_turns)
            if self._history is not None:
                self._history[self._core.move] = commit.saved
            self._keeping.commit = commit
        except BaseException as error:
            self._fail(error, player_id)
        gamestate.game = None
        return result

    def _run(
        self,
        handler: str,
        code: Callable[[], Outcome | StatePlan],
        player_id: PlayerId,
        line: Callable[[ActionResult], Line] | None = None,
    ) -> ActionResult:
        """Run code of the game that is no move, all of it or nothing; ``line`` is what is recorded of it."""

        def step() -> tuple[ActionResult, Commit]:
            self._follow(handler, code())
            return self._settle(0)

        return self._request(step, player_id, line)

    def _request(
        self,
        step: Callable[[], tuple[ActionResult, Commit]],
        player_id: PlayerId,
        line: Callable[[ActionResult], Line] | None = None,
    ) -> ActionResult:
        """Take a step that settles, and what follows for players who are gone; all of it or nothing."""
        gamestate, recorder = self._gamestate, self._recorder
        gamestate.game = self._game
        gamestate.current = player_id
        try:
            gamestate.legal = None
            own, commit = step()
            result, commit = self._play_for_absent(own, commit)
            if recorder is not None:
                lines = result.zombie_turns if line is None else (line(own), *result.zombie_turns)
                if lines:
                    recorder(*lines)
            if self._history is not None:
                self._history[self._core.move] = commit.saved
            self._keeping.commit = commit
        except BaseException as error:
            self._fail(error, player_id)
        gamestate.game = None
        return result

    @property
    def all_there(self) -> bool:
        """Whether everybody still plays: nobody has left, conceded or is out."""
        seated = self._core.standing
        return seated is None or not seated.gone

    def _play_for_absent(self, own: ActionResult, commit: Commit) -> tuple[ActionResult, Commit]:
        """Play on for players who are gone, after a step; see ``zombies``."""
        if self.all_there or not self.zombies_play:
            return own, commit
        return play_for_absent(self, own, commit)

    def _follow(self, handler: str, outcome: Any) -> None:
        gamestate = self._gamestate
        if outcome is not None and gamestate.transitions and gamestate.moved():
            raise mixed(gamestate.plan, handler, outcome)
        gamestate.follow(self._game, outcome, handler)

    def _settle(self, moves: int) -> tuple[ActionResult, Commit]:
        """Do everything that can still fail; return the result and what is to be committed."""
        gamestate, core, notify = self._gamestate, self._core, self._notify
        if gamestate.plan.automatic or gamestate.owing is not None:
            gamestate.check_return_state()
        if gamestate.legal is None:
            gamestate.legal = {}
            gamestate.args = None
        core.move += moves
        if self._undo.wanted:
            self._undo.take()
        commit = self._keeping.take()
        result = ActionResult(tuple(gamestate.transitions), tuple(notify.pending), commit.digest, core.move)
        gamestate.transitions = []
        notify.pending = []
        return result, commit

    def _fail(self, error: BaseException, player_id: PlayerId) -> NoReturn:
        """Put everything back as it was at the last commit; raise the error, or the one that explains it."""
        label = self._gamestate.plan.label
        try:
            self._put_back()
        except BaseException:  # Ctrl-C on the way back, which then is gone once more
            self._put_back()
            raise
        raise_blamed(error, self._plan, label, player_id)

    def _put_back(self) -> None:
        self._keeping.put_back()
        self._gamestate.reset()
        self._game._services.random = self._chance
        self._notify.pending = []
        self._undo.wanted = False

    def _asked(self, question: Callable[[], T], player_id: PlayerId | None) -> T:
        """Ask the game's code something that must not change the table; blame it when it fails."""
        try:
            return question()
        except ActionError:
            raise
        except Exception as error:
            self._fail(error, player_id or 0)
