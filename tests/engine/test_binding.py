"""A game's class bound to its states: what does not fit is said when the game is loaded, all at once."""

import pytest

from aurum_states import DefinitionError, Table, load_game
from aurum_states.errors import GameError
from tests.engine.small_games import ADA

HEAD = """
class SmallState(State):
    count: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()
"""

STATES = """\
states:
  turn:
    type: activeplayer
    description: ""
    args: argTurn
    possibleActions: [actPlay, actPass]
    transitions: {next: next}
  many:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actPass]
    transitions: {next: next}
  next:
    type: game
    action: stNext
    transitions: {turn: turn, many: many, end: gameEnd}
"""

GOOD = (
    HEAD
    + """
    def moves_turn(self, player): return {}
    def moves_many(self, player): return {}
    def arg_turn(self): return {}
    def act_play(self, card_id: int): return "next"
    def act_pass(self): return "next"
    def st_next(self): return "turn"
"""
)


def problems(games, code: str, states: str = STATES) -> list[str]:
    """Load a game that cannot be; return its problems, each as one line without the folder."""
    with pytest.raises(DefinitionError) as caught:
        games.load(states, code)
    assert str(caught.value) == "\n".join(map(str, caught.value.report))
    return [str(problem).split("/small/", 1)[-1] for problem in caught.value.report]


def test_the_whole_game_loads(games):
    games.load(STATES, GOOD)


@pytest.mark.parametrize(
    ("missing", "problem"),
    [
        (
            "    def moves_turn(self, player): return {}\n",
            "states.yaml:2:3: error state.moves.missing state 'turn' asks players, but Small has no method "
            "moves_turn; write moves_turn(self, player) and return the legal moves by action",
        ),
        (
            "    def arg_turn(self): return {}\n",
            "states.yaml:5:11: error handler.args.missing state 'turn' names argTurn, but Small has no method "
            "arg_turn; add def arg_turn(self, ...) to the class or correct the name",
        ),
        (
            '    def act_play(self, card_id: int): return "next"\n',
            "states.yaml:6:23: error handler.action.missing state 'turn' names actPlay, but Small has no method "
            "act_play; add def act_play(self, ...) to the class or correct the name",
        ),
        (
            '    def st_next(self): return "turn"\n',
            "states.yaml:15:13: error handler.action.missing state 'next' names stNext, but Small has no method "
            "st_next; add def st_next(self, ...) to the class or correct the name",
        ),
    ],
)
def test_a_missing_method_is_named_with_the_line_that_wants_it(games, missing, problem):
    assert missing in GOOD
    assert problems(games, GOOD.replace(missing, "")) == [problem]


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("moves_turn", "moves_trun"),
        ("arg_turn", "arg_turns"),
        ("act_play", "act_plya"),
        ("st_next", "st_nextt"),
    ],
)
def test_a_slip_is_recognised(games, right, slip):
    (problem,) = problems(games, GOOD.replace(f"def {right}(", f"def {slip}("))
    assert f"no method {right} (did you mean {slip!r}?)" in problem


def test_something_that_is_no_method_does_not_count(games):
    (problem,) = problems(games, GOOD.replace('def st_next(self): return "turn"', 'st_next = "turn"'))
    assert "handler.action.missing" in problem


@pytest.mark.parametrize(
    ("method", "problem"),
    [
        (
            "def act_play(self, card_id): ...",
            "6:23: error handler.parameter.untyped act_play: parameter 'card_id' needs a type, so that actPlay's "
            "argument can be checked; write card_id: int, for example",
        ),
        (
            "def act_play(self, *cards: int): ...",
            "handler.parameter.untyped act_play: parameter 'cards' needs a type",
        ),
        (
            "def act_play(self, **more): ...",
            "handler.parameter.untyped act_play: parameter 'more' needs a type",
        ),
        (
            'def act_play(self, card_id: "Nowhere"): ...',
            "6:23: error handler.annotation act_play: an annotation cannot be read: name 'Nowhere' is not defined",
        ),
        (
            "def act_play(self, cards: list[int] | tuple[int, ...]): ...",
            "6:23: error handler.parameter.type act_play: Type unions may not contain more than one array-like",
        ),
        (
            "def arg_turn(self, player): ...",
            "5:11: error handler.parameter.unknown arg_turn: the framework cannot fill argTurn's parameter "
            "'player'; active_player_id, active_player_no and args are filled by name",
        ),
        (
            "def st_next(self, current_player_id): ...",
            "15:13: error handler.parameter.unknown st_next: the framework cannot fill stNext's parameter",
        ),
        (
            'def act_play(self, card_id: int) -> Literal["nxt"]: ...',
            "6:23: error handler.transition.unknown act_play returns 'nxt', no transition of state 'turn' "
            "(did you mean 'next'?); its transitions: 'next'",
        ),
        (
            'def act_pass(self) -> Optional[Literal["next", "nope"]]: ...',
            "handler.transition.unknown act_pass returns 'nope', no transition of state 'turn'; its transitions: 'next'",
        ),
        (
            'def st_next(self) -> Literal["turn", "many", "end", "ende"]: ...',
            "15:13: error handler.transition.unknown st_next returns 'ende', no transition of state 'next' "
            "(did you mean 'end'?); its transitions: 'turn', 'many', 'end'",
        ),
        (
            "def act_pass(self, active_player_id): ...",
            "11:23: error handler.active_player act_pass takes active_player_id, but in the multipleactiveplayer "
            "state 'many' there is not one active player (BGA silently gives 0); take current_player_id in actPass",
        ),
    ],
)
def test_a_wrong_signature_is_told(games, method, problem):
    found = problems(games, GOOD + f"    {method}\n")
    assert any(problem in line for line in found), found


def test_a_literal_of_an_action_is_compared_with_every_state_that_has_it(games):
    states = STATES.replace(
        "possibleActions: [actPass]\n    transitions: {next: next}", "possibleActions: [actPass]"
    )
    found = problems(games, GOOD + '    def act_pass(self) -> Literal["next"]: ...\n', states)
    assert found
    assert all("no transition of state 'many'; its transitions: none" in line for line in found)


def test_the_empty_name_is_allowed_in_a_literal_where_there_is_a_transition(games):
    games.load(STATES, GOOD + '    def act_pass(self) -> Literal[""]: ...\n')


@pytest.mark.parametrize(
    "method",
    [
        "def act_play(self, card_id: int, active_player_id, current_player_id, args): ...",
        "def act_play(self, *, card_id: int = 3, active_player_id: PlayerId) -> Literal['next'] | None: ...",
        "def act_pass(self, current_player_id: PlayerId) -> None: ...",
        "def arg_turn(self, active_player_id, args=None): ...",
        "def st_next(self, active_player_id, args, extra=1): ...",
        "def st_next(self) -> Literal[3]: ...",
        "def st_next(self) -> str: ...",
        'def st_next(self) -> "Nowhere": ...',
        "def act_play(self, a: int, b: bool, c: float, d: str, e: list[int], f: int | None, g: dict[str, int]): ...",
    ],
)
def test_every_honest_signature_loads(games, method):
    games.load(STATES, GOOD + f"    {method}\n")


def test_a_multi_states_args_cannot_take_the_active_player(games):
    states = STATES.replace(
        "possibleActions: [actPass]\n", "possibleActions: [actPass]\n    args: argTurn\n    action: stNext\n"
    )
    code = GOOD.replace("arg_turn(self)", "arg_turn(self, active_player_id)")
    found = problems(games, code.replace("st_next(self)", "st_next(self, active_player_id)"), states)
    assert [line.split(" ")[2] for line in found] == ["handler.active_player"] * 2
    assert all("use self.gamestate.active_players" in line for line in found)


def test_everything_is_said_at_once_in_the_order_of_the_file(games):
    states = STATES + "  alone: {type: private, descriptionMyTurn: x, possibleActions: [actWhisper]}\n"
    code = """
class SmallState(State):
    cards: set[int]
    rest: list

class Small(Game[SmallState]):
    def moves_many(self, player): ...
    def act_play(self, card): ...
    def st_next(self) -> Literal["trun"]: ...
"""
    found = problems(games, code, states)
    codes = [line.split(" ")[2] for line in found]
    assert sorted(codes) == sorted([
        "game.state.field", "game.state.field", "state.moves.missing", "handler.args.missing",
        "handler.parameter.untyped", "handler.action.missing", "handler.action.missing", "handler.action.missing",
        "handler.transition.unknown", "state.moves.missing",
    ])  # fmt: skip
    lines = [tuple(map(int, line.split(":")[1:3])) for line in found if line.startswith("states.yaml")]
    assert lines == sorted(lines)


# -- the class itself -------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["Game", "object", "Game[Any]", "Game[Other]"])
def test_a_class_that_does_not_say_what_its_state_is(games, base):
    code = "class Other: ...\n" + GOOD.replace("Game[SmallState]", base)
    if base == "object":
        code = code.replace("(object)", "")
    found = problems(games, code)
    assert found == [
        "gameinfos.yaml:6:12: error game.state.missing Small does not say what its state is; "
        "write class MyState(State) and class MyGame(Game[MyState])"
    ]


def test_the_state_can_be_named_by_a_base_class(games):
    code = (
        GOOD.replace("class Small(Game[SmallState]):", "class Base(Game[SmallState]):")
        + "class Small(Base): ...\n"
    )
    table = Table.create(games.load(STATES, code), 2, seed="S")
    assert table.state == "turn"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise ValueError('x')", "the game's class cannot be imported: ValueError: x"),
        ("def broken(:", "SyntaxError"),
        (HEAD.replace("count: int = 0", "cards: list[int] = [1]"), "cannot be imported.*mutable"),
        (
            HEAD.replace("count: int = 0", "count: int = 0\n    name: str"),
            "Required field 'name' cannot follow",
        ),
    ],
)
def test_a_module_that_fails_is_told_with_its_line(games, code, message):
    with pytest.raises(GameError, match=message) as caught:
        games.load(STATES, code)
    assert "game.py:" in str(caught.value)


def test_setup_new_game_must_return_the_state(games):
    definition = games.load(STATES, GOOD.replace("return SmallState()", "return {}"))
    with pytest.raises(GameError, match=r"^setup_new_game must return a SmallState, not \{\}"):
        Table.create(definition, 2, seed="S")
    definition = games.load(STATES, GOOD.replace("def setup_new_game", "def set_up"))
    with pytest.raises(GameError, match="Small has no setup_new_game"):
        Table.create(definition, 2, seed="S")


def test_a_definition_without_its_class_cannot_be_played(games):
    from aurum_states.definitions.loader import load_definition

    with pytest.raises(TypeError, match="get it from load_game"):
        Table.create(load_definition(games.write(STATES, GOOD)), 2, seed="S")


def test_the_framework_fills_magic_parameters_by_name(games):
    code = (
        GOOD
        + """
    def moves_turn(self, player): return {"actPlay": ANY}
    def act_play(self, args, current_player_id, b: int, active_player_id, a: int = 5):
        self.state.count = a * 10 + b
        assert (current_player_id, active_player_id, args) == (2300001, 2300001, {"x": 1})
        return "next"
    def arg_turn(self, active_player_id): return {"x": 1}
    def st_next(self, active_player_id, args):
        assert args == {}
        assert active_player_id in (0, 2300001)
        if not active_player_id:
            self.gamestate.active_next_player()
        return "turn"
    def first_state(self): return "next"
"""
    )
    definition = games.load(STATES, code)
    for mode in ("full", "simulation", "paranoid"):
        table = Table.create(definition, 2, seed="S", mode=mode)
        table.act(ADA, "actPlay", {"b": 2})
        assert table.snapshot()["state"] == {"count": 52}
        table.act(ADA, "actPlay", {"b": 2, "a": 1})
        assert table.snapshot()["state"] == {"count": 12}


def test_a_game_is_loaded_once(games):
    folder = games.write(STATES, GOOD)
    assert load_game(folder) is load_game(str(folder))


def test_two_games_of_the_same_names_do_not_meet(games):
    first = games.load(STATES, GOOD)
    second = games.load(STATES, GOOD.replace("return SmallState()", "return SmallState(7)"))
    assert first.game_class is not second.game_class
    assert Table.create(second, 2, seed="S").snapshot()["state"] == {"count": 7}
    assert Table.create(first, 2, seed="S").snapshot()["state"] == {}


def test_a_parameter_of_the_authors_own_keeps_its_default(games):
    code = GOOD.replace(
        "def arg_turn(self): return {}",
        "def arg_turn(self, why='asked', active_player_id=7): return {why: active_player_id}",
    )
    table = Table.create(games.load(STATES, code), players=2, seed="S")
    assert table.args_for(ADA) == {"asked": 0}  # nobody is active yet
