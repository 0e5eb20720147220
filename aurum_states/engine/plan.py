"""A game ready to run: its graph, table of transitions, bound handlers and saved form, built once.

Every table of the game shares this plan; nothing in it changes after it is built, but for the notifications
that ``StatePlan.changes`` remembers.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from aurum_states.components.counters import PlayerCounter
from aurum_states.components.database import Database, SchemaError
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.framework import Framework
from aurum_states.definitions.loader import sort_problems
from aurum_states.definitions.states import END_ID, GameState, StateType, Transition
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.handlers import HandlerTable
from aurum_states.engine.machine import StockEdges, TransitionMachine
from aurum_states.engine.notifications import Notification
from aurum_states.engine.players import PlayerId
from aurum_states.engine.standing import Standing
from aurum_states.engine.state import Keeper, State, state_class, undecodable, unsupported_fields
from aurum_states.engine.undo import Savepoint
from aurum_states.errors import DefinitionError
from aurum_states.problems import Place, Report

if TYPE_CHECKING:
    from aurum_states.components.database.schema import Schema


class Core(msgspec.Struct, omit_defaults=True):
    """The framework's own part of a table: all of it is saved, restored, rolled back and hashed."""

    state: str
    score: PlayerCounter
    score_aux: PlayerCounter
    active: PlayerId = 0
    multiactive: list[PlayerId] = []
    move: int = 0
    drawn: int = 0
    private: dict[PlayerId, str] = {}
    standing: Standing | None = None
    """Who is gone, and what else is not as it was when the players sat down; None for nothing."""
    savepoint: Savepoint | None = None
    """Where an undo goes back to (BGA: ``undoSavepoint``)."""


class StatePlan:
    """One state as the engine runs it."""

    __slots__ = (
        "actions",
        "args",
        "automatic",
        "change_head",
        "changes",
        "edges",
        "entry",
        "entry_is_plain",
        "final",
        "id",
        "label",
        "master",
        "moves",
        "multi",
        "plain",
        "private",
        "progression",
        "single",
        "state",
        "zombie",
    )

    edges: Any

    def __init__(self, state: GameState, handlers: HandlerTable, framework: Framework) -> None:
        self.state = state
        self.label = state.label
        self.id = state.id
        self.single = state.type is StateType.ACTIVE_PLAYER
        self.multi = state.type is StateType.MULTIPLE_ACTIVE_PLAYER
        self.private = state.type is StateType.PRIVATE
        self.master = state.initial_private is not None
        self.automatic = state.automatic
        self.final = state.id == END_ID
        asked = state.update_game_progression
        self.progression = bool(asked) if framework.progression_needs_true else asked is not None
        self.moves = handlers.moves(state) if state.type.has_players else None
        self.zombie = handlers.zombie(state) if self.moves is not None else None
        self.args = None if state.reserved else handlers.args(state)
        self.entry, self.entry_is_plain = (None, True) if state.reserved else handlers.entry(state)
        self.plain = self.args is None and not self.progression and not self.multi
        self.actions: dict[str, ActionPlan] = {
            name: handlers.actions[name]
            for name in (state.possible_actions if state.type.has_players else ())
            if name in handlers.actions
        }
        self.change_head = f'{{"id":{state.id},"type":"{state.type.value}","active_player":'.encode()
        self.changes: dict[PlayerId, Notification] = {}
        self.edges = {}


class GamePlan:
    """A definition, its class and everything derived from both."""

    def __init__(self, definition: GameDefinition, game_class: type, *, stock: bool = False) -> None:
        self.handlers, report = bound(definition, game_class)
        saved = state_class(game_class)
        if not report.ok or saved is None:
            raise DefinitionError(report)
        self.definition = definition
        self.framework = definition.framework
        self.game_class = game_class
        self.state_class: type[State] = saved
        self.keeper = Keeper(saved)
        self.schema = _schema(definition, saved)
        """The tables of ``dbmodel.sql``, where the state has a database."""
        pair: Any = tuple.__class_getitem__((Core, saved))
        self.decode: Callable[[bytes], tuple[Core, State]] = msgspec.msgpack.Decoder(pair).decode
        self.machine = TransitionMachine(definition.graph)
        self.states = self._compile(stock=stock)
        self.setup_label = definition.graph.setup.label
        self.by_id = {plan.id: plan for plan in self.states.values()}
        self.action_names = frozenset(name for state in definition.graph for name in state.possible_actions)
        self.code_names = _code_names(game_class)
        self.step_undo = definition.infos.step_undo

    def _compile(self, *, stock: bool) -> dict[str, StatePlan]:
        graph = self.definition.graph
        plans = {state.label: StatePlan(state, self.handlers, self.framework) for state in graph}
        table = self.machine.table()
        for label, plan in plans.items():
            answers = {
                name: (plans[target], Transition(label, name, target))
                for name, target in table[label].items()
            }
            plan.edges = StockEdges(self.machine, label, answers) if stock else answers
        return plans


def bound(definition: GameDefinition, game_class: type) -> tuple[HandlerTable, Report]:
    """Bind a class to its definition; what is wrong between them is reported in the order of the files."""
    report = Report()
    saved = state_class(game_class)
    if saved is None:
        report.add(
            "game.state.missing",
            f"{game_class.__name__} does not say what its state is",
            _class_place(definition),
            help="write class MyState(State) and class MyGame(Game[MyState])",
        )
    else:
        wrong = unsupported_fields(saved) or undecodable(saved)
        for line in wrong:
            report.add("game.state.field", line, _class_place(definition))
        if not wrong:
            _check_model(definition, saved, report)
    handlers = HandlerTable(definition, game_class, report)
    sort_problems(report, [document.file for document in definition.documents.values()])
    return handlers, report


def _schema(definition: GameDefinition, saved: type[State]) -> "Schema | None":
    """Return the tables of the game's database, None where its state has none.

    Raises:
        SchemaError: ``dbmodel.sql`` cannot be used.
        MissingExtraError: reading it needs an extra that is not installed.
    """
    if not any(field.type is Database for field in msgspec.structs.fields(saved)):
        return None
    from aurum_states.components.database.schema import schema_of

    return schema_of(definition.dbmodel)


def _check_model(definition: GameDefinition, saved: type[State], report: Report) -> None:
    try:
        _schema(definition, saved)
    except SchemaError as error:
        report.add("dbmodel.statement", str(error), Place(definition.dbmodel_file, error.line))


_AUTHORS = (
    *("act_", "st_", "arg_", "moves_", "setup_", "zombie_", "get_all_datas", "get_game_progression"),
    *("get_specific_color_pairings", "evaluate", "arrange", "first_state"),
    *("label_", "parse_", "draw_", "debug_", "init_", "on_"),
)
"""How the names of methods begin that the framework calls."""


def _code_names(game_class: type) -> Mapping[Any, str]:
    """Return the methods by their code objects, so that a traceback tells which handler failed."""
    named = {}
    for name in dir(game_class):
        function = getattr(game_class, name)
        if hasattr(function, "__code__") and name.startswith(_AUTHORS):
            named[function.__code__] = name
    return named


def _class_place(definition: GameDefinition) -> Place:
    document = definition.documents.get("gameinfos")
    return document.place(("gameClass",)) if document is not None else Place()


_plans: dict[int, tuple[GameDefinition, GamePlan]] = {}


def plan_of(definition: GameDefinition) -> GamePlan:
    """Return the plan of a loaded definition, built at the first call.

    Raises:
        DefinitionError: handlers are missing or a state class cannot be saved; carries every problem.
        TypeError: the definition was only read, and has no class.
    """
    known = _plans.get(id(definition))
    if known is not None and known[0] is definition:
        return known[1]
    if definition.game_class is None:
        raise TypeError("this definition has no game class; get it from load_game()")
    plan = GamePlan(definition, definition.game_class)
    _plans[id(definition)] = (definition, plan)
    return plan
