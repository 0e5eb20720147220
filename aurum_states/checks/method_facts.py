"""What one function of an author's game does, read off its syntax tree.

A function is read together with its *receiver*: the name that the game object has in it (``self``, or the
parameter of a function outside the class that the game is given to).
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from aurum_states.checks.python_values import (
    Known,
    Scope,
    Values,
    annotation_values,
    dotted_name,
    parameters,
)
from aurum_states.checks.source_files import Function, Project, PythonFile
from aurum_states.problems import Place

NEXT_ARGUMENT = {
    "next_state": (0, "transition"),
    "jump_to_state": (0, "target"),
    "set_players_multiactive": (1, "next_state"),
    "set_player_non_multiactive": (1, "next_state"),
    "set_all_players_non_multiactive": (0, "next_state"),
    "update_multiactive_or_next_state": (0, "next_state"),
    "next_private_state": (1, "transition"),
    "next_private_state_for_players": (1, "transition"),
    "next_private_state_for_all_active_players": (0, "transition"),
    "set_private_state": (1, "target"),
}
"""Setters of ``self.gamestate`` that can move on: position and name of the argument that says where to."""

PRIVATE_SETTERS = frozenset(name for name in NEXT_ARGUMENT if "private" in name)
"""Those that move single players, from private state to private state."""

ACTIVATING = frozenset({"set_all_players_multiactive", "set_players_multiactive"})
"""Setters of ``self.gamestate`` that make players active."""

GAMESTATE_SETTERS = frozenset(
    {*NEXT_ARGUMENT, *ACTIVATING, "change_active_player", "active_next_player", "active_prev_player"}
    | {"initialize_private_state", "initialize_private_state_for_players"}
    | {"initialize_private_state_for_all_active_players", "unset_private_state"}
    | {"unset_private_state_for_players", "unset_private_state_for_all_players"}
)

STATE_CHANGERS = frozenset(
    {
        # lists and dicts
        "append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "update",
        "setdefault",
        # Deck
        "create_cards", "pick_ids", "pick_card", "pick_cards", "pick_card_for_location",
        "pick_cards_for_location", "shuffle", "shuffle_and_deal", "reform_deck_from_discard", "insert_card",
        "insert_card_on_extreme_position", "play_card", "move_card", "move_cards",
        "move_all_cards_in_location", "move_all_cards_in_location_keep_order",
        # counters, globals, statistics
        "set", "inc", "set_all", "delete", "init_table", "set_table", "inc_table", "init_player",
        "set_player", "set_all_players", "inc_player", "inc_all_players",
    }
)  # fmt: skip
"""Methods of containers and components that change them."""

_SERVICES = {"bga_rand": "draws a random number", "shuffle": "shuffles"}
_SCORES = ("player_score", "player_score_aux")
_ASKING = frozenset({"isinstance", "type", "id", "repr", "str", "print", "hasattr", "callable"})
"""Built-in functions that a game can be handed to without anything happening to it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A target that a handler names: by returning it, or in a call of ``by`` on ``self.gamestate``."""

    value: str | int
    place: Place
    by: str = "return"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that changes the table: what (``changes self.state.left``) and where."""

    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Callee:
    """A function that is called with the game: a method of its class, or a function it is handed to."""

    file: PythonFile
    node: Function
    receiver: str | None
    depth: int
    """Which class of the bases the method stands in, from 0; -1 for a function outside the class."""

    @property
    def key(self) -> tuple[str, int, str | None]:
        """What tells callees apart."""
        return self.file.source.file, self.node.lineno, self.receiver


@dataclass(slots=True)
class Facts:
    """What a function does by itself; what it calls is in ``callees``."""

    declared: Values | None = None
    """What its return annotation allows; None without an annotation."""
    returned: Values = field(default_factory=Values)
    """What its return statements give."""
    called: list[Outcome] = field(default_factory=list)
    calls_unknown: bool = False
    """Whether a target in a call on ``self.gamestate`` is unknown."""
    jumps_unknown: bool = False
    activates: bool = False
    changes: list[Change] = field(default_factory=list)
    callees: list[Callee] = field(default_factory=list)
    escapes: list[Place] = field(default_factory=list)
    """Where the game is handed to something that is not followed."""


Lookup = Callable[[str, int], "Callee | None"]
"""Finds a method of the class by name, behind the class of that depth (-1: from the first)."""


class FactsReader:
    """Reads one function."""

    def __init__(self, project: Project, callee: Callee, lookup: Lookup, facts_of: Callable[[Callee], Facts]):
        self._file = callee.file
        self._node = callee.node
        self._depth = callee.depth
        self._lookup = lookup
        self._facts_of = facts_of
        self._project = project
        self.scope = Scope.of(project, callee.file, callee.node)
        self._nodes = list(ast.walk(callee.node))
        self._receivers = self._aliases(callee.receiver)
        self.facts = Facts()

    def read(self) -> Facts:
        """Return the facts of the function."""
        self._read_references()
        self._read_targets()
        self._read_calls()
        facts, node = self.facts, self._node
        if node.returns is not None:
            facts.declared = annotation_values(self.scope, node.returns)
        for statement in self.scope.own:
            if isinstance(statement, ast.Return):
                facts.returned.add(self.scope.values(statement.value, self._call_values))
            elif isinstance(statement, ast.Yield | ast.YieldFrom):
                facts.returned.add(Values.anything())
        return facts

    # -- the game object --------------------------------------------------------------------------

    def _aliases(self, receiver: str | None) -> frozenset[str]:
        """Return the names that only ever mean the game."""
        if receiver is None:
            return frozenset()
        names = {receiver}
        for name, given in self.scope.assigned.items():
            if given and all(isinstance(one, ast.Name) and one.id == receiver for one in given):
                names.add(name)
        return frozenset(names)

    def path(self, node: ast.expr, depth: int = 0) -> list[str] | None:
        """Return ``["state", "left"]`` of ``self.state.left``, also through local names for parts of it."""
        if isinstance(node, ast.Attribute):
            inner = self.path(node.value, depth)
            return None if inner is None else [*inner, node.attr]
        if isinstance(node, ast.Subscript):
            inner = self.path(node.value, depth)
            return inner or None
        if not isinstance(node, ast.Name):
            return None
        if node.id in self._receivers:
            return []
        given = self.scope.assigned.get(node.id)
        if not given or len(given) > 4 or depth > 6:
            return None
        paths = [self.path(one, depth + 1) for one in given]
        return paths[0] if paths[0] and all(path == paths[0] for path in paths) else None

    def _read_references(self) -> None:
        """Find the methods of the game that are used, and where the game goes that cannot be followed."""
        inside: set[int] = set()
        for node in self._nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                inside.add(id(node.value))
                if node.value.id in self._receivers:
                    self._use(node)
            elif isinstance(node, ast.Call):
                inside.update(id(argument) for argument in self._follow(node))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                inside.add(id(node.value))
            elif isinstance(node, ast.Name) and self._is_game(node) and id(node) not in inside:
                self.facts.escapes.append(self._file.place(node))

    def _use(self, node: ast.Attribute) -> None:
        method = self._lookup(node.attr, -1)
        if method is not None:
            self.facts.callees.append(method)

    def _follow(self, node: ast.Call) -> Iterator[ast.expr]:
        """Yield the arguments of a call that are the game and whose way is known."""
        function = node.func
        if isinstance(function, ast.Attribute) and _is_super(function.value):
            method = self._lookup(function.attr, self._depth)
            if method is not None:
                self.facts.callees.append(method)
        name = dotted_name(function)
        handed = [one for one in self._arguments(node) if self._is_game(one)]
        if not handed or name is None:
            return
        if name in _ASKING and name not in self.scope.assigned:
            yield from handed
            return
        callee = self._outside(node, name)
        if callee == "framework":
            yield from handed
        elif isinstance(callee, Callee):
            self.facts.callees.append(callee)
            yield from handed

    def _outside(self, node: ast.Call, name: str) -> "Callee | str | None":
        """Return the function that the game is handed to, if it can be read."""
        if name.partition(".")[0] in self.scope.assigned:
            return None
        found = self._project.find(self._file, name)
        if isinstance(found, str):
            return found
        if not isinstance(found.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None
        names = [parameter.arg for parameter in parameters(found.node)]
        receivers = [
            names[index]
            for index, argument in enumerate(node.args)
            if index < len(names) and self._is_game(argument)
        ]
        receivers += [key.arg for key in node.keywords if key.arg in names and self._is_game(key.value)]
        if len(receivers) != 1:
            return None
        return Callee(found.file, found.node, receivers[0], -1)

    @staticmethod
    def _arguments(node: ast.Call) -> list[ast.expr]:
        return [*node.args, *(key.value for key in node.keywords)]

    def _is_game(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            return False
        return node.id in self._receivers

    # -- what it does -----------------------------------------------------------------------------

    def _read_targets(self) -> None:
        for node in self._nodes:
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign | ast.Delete):
                targets = node.targets
            elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value):
                targets = [node.target]
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                for part in parts:
                    if isinstance(part, ast.Attribute | ast.Subscript):
                        path = self.path(part)
                        if path and path[0] == "state":
                            self._change(f"changes self.{'.'.join(path)}", part)

    def _read_calls(self) -> None:
        for node in self._nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            path = self.path(node.func)
            if not path:
                continue
            head, method = path[0], path[-1]
            if len(path) == 1 and head in _SERVICES:
                self._change(_SERVICES[head], node)
            elif head == "notify" and len(path) == 2:
                self._change("sends a notification", node)
            elif head in ("state", *_SCORES) and len(path) > 1 and method in STATE_CHANGERS:
                self._change(f"changes self.{'.'.join(path[:-1])}", node)
            elif head == "gamestate" and len(path) == 2 and method in GAMESTATE_SETTERS:
                self._change(f"calls self.gamestate.{method}", node)
                self._read_setter(method, node)

    def _read_setter(self, method: str, node: ast.Call) -> None:
        facts = self.facts
        facts.activates |= method in ACTIVATING
        if method not in NEXT_ARGUMENT:
            return
        position, name = NEXT_ARGUMENT[method]
        if method == "set_players_multiactive" and _surely_somebody(node):
            return  # somebody is active then, so the target is never taken
        argument = next((key.value for key in node.keywords if key.arg == name), None)
        if argument is None and len(node.args) > position:
            argument = node.args[position]
        if argument is None:
            if method == "next_state":
                facts.called.append(Outcome("", self._file.place(node), method))
            return
        values = self.scope.values(argument, self._call_values)
        facts.called += [Outcome(one.value, one.place, method) for one in values.known]
        if values.unknown:
            facts.calls_unknown = True
            if method in PRIVATE_SETTERS:
                return
            facts.jumps_unknown |= not values.text_only or method == "jump_to_state"

    def _change(self, what: str, node: ast.AST) -> None:
        self.facts.changes.append(Change(what, self._file.place(node)))

    def _call_values(self, node: ast.Call) -> Values:
        """Return what a call gives: a method of the game, or a function that can be read."""
        function = node.func
        callee: Callee | str | None = None
        if isinstance(function, ast.Attribute) and self._is_game(function.value):
            callee = self._lookup(function.attr, -1)
        elif isinstance(function, ast.Attribute) and _is_super(function.value):
            callee = self._lookup(function.attr, self._depth)
        elif (name := dotted_name(function)) is not None:
            callee = self._outside(node, name) or self._plain_function(name)
        if not isinstance(callee, Callee):
            return Values.anything()
        facts = self._facts_of(callee)
        if facts.declared is not None and facts.returned.unknown:
            return facts.declared
        return facts.returned

    def _plain_function(self, name: str) -> Callee | None:
        """Return a function of the project that is not handed the game."""
        found = self.scope.definition(name)
        if found is None or not isinstance(found.node, ast.FunctionDef):
            return None
        return Callee(found.file, found.node, None, -1)


def known(values: Values) -> list[Outcome]:
    """Return what values name as outcomes of a return."""
    return [Outcome(one.value, one.place) for one in values.known if isinstance(one, Known)]


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _surely_somebody(node: ast.Call) -> bool:
    players = node.args[0] if node.args else None
    if isinstance(players, ast.Attribute) and players.attr == "players":
        return True  # self.players: a table has at least one
    if not isinstance(players, ast.List | ast.Tuple | ast.Set):
        return False
    return any(not isinstance(one, ast.Starred) for one in players.elts)
