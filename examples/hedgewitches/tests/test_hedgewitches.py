"""The rules that are easily got wrong, said as a table would say them."""

from collections.abc import Callable
from pathlib import Path

from aurum_states.testing import Tabletop, check_game

TableMaker = Callable[..., Tabletop]


def hexed(table: TableMaker, **position: list[object]) -> Tabletop:
    """Let Ada use her Owl at a table of three."""
    position.setdefault("play", [["Owl"]])
    game = table(3, position=position)
    game.plays("Ada", "use owl")
    return game


def test_piles_wander_to_the_left(table: TableMaker) -> None:
    game = table(3)
    ada, ben, cleo = (player.id for player in game.table.players)
    before = {player: game.table.view_for(player)["pile"] for player in (ada, ben, cleo)}
    for player, pile in before.items():
        assert list(game.table.args_for(player)["_private"]["pile"].values()) == list(pile.values())
    for player in (cleo, ada, ben):
        picked = game.table.possible_moves(player)[0]
        game.plays(player, picked)
        del before[player][picked.args["cardId"]]
    after = {player: game.table.view_for(player)["pile"] for player in before}
    assert after == {ben: before[ada], cleo: before[ben], ada: before[cleo]}


def test_after_the_second_pick_the_last_cards_are_dealt_out(table: TableMaker) -> None:
    game = table(4)
    players = [player.id for player in game.table.players]
    for player in players * 2:
        game.plays(player, game.table.possible_moves(player)[0])
    game.expects_state("turn")
    for player in players:
        view = game.table.view_for(player)
        assert len(view["hand"]) == 3 and not view["pile"]


def test_a_ward_spares_its_owner_and_is_turned(table: TableMaker) -> None:
    game = hexed(table, play=[["Owl"], ["Salt"]], herbs=[0, 3, 3])
    game.expects_active("Ben")  # Cleo, who can do nothing about it, has lost her herbs
    game.expects_moves("Ben", "ward salt", "suffer")
    game.plays("Ben", "ward salt")
    game.expects_state("turn").expects_active("Ben")
    assert [game.table.view_for(None)["players"][player.id]["herbs"] for player in game.table.players] == [
        0,
        3,
        1,
    ]
    game.refuses("Ben", "use salt", "action.illegal")


def test_a_burned_card_is_seen_by_nobody_else(table: TableMaker) -> None:
    game = hexed(table, hands=[[], ["Raven"]], herbs=[0, 3])
    game.plays("Ben", "burn raven")
    ben = game.player("Ben")
    assert list(game.table.view_for(ben)["burned"].values()) == ["Raven (hex 2)"]
    assert game.table.view_for(game.player("Ada"))["burned"] == {}
    assert game.expects_notification("burned").args == {"player_id": ben, "player_name": "Ben"}


def test_who_is_asked_tells_nothing_of_hands(table: TableMaker) -> None:
    """A ward in the hand is no ward; a card in the hand is one to burn, whichever it is."""
    for card in ("Salt", "Toad"):
        hexed(table, hands=[[], [card]], herbs=[0, 3, 3]).expects_active("Ben")


def test_the_victim_decides_what_is_lost(table: TableMaker) -> None:
    game = hexed(table, hands=[[], ["Toad"]], herbs=[0, 1, 1], points=[0, 1, 1])
    game.expects_active("Ben", "Cleo")
    ben, cleo = game.player("Ben"), game.player("Cleo")
    assert (game.table.state_for(ben), game.table.state_for(cleo)) == ("react", "chooseLoss")
    assert game.table.title_for(cleo) == "You must lose 1 herbs or a point"
    game.expects_moves("Cleo", "lose herbs", "lose point")
    game.plays("Ben", "suffer")
    game.plays("Ben", "back")
    game.plays("Ben", "suffer")
    game.plays("Ben", "lose point")
    game.expects_active("Cleo")
    game.plays("Cleo", "lose herbs")
    game.expects_state("turn").expects_scores(0, 0, 1)


def test_the_goal_counts_when_all_have_passed_and_a_win_can_be_shared(table: TableMaker) -> None:
    game = table(2, position={"hands": [["Cauldron"]], "herbs": [3], "points": [4, 6]})
    game.plays("Ada", "play cauldron")
    game.plays("Ben", "pass")
    game.expects_state("turn").expects_active("Ada")
    game.plays("Ada", "pass")
    game.expects_over("Ada", "Ben")


def test_the_game_as_a_whole() -> None:
    """Check what holds of every game: offers are accepted, all else is refused, it ends, nothing leaks."""
    check_game(Path(__file__).parents[1], games=1, quit_every=15).raise_for_findings()
