"""Tables beside each other, what a table tells of itself, and the ranking."""

import random
from types import SimpleNamespace

import pytest

from aurum_states import Move, Table, load_game
from aurum_states.engine.record import Ranked
from aurum_states.engine.results import rank
from aurum_states.simulate.agents import RandomAgent, play_out
from tests.engine.small_games import ADA, BEN, CLEO, facts


def script(table: Table, seed: str) -> list[tuple]:
    """Play a whole game at random; return its requests."""
    chance, requests = random.Random(seed), []
    while not table.is_over:
        player = table.active_players[0]
        moves = [
            move for move in table.possible_moves(player) if move.action != "actStop" or len(requests) > 8
        ]
        move = chance.choice(moves)
        requests.append((player, move.action, move.args))
        table.act(*requests[-1])
    return requests


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_tables_played_interleaved_do_not_influence_each_other(tally, mode):
    alone, requests = {}, {}
    for seed in ("A", "B", "C"):
        table = Table.create(tally, 2 if seed == "B" else 3, seed=seed, mode=mode)
        requests[seed] = script(table, seed)
        alone[seed] = facts(table)
    tables = {seed: Table.create(tally, 2 if seed == "B" else 3, seed=seed, mode=mode) for seed in alone}
    chance, left = random.Random(7), {seed: list(wanted) for seed, wanted in requests.items()}
    while any(left.values()):
        seed = chance.choice([seed for seed, wanted in left.items() if wanted])
        tables[seed].act(*left[seed].pop(0))
    assert {seed: facts(table) for seed, table in tables.items()} == alone


def test_aurum_tables_interleaved_do_not_influence_each_other():
    definition = load_game("aurum")

    def start(seed: str, players: int) -> tuple[Table, dict]:
        table = Table.create(definition, players, seed=seed)
        return table, {player.id: RandomAgent(f"{seed}{player.id}") for player in table.players}

    kinds = [("A", 3), ("B", 4), ("C", 3)]
    alone = [play_out(*start(*kind)).digest for kind in kinds]
    games = [start(*kind) for kind in kinds]
    while not all(table.is_over for table, _ in games):
        for table, agents in games:
            if not table.is_over:
                player = table.active_players[0]
                table.apply(player, *agents[player].choose(table, player))
    assert [table.digest for table, _ in games] == alone


def test_possible_moves_are_complete_requests(tally):
    table = Table.create(tally, 2, seed="S")
    moves = table.possible_moves(ADA)
    assert moves == [
        *(Move("actTake", {"number": number}) for number in range(1, 9)),
        Move("actRoll"),
        Move("actDraw"),
        Move("actStop"),
    ]
    assert [str(moves[0]), str(moves[8])] == ["actTake(number=1)", "actRoll()"]
    assert table.possible_moves(BEN) == []
    for move in moves:
        Table.restore(tally, table.snapshot()).act(ADA, move.action, move.args)


def test_legal_moves_are_asked_once_for_a_settled_table(games):
    code = """
asked = []

class SmallState(State):
    n: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        asked.append(self.state.n)
        return {"actGo": list(range(self.state.n + 1))}

    def arg_turn(self, active_player_id):
        return self.legal_moves(active_player_id)

    def act_go(self, number: int, active_player_id):
        self.state.n += 1
        got = self.legal_moves(active_player_id)
        assert got["actGo"] == list(range(self.state.n + 1))
        got["actGo"].clear()
        return "turn"
"""
    states = "states: {turn: {type: activeplayer, description: '', args: argTurn, possibleActions: [actGo],"
    table = games.table(states + " transitions: {turn: turn}}}", code)
    asked = vars(__import__("sys").modules[table.definition.game_class.__module__])["asked"]
    assert asked == [0]
    table.legal_moves(ADA), table.possible_moves(ADA), table.args_for(ADA), table.view_for(ADA)
    assert asked == [0]
    table.act(ADA, "actGo", {"number": 0})
    assert asked == [0, 1, 1]
    assert table.legal_moves(ADA) == {"actGo": [0, 1]}
    assert asked == [0, 1, 1]


def test_a_new_table_tells_what_happened_before_the_first_move(tally):
    table = Table.create(tally, 2, seed="S")
    assert [tuple(one) for one in table.opening.transitions] == [
        ("gameSetup", None, "next"),
        ("next", "turn", "turn"),
    ]
    assert (table.opening.move, table.opening.digest) == (0, table.digest)
    assert [one.type for one in table.opening.notifications] == [
        "gameStateChange", "gameStateChangePrivateArg", "gameStateChange",
    ]  # fmt: skip
    assert (table.is_over, table.moves_made, table.state) == (False, 0, "turn")
    result = table.act(ADA, "actStop")
    assert (table.is_over, table.moves_made, table.state, result.move) == (True, 1, "gameEnd", 1)
    assert table.active_players == []
    assert table.legal_moves(ADA) == {}


@pytest.mark.parametrize(
    ("scores", "ranked"),
    [
        ([(1, 5, 0), (2, 5, 0), (3, 1, 0)], [(1, 1), (2, 1), (3, 3)]),
        ([(1, 1, 0), (2, 5, 0), (3, 5, 0)], [(2, 1), (3, 1), (1, 3)]),
        ([(1, 5, 1), (2, 5, 2), (3, 5, 1), (4, 9, 0)], [(4, 1), (2, 2), (1, 3), (3, 3)]),
        ([(1, 0, 0), (2, 0, 0)], [(1, 1), (2, 1)]),
        ([(1, -3, 0), (2, -1, -5)], [(2, 1), (1, 2)]),
        ([(9, 7, 7)], [(9, 1)]),
        ([], []),
    ],
)
def test_equals_share_a_rank_and_the_next_one_skips(scores, ranked):
    assert [(one.id, one.rank) for one in rank(scores)] == ranked


def test_a_tables_ranking_is_by_score_then_by_tie_breaker(tally):
    table = Table.create(tally, 3, seed="S")
    for player, number in ((ADA, 3), (BEN, 8), (CLEO, 2)):
        table.act(player, "actTake", {"number": number})
    assert table.ranking() == [Ranked(BEN, 8, 0, 1), Ranked(ADA, 3, 0, 2), Ranked(CLEO, 2, 0, 3)]


def test_what_a_game_knows_of_its_players(games):
    seen = {}
    code = """
class SmallState(State):
    n: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        one, two, three = self.players
        facts = [
            self.player_name(two), self.player_no(three), self.next_player(three) == one,
            self.previous_player(one) == three, self.player_info(one).color, self.preference(two, 100),
            dict(options), dict(self.options), dict(self.settings),
        ]
        raise UserException(repr(facts))
"""
    choice = {"name": "X", "values": {"1": {"name": "a"}, "2": {"name": "b"}}, "default": 1}
    definition = games.load(
        "states: {turn: {type: activeplayer, description: ''}}",
        code,
        files={"gameoptions.json": {"100": choice}, "gamepreferences.json": {"100": choice}},
        settings={"s": {"type": "bool", "default": True}},
    )
    with pytest.raises(Exception, match="Ben") as caught:
        Table.create(definition, 3, seed="S", options={100: 2}, preferences={BEN: {100: 2}})
    seen = eval(caught.value.reasons[0], {"SimpleNamespace": SimpleNamespace})
    assert seen == ["Ben", 3, True, True, "ff0000", 2, {100: 2}, {100: 2}, {"s": True}]


def test_what_an_author_does_not_write_has_a_default(games):
    code = """
class SmallState(State):
    n: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def moves_turn(self, player) -> Moves:
        return {}
"""
    states = "states: {turn: {type: activeplayer, description: '', possibleActions: [],"
    table = games.table(states + " updateGameProgression: true}}", code)
    view = table.view_for(ADA)
    assert list(view) == ["players", "playerorder", "gamestate"]
    assert view["gamestate"]["updateGameProgression"] == 0
    assert table.label_move(ADA, Move("actX", {"a": 1})) == "actX(a=1)"
    assert table.parse_move(ADA, "actX") is None
    assert tuple(table.opening.transitions[0]) == ("gameSetup", "", "turn")
