"""The rules that are easily got wrong, said as a table would say them."""

from collections.abc import Callable
from pathlib import Path

from aurum_states.testing import Tabletop, check_game

TableMaker = Callable[..., Tabletop]

ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def arranged(
    table: TableMaker, *hands: str, options: dict[int, int] | None = None, **more: object
) -> Tabletop:
    """Return a table at which the seats hold these cards."""
    return table(4, options=options, position={"hands": list(hands), **more})


def played(game: Tabletop, *cards: str) -> Tabletop:
    """Let whoever is asked play these cards, one after the other."""
    for card in cards:
        game.plays(game.table.active_players[0], card)
    return game


def held(game: Tabletop, name: str, what: str = "hand") -> list[str]:
    """Return the cards that a player's page shows."""
    return [*game.table.view_for(game.player(name))[what].values()]


def test_cards_are_given_to_the_left_and_seen_when_all_have_chosen(table: TableMaker) -> None:
    game = arranged(table, "2C 3C 4C 2D", "5C 6C 7C 3D", "8C 9C TC 4D", "JC QC KC 5D", giving=1)
    assert game.table.title_for(game.player("Ada")) == "You must give three cards to Ben"
    for name, cards in (("Dan", "JC QC KC"), ("Ben", "5C 6C 7C"), ("Ada", "2C 3C 4C")):
        for card in cards.split():
            game.plays(name, card)
    game.expects_active("Cleo")
    assert held(game, "Ben") == ["3D"]
    for card in ("8C", "9C", "TC"):
        game.plays("Cleo", card)
    assert held(game, "Ben") == [*held(game, "Ada", "given"), "3D"] == ["2C", "3C", "4C", "3D"]
    game.expects_state("playerTurn").expects_active("Ben")


def test_points_are_kept_back_in_the_first_trick_unless_there_is_nothing_else(table: TableMaker) -> None:
    game = arranged(table, "2C 3C", "QS 3D", "QH AH", "4C KH")
    game.expects_moves("Ada", "2C")
    played(game, "2C").expects_moves("Ben", "3D")
    played(game, "3D").expects_moves("Cleo", "QH", "AH")
    played(game, "QH").expects_moves("Dan", "4C")
    played(game, "4C").expects_active("Dan")


def test_what_may_come_to_the_first_trick_are_options(table: TableMaker) -> None:
    hands = ("2C 3C", "QS 3D", "QH AH", "4C KH")
    game = arranged(table, *hands, options={102: 1, 103: 2})
    game.expects_moves("Ada", "2C", "3C")
    played(game, "3C").expects_moves("Ben", "QS", "3D")


def test_hearts_lead_when_they_are_broken_or_nothing_else_is_left(table: TableMaker) -> None:
    clean = ["2C 3C 4C 5C", "", "", ""]
    hands = ("QS KH AH", "2H 3H 4H", "5H 6H 7H", "8H 9H TH")
    arranged(table, *hands, taken=clean, lead=1).expects_moves("Ada", "QS")
    arranged(table, *hands, taken=clean, lead=2).expects_moves("Ben", "2H", "3H", "4H")
    for options, taken in (({108: 2}, clean), ({106: 1}, clean), ({}, ["2C 3C 4C JH", "", "", ""])):
        game = arranged(table, *hands, options=options, taken=taken, lead=1)
        game.expects_moves("Ada", "QS", "KH", "AH")


def test_the_queen_breaks_hearts_or_does_not(table: TableMaker) -> None:
    hands, taken = ("2S KH", "3S 3H", "4S 4H", "5S 5H"), ["QS KS AS JS", "", "", ""]
    arranged(table, *hands, taken=taken, lead=1).expects_moves("Ada", "2S", "KH")
    arranged(table, *hands, options={107: 1}, taken=taken, lead=1).expects_moves("Ada", "2S")


def test_the_highest_card_of_the_suit_led_takes_the_trick(table: TableMaker) -> None:
    game = arranged(table, "2S 2C", "9S 3C", "AH 4C", "TS 5C", taken=["6C"], lead=1)
    played(game, "2S", "9S", "AH", "TS").expects_active("Dan")
    game.expects_notification("trickTaken", cards="2S, 9S, AH, TS")


def test_points_and_bonuses(table: TableMaker) -> None:
    taken = ["2H 3H 6C", "JD 7C 8C", "", ""]
    hands = ("AS", "2S", "QS", "3S")
    end = played(arranged(table, *hands, taken=taken, lead=1), "AS", "2S", "QS", "3S")
    end.expects_scores(-15, 0, 0, 0).expects_over("Ben", "Cleo", "Dan")
    end = played(arranged(table, *hands, options={104: 2, 105: 2}, taken=taken, lead=1), *hands)
    end.expects_scores(-15, 10, 5, 5).expects_over("Ben")


def test_who_takes_all_points_gives_them_to_the_others(table: TableMaker) -> None:
    hands = ("AS", "2S", "QS", "JD")
    end = played(arranged(table, *hands, options={104: 2, 105: 2}, taken=[ALL_HEARTS], lead=1), *hands)
    end.expects_scores(10, -26, -26, -26).expects_over("Ada")


def test_four_hands_go_each_another_way(table: TableMaker) -> None:
    game = table(4, options={100: 2})
    ways = []
    while not game.table.is_over:
        way = game.table.view_for(None)["giving"]
        ways += [way] if way not in ways[-1:] else []
        player = game.table.active_players[0]
        game.plays(player, game.table.possible_moves(player)[0])
    assert sorted(ways) == [0, 1, 2, 3]
    assert [(one + 1) % 4 for one in ways[:-1]] == ways[1:]


def test_the_game_as_a_whole() -> None:
    """Check what holds of every game: offers are accepted, all else is refused, it ends, nothing leaks."""
    check_game(Path(__file__).parents[1], games=1, quit_every=200).raise_for_findings()
