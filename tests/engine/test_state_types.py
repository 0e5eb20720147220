"""Which types the author's state may have, and that each comes back exactly."""

import pytest

from aurum_states import DefinitionError, Table, UserException
from aurum_states.errors import GameError
from tests.engine.running_game import STATES, code_for, run


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("x: set[int]", "SmallState.x: a set has no stable order; use a sorted list or dict[T, None]"),
        ("x: frozenset[int]", "SmallState.x: a set has no stable order"),
        ("x: set", "SmallState.x: a set has no stable order"),
        ("x: dict[int, set[int]]", "SmallState.x (value): a set has no stable order"),
        ("x: Any", "SmallState.x: Any cannot be read back as what it was; declare the type"),
        ("x: list[Any]", "SmallState.x (element): Any cannot be read back"),
        ("x: list", "SmallState.x: bare list: declare what it holds, for example list[int]"),
        ("x: dict", "SmallState.x: bare dict: declare what it holds"),
        ("x: tuple", "SmallState.x: bare tuple: declare what it holds, for example tuple[int]"),
        ("x: dict[int, list]", "SmallState.x (value): bare list"),
        (
            "x: collections.defaultdict[int, int]",
            "SmallState.x: type defaultdict cannot be saved and read back",
        ),
        ("x: collections.deque[int]", "SmallState.x: type deque cannot be saved and read back"),
        ("x: tuple[list[int], int]", "SmallState.x: a tuple with something changeable inside; use a list"),
        (
            "x: tuple[tuple[dict[int, int], ...], int]",
            "SmallState.x (element): a tuple with something changeable",
        ),
        ("x: list[int] | dict[int, int]", "SmallState.x: a union of containers cannot be told apart"),
        ("x: list[int] | tuple[int, ...] | None", "SmallState.x: a union of containers cannot be told apart"),
        ("x: Loose", "SmallState.x: Loose must be frozen (class Loose(msgspec.Struct, frozen=True))"),
        ("x: list[Loose]", "SmallState.x (element): Loose must be frozen"),
        ("x: Holder", "SmallState.x.inner: Loose must be frozen"),
        ("x: Holder", "SmallState.x.names: a set has no stable order"),
        ("x: list[Deck]", "SmallState.x (element): a component (Deck) must be a field of the state itself"),
        ("x: Deck | None", "SmallState.x: a component (Deck) must be a field of the state itself"),
        ("x: object", "SmallState.x: type object cannot be saved and read back; use int, str, bool"),
        ("x: complex", "SmallState.x: type complex cannot be saved"),
        ("x: range", "SmallState.x: type range cannot be saved"),
        ("x: Small", "SmallState: an annotation cannot be read: name 'Small' is not defined"),
        ("x: 'Nowhere'", "SmallState: an annotation cannot be read: name 'Nowhere' is not defined"),
        ("x: Weights", "SmallState"),
        ("x: int | Rank", "SmallState"),
        ("x: Tile | Holder2", "SmallState"),
        ("x: dict[list[int], int]", "SmallState.x (key)"),
        ("x: dict[Tile, int]", "SmallState.x (key)"),
        ("x: dict[tuple[int, int], str]", "SmallState.x (key)"),
        ("x: dict[bool, str]", "SmallState.x (key)"),
        ("x: dict[float, str]", "SmallState.x (key)"),
        ("x: dict[None, str]", "SmallState.x (key)"),
        ("x: dict[int | str, str]", "SmallState.x (key)"),
    ],
)
def test_a_type_that_cannot_be_restored_is_refused_when_the_game_is_loaded(games, field, problem):
    more = """
import collections

class Loose(msgspec.Struct):
    a: int = 0

class Holder(msgspec.Struct, frozen=True):
    inner: Loose
    names: set[int]

class Holder2(msgspec.Struct, frozen=True):
    x: int

class Weights(Enum):
    LIGHT = 1.5

class Rank(IntEnum):
    LOW = 1

class Tile(msgspec.Struct, frozen=True):
    x: int
    y: int = 0
"""
    with pytest.raises((DefinitionError, GameError)) as caught:
        games.load(STATES, more + code_for(field))
    if field == "x: Small":
        return  # Python itself refuses the name while the module is imported
    assert isinstance(caught.value, DefinitionError)
    lines = [str(one) for one in caught.value.report if one.code == "game.state.field"]
    assert any(problem in line for line in lines), lines
    assert all("gameinfos.yaml:" in line for line in lines)


GOOD = [
    ("int", "5", "6"),
    ("float", "0.5", "2.25"),
    ("bool", "True", "False"),
    ("str", "'a'", "'é 好'"),
    ("bytes", "b'ab'", "b'\\x00\\xff'"),
    ("None", "None", "None"),
    ("int | None", "None", "3"),
    ("Suit", "Suit.BLUE", "Suit.RED"),
    ("Rank", "Rank.LOW", "Rank.HIGH"),
    ("Literal['a', 'b', 3]", "'a'", "3"),
    ("tuple[int, str]", "(1, 'a')", "(2, 'b')"),
    ("tuple[int, ...]", "()", "(1, 2, 3)"),
    ("list[int]", "[]", "[3, 1]"),
    ("list[list[str]]", "[['a'], []]", "[[], ['b', 'c']]"),
    ("dict[int, int]", "{2: 1}", "{5: 1, 3: 0}"),
    ("dict[str, list[int]]", "{}", "{'b': [1], 'a': []}"),
    ("dict[Suit, int]", "{Suit.RED: 1}", "{Suit.RED: 2, Suit.BLUE: 1}"),
    ("dict[Rank, int]", "{}", "{Rank.HIGH: 2, Rank.LOW: 1}"),
    ("dict[Literal['x', 'y'], int]", "{}", "{'y': 2, 'x': 1}"),
    ("dict[int, None]", "{}", "{5: None, 3: None}"),
    ("dict[int, dict[int, list[int]]]", "{1: {2: [3]}}", "{1: {2: [4], 1: []}, 0: {}}"),
    ("Tile", "Tile(1)", "Tile(2, 3)"),
    ("list[Tile]", "[Tile(1)]", "[Tile(2, 3), Tile(0)]"),
    ("dict[int, Tile | None]", "{1: None}", "{1: Tile(2)}"),
    ("list[int] | None", "None", "[1]"),
    ("list[tuple[int, Suit]]", "[]", "[(1, Suit.RED)]"),
    ("int | str", "1", "'1'"),
]


@pytest.mark.parametrize(("kind", "first", "second"), GOOD)
def test_every_supported_type_is_saved_restored_and_rolled_back_exactly(games, kind, first, second):
    definition = games.load(STATES, code_for(f"x: {kind}; seen: str = ''", first))
    table = Table.create(definition, 2, seed="S", mode="paranoid")
    before = table.snapshot()
    with pytest.raises(UserException):
        run(table, f"s.x = {second}", fail=True)
    assert table.snapshot() == before
    run(table, f"assert s.x == {first} and type(s.x) is type({first}), s.x")
    run(table, f"s.x = {second}")
    again = Table.restore(definition, table.snapshot(), mode="paranoid")
    assert again.digest == table.digest
    for one in (table, again):
        run(one, f"assert repr(s.x) == repr({second}), s.x")
        with pytest.raises(UserException):
            run(one, f"s.x = {first}", fail=True)
        run(one, f"assert repr(s.x) == repr({second}), s.x")
    assert again.digest == table.digest


def test_a_structure_may_hold_its_own_kind(games):
    code = "class Node(msgspec.Struct, frozen=True):\n    n: int\n    rest: 'Node | None' = None\n\n"
    definition = games.load(STATES, code + code_for("x: Node | None = None"))
    table = Table.create(definition, 2, seed="S", mode="paranoid")
    run(table, "s.x = Node(1, Node(2, Node(3)))")
    again = Table.restore(definition, table.snapshot())
    with pytest.raises(UserException):
        run(again, "s.x = s.x.rest", fail=True)
    run(again, "assert s.x.rest.rest.n == 3")
