"""One game in progress. A table is a function of (definition, set-up, moves): the same inputs, the same bytes.

``act`` is the heart: possible now? this player's turn? arguments bound and typed, among the legal moves?
then the handler, its transition, ``game`` states until a player is needed, and the commit. Everything
that can fail comes before the commit; on any failure the table is put back as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, Literal

import msgspec

from aurum_states.components.counters import PlayerCounter
from aurum_states.components.part import Part, Services
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.states import Transition
from aurum_states.engine import views
from aurum_states.engine.arguments import NO_ARGUMENTS, refusal
from aurum_states.engine.blame import blame, encoding_error
from aurum_states.engine.game import ANY, Game
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.handlers import ActionPlan
from aurum_states.engine.notifications import Notify
from aurum_states.engine.plan import Core, plan_of
from aurum_states.engine.players import Player, PlayerId
from aurum_states.engine.record import ActionResult, Line, Move, MoveLine, Ranked, Zombie, ZombieLine, rank
from aurum_states.engine.refusals import refuse_action, refuse_move, refuse_player
from aurum_states.engine.rng import Rng
from aurum_states.engine.setup import Setup
from aurum_states.engine.state import State
from aurum_states.errors import ActionError, GameError, SetupError, UserException

_encode = msgspec.msgpack.Encoder().encode
_convert = msgspec.convert

Recorder = Callable[[Line], None]
"""Is given each line after its move is committed."""
Mode = Literal["full", "simulation", "paranoid"]
Committed = tuple[bytes, tuple[Any, ...], str]
"""What a commit keeps: the saved bytes, references to the state's containers, the digest."""


class Table:
    """One table: players act on it, everybody else looks at it.

    Make one with ``create`` or ``restore``. Not safe for several threads at once.
    """

    __slots__ = (
        "_committed",
        "_core",
        "_game",
        "_gamestate",
        "_notify",
        "_parts",
        "_plan",
        "_recorder",
        "_setup",
        "opening",
    )

    _gamestate_class: ClassVar[type[GamestateMachine]] = GamestateMachine
    _notify_class: ClassVar[type[Notify]] = Notify

    opening: ActionResult
    """What happened before the first move."""

    # -- making one -------------------------------------------------------------------------------

    @staticmethod
    def create(
        definition: GameDefinition,
        players: int | Sequence[Player],
        *,
        seed: str,
        options: Mapping[int, int] | None = None,
        preferences: Mapping[PlayerId, Mapping[int, int]] | None = None,
        settings: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        recorder: Recorder | None = None,
        mode: Mode = "full",
    ) -> "Table":
        """Set up a new table and run it to its first decision.

        ``players`` is a number, or the players in seating order. ``position`` is an arranged position
        that the game's ``arrange`` understands. ``mode``: "simulation" leaves out everything but the rules
        (no notifications, record, digest or rollback), "paranoid" checks the game's code at every move.

        Raises:
            SetupError: no table can be started so, with every reason.
            DefinitionError: the game's class does not fit its declarations.
            GameError: the game's own code failed.
        """
        setup = Setup(definition, players, options, preferences, settings, seed, position)
        return Table._seated(setup, recorder, mode)

    @staticmethod
    def _seated(setup: Setup, recorder: Recorder | None = None, mode: Mode = "full") -> "Table":
        table = object.__new__(_class_of(mode))
        table._plan = plan_of(setup.definition)
        table._setup = setup
        table._recorder = recorder
        table._start(setup.position)
        return table

    def arrange(self, position: Mapping[str, Any]) -> ActionResult:
        """Start this table anew from an arranged position, before its first move.

        Raises:
            SetupError: the position cannot be, or a move has been made.
        """
        if self._core.move:
            raise SetupError(
                [f"a position is arranged before the first move; this table has made {self._core.move}"]
            )
        self._setup = self._setup.at(position)
        self._start(position)
        return self.opening

    def _start(self, position: Mapping[str, Any] | None) -> None:
        game = self._prepare()
        setup = self._setup
        try:
            state = game.setup_new_game(setup.options)
            if not isinstance(state, self._plan.state_class):
                raise GameError(
                    f"setup_new_game must return a {self._plan.state_class.__name__}, not {state!r}"
                )
            self._adopt(game, state)
            if position is None:
                first: str | int = game.first_state()
            else:
                first = game.arrange(position)
                self._check_invariants()
            self._gamestate.game = game
            self._gamestate.follow(game, self._first(first, position))
            self.opening, self._committed = self._settle(0)
        except UserException as error:
            raise SetupError([f"position: {error}" if position is not None else str(error)]) from error
        except Exception as error:
            raise blame(error, self._plan, self._gamestate.plan.label, 0) from error
        finally:
            self._gamestate.game = None

    def _first(self, wanted: str | int, position: Any) -> Any:
        """Return the outcome that leaves the set-up state: its transition, or a jump."""
        plan = self._gamestate.plan
        target = self._gamestate._named(wanted)
        edge = plan.edges.get("")
        return "" if position is None and edge is not None and edge[0] is target else target.state

    def _prepare(self) -> Game[Any]:
        """Make the game object, its core and its services; the state is still missing."""
        setup, plan = self._setup, self._plan
        ids = tuple(player.id for player in setup.players)
        score = PlayerCounter.create("score", ids, min=None)
        score_aux = PlayerCounter.create("scoreAux", ids, min=None)
        self._core = core = Core("gameSetup", score, score_aux)
        self._notify = notify = self._notify_class(setup.names)
        services = Services(Rng(setup.seed, core), notify, ids, setup.definition.stats)
        self._gamestate = gamestate = self._gamestate_class(plan, core, notify, ids)
        game: Game[Any] = object.__new__(plan.game_class)
        for name, value in (
            ("players", ids),
            ("options", setup.options),
            ("settings", setup.settings),
            ("notify", notify),
            ("gamestate", gamestate),
            ("player_score", score),
            ("player_score_aux", score_aux),
            ("_services", services),
            ("_setup", setup),
        ):
            object.__setattr__(game, name, value)
        score.bind(services)
        score_aux.bind(services)
        self._game = game
        self._parts: tuple[Part, ...] = ()
        return game

    def _adopt(self, game: Game[Any], state: State) -> None:
        """Take the author's state for good: from here on it is never replaced."""
        object.__setattr__(game, "state", state)
        self._parts = tuple(getattr(state, name) for name in self._plan.keeper.parts)
        for part in self._parts:
            part.bind(game._services)

    # -- playing ----------------------------------------------------------------------------------

    def act(self, player_id: PlayerId, action: str, args: Mapping[str, Any] = NO_ARGUMENTS) -> ActionResult:
        """Perform a player's action, or refuse it and change nothing.

        ``action`` is BGA's name (``actPlayCard``), ``args`` the wire arguments (``{"cardId": 12}``).

        Raises:
            ActionError: refused; its ``code`` says why, the first that applies of ``table.over``,
                ``action.unknown``, ``action.not_now``, ``action.not_your_turn``, ``action.argument``,
                ``action.illegal``, ``action.rule``.
            GameError: the game's own code failed.
        """
        gamestate = self._gamestate
        handler: ActionPlan | None = gamestate.plan.actions.get(action)
        if handler is None:
            raise refuse_action(self, self._plan, action)
        if not gamestate.is_player_active(player_id) and (
            handler.check_active or player_id not in self._setup.names
        ):
            raise refuse_player(self, player_id, action)
        try:
            bound = _convert(args, handler.struct)
        except (msgspec.ValidationError, TypeError) as error:
            raise refusal(action, args, handler.struct, error) from None
        option = handler.pick(bound)
        allowed = self.legal_moves(player_id).get(action)
        if allowed is None or (allowed is not ANY and option not in allowed):
            raise refuse_move(self, player_id, Move(action, handler.arguments(option)), allowed)
        return self._perform(player_id, handler, option, bound)

    def apply(self, player_id: PlayerId, action: str, option: Any) -> ActionResult:
        """Perform an option taken from ``legal_moves`` without checking it again.

        For bots: an option that is not among the legal moves has no defined result.
        """
        handler: ActionPlan = self._gamestate.plan.actions[action]
        return self._perform(player_id, handler, option, None)

    def zombie_turn(self, player_id: PlayerId) -> ActionResult:
        """Let the game play for a player who has left (BGA: ``zombieTurn``).

        Raises:
            ActionError: this player is not active.
            GameError: the game's own code failed.
        """
        gamestate = self._gamestate
        if not gamestate.is_player_active(player_id):
            raise refuse_player(self, player_id, "zombieTurn")
        label = gamestate.plan.label
        return self._run(
            lambda game: game.zombie_turn(label, player_id),
            lambda transitions, digest: ZombieLine(Zombie(player_id), transitions, digest),
            player_id,
        )

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:
        gamestate, game, core = self._gamestate, self._game, self._core
        gamestate.game = game
        try:
            current_args = gamestate.current_args
            gamestate.legal = None
            outcome = handler.call(game, option, player_id, core.active, current_args)
            if outcome is not None:
                if gamestate.transitions:
                    raise gamestate.mixed(handler.method, outcome)
                gamestate.follow(game, outcome)
            result, committed = self._settle(1)
            line = None
            if self._recorder is not None:
                given = handler.arguments(option) if bound is None else bound
                line = MoveLine(
                    result.move, player_id, handler.name, given, result.transitions, result.digest
                )
            self._committed = committed
        except BaseException as error:
            raise self._undone(error, player_id) from error
        gamestate.game = None
        if line is not None:
            self._recorder(line)  # type: ignore[misc] - a line is made only for a recorder
        return result

    def _run(
        self,
        call: Callable[[Game[Any]], Any],
        line_of: Callable[[tuple[Transition, ...], str], Line],
        player_id: PlayerId,
    ) -> ActionResult:
        """Do something other than a player's action in the same way: all of it or nothing."""
        gamestate, game = self._gamestate, self._game
        gamestate.game = game
        try:
            gamestate.legal = None
            outcome = call(game)
            if outcome is not None:
                if gamestate.transitions:
                    raise gamestate.mixed("zombie_turn", outcome)
                gamestate.follow(game, outcome)
            result, committed = self._settle(0)
            line = line_of(result.transitions, result.digest)
            self._committed = committed
        except BaseException as error:
            raise self._undone(error, player_id) from error
        gamestate.game = None
        if self._recorder is not None:
            self._recorder(line)
        return result

    def _settle(self, moves: int) -> tuple[ActionResult, Committed]:
        """Do everything that can still fail, and return what a commit needs."""
        gamestate, core, notify = self._gamestate, self._core, self._notify
        if gamestate.plan.automatic:
            raise self._unexpected_state()
        if gamestate.legal is None:
            gamestate.legal = {}
            gamestate.args = None
        core.move += moves
        state = self._game.state
        try:
            saved = _encode((core, state))
        except (TypeError, ValueError, OverflowError) as error:
            raise encoding_error(core, state, error) from error
        digest = blake2b(saved).digest()[:8].hex()
        kept = self._plan.keeper.keep(state)
        result = ActionResult(tuple(gamestate.transitions), tuple(notify.pending), digest, core.move)
        gamestate.transitions = []
        notify.pending = []
        return result, (saved, kept, digest)

    def _unexpected_state(self) -> GameError:
        plan = self._gamestate.plan
        return GameError(
            f"Unexpected final game state ({plan.id}): {plan.label!r} is a game state, and "
            f"{plan.state.action or 'it'} took no transition; game states must leave by themselves",
            state=plan.label,
        )

    def _undone(self, error: BaseException, player_id: PlayerId) -> BaseException:
        """Put everything back as it was at the last commit; return the error to raise."""
        label = self._gamestate.plan.label
        saved, kept, _ = self._committed
        plan, game = self._plan, self._game
        state = game.state
        core, old = self._restored(saved)
        self._refill_core(core)
        for name, part in zip(plan.keeper.parts, self._parts, strict=True):
            part.refill(getattr(old, name))
            setattr(state, name, part)
        plan.keeper.put_back(state, kept, old)
        self._reset_run()
        return blame(error, plan, label, player_id)

    def _refill_core(self, saved: Core) -> None:
        core = self._core
        for name in ("state", "active", "move", "drawn"):
            setattr(core, name, getattr(saved, name))
        core.multiactive[:] = saved.multiactive
        core.score.refill(saved.score)
        core.score_aux.refill(saved.score_aux)

    def _restored(self, saved: bytes) -> tuple[Core, State]:
        """Decode saved bytes; values of a wrong type that got in are put back as they were, all the same."""
        try:
            return self._plan.decode(saved)
        except msgspec.ValidationError:
            return self._plan.decode_raw(saved)

    def _reset_run(self) -> None:
        gamestate = self._gamestate
        gamestate.game = None
        gamestate.plan = self._plan.states[self._core.state]
        gamestate.transitions = []
        gamestate.legal = {}
        gamestate.args = None
        self._notify.pending = []

    # -- looking ----------------------------------------------------------------------------------

    @property
    def definition(self) -> GameDefinition:
        """The game that is played here."""
        return self._setup.definition

    @property
    def setup(self) -> Setup:
        """How this table was set up."""
        return self._setup

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order."""
        return self._setup.players

    @property
    def state(self) -> str:
        """The current state's label."""
        return self._core.state

    @property
    def moves_made(self) -> int:
        """The number of accepted moves."""
        return self._core.move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._gamestate.plan.final

    @property
    def active_players(self) -> list[PlayerId]:
        """Who may act now, in seating order."""
        return self._gamestate.active_players

    @property
    def digest(self) -> str:
        """The hash of the whole table after the last move: 16 hex digits, the same on every platform."""
        return self._committed[2]

    def legal_moves(self, player_id: PlayerId) -> Mapping[str, Any]:
        """What a player may do now: options by action, as ``moves_<state>`` gave them. Do not change it."""
        gamestate = self._gamestate
        legal = gamestate.legal
        if legal is not None and player_id in legal:
            return legal[player_id]
        return self._asked(lambda: gamestate.legal_moves(self._game, player_id), player_id)

    def possible_moves(self, player_id: PlayerId) -> list[Move]:
        """What a player may do now, as complete moves; an action whose choice is ``ANY`` is not listed."""
        actions: Mapping[str, ActionPlan] = self._gamestate.plan.actions
        return [
            Move(name, actions[name].arguments(option))
            for name, options in self.legal_moves(player_id).items()
            if options is not ANY
            for option in options
        ]

    def args_for(self, player_id: PlayerId | None) -> dict[str, Any]:
        """The current state's args as this player gets them: ``_private`` holds only their own part."""
        args = self._asked(lambda: self._gamestate.state_args(self._game), player_id or 0)
        made: dict[str, Any] = msgspec.json.decode(args.public)
        if player_id in args.private:
            made["_private"] = msgspec.json.decode(args.private[player_id])
        return made

    def view_for(self, player_id: PlayerId | None) -> dict[str, Any]:
        """Everything this player's page shows (BGA: gamedatas); None is a spectator.

        Raises:
            KeyError: nobody of that id sits here.
        """
        if player_id is not None:
            self._setup.player(player_id)
        return self._asked(lambda: views.view(self, self._game, player_id), player_id or 0)

    def title_for(self, player_id: PlayerId | None) -> str:
        """The state's title as this player reads it, ``${you}`` and ``${actplayer}`` filled."""
        return views.title(self, player_id)

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """A move in the game's notation."""
        return self._asked(lambda: self._game.label_move(player_id, move), player_id)

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """The move that a text in the game's notation means, or None."""
        return self._asked(lambda: self._game.parse_move(player_id, text), player_id)

    def ranking(self) -> list[Ranked]:
        """The players, best first, with ranks 1, 1, 3 for equals."""
        score, aux = self._core.score, self._core.score_aux
        return rank([(player.id, score.get(player.id), aux.get(player.id)) for player in self.players])

    def snapshot(self) -> dict[str, Any]:
        """Everything about this table, in JSON's types, hidden cards included; see ``restore``."""
        from aurum_states.engine import snapshot

        return snapshot.take(self)

    @staticmethod
    def restore(
        definition: GameDefinition,
        snapshot: Mapping[str, Any],
        *,
        recorder: Recorder | None = None,
        mode: Mode = "full",
    ) -> "Table":
        """Return a table that goes on where ``snapshot`` was taken, in this process or another.

        Raises:
            SetupError: it is no snapshot of this game and these rules, or it has been changed.
        """
        from aurum_states.engine import snapshot as snapshots

        return snapshots.restore(definition, snapshot, recorder=recorder, mode=mode)

    def _reseat(self, core: Core, state: State) -> None:
        """Take over a core and state read from a snapshot."""
        game = self._game
        self._refill_core(core)
        self._adopt(game, state)
        self._reset_run()
        _, self._committed = self._settle(0)

    def _asked(self, question: Callable[[], Any], player_id: PlayerId) -> Any:
        """Ask the game's code something that must not change the table; blame it when it fails."""
        gamestate = self._gamestate
        gamestate.game = self._game
        try:
            return question()
        except ActionError:
            raise
        except Exception as error:
            raise self._undone(error, player_id) from error
        finally:
            gamestate.game = None

    def _check_invariants(self) -> None:
        """Raise for the game's broken invariants."""
        broken: list[str] = []
        for name in self._plan.handlers.invariants:
            found = getattr(self._game, name)()
            broken += [found] if isinstance(found, str) and found else list(found or ())
        if broken:
            raise UserException("; ".join(broken))


def _class_of(mode: str) -> type[Table]:
    if mode == "full":
        return Table
    from aurum_states.engine.modes import MODES

    if mode not in MODES:
        raise SetupError([f"there is no mode {mode!r}; the modes: full, {', '.join(MODES)}"])
    return MODES[mode]
