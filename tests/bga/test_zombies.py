"""Players who have left: V15, V16, and who plays for them when (framework: Zombies)."""

import pytest

from aurum_states import ActionError, Table, load_game
from aurum_states.engine.record import ConcedeLine, MoveLine, QuitLine, ZombieLine
from aurum_states.errors import GameError
from tests.bga.scripted import CODE, NEXT, STATES, do, path, script, told
from tests.engine.small_games import ADA, BEN, CLEO, facts


@pytest.fixture
def lines() -> list:
    return []


@pytest.fixture
def table(games, lines) -> Table:
    """Three players; the turn goes round in state auto; a zombie takes the transition auto."""
    table = games.table(STATES, CODE, 3, recorder=lambda *made: lines.extend(made))
    script(table, auto=NEXT)
    lines.clear()
    return table


# -- V15 ------------------------------------------------------------------------------------------------------


def test_v15_a_request_that_ends_in_a_game_state(table):
    script(table, auto="None")
    before = facts(table)
    with pytest.raises(GameError, match=r"^Unexpected final game state \(4\): 'auto' is a game state"):
        do(table, "'auto'")
    assert facts(table) == before


def test_v15_a_zombies_turn_that_ends_in_a_game_state(table):
    script(table, auto=NEXT, zombie="'scores'")
    before = facts(table)
    with pytest.raises(GameError, match=r"^Unexpected final game state \(5\)") as caught:
        script(table, auto="None")
        table.quit(ADA)
    assert caught.value.player == ADA
    assert facts(table)["state"] == before["state"]


def test_v15_a_zombie_who_stays_active_cannot_be_managed(table, lines):
    script(table, zombie="None")
    lines.clear()
    before = facts(table)
    with pytest.raises(GameError, match=r"^Can't manage zombie player in this game state \(2\)") as caught:
        table.quit(ADA)
    assert (caught.value.state, caught.value.handler, caught.value.player) == ("one", "zombie_turn", ADA)
    assert facts(table) == before
    assert (table.zombies, lines) == ((), [])


# -- V16 ------------------------------------------------------------------------------------------------------


def test_v16_zombies_that_go_round(table):
    script(table, zombie="'one'")
    before = facts(table)
    with pytest.raises(GameError, match="^Zombie infinite loop: 100 turns"):
        table.quit(ADA)
    assert facts(table) == before


def test_v16_a_hundred_turns_are_not_too_many(table):
    script(table, zombie="'one' if len(s.log) < 100 else 'auto'", auto="s.log.clear(); " + NEXT)
    assert len(table.quit(ADA).zombie_turns) == 100


def test_v16_eliminated_players_who_are_active_are_played_for(table):
    script(table, auto=f"self.eliminate_player({BEN}); " + NEXT)
    result = do(table, "'auto'")
    assert table.eliminated == (BEN,)
    assert [turn.zombie.player for turn in result.zombie_turns] == [BEN]
    assert table.active_players == [CLEO]
    assert path(result) == ["auto", "one", "auto", "one"]


# -- leaving and coming back ----------------------------------------------------------------------------------


def test_a_zombie_plays_whenever_it_is_asked_in_the_request_that_asks_it(table, lines):
    assert not table.quit(BEN).zombie_turns
    result = do(table, "'auto'")
    assert table.active_players == [CLEO]
    assert [type(line) for line in lines] == [QuitLine, MoveLine, ZombieLine]
    move, turn = lines[1:]
    assert (move.move, move.player, [one.name for one in move.transitions]) == (2, ADA, ["auto", "one"])
    assert (turn.zombie.player, [one.name for one in turn.transitions]) == (BEN, ["auto", "one"])
    assert result.zombie_turns == (turn,)
    assert (result.digest, table.digest, result.move) == (turn.digest, turn.digest, 2)
    assert move.digest != turn.digest
    assert [one["active_player"] for one in told(result, "gameStateChange")] == [ADA, BEN, BEN, CLEO]


def test_all_active_zombies_of_a_state_are_played_for(table):
    script(table, zombie="g.set_player_non_multiactive(player, 'one')")
    table.quit(BEN)
    table.quit(CLEO)
    result = do(table, f"g.set_players_multiactive([{ADA}, {BEN}, {CLEO}], None); 'many'")
    assert [turn.zombie.player for turn in result.zombie_turns] == [BEN, CLEO]
    assert (table.state, table.active_players) == ("many", [ADA])
    assert path(result) == ["many"]


RESERVED = """\
states:
  gameSetup: {id: 1, type: manager, action: stGameSetup, transitions: {"": one}}
  gameEnd: {id: 99, type: manager, action: stGameEnd, args: argGameEnd}
"""


@pytest.mark.parametrize(("framework", "asked"), [(2024, [BEN]), (2026, [])])
def test_everybody_is_whoever_is_there_in_2026_only(games, framework, asked):
    first = """    def first_state(self):
        self.gamestate.active_next_player()
        return "one"
"""
    begun = "        self.gamestate.active_next_player()\n        return SmallState()\n"
    states = STATES.replace("states:\n", RESERVED)
    code = CODE.replace(first, "").replace("        return SmallState()\n", begun)
    table = games.table(states, code, 3, framework=framework)
    script(table, zombie="g.set_player_non_multiactive(player, 'one')")
    table.quit(BEN)
    result = do(table, "g.set_all_players_multiactive(); 'many'")
    assert [turn.zombie.player for turn in result.zombie_turns] == asked
    assert table.active_players == [ADA, CLEO]


def test_who_is_made_active_without_a_transition_is_played_for_too(table):
    script(table, zombie="g.set_player_non_multiactive(player, 'one')")
    table.quit(BEN)
    do(table, f"g.set_players_multiactive([{ADA}], 'one'); 'many'")
    result = do(table, f"g.set_players_multiactive([{BEN}], 'one')")
    assert [turn.zombie.player for turn in result.zombie_turns] == [BEN]
    assert table.active_players == [ADA]


def test_the_zombies_state_is_read_anew_for_each(table):
    """BGA reads it once: a second zombie is then played for in a state that has gone."""
    script(table, zombie="'auto' if state == 'one' else 'one'")
    table.quit(ADA)
    table.quit(CLEO)
    result = do(table, f"g.set_players_multiactive([{ADA}, {BEN}, {CLEO}], None); 'many'")
    assert [turn.transitions[0].source for turn in result.zombie_turns] == ["many"]
    assert table.active_players == [BEN]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("1 / 0", r"^Small.zombie_turn \(line \d+\) failed in state 'one': ZeroDivisionError"),
        ("'nowhere'", r"^This transition \(nowhere\) is impossible at this state \(2\)"),
        (
            "(_ for _ in ()).throw(UserException('no'))",
            "^zombie_turn could not play for Ben in state 'one': no$",
        ),
        ("g.next_state('auto'); 'one'", "took a transition by next_state .* and also returned 'one'"),
    ],
)
def test_a_zombie_that_fails_takes_the_move_before_it_back(table, lines, code, message):
    script(table, zombie=code)
    table.quit(BEN)
    before, said = facts(table), list(lines)
    with pytest.raises(GameError, match=message) as caught:
        do(table, "s.log.append('mine'); 'auto'")
    assert (caught.value.player, caught.value.handler) == (BEN, "zombie_turn")
    assert (facts(table), lines) == (before, said)
    script(table, zombie="'auto'")
    assert do(table, "'auto'").zombie_turns


def test_a_refusal_of_the_one_who_asked_stays_a_refusal(table):
    table.quit(BEN)
    with pytest.raises(ActionError, match="^no$") as caught:
        do(table, "(_ for _ in ()).throw(UserException('no'))")
    assert caught.value.code == "action.rule"


def test_a_zombie_comes_back(table):
    table.quit(BEN)
    assert table.view_for(ADA)["players"][BEN]["zombie"] == 1
    with pytest.raises(ActionError) as caught:
        do(table, "'auto'", BEN)
    assert caught.value.code == "action.not_your_turn"
    [said] = told(table.back(BEN), "zombieBack")
    assert said["player_id"] == BEN
    assert table.zombies == ()
    assert not do(table, "'auto'").zombie_turns
    assert table.active_players == [BEN]


def test_nobody_comes_back_without_time(table):
    table.quit(BEN)
    digest = table.digest
    table.take_time(BEN, table.time_left(BEN))
    assert table.digest == digest
    with pytest.raises(ActionError, match="^Ben cannot come back: Ben has no time left$"):
        table.back(BEN)


@pytest.mark.parametrize(
    ("ask", "code", "message"),
    [
        (lambda table: table.quit(99), "action.not_your_turn", "99 is no player of this table"),
        (lambda table: table.back(99), "action.not_your_turn", "99 is no player of this table"),
        (lambda table: table.concede(99), "action.not_your_turn", "99 is no player of this table"),
        (lambda table: table.quit(BEN), "action.not_now", "Ben cannot quit: Ben has left the table already"),
        (lambda table: table.back(ADA), "action.not_now", "Ada cannot come back: Ada has not left the table"),
        (
            lambda table: table.concede(BEN),
            "action.not_now",
            "Ben cannot concede: Ben is no longer in the game",
        ),
    ],
)
def test_who_cannot_leave_or_come_back(table, ask, code, message):
    table.quit(BEN)
    before = facts(table)
    with pytest.raises(ActionError, match=message) as caught:
        ask(table)
    assert caught.value.code == code
    assert facts(table) == before


def test_nobody_leaves_a_game_that_is_over(table):
    do(table, "'over'")
    for ask in (table.quit, table.back, table.concede):
        with pytest.raises(ActionError) as caught:
            ask(BEN)
        assert caught.value.code == "table.over"


def test_the_first_to_leave_neutralises_the_results(table):
    do(table, "setattr(s, 'progress', 37); self.player_score.set(self.players[1], 50); None")
    first = table.quit(BEN)
    assert told(first, "gameResultNeutralized") == [{"progression": 37, "player_id": BEN}]
    assert told(table.quit(CLEO), "gameResultNeutralized") == []
    assert [(one.id, one.score, one.rank) for one in table.ranking()] == [
        (ADA, 1, 1),
        (CLEO, 1, 1),
        (BEN, 0, 3),
    ]
    view = table.view_for(None)
    assert (view["game_result_neutralized"], view["neutralized_player_id"]) == (37, BEN)
    table.back(BEN)
    assert table.snapshot()["core"]["standing"]["neutralized"] == 37
    assert table.ranking()[-1].id == BEN


def test_before_any_progress_results_are_neutralised_at_1(table):
    assert told(table.quit(BEN), "gameResultNeutralized")[0]["progression"] == 1


def test_a_table_that_all_leave_is_abandoned(table, lines):
    for player in (BEN, CLEO):
        table.quit(player)
    result = table.quit(ADA)
    assert table.is_over
    assert path(result) == [None]
    assert told(result, "allPlayersAreZombie") == [{}]
    assert [(one.score, one.aux, one.rank) for one in table.ranking()] == [(0, -4242, 1)] * 3
    assert [type(line) for line in lines] == [QuitLine] * 3


def test_who_is_eliminated_is_not_there_either(table):
    script(table, auto=f"self.eliminate_player({BEN}); " + NEXT)
    do(table, "'auto'")
    table.quit(CLEO)
    assert not table.is_over
    table.quit(ADA)
    assert table.is_over


# -- conceding ------------------------------------------------------------------------------------------------


def test_a_game_of_two_is_conceded_from_its_half_on(games, lines):
    table = games.table(STATES, CODE, 2, recorder=lambda *made: lines.extend(made))
    do(table, "setattr(s, 'progress', 49); self.player_score.set(self.players[0], 9); None")
    with pytest.raises(ActionError, match="must wait for a progression of 50, it is 49$") as caught:
        table.concede(ADA)
    assert caught.value.code == "action.not_now"
    do(table, "setattr(s, 'progress', 50)")
    result = table.concede(ADA)
    assert (table.is_over, table.conceded, path(result)) == (True, (ADA,), [None])
    assert [(one.id, one.rank) for one in table.ranking()] == [(BEN, 1), (ADA, 2)]
    assert isinstance(lines[-1], ConcedeLine)
    assert (lines[-1].digest, len(lines[-1].transitions)) == (table.digest, 1)
    assert table.end_message(None) == "Ben wins"


def test_of_three_who_concedes_is_played_for_until_one_is_left(games):
    code = (
        CODE + "\n    def on_concede(self, player_id):\n        self.state.log.append(f'gone {player_id}')\n"
    )
    table = games.table(STATES, code, 3)
    script(table, auto=NEXT)
    result = table.concede(ADA)
    assert (table.is_over, table.active_players) == (False, [BEN])
    assert [turn.zombie.player for turn in result.zombie_turns] == [ADA]
    assert table.snapshot()["state"]["log"][0] == f"gone {ADA}"
    with pytest.raises(ActionError, match="Ada has conceded"):
        table.back(ADA)
    assert told(result, "gameResultNeutralized") == []
    table.concede(CLEO)
    assert table.is_over
    assert [(one.id, one.rank) for one in table.ranking()] == [(BEN, 1), (ADA, 2), (CLEO, 2)]


# -- snapshots ------------------------------------------------------------------------------------------------


def test_who_left_and_the_clocks_are_in_the_snapshot(table):
    table.quit(BEN)
    do(table, "self.give_extra_time(self.players[2])")
    table.take_time(CLEO, 55)
    table.concede(ADA)
    again = Table.restore(table.definition, table.snapshot())
    assert facts(again) == facts(table)
    assert (again.zombies, again.conceded) == ((BEN, ADA), (ADA,))
    assert again.time_left(CLEO) == table.time_left(CLEO) == 125
    assert again.view_for(None) == table.view_for(None)


def test_who_never_left_leaves_no_trace(games):
    assert "standing" not in games.table(STATES, CODE, 3).snapshot()["core"]


# -- whose turn it is -----------------------------------------------------------------------------------------


def test_zombie_code_knows_that_it_is_one(table):
    script(table, zombie="s.log.append(str(self.is_current_player_zombie())); 'auto'")
    do(
        table,
        "s.log.append(str(self.is_current_player_zombie())); s.log.append(str(self.is_player_zombie(self.players[1])))",
    )
    table.quit(BEN)
    do(table, "'auto'")
    log = table.snapshot()["state"]["log"]
    assert log[-6:] == ["False", "False", "next", f"zombie {BEN} in one", "True", "next"]


@pytest.mark.parametrize("mode", ["simulation", "paranoid"])
def test_special_tables_play_for_zombies_too(games, mode):
    table = games.table(STATES, CODE, 3, mode=mode)
    script(table, auto=NEXT)
    table.quit(BEN)
    do(table, "'auto'")
    assert table.active_players == [CLEO]


@pytest.mark.parametrize("players", [3, 4])
def test_aurum_with_zombies_is_the_same_on_every_kind_of_table(players):
    digests = []
    for mode in ("full", "simulation", "paranoid"):
        table = Table.create(load_game("aurum"), players, seed="S", mode=mode)
        for number in range(200):
            if table.is_over:
                break
            if number in (4, 30):
                table.quit(table.players[number % 3].id)
            player = table.active_players[0]
            move = table.possible_moves(player)[0]
            table.act(player, move.action, move.args)
        digests.append((table.digest, table.state, table.moves_made))
    assert digests[0] == digests[1] == digests[2]


# -- private states -------------------------------------------------------------------------------------------

PRIVATE = """
states:
  draft:
    type: multipleactiveplayer
    description: ""
    action: stDraft
    initialPrivate: pick
    possibleActions: []
    transitions: {done: gameEnd}
  pick:
    type: private
    descriptionMyTurn: ""
    possibleActions: [actPick]
    transitions: {confirm: confirm}
  confirm:
    type: private
    descriptionMyTurn: ""
    possibleActions: [actConfirm]
    transitions: {zombiePass: pick}
"""
DRAFT = """
class SmallState(State):
    picked: dict[PlayerId, int] = {}
    done: list[PlayerId] = []

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def st_draft(self):
        self.gamestate.set_players_multiactive(self.players, "done")
        self.gamestate.initialize_private_state_for_all_active_players()

    def moves_draft(self, player) -> Moves:
        return {}

    def moves_pick(self, player) -> Moves:
        return {"actPick": [1, 2]}

    def moves_confirm(self, player) -> Moves:
        return {"actConfirm": [()]}

    def act_pick(self, number: int, current_player_id: PlayerId):
        self.state.picked[current_player_id] = number
        return "confirm"

    def act_confirm(self, current_player_id: PlayerId):
        self.state.done.append(current_player_id)
        self.gamestate.set_player_non_multiactive(current_player_id, "done")

    def evaluate(self, player_id):
        return self.state.picked.get(player_id, 0)
"""
OWN = """
    def zombie_pick(self, player_id):
        return self.act_pick(2, player_id)

    def zombie_turn(self, state, active_player_id):
        assert state == "confirm"
        return self.act_confirm(active_player_id)
"""


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_a_zombie_goes_through_its_private_states(games, mode):
    table = games.table(PRIVATE, DRAFT + OWN, 3, mode=mode)
    result = table.quit(BEN)
    assert [[one.name for one in turn.transitions] for turn in result.zombie_turns] == [["confirm"], []]
    assert table.active_players == [ADA, CLEO]
    state = table.snapshot()["state"]
    assert (state["picked"], state["done"]) == ({str(BEN): 2}, [BEN])


@pytest.mark.parametrize(("level", "picked"), [(0, None), (1, (1, 2)), (2, (2,))])
def test_levels_play_in_private_states(games, level, picked):
    table = games.table(PRIVATE, DRAFT, 3, zombie_level=level)
    table.quit(BEN)
    assert table.active_players == [ADA, CLEO]
    got = table.snapshot()["state"].get("picked", {}).get(str(BEN))
    assert (got is None) if picked is None else (got in picked)
    table.act(ADA, "actPick", {"number": 1})
    table.act(ADA, "actConfirm")
    table.quit(CLEO)
    assert not table.is_over or table.zombies == (BEN, CLEO)


def test_a_zombie_who_stays_in_its_private_state_cannot_be_managed(games):
    code = DRAFT + OWN.replace("return self.act_pick(2, player_id)", "return None")
    table = games.table(PRIVATE, code, 3)
    with pytest.raises(
        GameError, match=r"^Can't manage zombie player in this game state \(3\): zombie_pick"
    ) as caught:
        table.quit(BEN)
    assert caught.value.state == "pick"


def test_what_a_zombie_returns_in_a_private_state_is_one_of_its_transitions(games):
    code = DRAFT + OWN.replace("return self.act_pick(2, player_id)", "return 'done'")
    with pytest.raises(GameError, match="Transition 'done' does not exist in private state pick"):
        games.table(PRIVATE, code, 3).quit(BEN)
