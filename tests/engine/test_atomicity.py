"""An action happens as a whole or not at all, whatever fails and however deep (V17)."""

import json
import traceback

import pytest

from aurum_states import ActionError, Table, UserException, VisibleSystemException
from aurum_states.engine.record import encode_line
from aurum_states.errors import GameError, NotificationArgsError, StateError
from tests.engine.small_games import ADA, BEN, GameMaker, facts

ALL = {
    "user": UserException,
    "system": VisibleSystemException,
    "interrupt": KeyboardInterrupt,
    "exit": SystemExit,
    "recursion": GameError,
    "value": GameError,
    "unsaved": StateError,
}


def recording(tally, mode="full") -> tuple[Table, list[bytes]]:
    lines: list[bytes] = []
    table = Table.create(
        tally, 2, seed="S", recorder=lambda *made: lines.extend(map(encode_line, made)), mode=mode
    )
    return table, lines


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize("how", ALL)
def test_whatever_is_thrown_leaves_everything_as_it_was(tally, how, mode):
    """Snapshot, random stream, pending notifications and record, judged against a twin without the fault."""
    (table, lines), (twin, twin_lines) = recording(tally, mode), recording(tally, mode)
    for one in (table, twin):
        one.act(ADA, "actRoll")
        one.act(ADA, "actTake", {"number": 5})
    before = facts(table)
    for _ in range(3):
        with pytest.raises(ALL[how]):
            table.act(BEN, "actBreak", {"how": how})
        assert facts(table) == before == facts(twin)
        assert lines == twin_lines
    for request in ((BEN, "actRoll"), (BEN, "actDraw"), (ADA, "actTake", {"number": 1}), (BEN, "actStop")):
        assert table.act(*request) == twin.act(*request)
    assert facts(table) == facts(twin)
    assert lines == twin_lines
    assert len(lines) == 6


def test_an_exception_of_the_authors_becomes_a_game_error_with_its_place(tally, table):
    with pytest.raises(GameError) as caught:
        table.act(ADA, "actBreak", {"how": "value"})
    error = caught.value
    assert (error.state, error.handler, error.player) == ("turn", "act_break", ADA)
    assert str(error).startswith("Tally.act_break (line ")
    assert str(error).endswith(") failed in state 'turn': ValueError: value")
    assert type(error.__cause__) is ValueError
    line = int(str(error).split("(line ")[1].split(")")[0])
    source = (tally.folder / "game.py").read_text().splitlines()
    assert source[line - 1].strip() == "raise ValueError(how)"


@pytest.mark.parametrize("how", ["user", "system", "interrupt", "exit", "unsaved", "value"])
def test_no_exception_is_its_own_cause(table, how):
    """Code that follows the chain of causes must come to an end."""
    with pytest.raises(ALL[how]) as caught:
        table.act(ADA, "actBreak", {"how": how})
    seen, error = [], caught.value
    while error is not None:
        assert error not in seen
        seen.append(error)
        error = error.__cause__ or error.__context__
    assert "act_break" in "".join(traceback.format_exception(caught.value)) or how == "unsaved"


# -- at every depth ---------------------------------------------------------------------------------------

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    args: argTurn
    possibleActions: [actGo]
    transitions: {next: first}
  first:
    type: game
    action: stFirst
    transitions: {second: second}
  second:
    type: game
    action: stSecond
    args: argSecond
    updateGameProgression: true
    transitions: {turn: turn, many: many}
  many:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actGo]
    transitions: {turn: turn}
"""

CODE = """
class Oops(Exception):
    pass

class SmallState(State):
    hands: dict[PlayerId, list[int]]
    cards: Deck
    total: TableCounter
    point: str = ""
    kind: str = ""
    seen: list[str] = []

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        cards = self.create_deck()
        cards.create_cards([{"type": "a", "type_arg": n, "nbr": 1} for n in range(9)])
        total = self.create_table_counter("total", max=50)
        return SmallState({player: [] for player in self.players}, cards, total)

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def at(self, point: str) -> None:
        s = self.state
        s.seen.append(point) if point not in ("args", "moves", "progression") else None
        if s.point == point:
            if s.kind == "user":
                raise UserException("no")
            if s.kind == "system":
                raise VisibleSystemException("no")
            if s.kind == "interrupt":
                raise KeyboardInterrupt
            if s.kind == "recursion":
                self.at(point)
            raise Oops(point)

    def moves_turn(self, player) -> Moves:
        self.at("moves")
        return {"actGo": ANY}

    moves_many = moves_turn

    def arg_turn(self, active_player_id):
        return {"n": list(self.legal_moves(active_player_id))}

    def arg_second(self):
        self.at("args")
        return {"_private": {"active": 1}}

    def get_game_progression(self):
        self.at("progression")
        return 5

    def act_go(self, point: str, kind: str, current_player_id):
        s = self.state
        s.point, s.kind = point, kind
        s.hands[current_player_id].append(self.bga_rand(1, 100))
        s.cards.pick_card("deck", current_player_id)
        s.total.inc(7)
        self.notify.all("go", "${player_name} goes", player_id=current_player_id)
        self.at("handler")
        if point == "placeholder":
            self.notify.all("x", "${nothing}")
        if point == "json":
            self.notify.all("x", "", thing=object())
        if point == "component":
            s.total.inc(1000)
        if point == "unsaved":
            s.hands[current_player_id].append(self)
        if point == "attribute":
            self.memory = 1
        if point == "transition":
            return "nxt"
        if point == "stuck":
            return "first"
        if point == "multi":
            self.gamestate.set_players_multiactive([5], "next")
        if point == "late":
            self.gamestate.next_state("next")
            raise Oops("late")
        return "next"

    def st_first(self):
        self.at("entry")
        self.state.hands[self.players[0]].append(self.bga_rand(1, 100))
        if self.state.point == "stuck":
            return None
        if self.state.point == "endless":
            return 3
        return "second"

    def st_second(self):
        self.at("second")
        self.shuffle(self.state.hands[self.players[0]])
        self.gamestate.active_next_player()
        self.at("changed")
        if self.state.point == "nested":
            self.gamestate.next_state("turn")
            self.at("nested")
        return "turn"
"""

POINTS = ["handler", "entry", "args", "progression", "second", "changed", "nested", "moves"]
OTHERS = {
    "placeholder": NotificationArgsError,
    "json": StateError,
    "component": GameError,
    "unsaved": StateError,
    "attribute": StateError,
    "transition": GameError,
    "stuck": GameError,
    "endless": GameError,
    "multi": GameError,
    "late": GameError,
}
HANDLERS = {
    "handler": "act_go", "entry": "st_first", "args": "arg_second", "progression": "get_game_progression",
    "second": "st_second", "changed": "st_second", "nested": "st_second", "moves": "moves_turn",
}  # fmt: skip


@pytest.fixture(scope="module")
def deep(tmp_path_factory):
    return GameMaker(tmp_path_factory.mktemp("deep")).load(STATES, CODE)


def start(deep) -> tuple[Table, list[bytes]]:
    lines: list[bytes] = []
    table = Table.create(deep, 3, seed="S", recorder=lambda *made: lines.extend(map(encode_line, made)))
    table.act(ADA, "actGo", {"point": "", "kind": ""})
    return table, lines


def after(table: Table) -> list[object]:
    return [
        table.act(table.active_players[0], "actGo", {"point": "", "kind": ""}).notifications for _ in range(3)
    ] + [facts(table)]


@pytest.mark.parametrize("kind", ["user", "system", "interrupt", "recursion", "error"])
@pytest.mark.parametrize("point", POINTS)
def test_a_fault_at_any_depth_leaves_no_trace(deep, point, kind):
    (table, lines), (twin, twin_lines) = start(deep), start(deep)
    before = facts(table)
    with pytest.raises(BaseException) as caught:
        table.act(BEN, "actGo", {"point": point, "kind": kind})
    wanted = {"user": UserException, "system": VisibleSystemException, "interrupt": KeyboardInterrupt}
    assert type(caught.value) is wanted.get(kind, GameError)
    if kind in ("recursion", "error"):
        assert (caught.value.handler, caught.value.player) == (HANDLERS[point], BEN)
    assert facts(table) == before
    assert lines == twin_lines
    assert after(table) == after(twin)
    assert lines == twin_lines


@pytest.mark.parametrize("point", OTHERS)
def test_a_fault_of_the_frameworks_finding_leaves_no_trace(deep, point):
    (table, lines), (twin, twin_lines) = start(deep), start(deep)
    before = facts(table)
    with pytest.raises(OTHERS[point]) as caught:
        table.act(BEN, "actGo", {"point": point, "kind": ""})
    assert caught.value.state
    assert caught.value.player == BEN
    assert facts(table) == before
    assert after(table) == after(twin)
    assert lines == twin_lines


def test_a_zombies_turn_is_atomic_too(tally, monkeypatch):
    (table, lines), (twin, twin_lines) = recording(tally), recording(tally)
    with pytest.raises(ActionError) as caught:
        table.zombie_turn(BEN)
    assert caught.value.code == "action.not_your_turn"
    for one in (table, twin):
        result = one.zombie_turn(ADA)
        assert (result.move, one.moves_made) == (0, 0)
        assert [tuple(each)[1] for each in result.transitions] == ["next", "turn"]
    assert json.loads(lines[0])["zombie"] == {"player": ADA}
    for _ in range(7):
        for one in (table, twin):
            one.zombie_turn(one.active_players[0])
    before = facts(table)
    monkeypatch.setattr(tally.game_class, "act_stop", lambda _: min(()))
    with pytest.raises(GameError, match=r"zombie_turn .*ValueError") as failed:
        table.zombie_turn(ADA)
    assert (failed.value.handler, failed.value.player) == ("zombie_turn", ADA)
    assert facts(table) == before
    assert lines == twin_lines
    assert table.act(ADA, "actRoll") == twin.act(ADA, "actRoll")


def test_a_game_without_zombie_turn_says_so(deep):
    table, _ = start(deep)
    with pytest.raises(StateError, match=f"Small has no zombie_turn: nobody plays for {BEN} in 'turn'"):
        table.zombie_turn(BEN)


@pytest.mark.parametrize("question", ["moves", "view", "args", "label", "parse"])
def test_code_that_only_looks_and_fails_leaves_the_table_good(games, question):
    code = (
        CODE
        + """
    def get_all_datas(self, current_player_id):
        raise Oops("view")

    def label_move(self, player_id, move):
        raise Oops("label")

    def parse_move(self, player_id, text):
        raise Oops("parse")
"""
    )
    definition = games.load(STATES, code)
    table = Table.create(definition, 2, seed="S")
    before = table.snapshot()
    ask = {
        "moves": lambda: table.legal_moves(ADA),
        "view": lambda: table.view_for(None),
        "args": lambda: table.args_for(ADA),
        "label": lambda: table.label_move(ADA, None),
        "parse": lambda: table.parse_move(ADA, "x"),
    }[question]
    if question in ("moves", "args"):
        table._game.state.point = "moves"
        table._gamestate.reset()
    with pytest.raises(GameError, match="Oops") as caught:
        ask()
    assert caught.value.state == "turn"
    assert table.snapshot() == before
    table.act(ADA, "actGo", {"point": "", "kind": ""})


def test_a_failed_set_up_makes_no_table(games):
    code = CODE.replace("cards = self.create_deck()", 'raise Oops("set-up")')
    with pytest.raises(
        GameError, match=r"^Small.setup_new_game \(line \d+\) failed in state 'gameSetup': Oops"
    ):
        games.table(STATES, code)


def test_an_error_whose_text_cannot_be_shown_is_blamed_all_the_same(games):
    from tests.engine.running_game import run, table_for

    table = table_for(games, "x: int = 0")
    before = table.snapshot()
    code = "class Mute(Exception):\n    __str__ = lambda self: 1 / 0\nself.state.x = 1\nraise Mute"
    with pytest.raises(GameError, match=r"act_run .*: Mute: \(its text cannot be shown\)"):
        run(table, code)
    assert table.snapshot() == before
