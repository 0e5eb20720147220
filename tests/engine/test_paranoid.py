"""Paranoid tables find faults of a game's code that others let pass, at the move that makes them."""

import re

import pytest

from aurum_states import ANY, Table
from aurum_states.errors import GameError, SetupError, StateError
from tests.engine.small_games import ADA, BEN, GameMaker

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    args: argTurn
    possibleActions: [actRun, actPair, actNothing]
    updateGameProgression: true
    transitions: {next: next}
  next:
    type: game
    action: stNext
    transitions: {turn: turn}
"""

CODE = '''
class SmallState(State):
    pile: list[int]
    hands: dict[PlayerId, list[int]]
    rows: list[list[int]]
    cards: Deck
    total: TableCounter
    maybe: dict[int, int] | None = None
    n: int = 0
    word: str = ""
    moves: str = "{}"
    args: str = "{}"
    view: str = "{}"
    progression: str = "0"

class Small(Game[SmallState]):
    """What its methods do stands in the state, as code."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState(
            [3, 1, 2], {player: [] for player in self.players}, [[1], [2]], self.create_deck(),
            self.create_table_counter("total"),
        )

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def run(self, code):
        return eval(code, globals(), {"self": self, "s": self.state})

    def moves_turn(self, player) -> Moves:
        moves = self.run(self.state.moves)
        return {"actRun": ANY, **moves} if isinstance(moves, dict) else moves

    def arg_turn(self):
        return self.run(self.state.args)

    def get_all_datas(self, current_player_id):
        return self.run(self.state.view)

    def get_game_progression(self):
        return self.run(self.state.progression)

    def act_run(self, code: str):
        exec(code, globals(), {"self": self, "s": self.state})
        return "next"

    def act_pair(self, number: int, other: int):
        return "next"

    def act_nothing(self):
        return "next"

    def st_next(self):
        return "turn"

    @invariant
    def small(self):
        return [f"{n} is above 9" for n in self.state.pile if n > 9]

    @invariant
    def word_is_short(self):
        if self.state.word == "write":
            self.state.n += 1
        return f"the word {self.state.word!r} is long" if len(self.state.word) > 9 else None
'''


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    return GameMaker(tmp_path_factory.mktemp("paranoid")).load(STATES, CODE)


@pytest.fixture
def table(definition) -> Table:
    return Table.create(definition, 2, seed="S", mode="paranoid")


def run(table: Table, code: str):
    return table.act(ADA, "actRun", {"code": code})


def found(table: Table, code: str, kind: type[Exception] = StateError) -> str:
    before = table.snapshot()
    with pytest.raises(kind) as caught:
        run(table, code)
    assert table.snapshot() == before
    run(table, "s.n = 5")
    return str(caught.value)


# -- aliases and types ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [
        ("s.rows = [s.rows[0], s.rows[0]]", "SmallState.rows[0]", "SmallState.rows[1]"),
        (f"s.hands[{ADA}] = s.pile", "SmallState.pile", f"SmallState.hands[{ADA}]"),
        ("s.hands = dict.fromkeys(self.players, [])", f"SmallState.hands[{ADA}]", f"SmallState.hands[{BEN}]"),
        ("s.rows.append(s.hands[self.players[1]])", f"SmallState.hands[{BEN}]", "SmallState.rows[2]"),
    ],
)
def test_one_container_in_two_places_is_found(table, code, one, other):
    assert found(table, code) == f"{one} and {other} are one object: a change to one changes both"


def test_a_normal_table_lets_an_alias_pass(definition):
    table = Table.create(definition, 2, seed="S")
    run(table, "s.rows = [s.rows[0], s.rows[0]]")
    assert table.moves_made == 1


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("s.n = '1'", "n"),
        ("s.n = True", "n"),
        ("s.n = 1.0", "n"),
        ("s.word = 3", "word"),
        ("s.pile.append('x')", "pile"),
        ("s.pile = {}", "pile"),
        ("s.hands['Ada'] = []", "hands"),
        ("s.hands[self.players[0]] = {}", "hands"),
        ("s.maybe = []", "maybe"),
        ("s.total.value = 'x'", "total.value"),
        ("self.player_score.values[self.players[0]] = 'x'", "score.values"),
    ],
)
def test_a_value_that_has_not_its_declared_type_is_found(table, code, path):
    message = found(table, code)
    assert message.startswith("a value has not its declared type: ")
    assert path in message


@pytest.mark.parametrize(
    "code",
    ["s.pile = (1, 2)", "s.rows[0] = (1,)", "import collections; s.hands = collections.OrderedDict(s.hands)"],
)
def test_a_value_that_is_read_back_as_another_type_is_found(table, code):
    """A tuple in a list's field, a subclass: saved like the right thing, and not the same after a restore."""
    assert "SmallState." in found(table, code)


def test_a_component_that_is_replaced_is_found(table):
    message = found(table, "s.total = self.create_table_counter('total')")
    assert "SmallState.total" in message
    assert "replaced" in message


# -- code that may only look ------------------------------------------------------------------------------

WRITES = [
    "s.pile.sort()",
    "s.pile.append(1)",
    "self.bga_rand(1, 6)",
    "self.player_score.inc(self.players[0], 1)",
]


@pytest.mark.parametrize("write", [*WRITES, "self.notify.all('x', '')"])
@pytest.mark.parametrize("where", ["moves", "args", "progression"])
def test_providers_that_write_are_found_at_the_move_that_enters_the_state(table, where, write):
    """Also although what they write would be committed with the move that asks them."""
    value = "0" if where == "progression" else "{}"
    args = "self.legal_moves(self.players[0]) and {}" if where == "moves" else "{}"
    code = f"s.args = {args!r}; s.{where} = {f'({write}, {value})[1]'!r}"
    message = found(table, code)
    name = {"moves": "moves_turn", "args": "arg_turn", "progression": "get_game_progression"}[where]
    assert re.search(rf"by [a-z_, ]*{name}[a-z_, ]* of state 'turn', which may only look", message)


@pytest.mark.parametrize("write", [*WRITES, "self.notify.all('x', '')"])
def test_a_moves_provider_that_writes_is_found_when_it_is_asked(table, write):
    run(table, f"s.moves = {f'({write}, {{}})[1]'!r}")
    with pytest.raises(StateError, match="by moves_turn of state .turn., which may only look"):
        table.legal_moves(ADA)


@pytest.mark.parametrize("write", [*WRITES, "self.notify.all('x', '')"])
def test_a_view_that_writes_is_found(table, write):
    run(table, f"s.view = {f'({write}, {{}})[1]'!r}")
    with pytest.raises(StateError, match="by code that may only look"):
        table.view_for(ADA)


def test_an_invariant_that_writes_is_found(table):
    assert found(table, "s.word = 'write'") == "an invariant changed the state: it may only look"


def test_a_change_from_outside_is_found_at_the_next_move(table):
    table._game.state.pile.append(7)
    with pytest.raises(
        StateError, match="the state was changed between two moves: only handlers may change it"
    ):
        table.act(ADA, "actRun", {"code": ""})
    with pytest.raises(StateError, match="the state was changed"):
        table.view_for(None)


# -- live objects -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves", ["{'actPair': s.rows}", "{'actNothing': s.pile}", "{'actRun': s.hands[self.players[0]]}"]
)
def test_moves_that_hand_out_a_container_of_the_state_are_found(table, moves):
    run(table, f"s.moves = {moves!r}")
    with pytest.raises(
        StateError, match=r"^moves_turn: act\w+ hands out a container of SmallState\.\w+ itself; give a copy"
    ):
        table.legal_moves(ADA)


def test_args_and_views_are_copies_on_every_table(definition):
    for mode in ("full", "paranoid"):
        table = Table.create(definition, 2, seed="S", mode=mode)
        run(table, 's.args = \'{"pile": s.pile}\'; s.view = \'{"rows": s.rows, "hands": s.hands}\'')
        before = table.snapshot()
        table.args_for(ADA)["pile"].append(9)
        view = table.view_for(ADA)
        view["rows"][0].append(9)
        view["hands"][ADA].append(9)
        view["gamestate"]["args"]["pile"].append(9)
        assert table.snapshot() == before
        assert table.view_for(ADA)["hands"] == {ADA: [], BEN: []}


# -- moves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (
            "{'actPlya': []}",
            "moves_turn offers 'actPlya', which is none of its possibleActions: actRun, actPair",
        ),
        (
            "{'actPair': [1]}",
            r"an option of actPair must be a tuple of 2 \(number, other\) of .* types, not 1",
        ),
        ("{'actPair': [(1,)]}", r"actPair must be a tuple of 2 .* not \(1,\)"),
        ("{'actPair': [(1, 2), (1, 'x')]}", r"actPair must be a tuple of 2 .* not \(1, 'x'\)"),
        ("{'actPair': [[1, 2]]}", r"actPair must be a tuple of 2 .* not \[1, 2\]"),
        ("{'actPair': (1, 2)}", r"moves_turn: actPair must have a list of options, or ANY, not \(1, 2\)"),
        ("{'actPair': None}", "actPair must have a list of options, or ANY, not None"),
        ("{'actNothing': True}", "actNothing must have a list of options, or ANY, not True"),
        ("{'actNothing': [None]}", r"actNothing must be the empty tuple \(\) .* not None"),
        ("5", "moves_turn must return options by action, not 5"),
        ("{'actRun': [1]}", "actRun must be a value for code of the handler's types, not 1"),
    ],
)
def test_moves_that_no_request_can_match_are_found(table, moves, message):
    run(table, f"s.moves = {moves!r}")
    with pytest.raises(GameError, match=message):
        table.legal_moves(ADA)


@pytest.mark.parametrize("moves", [{"actPair": [(1, 2), (2, 1)], "actNothing": [()]}, {"actPair": []}, {}])
def test_right_moves_pass(table, moves):
    run(table, f"s.moves = {str(moves)!r}")
    assert table.legal_moves(ADA) == {"actRun": ANY, **moves}


# -- invariants -------------------------------------------------------------------------------------------


def test_a_broken_invariant_is_found_at_the_move_that_breaks_it(table):
    assert (
        found(table, "s.pile += [10, 11]", GameError)
        == "an invariant is broken: 10 is above 9; 11 is above 9"
    )
    message = found(table, "s.pile[0] = 12; s.word = 'much too long'", GameError)
    assert message == "an invariant is broken: 12 is above 9; the word 'much too long' is long"


def test_a_paranoid_table_plays_as_a_normal_one(tally):
    tables = [Table.create(tally, 2, seed="S", mode=mode) for mode in ("full", "paranoid", "simulation")]
    for request in ((ADA, "actRoll"), (ADA, "actTake", {"number": 5}), (BEN, "actDraw"), (ADA, "actStop")):
        results = [table.act(*request) for table in tables]
        assert results[0] == results[1]
        assert results[2].notifications == ()
        assert len({table.digest for table in tables}) == 1
        assert len({json_of(table) for table in tables}) == 1
    tables = [Table.create(tally, 2, seed="S", mode=mode) for mode in ("full", "paranoid", "simulation")]
    results = [table.zombie_turn(ADA) for table in tables]
    assert results[0] == results[1]
    assert len({table.digest for table in tables}) == 1


def json_of(table: Table) -> str:
    return repr(table.snapshot())


def test_an_unknown_mode_is_refused(tally):
    with pytest.raises(SetupError, match="there is no mode 'fast'; the modes: full, simulation, paranoid"):
        Table.create(tally, 2, seed="S", mode="fast")


def test_a_value_that_cannot_be_saved_is_named_here_too(table):
    assert found(table, "s.word = object()").startswith("SmallState.word holds <object object")


def test_moves_are_asked_once_for_a_settled_table(table):
    run(table, "s.moves = \"{'actPair': [(1, 2)]}\"")
    assert table.legal_moves(ADA) is table.legal_moves(ADA)
    table.act(ADA, "actPair", {"number": 1, "other": 2})
