"""A table in the words of the table: what is accepted, refused, expected; and what a failure says."""

import pytest

from aurum_states import Move
from aurum_states.errors import SetupError
from aurum_states.testing import Tabletop

POSITION = {
    "hands": [["S4", "B7"], ["C1", "C2"], ["P3", "P9"]],
    "bids": ["S2", "B5", "C6"],
    "gold": [["G0"], [], ["G1"]],
    "leader": 0,
}


@pytest.fixture
def table() -> Tabletop:
    return Tabletop.create("aurum", 3, position=POSITION)


def said(raised: pytest.ExceptionInfo[AssertionError]) -> list[str]:
    return str(raised.value).splitlines()


def test_a_game_in_words(table):
    table.expects_state("changeBid").expects_active("Ada")
    table.expects_moves("Ada", "G0 S4", "G0 B7", "keep")
    table.plays("Ada", "keep")
    table.expects_transitions("next", "ask").expects_state("nextChange").expects_active("cleo")
    assert table.expects_notification("bidKept", player_name="Ada").args["player_id"] == 2300001
    table.plays(3, "G1 P9")
    table.expects_state("playerTurn")
    table.refuses("Ben", "C1", "action.not_your_turn")
    table.plays("Ada", "S4")
    table.expects_no_notification("bidKept").expects_sound()


@pytest.mark.parametrize("who", ["Ada", "ADA", 1, 2300001])
def test_a_player_is_named_by_name_seat_or_id(table, who):
    assert table.player(who) == 2300001


@pytest.mark.parametrize("move", ["keep", "actKeepBid", Move("actKeepBid")])
def test_a_move_is_notation_an_action_or_a_move(table, move):
    assert table.plays("Ada", move).move == 1


def test_wire_arguments_stand_beside_an_action(table):
    hand = {table.table.label_move(2300001, move): move for move in table.table.possible_moves(2300001)}
    table.plays("Ada", "actChangeBid", **hand["G0 B7"].args)
    assert table.last.move == 1


def test_players_can_be_given_by_name():
    table = Tabletop.create("aurum", ["Xu", "Yva", "Zoe", "Ann"])
    assert [player.name for player in table.table.players] == ["Xu", "Yva", "Zoe", "Ann"]
    assert table.player("zoe") == 2300003


def test_preferences_are_given_by_name():
    table = Tabletop.create("aurum", ["Xu", "Yva", "Zoe"], preferences={"Yva": {100: 2}})
    assert table.table.setup.preferences == {2300002: {100: 2}}


def test_a_table_is_arranged_before_its_first_move():
    table = Tabletop.create("aurum", 3).arrange(POSITION)
    table.expects_state("changeBid").plays("Ada", "keep")
    with pytest.raises(SetupError, match="before the first move"):
        table.arrange(POSITION)


def test_a_card_that_is_there_twice_is_named():
    twice = {**POSITION, "hands": [["S4", "B7"], ["S4", "C2"], ["P3", "P9"]]}
    with pytest.raises(SetupError, match="S4"):
        Tabletop.create("aurum", 3, position=twice)


FAILURES = {
    "an accepted move that is refused": (
        lambda table: table.plays("Ben", "C1"),
        ["Ben should be able to play C1 (actPlayCard(cardId=27)), but it is refused with action.not_now: "],
    ),
    "a refused move that is accepted": (
        lambda table: table.refuses("Ada", "keep"),
        ["Ada should not be able to play keep (actKeepBid()); it is accepted"],
    ),
    "another reason": (
        lambda table: table.refuses("Ben", "C1", "action.illegal"),
        [
            "Ben playing C1 (actPlayCard(cardId=27)) should be refused with action.illegal; got action.not_now: "
        ],
    ),
    "another state": (
        lambda table: table.expects_state("playerTurn"),
        ["expected the state playerTurn; the table is in changeBid"],
    ),
    "a game state that was not passed": (
        lambda table: table.expects_state("trickEnd"),
        ["expected the last move to pass trickEnd; it passed nextChange, changeBid"],
    ),
    "no such state": (
        lambda table: table.expects_state("trickEnds"),
        ["there is no state 'trickEnds' (did you mean 'trickEnd'?): "],
    ),
    "somebody else is asked": (
        lambda table: table.expects_active("Ben", "Cleo"),
        ["expected Ben, Cleo to be asked; it is Ada"],
    ),
    "other moves": (
        lambda table: table.expects_moves("Ada", "keep"),
        ["expected the moves of Ada to be keep; they are G0 S4, G0 B7, keep"],
    ),
    "other transitions": (
        lambda table: table.expects_transitions("next"),
        ["expected the transitions next; got None, ask"],
    ),
    "a notification that was not sent": (
        lambda table: table.expects_notification("bidKept", to="Ada", x=1),
        ["expected the notification bidKept to Ada with x=1; the last move told:"],
    ),
    "other scores": (
        lambda table: table.expects_scores(1, 0, 0),
        ["expected the scores 1, 0, 0; they are 0, 0, 0"],
    ),
    "a game that is not over": (
        lambda table: table.expects_over(),
        ["expected the game to be over; the table is in changeBid"],
    ),
    "nobody of that name": (
        lambda table: table.plays("Bem", "keep"),
        ["nobody called 'Bem' sits here: Ada, Ben, Cleo"],
    ),
    "no notation": (
        lambda table: table.plays("Ada", "X9"),
        ["'X9' is neither an action nor notation of a move that Ada could name"],
    ),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_says_what_was_expected_and_what_is(table, failure):
    fails, lines = FAILURES[failure]
    with pytest.raises(AssertionError) as raised:
        fails(table)
    for line, shown in zip(lines, said(raised), strict=False):
        assert shown.startswith(line)


def test_a_failure_shows_the_table_and_the_moves(table):
    with pytest.raises(AssertionError) as raised:
        table.plays("Ada", "S4")
    assert said(raised)[1:] == [
        "  aurum, after move 0, in state changeBid: Ada to move",
        "  Ada could play: G0 S4, G0 B7, keep",
    ]


def test_winners():
    table = Tabletop.create(
        "aurum", 3, position={**POSITION, "nuggets": [1, 1, 1], "hands": [[], [], []], "tricks": [2, 5, 4]}
    )
    while not table.table.is_over:
        player = table.table.active_players[0]
        table.plays(player, table.table.possible_moves(player)[-1])
    winners = [one.id for one in table.table.ranking() if one.rank == 1]
    table.expects_over(*winners)
    with pytest.raises(AssertionError, match="to win; it is"):
        table.expects_over(*(player.id for player in table.table.players if player.id not in winners))
