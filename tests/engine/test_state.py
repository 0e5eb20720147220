"""The author's state is closed, and a rollback fills the same objects."""

import copy
import traceback

import pytest

from aurum_states import ActionError, Table, UserException
from aurum_states.components import Part
from aurum_states.errors import GameError, StateError
from tests.engine.running_game import STATES, code_for, run, table_for
from tests.engine.small_games import ADA, BEN

# -- closed -----------------------------------------------------------------------------------------------


def line_of(caught, text: str) -> bool:
    """Whether the traceback, its causes included, shows the author's line."""
    return any(text in line for line in traceback.format_exception(caught.value))


def test_data_outside_the_state_is_refused_at_the_line(games):
    code = (
        code_for("x: int = 0")
        + """
    def moves_turn(self, player):
        return {"actRun": ANY}

    def act_run(self, code: str = "", fail: bool = False):
        self.state.x = 1
        self.memory = [5]
"""
    )
    table = games.table(STATES, code)
    before = table.snapshot()
    with pytest.raises(StateError) as caught:
        table.act(ADA, "actRun")
    assert str(caught.value) == (
        "Small.memory = [5]: a game keeps its data in self.state only; declare a field 'memory' in its State class"
    )
    assert (caught.value.state, caught.value.handler, caught.value.player) == ("turn", "act_run", ADA)
    assert line_of(caught, "self.memory = [5]")
    assert table.snapshot() == before


@pytest.mark.parametrize(
    "name", ["state", "players", "gamestate", "notify", "options", "settings", "player_score"]
)
def test_what_the_framework_gives_cannot_be_replaced(games, name):
    table = table_for(games, "x: int = 0")
    with pytest.raises(StateError, match=rf"^Small.{name} = ") as caught:
        run(table, f"self.{name} = 5")
    assert "declare a field" not in str(caught.value)
    run(table, "s.x = 1")


def test_data_outside_the_state_is_refused_in_the_set_up_too(games):
    code = code_for("x: int = 0").replace("return SmallState()", "self.y = 1; return SmallState()")
    with pytest.raises(StateError, match=r"^Small.y = 1"):
        games.table(STATES, code)


def test_a_field_that_is_not_declared_is_an_error_at_the_line(games):
    table = table_for(games, "x: int = 0")
    with pytest.raises(GameError, match="act_run.*AttributeError.*'y'") as caught:
        run(table, "s.x = 3; s.y = 1")
    assert isinstance(caught.value.__cause__, AttributeError)
    assert caught.value.handler == "act_run"
    assert "state" not in table.snapshot()["state"]
    assert table.snapshot()["state"] == {}


@pytest.mark.parametrize("code", ["self.options[100] = 2", "self.settings['a'] = 1", "self.players[0] = 7"])
def test_what_a_table_was_set_up_with_cannot_be_changed_in_place(games, code):
    table = table_for(games, "x: int = 0")
    with pytest.raises(GameError, match="does not support item assignment"):
        run(table, code)


def test_a_mutable_default_is_not_shared_between_tables(games):
    definition = games.load(STATES, code_for("x: list[int] = []"))
    one, other = (Table.create(definition, 2, seed="S") for _ in range(2))
    run(one, "s.x.append(1)")
    assert other.snapshot()["state"] == {}
    run(other, "assert s.x == []")


# -- rollback ---------------------------------------------------------------------------------------------

RICH = (
    "pile: list[int]; hands: dict[PlayerId, list[int]]; rows: list[list[int]]; deep: dict[int, dict[int, list[int]]];"
    " tiles: list[Tile]; cards: Deck; total: TableCounter; things: Globals; maybe: list[int] | None = None;"
    " word: str = ''; pair: tuple[int, int] = (0, 0)"
)
VALUES = (
    f"[3, 1, 2], {{{ADA}: [1], {BEN}: [2]}}, [[1], [2, 3]], {{1: {{1: [1]}}}}, [Tile(1)], self.create_deck(),"
    " self.create_table_counter('total'), self.create_globals()"
)
CHANGES = [
    "s.pile.clear()",
    "s.pile = [9]",
    "s.pile.append(4); s.pile = sorted(s.pile); s.pile.pop()",
    f"s.hands[{ADA}].append(5)",
    f"s.hands[{ADA}] = [7]; s.hands[{ADA}].append(8)",
    f"del s.hands[{ADA}]; s.hands[{ADA}] = []",
    "s.hands.clear()",
    "s.hands = {}",
    f"s.hands[5] = [5]; s.hands[{BEN}].clear()",
    f"s.hands = dict(reversed(s.hands.items())); s.hands[{ADA}].append(5)",
    "s.rows.reverse(); s.rows[0].append(5)",
    "s.rows[0], s.rows[1] = s.rows[1], s.rows[0]; s.rows[0].pop()",
    "s.rows.insert(0, [0]); s.rows[1].clear()",
    "del s.rows[0]",
    "s.deep[1][1].append(2); s.deep[1][2] = []; s.deep[2] = {}",
    "s.tiles[0] = Tile(5); s.tiles.append(Tile(6))",
    "s.cards.create_cards([{'type': 'a', 'type_arg': 1, 'nbr': 5}]); s.cards.shuffle('deck')",
    "s.cards = self.create_deck()",
    "s.total.inc(5)",
    "s.total = self.create_table_counter('other', 7)",
    "s.things.set('a', [1, 2])",
    "s.maybe = [1]; s.word = 'x'; s.pair = (1, 2)",
    "self.player_score.inc(self.players[0], 5); self.player_score_aux.set(self.players[1], 2)",
    "self.bga_rand(1, 100); self.shuffle(s.pile)",
    "self.gamestate.set_all_players_multiactive()",
    "s.word = object()",
    "s.pile.append({1, 2})",
    "s.pile = 'no list at all'",
    "s.hands = None",
    f"s.hands[{ADA}] = 5",
    "s.rows[0] = {}",
]


def reach(table: Table) -> dict[str, object]:
    """The objects that an author's code may hold on to: state, parts, containers, and containers in them."""
    state = table._game.state
    found: dict[str, object] = {"state": state}
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, (list, dict, Part)):
            found[name] = value
        if isinstance(value, list):
            found |= {f"{name}[{i}]": inner for i, inner in enumerate(value) if isinstance(inner, list)}
        if isinstance(value, dict):
            found |= {
                f"{name}[{key}]": inner for key, inner in value.items() if isinstance(inner, (list, dict))
            }
    return found


@pytest.mark.parametrize("how", ["user", "error"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_failed_action_leaves_the_same_objects_with_the_same_content(games, change, how):
    table = table_for(games, RICH, VALUES)
    run(table, f"s.hands[{ADA}].append(4); s.rows.append([5]); s.deep[1][3] = [3]; s.word = 'w'")
    before, objects = table.snapshot(), reach(table)
    content = copy.deepcopy({key: value for key, value in objects.items() if isinstance(value, (list, dict))})
    for _ in range(2):
        with pytest.raises((ActionError, GameError)):
            run(table, change if how == "user" else f"{change}; 1 / 0", fail=how == "user")
        assert table.snapshot() == before
        after = reach(table)
        assert list(after) == list(objects)
        assert [name for name in objects if after[name] is not objects[name]] == []
        assert {key: value for key, value in after.items() if key in content} == content
    run(table, "s.pile.append(7); s.total.inc(1); self.bga_rand(1, 6)")
    twin = table_for(games, RICH, VALUES)
    run(twin, f"s.hands[{ADA}].append(4); s.rows.append([5]); s.deep[1][3] = [3]; s.word = 'w'")
    run(twin, "s.pile.append(7); s.total.inc(1); self.bga_rand(1, 6)")
    assert table.digest == twin.digest


def test_a_reference_kept_from_before_is_good_after_a_refusal(games):
    """A closure over a container sees what the state holds now, not a stale copy."""
    table = table_for(games, RICH, VALUES)
    hand = table._game.state.hands[ADA]
    with pytest.raises(UserException):
        run(table, f"s.hands[{ADA}] = [0]", fail=True)
    run(table, f"s.hands[{ADA}].append(9)")
    assert hand == [1, 9]


def test_an_optional_container_keeps_its_identity_too(games):
    table = table_for(games, "x: list[int] | None = None; y: dict[int, list[int]] | None = None")
    run(table, "s.x = [1]; s.y = {1: [1]}")
    state = table._game.state
    held = [state.x, state.y, state.y[1]]
    with pytest.raises(UserException):
        run(table, "s.x.append(2); s.x = None; s.y[1].append(2); s.y = {}", fail=True)
    assert [state.x, state.y] == [[1], {1: [1]}]
    assert all(now is then for now, then in zip([state.x, state.y, state.y[1]], held, strict=True))
    with pytest.raises(UserException):
        run(table, "s.x = None; s.y = None", fail=True)
    run(table, "s.x = None; s.y = None")
    with pytest.raises(UserException):
        run(table, "s.x = [3]; s.y = {}", fail=True)
    assert (state.x, state.y) == (None, None)


WRONG = [
    ("s.n = '1'", "n"),
    ("s.n = True", "n"),
    ("s.n = 1.5", "n"),
    ("s.f = 1", "f"),
    ("s.word = 5", "word"),
    ("s.suit = 'blue'", "suit"),
    ("s.suit = 7", "suit"),
    ("s.pile.append('x')", "pile"),
    ("s.pile = 3", "pile"),
    ("s.pile = (1, 2)", "pile"),
    ("s.pile = None", "pile"),
    ("s.hands['Ada'] = [1]", "hands"),
    ("s.hands = [1]", "hands"),
    ("s.hands = ([1], [2])", "hands"),
    ("s.pair = (1, 2, 3)", "pair"),
    ("s.pair = [1, 2]", "pair"),
    ("s.tile = 3", "tile"),
    ("s.total.value = '3'", "total"),
    ("s.total.value = None", "total"),
    ("s.cards.places['deck'] = 3", "cards"),
    ("s.cards.places[5] = {}", "cards"),
]


@pytest.mark.parametrize(("slip", "name"), WRONG)
def test_a_value_of_a_wrong_type_is_rolled_back_like_any_other(games, slip, name):
    """Such a value is saved all right, but cannot be read back as declared: it comes back as it was."""
    fields = (
        "pile: list[int]; hands: dict[PlayerId, list[int]]; cards: Deck; total: TableCounter; n: int = 0;"
        " f: float = 0.0; word: str = ''; suit: Suit = Suit.BLUE; pair: tuple[int, int] = (0, 0);"
        " tile: Tile = Tile(1); other: Suit = Suit.RED; place: tuple[int, int] = (5, 6); big: list[Tile] = []"
    )
    definition = games.load(
        STATES,
        code_for(fields, f"[1], {{{ADA}: []}}, self.create_deck(), self.create_table_counter('total')"),
    )
    table, twin = (Table.create(definition, 2, seed="S") for _ in range(2))
    for one in (table, twin):
        run(one, "s.other = Suit.BLUE; s.place = (7, 8); s.big = [Tile(3)]")
        run(one, slip)
    before, digest, objects = table.snapshot(), table.digest, reach(table)
    with pytest.raises(UserException):
        run(table, "s.n = 7; s.pile = [9]; s.total.value = 9; s.word = 'no'; s.f = 2.5", fail=True)
    assert table.digest == digest
    assert table.snapshot() == before
    assert reach(table)["state"] is objects["state"]
    assert reach(table)["total"] is objects["total"]
    for one in (table, twin):
        run(one, "assert s.other is Suit.BLUE and s.place == (7, 8) and s.big == [Tile(3)]")
    assert table.digest == twin.digest


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("s.word = object()", r"^SmallState.word holds <object object .*>, which cannot be saved"),
        ("s.pile.append(2**70)", rf"^SmallState.pile holds \[1, {2**70}\], which cannot be saved"),
        ("s.hands[1] = [open]", r"^SmallState.hands holds "),
        ("s.pile.append(s.pile)", "SmallState.pile|failed in state"),
    ],
)
def test_a_value_that_cannot_be_saved_is_named_with_its_field(games, code, message):
    table = table_for(games, "pile: list[int]; hands: dict[PlayerId, list[int]]; word: str = ''", "[1], {}")
    before = table.snapshot()
    with pytest.raises(GameError, match=message) as caught:
        run(table, code)
    assert caught.value.state == "turn"
    assert table.snapshot() == before
    run(table, "s.pile.append(2)")
