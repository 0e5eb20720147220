"""The base of an author's game: a class whose methods map line by line to BGA's ``Game.php``.

The framework finds methods by name: ``moves_<state>`` (legal moves), ``act_…`` (player actions), ``arg_…``
(what clients are told of a state), ``st_…`` (entry actions). A game object holds no data of its own:
everything that changes is in ``self.state``.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from aurum_states.components.counters import PlayerCounter, TableCounter, Visibility
from aurum_states.components.database import Database, DatabaseError
from aurum_states.components.deck import Deck
from aurum_states.components.globals import Globals
from aurum_states.components.legacy import LegacyData
from aurum_states.components.part import Part
from aurum_states.components.state_labels import GameStateLabels
from aurum_states.components.statistics import Statistics
from aurum_states.engine.game_players import GamePlayers
from aurum_states.engine.notifications import Notification
from aurum_states.engine.options import Options, declared_choices
from aurum_states.engine.outcomes import Outcome
from aurum_states.engine.players import PlayerId
from aurum_states.engine.preferences import Preferences
from aurum_states.engine.record import Move
from aurum_states.engine.state import State
from aurum_states.engine.undo import Undo
from aurum_states.errors import StateError

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Part)

Args: TypeAlias = dict[str, Any]
"""What an ``arg_`` method returns; ``_private`` maps 'active' or a player's id to what only they see."""


class AnyChoice:
    """The type of ``ANY``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY"


ANY = AnyChoice()
"""In ``moves_``: the choice is too large to list; the handler checks the arguments itself."""

Moves: TypeAlias = Mapping[str, list[Any] | AnyChoice]
"""Legal moves by action: values of a single parameter, tuples of several in order, ``[()]`` for none."""


def clienttranslate(text: str) -> str:
    """Mark a text for translation, as BGA's function of that name; returns it unchanged."""
    return text


def has_redeal(game_class: type | None) -> bool:
    """Return whether a game says what is hidden from whom, by a ``redeal`` of its own."""
    return getattr(game_class, "redeal", Game.redeal) is not Game.redeal


class Game(GamePlayers, Generic[S]):
    """Extend it with ``class MyGame(Game[MyState])``.

    ``state`` is the author's state, ``players`` the ids in seating order, ``options`` the table's options
    by id or name, ``settings`` the game's settings by name, ``notify``, ``gamestate`` and
    ``user_preferences`` what BGA calls so, ``player_score`` and ``player_score_aux`` the scores that rank the
    players at the end.
    """

    __slots__ = (
        "_clock",
        "_services",
        "_setup",
        "_undo",
        "gamestate",
        "notify",
        "options",
        "player_score",
        "player_score_aux",
        "players",
        "settings",
        "state",
        "user_preferences",
    )

    state: S
    options: Options
    settings: Mapping[str, Any]
    player_score: PlayerCounter
    player_score_aux: PlayerCounter
    user_preferences: Preferences
    _undo: Undo

    def __setattr__(self, name: str, value: Any) -> None:
        right = (
            "the framework's own objects are never replaced; change what is in them"
            if name in Game.__slots__
            else f"a game keeps its data in self.state only; declare a field {name!r} in its State class"
        )
        raise StateError(f"{type(self).__name__}.{name} = {value!r}: {right}")

    @classmethod
    def _at_table(cls, **given: Any) -> Self:
        """Make the game of a table; only the engine does."""
        game = cls.__new__(cls)
        for name, value in given.items():
            object.__setattr__(game, name, value)
        return game

    def _take_state(self, state: Any) -> None:
        object.__setattr__(self, "state", state)

    # -- what authors write -----------------------------------------------------------------------

    def init_table(self) -> None:
        """Make the table ready, whenever it is made or restored (BGA: the constructor, and ``initTable``).

        The place for ``self.notify.add_decorator`` and its like. There is no state yet, or not to be changed.
        """

    def setup_new_game(self, options: Options) -> S:  # noqa: ARG002
        """Return the state of a new game (BGA: ``setupNewGame``). Every author writes it."""
        raise StateError(f"{type(self).__name__} has no setup_new_game(self, options) that returns its state")

    def first_state(self) -> str | int:
        """Return the label or id of the first state (BGA: what ``setupNewGame`` returns, since 2026)."""
        return self._setup.first_state

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:  # noqa: ARG002
        """Return what this player's page shows (BGA: ``getAllDatas``); None is a spectator."""
        return {}

    def get_game_progression(self) -> float:
        """Return how far the game is, from 0 to 100 (BGA: ``getGameProgression``)."""
        return 0

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> Outcome:
        """Play for a player who has left (BGA: ``zombieTurn``), by calling this class's handlers.

        ``state`` is the current state's label; the outcome is that of a handler. A ``zombie_<state>`` with
        the player's id as parameter comes before it. By default the ``zombie_level`` of gameinfos plays.
        """
        level = self._setup.definition.infos.zombie_level
        if level is None:
            raise StateError(
                f"{type(self).__name__} has no zombie_turn: nobody plays for {active_player_id} in {state!r}"
            )
        from aurum_states.engine.zombies import by_level

        return by_level(self, active_player_id, level)

    def on_game_user_preference_changed(
        self,
        player_id: PlayerId,  # noqa: ARG002
        preference_id: int,  # noqa: ARG002
        value: int,  # noqa: ARG002
    ) -> Outcome:
        """Follow a player's change of a preference, at any time, whoever is active.

        BGA tells the page (``onGameUserPreferenceChanged``), which sends an action to a game that wants to
        know. The outcome is that of a handler. Raise ``UserException`` to refuse the change.
        """
        return None

    def arrange(self, position: Mapping[str, Any]) -> str:
        """Put a new game into an arranged position; return the label of the state to enter.

        Raise ``UserException`` for a position that cannot be.
        """
        raise StateError(
            f"{type(self).__name__} has no arrange(self, position): it cannot start from {position!r}"
        )

    def redeal(self, player_id: PlayerId | None, draw: Callable[[int], int]) -> int:  # noqa: ARG002
        """Give what is hidden from a player other places, in any way that could be true for all they know.

        For the proof that nobody is told what they may not know: whatever this player (None: a spectator) may
        see must stay as it is. ``draw(n)`` is a random integer below n; it is the only chance to use. Return
        how many things are different now, 0 where nothing is hidden. See ``Deck.redeal``.

        Bots that look ahead imagine tables so: their ``draw`` is an ``AnyDeal``, and then any deal that could
        be true must be equally likely, whatever the true one is.
        """
        raise StateError(
            f"{type(self).__name__} has no redeal(self, player_id, draw): what is hidden from {player_id}?"
        )

    def label_move(self, player_id: PlayerId, move: Move) -> str:  # noqa: ARG002
        """Return a move in the game's notation, for terminals and traces (default: its BGA form)."""
        return str(move)

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:  # noqa: ARG002
        """Return the move that a text in the game's notation means, or None."""
        return None

    action_words: ClassVar[Mapping[str, str]] = {}
    """Short words for actions, as bots' parameters take them: ``{"swap": "actChangeBid"}``."""

    highlights: ClassVar[Mapping[str, str]] = {}
    """How a terminal colours texts: rich styles by regular expression (``{"gold [0-9]": "yellow"}``)."""

    def draw_table(self, view: Mapping[str, Any]) -> Any:  # noqa: ARG002
        """Return what a terminal shows of ``view`` (``Table.view_for``): text or a rich renderable.

        Import rich inside it, never at the top of a module. None, the default, lists the view plainly.
        """
        return None

    def draw_notification(self, notification: Notification) -> Any:  # noqa: ARG002
        """Return what a terminal shows of a notification, such as a table of scores.

        Text or a rich renderable; None, the default, shows the notification's own text. What is drawn is
        shown also where only results are wanted (``play -q``).
        """
        return None

    # -- what states may name without the author writing it -------------------------------------------

    def st_make_everyone_active(self) -> None:
        """Make every player active on entering a state (BGA: ``stMakeEveryoneActive``)."""
        self.gamestate.set_all_players_multiactive()

    @property
    def rules(self) -> str:
        """The version of the rules that this table plays: that of gameinfos, or an older one it runs."""
        return self._setup.rules

    # -- what authors use -------------------------------------------------------------------------

    def legal_moves(self, player_id: PlayerId) -> dict[str, Any]:
        """Return what a player may do now, by action: a copy of what ``moves_<state>`` gave."""
        legal = self.gamestate.legal_moves(self, player_id)
        return {name: options if options is ANY else [*options] for name, options in legal.items()}

    def check_action(self, name: str, throw: bool = True) -> bool:
        """Whether the player who acts may take this action now (BGA: ``checkAction``).

        Needed only for actions out of turn: the engine has checked every other before its handler runs.

        Raises:
            ActionError: they may not, and ``throw`` is true.
        """
        return self.gamestate.check_action(name, throw)

    def bga_rand(self, minimum: int, maximum: int) -> int:
        """Return a random integer from minimum to maximum, both included (BGA: ``bga_rand``).

        Raises:
            ValueError: maximum is below minimum.
        """
        if maximum < minimum:
            raise ValueError(f"bga_rand({minimum}, {maximum}): the maximum is below the minimum")
        return minimum + self._services.random.draw(maximum - minimum + 1)

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into random order, in place."""
        self._services.random.shuffle(items)

    def preference(self, player_id: PlayerId, preference_id: int) -> int:
        """Return a player's value of a preference, the default where they never set it.

        ``user_preferences.get`` is BGA's method, which knows None.

        Raises:
            KeyError: the game has no such preference.
        """
        default = self._setup.definition.preferences[preference_id].default
        return self.user_preferences.chosen.get(player_id, {}).get(preference_id, default)

    def get_table_options(self) -> dict[int, Any]:
        """Return what the file of options says, by id (BGA: ``getTableOptions``)."""
        definition = self._setup.definition
        return declared_choices(definition, "gameoptions", definition.options)

    def get_table_preferences(self) -> dict[int, Any]:
        """Return what the file of preferences says, by id (BGA: ``getTablePreferences``)."""
        definition = self._setup.definition
        return declared_choices(definition, "gamepreferences", definition.preferences)

    # -- logs: shown by play --debug, and no part of the table ------------------------------------------

    def trace(self, text: str) -> None:
        """Write to the table's log (BGA: ``trace``); ``debug``, ``warn`` and ``error`` do the same."""
        self._services.logs.write("trace", text)

    def debug(self, text: str) -> None:
        """Write to the table's log (BGA: ``debug``)."""
        self._services.logs.write("debug", text)

    def warn(self, text: str) -> None:
        """Write to the table's log (BGA: ``warn``)."""
        self._services.logs.write("warn", text)

    def error(self, text: str) -> None:
        """Write to the table's log (BGA: ``error``)."""
        self._services.logs.write("error", text)

    def dump(self, name: str, value: Any) -> None:
        """Write a value to the table's log under a name (BGA: ``dump``)."""
        self._services.logs.write("debug", f"{name}: {value!r}")

    # -- undo ---------------------------------------------------------------------------------------

    def undo_savepoint(self) -> None:
        """Make the table at the end of this request what an undo goes back to (BGA: ``undoSavepoint``).

        It is the only one. Without ``db_undo_support`` in gameinfos, or where nobody is told anything in this
        request, there is none.
        """
        self._undo.savepoint()

    def undo_restore_point(self) -> None:
        """Go back to the savepoint (BGA: ``undoRestorePoint``); what follows finds the table as it was.

        Moves stay counted, nothing random is drawn twice, and who has left stays away.

        Raises:
            UserException: there is no savepoint, or it is of another player's turn.
            GameError: the state is a multipleactiveplayer state.
        """
        self._undo.restore()

    @property
    def observing(self) -> bool:
        """Whether ``observe`` notes anything: a guard for what would cost time to find out."""
        return self._services.observed is not None

    def observe(self, what: str, value: str | int) -> None:
        """Note something for the summary of a simulation: ``observe("a round ends", "deck is empty")``.

        Anywhere else nothing happens. No part of the table changes and no player is told. ``simulate`` shows
        how often each value came, and the mean of whole numbers.
        """
        observed = self._services.observed
        if observed is not None:
            observed.append((what, value))

    # -- components: make them in setup_new_game, keep them as fields of the state -------------------

    def create_deck(self) -> Deck:
        """Return an empty deck (BGA: ``deckFactory->createDeck``)."""
        return self._bound(Deck())

    def create_player_counter(
        self, name: str, initial: int = 0, *, visibility: Visibility = "visible", **limits: int | None
    ) -> PlayerCounter:
        """Return a counter for every player (BGA: ``counterFactory->createPlayerCounter``).

        ``limits`` are ``min`` (0 unless given) and ``max``; ``visibility`` says who is told a value.
        """
        made = PlayerCounter.create(name, self.players, initial, visibility=visibility, **limits)
        return self._bound(made)

    def create_table_counter(self, name: str, initial: int = 0, **limits: int | None) -> TableCounter:
        """Return a counter of the table (BGA: ``counterFactory->createTableCounter``)."""
        return self._bound(TableCounter.create(name, initial, **limits))

    def create_globals(self) -> Globals:
        """Return an empty store of named values (BGA: ``bga->globals``)."""
        return self._bound(Globals())

    def create_statistics(self) -> Statistics:
        """Return the statistics that stats.json declares (BGA: ``tableStats``, ``playerStats``)."""
        return self._bound(Statistics())

    def create_game_state_labels(self, labels: Mapping[str, int]) -> GameStateLabels:
        """Return numbers by label (BGA: ``initGameStateLabels``)."""
        made = GameStateLabels()
        made.init_game_state_labels(labels)
        return self._bound(made)

    def create_legacy(self) -> LegacyData:
        """Return what is kept of players from game to game (BGA: ``bga->legacy``), empty."""
        return self._bound(LegacyData())

    def create_database(self) -> Database:
        """Return the database that ``dbmodel.sql`` makes, with the players in it; from now on ``self.db``.

        Raises:
            DatabaseError: it has been made already, or an INSERT of ``dbmodel.sql`` fails.
        """
        return self._bound(Database())

    @property
    def db(self) -> Database:
        """The database of a game that has one: BGA's ``getCollectionFromDB`` and its kin are its methods.

        Raises:
            DatabaseError: the game has none.
        """
        reference = self._services.database
        database: Database | None = None if reference is None else reference()
        if database is None:
            raise DatabaseError(
                "this table has no database: declare a field db: Database in the state, and make it in "
                "setup_new_game by self.create_database()"
            )
        return database

    def _bound(self, part: P) -> P:
        part.bind(self._services)
        return part
