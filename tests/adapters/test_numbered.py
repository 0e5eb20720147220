"""Every move has a number that stays, what a seat sees is a vector that tells no secrets, a game is worth 0 in all."""

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from aurum_states import GameDefinition, Table, load_game
from aurum_states.adapters.hashed_view import SIZE, hashed
from aurum_states.adapters.numbered import NOBODY, MoveSpaceError, NumberedGame, NumberedTable
from aurum_states.engine.rng import Rng
from aurum_states.errors import GameError, IllegalMoveError, SetupError
from aurum_states.proofs.redealing import redealt
from tests.adapters.kuhn import CODE, kuhn


def changed(old: str, new: str) -> str:
    assert CODE.count(old) == 1
    return CODE.replace(old, new)


def play(table: NumberedTable, chance: random.Random):
    """Play at random, any kind of move as often as any other."""
    while table.mover != NOBODY:
        yield table
        kinds: dict[str, list[int]] = {}
        for number in table.legal:
            kinds.setdefault(table.game.names[number].split()[0], []).append(number)
        table.play(chance.choice(kinds[chance.choice([*kinds])]))


# -- Aurum's moves


TABLES = [
    (3, {}, {}),
    (3, {100: 2}, {"drop_suit_3p": "B", "swaps_per_trick": None}),
    (4, {}, {}),
    (4, {100: 2, 101: 2}, {"bid4": "simultaneous"}),
]


@pytest.mark.parametrize(("players", "options", "settings"), TABLES)
def test_every_move_of_aurum_has_the_number_of_what_it_is(players, options, settings) -> None:
    game = NumberedGame(load_game("aurum"), players, options, settings)
    assert len(game.names) == {3: 371, 4: 1012}[players]
    seen: Counter[str] = Counter()
    for seed in range(6):
        for numbered in play(game.table(f"{seed}"), random.Random(seed)):
            table = numbered.table
            for player in game.seats:  # those who are not active may take a bid back
                choices = numbered.choices(player)
                assert len(choices) == sum(map(len, table.legal_moves(player).values()))
                assert [*choices] == sorted(choices)
                for number, choice in choices.items():
                    verb, _, what = game.names[number].partition(" ")
                    written = numbered.name_of(player, choice)
                    assert written.split(" ")[:2] == (what or verb).split(" ")[:2]
                    seen[verb] += 1
    assert seen.keys() >= {"bid", "play", "swap", "keep", "pass"}
    assert ("cancel" in seen) == (players == 3 or "bid4" in settings)


def test_a_move_keeps_its_number_while_ids_change() -> None:
    game = NumberedGame(load_game("aurum"), 3)
    ids = Counter()
    for seed in range(20):
        table = game.table(f"{seed}")
        option = dict(table.choices(game.seats[0])).get(game.numbers["bid S7"])
        if option is not None:
            assert table.table._game.label(option[1]) == "S7"
            ids[option[1]] += 1
    assert len(ids) > 3


def test_a_swap_of_the_partners_bid_is_another_move_than_of_ones_own() -> None:
    game = NumberedGame(load_game("aurum"), 4)
    table = next(one for one in play(game.table("swap"), random.Random(1)) if one.table.state == "changeBid")
    names = [game.names[number] for number in table.legal]
    own = [name for name in names if name.startswith("swap") and not name.endswith("partner")]
    assert own
    assert {f"{name} partner" for name in own} <= {*names}


# -- what a game may get wrong


@pytest.mark.parametrize("example", ["hedgewitches", "nestingdolls", "fruitstand"])
def test_a_game_without_a_move_space_is_refused(example: str) -> None:
    with pytest.raises(MoveSpaceError, match=r"^[\w ]+ has no move_space\(self\) in its class, so its moves"):
        NumberedGame(load_game(f"examples/{example}"), 3)


SPACE = '("pass", "bet")'
WRONG = [
    (SPACE, '("pass",)', "Kuhn.move_space: the move actBet() is 'bet', which is not among its names"),
    (SPACE, '("pass", "best")', "'bet', which is not among its names (did you mean 'best'?)"),
    (SPACE, '("pass", "bet", "bet")', "Kuhn.move_space: 'bet' stand there more than once"),
    (SPACE, '("pass", "bet", 3)', "Kuhn.move_space: a name of a move is a text, not 3"),
    (
        SPACE,
        "()",
        "Kuhn.move_space: it must return a MoveSpace with a name for each move, not MoveSpace(names=()",
    ),
    (
        '"actBet": "bet"}',
        '"actBet": "pass"}',
        "two moves of one turn, actPass() and actBet(), are both 'pass'",
    ),
    (
        SPACE,
        "None",
        "Kuhn.move_space: it must return a MoveSpace with a name for each move, not MoveSpace(names=N",
    ),
    (
        SPACE,
        "7",
        "Kuhn.move_space: it must return a MoveSpace with a name for each move, not MoveSpace(names=7",
    ),
    (
        SPACE,
        "'bet'",
        "Kuhn.move_space: it must return a MoveSpace with a name for each move, not MoveSpace(names='",
    ),
    (
        f"MoveSpace({SPACE}, ",
        f"MoveSpace({SPACE}, 7) or MoveSpace({SPACE}, ",
        "Kuhn.move_space: name_of is a function, not 7",
    ),
    ('"actBet": "bet"}', '"actBet": []}', "the move actBet() is [], which is not among its names"),
    (
        '"actBet": [()]}',
        '"actBet": ANY}',
        "Kuhn.move_space: actBet lists no moves (ANY), so they have no numbers",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_a_wrong_move_space_is_found_when_the_game_is_loaded(games, old: str, new: str, said: str) -> None:
    definition = load_game(kuhn(games, changed(old, new)))
    with pytest.raises(MoveSpaceError) as caught:
        NumberedGame(definition, 2)
    assert said in str(caught.value)


@pytest.mark.parametrize("returned", ["None", '["pass", "bet"]'])
def test_what_is_no_move_space_is_refused(games, returned: str) -> None:
    code = CODE[: CODE.index("        return MoveSpace")] + f"        return {returned}\n"
    with pytest.raises(MoveSpaceError, match="must return a MoveSpace with a name for each move, not "):
        NumberedGame(load_game(kuhn(games, code)), 2)


def test_a_move_space_that_fails_is_blamed(games) -> None:
    code = changed("        return MoveSpace", "        return 1 / 0, MoveSpace")
    with pytest.raises(GameError, match="ZeroDivisionError"):
        NumberedGame(load_game(kuhn(games, code)), 2)


ENCODE = """
    def encode_view(self, view):
        return {}
"""


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("[0.5] * (3 + len(view['done']))", "Kuhn.encode_view: it returned 4 numbers, before 3"),
        ("[0, 2]", "Kuhn.encode_view: its numbers are from 0 to 1, not 2"),
        ("[float('nan')]", "Kuhn.encode_view: its numbers are from 0 to 1, not nan"),
        ("[0.5, float('nan')]", "Kuhn.encode_view: its numbers are from 0 to 1, not nan"),
        ("bytes(16)", "Kuhn.encode_view: it must return numbers, not b'"),
        ("[]", "Kuhn.encode_view: its numbers are from 0 to 1, not nothing at all"),
        ("['a']", "Kuhn.encode_view: it must return numbers, not ['a']"),
        ("7", "Kuhn.encode_view: it must return numbers, not 7"),
    ],
)
def test_a_wrong_encoding_is_found_when_the_game_is_loaded(games, returned: str, said: str) -> None:
    definition = load_game(kuhn(games, CODE + ENCODE.format(returned)))
    with pytest.raises(MoveSpaceError) as caught:
        NumberedGame(definition, 2)
    assert said in str(caught.value)


def test_an_encoding_of_ones_own_is_used(games) -> None:
    game = NumberedGame(load_game(kuhn(games, CODE + ENCODE.format("[len(view['done']) / 4, 1]"))), 2)
    table = game.table("S")
    table.play(game.numbers["bet"])
    assert table.vector(0) == table.vector(None) == [0.25, 1]


def test_an_illegal_move_is_refused_and_nothing_changes() -> None:
    game = NumberedGame(load_game("aurum"), 3)
    table = game.table("S", "full")
    before, cards = table.table.digest, [*table.legal]
    for number in (-1, len(game.names), game.numbers["pass"]):
        with pytest.raises(IllegalMoveError, match=rf"^move {number} is not legal now: player 0 may play "):
            table.play(number)
    assert table.table.digest == before
    assert [*table.legal] == cards
    for _ in play(table, random.Random(1)):
        pass
    with pytest.raises(IllegalMoveError, match="the game is over"):
        table.play(0)


def test_a_set_up_that_cannot_be_is_refused() -> None:
    with pytest.raises(SetupError, match="aurum is played by 3 or 4 players, not 2"):
        NumberedGame(load_game("aurum"), 2)
    with pytest.raises(SetupError, match="option 100"):
        NumberedGame(load_game("aurum"), 3, {100: 7})


def test_preferences_are_those_of_every_seat() -> None:
    """Who is never asked about changes never swaps."""
    game = NumberedGame(load_game("aurum"), 3, preferences={100: 2})
    assert all(one.table.state != "changeBid" for one in play(game.table("S"), random.Random(1)))


# -- what seats see


def leaks(definition: GameDefinition, players: int) -> Counter[str]:
    """Compare every seat's vector with those of tables that may be true for all it knows."""
    game = NumberedGame(definition, players)
    draw, chance = Rng("leaks", SimpleNamespace(drawn=0)).draw, random.Random(3)
    counted: Counter[str] = Counter()
    for numbered in play(game.table("leaks", "full"), chance):
        for seat in (None, *range(players)):
            other, swapped = redealt(numbered.table, None if seat is None else game.seats[seat], draw)
            counted["swapped"] += swapped
            counted["compared"] += 1
            if NumberedTable(game, other).vector(seat) != numbered.vector(seat):
                counted["leaks"] += 1
        # the last seat's redeal, seen by the first: the comparison sees cards
        counted["others see it"] += NumberedTable(game, other).vector(0) != numbered.vector(0)
    return counted


@pytest.mark.parametrize("players", [3, 4])
def test_no_vector_of_aurum_hangs_on_what_is_hidden(players: int) -> None:
    counted = leaks(load_game("aurum"), players)
    assert counted["swapped"] > 500
    assert counted["compared"] > 200
    assert counted["others see it"] > 20
    assert counted["leaks"] == 0


def test_no_hashed_vector_of_hearts_hangs_on_what_is_hidden() -> None:
    counted = leaks(load_game("examples/hearts"), 4)
    assert counted["swapped"] > 500
    assert counted["others see it"] > 20
    assert counted["leaks"] == 0


def test_the_hashed_vector_of_any_game_hangs_on_nothing_hidden_either(games) -> None:
    counted = leaks(load_game(kuhn(games)), 2)
    assert counted["swapped"]
    assert counted["leaks"] == 0


def test_a_page_that_leaks_is_seen_in_the_vector(games) -> None:
    code = changed("self.state.held.get(current_player_id or 0)", "[*self.state.held.values()]")
    assert leaks(load_game(kuhn(games, code)), 2)["leaks"]


def test_players_in_the_hashed_vector_are_counted_from_the_seat_itself() -> None:
    def page(order: list[int], scores: dict[int, int], **more: object) -> dict[str, object]:
        players = {one: {"id": one, "name": f"P{one}", "score": score} for one, score in scores.items()}
        return {"playerorder": order, "players": players, **more}

    mine = hashed(page([1, 2], {1: 5, 2: 3}, leader=2, hand={"17": "S7"}))
    theirs = hashed(page([2, 1], {1: 3, 2: 5}, leader=1, hand={"33": "S7"}))
    assert mine == theirs
    assert len(mine) == SIZE
    assert sum(mine) == 4
    assert mine != hashed(page([1, 2], {1: 5, 2: 3}, leader=1, hand={"17": "S7"}))
    assert mine != hashed(page([1, 2], {1: 5, 2: 3}, leader=2, hand={"17": "S7", "18": "S7"}))


def test_every_card_has_a_place_of_its_own_in_aurums_vector() -> None:
    game = NumberedGame(load_game("aurum"), 3)
    table = game.table("S")
    assert game.vector_size == 504
    hand = table.table.view_for(game.seats[1])["hand"]
    seen = table.vector(1)[4:40]
    cards = [name.removeprefix("bid ") for name in game.names if name.startswith("bid ")]
    assert {card for card, there in zip(cards, seen, strict=True) if there} == {*hand.values()}
    assert table.vector(None)[4:40] == [0.0] * 36


# -- what a game is worth


@pytest.mark.parametrize(("players", "worth"), [(3, {-1, 0.5, 2}), (4, {-1, 1})])
def test_a_game_is_worth_nothing_in_all_and_most_to_who_wins(players: int, worth: set[float]) -> None:
    game = NumberedGame(load_game("aurum"), players)
    found: set[float] = set()
    for seed in range(25):
        table = game.table(f"{seed}")
        for _ in play(table, random.Random(seed)):
            assert table.returns() == [0.0] * players
        returns = table.returns()
        assert sum(returns) == 0
        first = {one.id for one in table.table.ranking() if one.rank == 1}
        assert {seat for seat, value in zip(game.seats, returns, strict=True) if value > -1} == first
        found |= {*returns}
    assert found - {0.0} == worth  # 0: everybody wins


@pytest.mark.parametrize(("score", "worth"), [(1, 1.0), (0, -1.0)])
def test_who_plays_together_wins_or_loses_together(games, score: int, worth: float) -> None:
    code = changed("self.player_score.set(winner, 1)", f"self.player_score.set_all({score})")
    game = NumberedGame(load_game(kuhn(games, code, is_coop=1)), 2)
    table = game.table("S")
    for _ in play(table, random.Random(1)):
        pass
    assert table.returns() == [worth, worth]


def test_a_turn_without_moves_is_the_games_fault(games) -> None:
    code = changed('return {"actPass": [()], "actBet": [()]}', 'return {"actPass": []}')
    with pytest.raises(GameError, match="state 'turn' asks a player who has no legal move"):
        NumberedGame(load_game(kuhn(games, code)), 2)


def test_a_fork_goes_on_by_itself() -> None:
    table = NumberedGame(load_game("aurum"), 3).table("S", "full")
    fork = table.fork()
    fork.play(next(iter(fork.legal)))
    assert table.table.moves_made == 0
    assert fork.table.moves_made == 1
    assert isinstance(fork.table, Table)
