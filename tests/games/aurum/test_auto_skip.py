"""Auto-skip and auto-confirm while a game goes on (R66-R69, A35, A36, I37)."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from aurum_states import ActionError, Table, load_game
from tests.model.table_events import Listener

AUTO_SKIP, AUTO_CONFIRM, OFF, ON = 100, 101, 1, 2


def new_table(players: int = 3, seed: str = "skip", **more: Any) -> Table:
    return Table.create(load_game("aurum"), players, seed=seed, mode="paranoid", **more)


def flag(table: Table, player: int) -> bool:
    return bool(table.view_for(None)["players"][player]["autoSkip"])


def play_until(table: Table, wanted: Callable[[Table], bool]) -> Table:
    """Keep every bid and take the first move there is, until the table is as wanted."""
    while not wanted(table):
        assert not table.is_over, "it never came to that"
        player = table.active_players[0]
        legal = table.legal_moves(player)
        action = "actKeepBid" if "actKeepBid" in legal else next(iter(legal))
        table.apply(player, action, legal[action][0])
    return table


def round_of(table: Table) -> int:
    return int(table.view_for(None)["round"])


def asked(table: Table) -> int:
    return table.active_players[0]


def test_the_options_hold_at_once_and_in_every_round_to_come() -> None:
    table = play_until(new_table(), lambda table: table.state == "changeBid")
    first, second, *_ = (player.id for player in table.players)
    second = next(player.id for player in table.players if player.id != asked(table))
    result = table.set_preference(second, AUTO_SKIP, ON)
    assert [(one.audience, one.type, one.args) for one in result.notifications] == [
        (None, "autoSkip", {"player_id": second, "auto_skip": True})
    ]
    assert (result.transitions, table.moves_made) == ((), result.move)
    while table.state == "changeBid":
        assert asked(table) != second
        table.act(asked(table), "actKeepBid")
    play_until(table, lambda table: round_of(table) == 2)
    assert flag(table, second)
    table.set_preference(second, AUTO_SKIP, OFF)
    assert not flag(table, second)
    assert not flag(table, first)


def test_the_score_panel_holds_until_the_next_round() -> None:
    table = play_until(new_table(), lambda table: table.state == "changeBid")
    other = next(player.id for player in table.players if player.id != asked(table))
    result = table.act(other, "actSetAutoSkip", {"autoSkip": True})
    assert [(one.audience, one.text) for one in result.notifications] == [
        (None, ""),
        (other, "You are not asked about changes of the bid until the next round"),
    ]
    assert flag(table, other)
    assert table.preferences == {}
    play_until(table, lambda table: round_of(table) == 2)
    assert not flag(table, other)


def test_the_panel_can_turn_off_for_a_round_what_the_options_turn_on() -> None:
    player = 2300002
    table = new_table(preferences={player: {AUTO_SKIP: ON}})
    assert flag(table, player)
    table.act(player, "actSetAutoSkip", {"autoSkip": False})
    play_until(table, lambda table: table.state == "changeBid" and asked(table) == player)
    play_until(table, lambda table: round_of(table) == 2)
    assert flag(table, player)


def test_a_question_that_is_asked_stays() -> None:
    """Auto-skip is read when a player would be asked (A36)."""
    table = play_until(new_table(), lambda table: table.state == "changeBid")
    player = asked(table)
    table.set_preference(player, AUTO_SKIP, ON)
    assert (table.state, asked(table)) == ("changeBid", player)
    assert "actKeepBid" in table.legal_moves(player)


def test_nor_does_it_end_a_question_between_two_swaps() -> None:
    table = new_table(settings={"swaps_per_trick": None}, seed="two swaps")

    def may_swap_twice(table: Table) -> bool:
        return (
            table.state == "changeBid"
            and len(table.view_for(asked(table))["players"][asked(table)]["gold"]) > 1
        )

    player = asked(play_until(table, may_swap_twice))
    table.act(player, "actSetAutoSkip", {"autoSkip": True})
    table.apply(player, "actChangeBid", table.legal_moves(player)["actChangeBid"][0])
    assert (table.state, asked(table)) == ("changeBid", player)


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_may_switch_while_players_decide_and_no_bot_does(players: int) -> None:
    table = new_table(players)
    seen = set()
    while not table.is_over:
        seen.add(table.state)
        for player in table.players:
            before = flag(table, player.id)
            assert all(move.action != "actSetAutoSkip" for move in table.possible_moves(player.id))
            table.act(player.id, "actSetAutoSkip", {"autoSkip": not before})
            assert flag(table, player.id) is not before
            table.act(player.id, "actSetAutoSkip", {"autoSkip": False})
        player_id = asked(table)
        action, options = next(iter(table.legal_moves(player_id).items()))
        table.apply(player_id, action, options[0])
    assert seen == {"bidding", "changeBid", "playerTurn"}
    with pytest.raises(ActionError) as caught:
        table.act(2300001, "actSetAutoSkip", {"autoSkip": True})
    assert caught.value.code == "table.over"


@pytest.mark.parametrize(
    ("player", "args", "code"),
    [
        (2300001, {"autoSkip": 1}, "action.argument"),
        (2300001, {}, "action.argument"),
        (9, {"autoSkip": True}, "action.not_your_turn"),
        (None, {"autoSkip": True}, "action.not_your_turn"),
    ],
)
def test_what_is_no_switch_is_refused(player: Any, args: dict[str, Any], code: str) -> None:
    table = new_table()
    before = table.snapshot()
    with pytest.raises(ActionError) as caught:
        table.act(player, "actSetAutoSkip", args)
    assert caught.value.code == code
    assert table.snapshot() == before


def test_the_switch_has_a_notation() -> None:
    table = new_table()
    for text, on in (("skip on", True), ("SKIP  off", False)):
        move = table.parse_move(2300001, text)
        assert move is not None
        assert (move.action, move.args) == ("actSetAutoSkip", {"autoSkip": on})
        assert table.label_move(2300001, move) == " ".join(text.lower().split())


def test_confirm_buttons_are_the_page_s_alone() -> None:
    """Off by default, and never for a bid that can be taken back (R68, R69, A35)."""
    for players, expected in ((3, ["actPlayCard"]), (4, ["actBid", "actPlayCard"])):
        table = new_table(players)
        assert table.view_for(2300001)["confirm"] == []
        before = table.digest
        result = table.set_preference(2300001, AUTO_CONFIRM, OFF)
        assert (result.notifications, table.digest) == ((), before)
        assert table.view_for(2300001)["confirm"] == expected
        assert table.view_for(2300002)["confirm"] == table.view_for(None)["confirm"] == []


@pytest.mark.parametrize("players", [3, 4])
def test_I37_a_game_with_switches_is_the_game_where_the_skipped_keep(players: int) -> None:
    for number in range(4):
        switched, told, script = play_with_switches(players, f"I37 {number}")
        plain = Table.create(load_game("aurum"), players, seed=f"I37 {number}")
        ids = [player.id for player in plain.players]
        listener = Listener(ids, together=players == 3)
        listener.hear(plain.opening.notifications)
        remembered = dict.fromkeys(ids, False)
        flags, kept, swapped = dict(remembered), 0, False
        for what, player, value in script:
            if what == "options":
                remembered[player] = flags[player] = value
                continue
            if what == "panel":
                flags[player] = value
                continue
            before = round_of(plain)
            listener.hear(plain.act(player, *value).notifications)
            swapped = swapped or value[0] == "actChangeBid"
            if round_of(plain) != before:
                flags = dict(remembered)
            while plain.state == "changeBid" and flags[asked(plain)]:
                listener.hear(plain.act(asked(plain), "actKeepBid").notifications)
                kept += 1
        assert_only_keeps_were_left_out(told, listener.events, kept)
        assert plain.ranking() == switched.ranking()
        assert kept > 0
        assert swapped


def assert_only_keeps_were_left_out(told: list[Any], whole: list[Any], kept: int) -> None:
    """The events of both games are the same in the same order, less the keeps of those who were skipped."""
    waiting = iter(told)
    following = next(waiting, None)
    left_out = []
    for event in whole:
        if event == following:
            following = next(waiting, None)
        else:
            left_out.append(event["event"])
    assert following is None
    assert left_out == ["keep"] * kept


def play_with_switches(players: int, seed: str) -> tuple[Table, list[Any], list[tuple[str, int, Any]]]:
    """Play at random with switches of both kinds; return the table, what it told, and what was done."""
    table, rng = new_table(players, seed), Random(seed)
    ids = [player.id for player in table.players]
    listener = Listener(ids, together=players == 3)
    listener.hear(table.opening.notifications)
    script: list[tuple[str, int, Any]] = []
    while not table.is_over:
        if rng.random() < 0.3:
            player, skip, panel = rng.choice(ids), rng.random() < 0.6, rng.random() < 0.5
            if panel:
                table.act(player, "actSetAutoSkip", {"autoSkip": skip})
            else:
                table.set_preference(player, AUTO_SKIP, ON if skip else OFF)
            script.append(("panel" if panel else "options", player, skip))
            continue
        player = asked(table)
        move = rng.choice(table.possible_moves(player))
        listener.hear(table.act(player, move.action, move.args).notifications)
        script.append(("move", player, (move.action, move.args)))
    return table, listener.events, script
