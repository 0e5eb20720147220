"""One game in progress: a function of (definition, set-up, moves). The same inputs give the same bytes.

``act`` is the heart: possible now? this player's turn? arguments bound and typed, among the legal moves?
Then ``atomic_table`` runs the handler, its transition, ``game`` states until a player is needed, and commits.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import msgspec

from aurum_states.components.logs import Logs
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine import results, views
from aurum_states.engine.arguments import NO_ARGUMENTS, refusal
from aurum_states.engine.atomic_table import AtomicTable
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.game import ANY
from aurum_states.engine.keeping import Commit
from aurum_states.engine.plan import plan_of
from aurum_states.engine.players import Player, PlayerId
from aurum_states.engine.record import (
    ActionResult,
    Move,
    PreferenceChange,
    PreferenceLine,
    Ranked,
    Recorder,
    UndoLine,
    UndoneTo,
)
from aurum_states.engine.refusals import (
    malformed,
    refuse_action,
    refuse_move,
    refuse_player,
    refuse_preference,
    refuse_undo,
    wrong_answer,
)
from aurum_states.engine.results import PlayerResult
from aurum_states.engine.seated_table import SeatedTable
from aurum_states.engine.setup import Setup
from aurum_states.engine.standing import standing
from aurum_states.engine.undo import Step, tell_undo
from aurum_states.errors import SetupError

_convert = msgspec.convert

Mode = Literal["full", "simulation", "paranoid", "quiet"]


class Table(SeatedTable):
    """One table: players act on it, everybody else looks at it.

    Make one with ``create`` or ``restore``. Not safe for several threads at once.
    """

    __slots__ = ()

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
        history: bool = False,
    ) -> "Table":
        """Set up a new table and run it to its first decision.

        ``players`` is a number, or the players in seating order. ``options`` may hold BGA's own, too: 200,
        the game speed (from 10 on turn based), and 201, the game mode (0 normal, 1 training, 2 arena). An
        option that BGA would not show has its default. ``position`` is an arranged position that the game's
        ``arrange`` understands. ``mode``: "simulation" leaves out everything but the rules (no notifications,
        record, digest or rollback), "quiet" args and notifications alone, "paranoid" checks the game's code
        at every move. With ``history`` the table remembers how it was after each move, for ``at``: some
        hundred bytes a move.

        Raises:
            SetupError: no table can be started so, with every reason.
            DefinitionError: the game's class does not fit its declarations.
            GameError: the game's own code failed.
        """
        setup = Setup(definition, players, options, preferences, settings, seed, position)
        if history and mode == "simulation":
            raise SetupError(["a table in simulation mode saves no moves: history takes another mode"])
        table = Table.seated(setup, recorder, mode)
        table._history = {0: table._keeping.commit.saved} if history else None
        return table

    @staticmethod
    def seated(setup: Setup, recorder: Recorder | None = None, mode: Mode = "full") -> "Table":
        """Start a table from a checked set-up, such as a replay's. Raises as ``create`` does."""
        return _class_of(mode)(plan_of(setup.definition), setup, recorder)

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

    def arrange(self, position: Mapping[str, Any]) -> ActionResult:
        """Start this table anew from an arranged position, before its first move.

        Raises:
            SetupError: the position cannot be, or a move has been made; nothing has changed.
        """
        if self._core.move:
            raise SetupError(
                [f"a position is arranged before the first move; this table has made {self._core.move}"]
            )
        arranged = type(self)(self._plan, self.setup.at(position), self._recorder)
        if self._history is not None:
            arranged._history = {0: arranged._keeping.commit.saved}
        for name in AtomicTable.__slots__:
            setattr(self, name, getattr(arranged, name))
        return self.opening

    def fork(self) -> Self:
        """Return another table that stands where this one does and goes on by itself, unrecorded."""
        return self._forked(self._keeping.take().saved)

    def at(self, move: int) -> Self:
        """Return another table that stands where this one did after a move, what followed it included.

        Move 0 is the start. It goes on by itself, unrecorded; clocks and preferences are those of now, and
        nothing before it can be taken back. (``Timeline`` goes to any move of a recording.)

        Raises:
            ValueError: this table was made without ``history``, or has made no such move.
        """
        if self._history is None:
            raise ValueError("this table remembers no moves: make it with Table.create(..., history=True)")
        saved = self._history.get(move)
        if saved is None or move > self._core.move:
            raise ValueError(
                f"there is no move {move!r}; this table has made the moves 0 to {self._core.move}"
            )
        table = self._forked(saved)
        table._keeping.commit = table._keeping.commit.with_steps(())
        return table

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
        plan = gamestate.plan
        if plan.master:
            plan = gamestate.plan_of(player_id)
        handler: ActionPlan | None = plan.actions.get(action)
        if handler is None:
            raise refuse_action(self._plan, plan, action)
        if not gamestate.is_player_active(player_id) and (
            handler.check_active or player_id not in self.setup.names or player_id in self.zombies
        ):
            raise refuse_player(gamestate, self.setup.names, player_id, action)
        option: Any = args.get(handler.number) if args.__class__ is dict and len(args) == 1 else None
        if option.__class__ is int:
            bound = handler.struct(option)
        else:
            try:
                bound = _convert(args, handler.struct)
            except (msgspec.ValidationError, TypeError) as error:
                raise refusal(action, args, handler.struct, error) from None
            option = handler.pick(bound)
        legal = self.legal_moves(player_id)
        try:
            allowed = legal.get(action)
            illegal = allowed is None or (allowed is not ANY and option not in allowed)
        except (AttributeError, TypeError) as error:
            raise malformed(self.state_for(player_id), legal) from error
        if illegal and handler.listed:
            raise refuse_move(self, player_id, Move(action, handler.arguments(option)), allowed)
        return self._perform(player_id, handler, option, bound)

    def apply(self, player_id: PlayerId, action: str, option: Any) -> ActionResult:
        """Perform an option taken from ``legal_moves`` without checking it again.

        For bots: an option that is not among the legal moves has no defined result.

        Raises:
            ActionError: the author's code refuses it.
            GameError: the state has no such action, or the game's own code failed.
        """
        return self._perform(player_id, self._gamestate.action(action, player_id), option, None)

    def set_preference(self, player_id: PlayerId, preference_id: int, value: int) -> ActionResult:
        """Change a player's preference, as they may at any time, and let the game follow.

        The game's ``on_game_user_preference_changed`` runs; all of it happens, or nothing. It is no move.

        Raises:
            ActionError: there is no such player, preference or value (``action.argument``), the game is over
                (``table.over``) or refuses it (``action.rule``); nothing has changed.
            GameError: the game's own code failed.
        """
        refused = refuse_preference(self, player_id, preference_id, value)
        if refused is not None:
            raise refused
        preferences, committed = self._preferences, self._keeping.commit
        before = preferences.chosen
        try:
            preferences.chosen = preferences.changed(player_id, preference_id, value)
            change = PreferenceChange(player_id, preference_id, value)
            return self._run(
                "on_game_user_preference_changed",
                lambda: self._game.on_game_user_preference_changed(player_id, preference_id, value),
                player_id,
                lambda result: PreferenceLine(change, result.transitions, result.digest),
            )
        except BaseException:
            if self._keeping.commit is committed:
                preferences.chosen = before
            raise

    def undo(self, player_id: PlayerId) -> ActionResult:
        """Take back the last move of a player whose game lets them (``step_undo`` in gameinfos).

        The number of moves stays: the next one has a number of its own. What was drawn stays drawn, who has
        left is not back, preferences and clocks stay.

        Raises:
            ActionError: there is no move of theirs that can be taken back (``action.not_now``).
        """
        step = self.undoable(player_id)
        if step is None:
            raise refuse_undo(self, player_id)
        steps = self._keeping.commit.steps[:-1]

        def take_back() -> tuple[ActionResult, Commit]:
            tell_undo(self._notify, player_id)
            self._keeping.go_back(step.saved)
            self._gamestate.stand_anew()
            result, commit = self._settle(0)
            return result, commit.with_steps(steps)

        return self._request(
            take_back, player_id, lambda result: UndoLine(UndoneTo(player_id, step.move - 1), result.digest)
        )

    def undoable(self, player_id: PlayerId) -> Step | None:
        """Return the move that ``undo`` would take back, None where there is none."""
        steps = self._keeping.commit.steps
        return steps[-1] if steps and steps[-1].player == player_id else None

    # -- looking ----------------------------------------------------------------------------------

    @property
    def definition(self) -> GameDefinition:
        """The game that is played here."""
        return self.setup.definition

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in seating order."""
        return self.setup.players

    @property
    def state(self) -> str:
        """The current state's label."""
        return self._core.state

    def state_for(self, player_id: PlayerId | None) -> str:
        """Return the label of the state that a player is in: their private one where they are in one."""
        return self._gamestate.plan_of(player_id).label

    @property
    def preferences(self) -> Mapping[PlayerId, Mapping[int, int]]:
        """What players have set by now, by player and preference; ``setup`` has what the table began with."""
        return self._preferences.chosen

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
        gamestate, active = self._gamestate, self._core.active
        return [active] if active and gamestate.plan.single else gamestate.active_players

    @property
    def digest(self) -> str:
        """The hash of the whole table after the last move: 16 hex digits, the same on every platform."""
        return self._keeping.commit.digest

    @property
    def logs(self) -> Logs:
        """What the game's code has written by ``trace``, ``debug``, ``warn``, ``error`` and ``dump``."""
        return self._game._services.logs

    def legal_moves(self, player_id: PlayerId) -> Mapping[str, Any]:
        """Return what a player may do now: options by action, as ``moves_`` gave them. Do not change it."""
        gamestate = self._gamestate
        legal = gamestate.legal
        if legal and player_id in legal:
            return legal[player_id]
        try:
            return gamestate.legal_moves(self._game, player_id)
        except Exception as error:
            self._fail(error, player_id)

    def possible_moves(self, player_id: PlayerId) -> list[Move]:
        """Return what a player may do now as complete moves, less actions whose choice is ``ANY``."""
        legal, action = self.legal_moves(player_id), self._gamestate.action
        return self._asked(
            lambda: [
                Move(name, action(name, player_id).arguments(option))
                for name, options in legal.items()
                if options is not ANY
                for option in options
            ],
            player_id,
        )

    def args_for(self, player_id: PlayerId | None) -> dict[str, Any]:
        """Return the args of the state that a player is in, as they get them (``state_for``).

        ``_private`` holds only their own part. ``view_for`` has the args of a private state and its master's.
        """
        return self._asked(lambda: views.args(self, player_id), player_id)

    def view_for(self, player_id: PlayerId | None) -> dict[str, Any]:
        """Return everything this player's page shows (BGA: gamedatas); None is a spectator.

        Raises:
            KeyError: nobody of that id sits here.
        """
        if player_id is not None:
            self.setup.player(player_id)
        return self._asked(lambda: views.view(self, self._game, player_id), player_id)

    def title_for(self, player_id: PlayerId | None) -> str:
        """Return the state's title as this player reads it, ``${you}`` and ``${actplayer}`` filled."""
        return views.title(self, player_id)

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """Return a move in the game's notation."""
        label = self._asked(lambda: self._game.label_move(player_id, move), player_id)
        if not isinstance(label, str):
            raise wrong_answer(self, player_id, "label_move", "a text", label)
        return label

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """Return the move that a text in the game's notation means, or None."""
        move: Any = self._asked(lambda: self._game.parse_move(player_id, text), player_id)
        if move is None or (isinstance(move, Move) and isinstance(move.action, str)):
            return move
        raise wrong_answer(self, player_id, "parse_move", "a Move or None", move)

    def ranking(self) -> list[Ranked]:
        """Return the players, best first, with ranks 1, 1, 3 for equals, as BGA would count the game."""
        return results.ranking(self.setup, self._core, standing(self._core))

    def results(self) -> list[PlayerResult]:
        """Return the final result, best first, with everything that BGA's page of it shows."""
        core, game = self._core, self._game
        return results.results(
            self.setup, core, standing(core), lambda player: game.player_info(player).color
        )

    def end_message(self, player_id: PlayerId | None) -> str:
        """Return what a seat reads at the end: Victory!, Defeat, Tie, or to a spectator who wins."""
        together = self.definition.infos.is_coop or len(self.players) == 1
        return results.end_message(self.results(), player_id, together=together)

    def snapshot(self) -> dict[str, Any]:
        """Return everything about this table, in JSON's types, hidden cards included; see ``restore``."""
        from aurum_states.engine import snapshot as snapshots

        return snapshots.take(self)


def _class_of(mode: str) -> type[Table]:
    if mode == "full":
        return Table
    from aurum_states.engine.modes import MODES

    if mode not in MODES:
        raise SetupError([f"there is no mode {mode!r}; the modes: full, {', '.join(MODES)}"])
    return MODES[mode]
