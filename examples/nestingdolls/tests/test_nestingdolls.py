"""What a nest must get right: who is asked, in what order, what cannot be done, and the end in its middle."""

from collections.abc import Callable
from pathlib import Path

from aurum_states.testing import Tabletop, check_game

TableMaker = Callable[..., Tabletop]
PILE = [1, 1, 1, 1, 1]


def arranged(
    table: TableMaker, *rows: list[int], coins: list[int] | None = None, pile: list[int] = PILE
) -> Tabletop:
    return table(len(rows), position={"rows": list(rows), "coins": coins or [], "pile": pile})


def opened(game: Tabletop) -> list[int]:
    """Return the sizes of the open dolls, the outermost first."""
    return [doll for _, doll in game.table.view_for(None)["open"]]


def rows(game: Tabletop) -> list[list[int]]:
    return [seat["row"] for seat in game.table.view_for(None)["players"].values()]


def test_a_demand_asks_the_others_in_turn_and_the_turn_goes_on_after_its_owner(table: TableMaker) -> None:
    game = arranged(table, [1, 1, 2], [5], [4, 4], coins=[0, 1, 1])
    game.plays("Ada", "open 2")
    game.expects_state("choose").expects_active("Ben")
    assert game.table.title_for(game.player("Ben")) == "You must choose, by doll 2 of Ada"
    game.plays("Ben", "choose doll")
    game.expects_active("Cleo")
    game.plays("Cleo", "choose coin")
    game.expects_state("turn").expects_active("Ben").expects_scores(1, 1, 0)
    assert rows(game) == [[1, 1, 5], [], [4, 4]]


def test_who_has_more_dolls_shares_first_and_the_owner_draws_one_for_it(table: TableMaker) -> None:
    game = arranged(table, [1], [2, 2], pile=[3, 4])
    game.plays("Ada", "open 1")
    game.expects_active("Ben")
    game.plays("Ben", "choose coin")
    game.expects_active("Ada")
    game.plays("Ada", "choose doll")
    game.expects_scores(0, 1)
    assert rows(game) == [[3, 4], [2, 2]]


def test_what_cannot_be_done_is_not_done(table: TableMaker) -> None:
    """Ben has nothing to pay, Cleo has too many dolls to be asked, and nobody wears a crown."""
    game = arranged(table, [1, 3], [], [1, 1, 1])
    game.plays("Ada", "open 3")
    game.expects_state("turn").expects_active("Ben").expects_scores(0, 0, 0)
    game.expects_transitions("opened", "closed", "turn")


def test_a_shared_doll_opens_a_nest_of_another_player(table: TableMaker) -> None:
    """Ada's doll lets Ben open one, which demands of Ada; then it is Ada's doll again."""
    game = arranged(table, [1, 4], [1, 2, 5, 5], coins=[1, 0])
    game.plays("Ada", "open 4")
    game.expects_active("Ben")
    game.expects_moves("Ben", "choose 1", "choose 2")
    game.plays("Ben", "choose 2")
    game.expects_active("Ada")
    assert opened(game) == [4, 2]
    game.plays("Ada", "choose coin")
    game.expects_scores(0, 1)
    assert opened(game) == [4, 1]  # her own share: the only smaller one she has
    game.expects_active("Ben")  # who shares in that, too
    game.plays("Ben", "choose coin")
    game.plays("Ada", "choose coin")
    game.expects_state("turn").expects_active("Ben").expects_scores(1, 2)


def test_the_game_ends_in_the_middle_of_a_nest(table: TableMaker) -> None:
    """Two dolls deep, after another player's choice: Ada wins whatever the coins, and all dolls stay open."""
    game = arranged(table, [1, 1, 1, 3, 4, 5], [1, 2], coins=[0, 9])
    game.plays("Ada", "open 5")
    game.plays("Ada", "choose 4")
    game.plays("Ada", "choose 3")
    game.expects_active("Ben")
    game.plays("Ben", "choose coin")
    game.expects_over("Ada").expects_transitions("chosen", None)
    assert opened(game) == [5, 4, 3]
    assert [(one.id, one.score) for one in game.table.ranking()] == [
        (game.player("Ada"), 1),
        (game.player("Ben"), 0),
    ]


def test_a_doll_that_cannot_be_drawn_ends_the_game_and_coins_count(table: TableMaker) -> None:
    game = arranged(table, [1], [2, 2], coins=[0, 1], pile=[3])
    game.plays("Ada", "open 1")
    game.plays("Ben", "choose coin")
    game.plays("Ada", "choose doll")
    game.expects_over("Ben").expects_scores(0, 2)


def test_the_game_as_a_whole() -> None:
    """Check what holds of every game: offers are accepted, all else is refused, it ends, nothing leaks."""
    check_game(Path(__file__).parents[1], games=1, quit_every=15).raise_for_findings()
