"""Chance is a function of seed and counter: the same numbers everywhere, rolled back with the table."""

import math
import subprocess
import sys
from collections import Counter

import pytest

from aurum_states import Table, UserException
from aurum_states.engine.rng import Rng
from aurum_states.errors import GameError
from tests.engine.small_games import ADA


class Count:
    drawn = 0


def stream(seed: str, drawn: int = 0) -> tuple[Rng, Count]:
    count = Count()
    count.drawn = drawn
    return Rng(seed, count), count


GOLDEN = {
    "S": [
        [
            0,
            1,
            2,
            11,
            943,
            2045668929,
            1668106692,
            3293341126,
            228057058407151080,
            654720930347317591045487929052,
        ],
        [0, 11, 7, 2, 9, 6, 5, 1, 4, 8, 10, 3],
        27,
    ],
    "Grüße 好": [
        [
            0,
            0,
            3,
            24,
            130,
            812743900,
            3350795558,
            1044332233,
            10942078263402523369,
            701438065980064377506048057387,
        ],
        [3, 8, 11, 5, 9, 10, 2, 7, 4, 6, 0, 1],
        27,
    ],
    "x" * 80: [
        [
            0,
            0,
            2,
            28,
            435,
            1115865120,
            2502945819,
            3899304598,
            16658246563227388044,
            762623285818067132139646155371,
        ],
        [9, 0, 7, 6, 5, 2, 11, 3, 4, 8, 1, 10],
        27,
    ],
}
"""Taken once; they may never change: recorded games depend on them."""


def numbers(seed: str) -> list:
    rng, count = stream(seed)
    drawn = [rng.draw(n) for n in (1, 2, 6, 52, 1000, 2**31, 2**32, 2**32 + 1, 2**64, 10**30)]
    items = list(range(12))
    rng.shuffle(items)
    return [drawn, items, count.drawn]


@pytest.mark.parametrize("seed", GOLDEN)
def test_the_numbers_of_a_seed_never_change(seed):
    assert numbers(seed) == GOLDEN[seed]


def test_another_process_draws_the_same_numbers():
    code = (
        "import random, tests.engine.test_randomness as t;"
        "random.seed(5); assert all(t.numbers(seed) == t.GOLDEN[seed] for seed in t.GOLDEN)"
    )
    for hashing in ("0", "1"):
        subprocess.run(
            [sys.executable, "-c", code], check=True, env={"PYTHONHASHSEED": hashing, "PYTHONPATH": "."}
        )


def test_the_counter_alone_says_where_the_stream_is():
    rng, count = stream("S")
    words = [rng.draw(2**32) for _ in range(70)]
    assert count.drawn == 70
    for start in (0, 1, 15, 16, 17, 33, 69):
        again, _ = stream("S", start)
        assert [again.draw(2**32) for _ in range(70 - start)] == words[start:]
    count.drawn = 3
    assert [rng.draw(2**32) for _ in range(20)] == words[3:23]
    count.drawn = 2**40
    rng.draw(6)
    assert count.drawn == 2**40 + 1


@pytest.mark.parametrize("n", [2, 3, 6, 7, 36, 3 * 2**30])
def test_every_number_is_as_likely_as_every_other(n):
    """A chi-squared test on a fixed stream; 3 * 2**30 is where a plain remainder would be off by half."""
    rng, _ = stream("fair")
    draws, bins = 20_000, min(n, 36)
    seen = Counter(rng.draw(n) * bins // n for _ in range(draws))
    expected = draws / bins
    chi = sum((seen[one] - expected) ** 2 / expected for one in range(bins))
    assert chi < (bins - 1) + 5 * math.sqrt(2 * (bins - 1))


def test_every_order_is_as_likely_as_every_other():
    rng, _ = stream("orders")
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3, 4]
        rng.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 24
    assert sum((count - 250) ** 2 / 250 for count in seen.values()) < 23 + 5 * math.sqrt(46)


@pytest.mark.parametrize("n", [1, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1, 2**64, 2**64 + 1, 10**40])
def test_numbers_of_any_size_can_be_drawn(n):
    rng, _ = stream("big")
    drawn = [rng.draw(n) for _ in range(200)]
    assert all(0 <= one < n for one in drawn)
    if n > 1:
        assert len(set(drawn)) == 200
        assert max(drawn) > n * 0.9
        assert min(drawn) < n * 0.1


@pytest.mark.parametrize("n", [0, -1, -(2**40)])
def test_nothing_can_be_drawn_from_nothing(n):
    rng, count = stream("S")
    with pytest.raises(ValueError, match=rf"^draw\({n}\): there is nothing to draw from"):
        rng.draw(n)
    assert count.drawn == 0


@pytest.mark.parametrize("items", [[], [5]])
def test_shuffling_what_has_one_order_draws_nothing(items):
    rng, count = stream("S")
    shuffled = items.copy()
    rng.shuffle(shuffled)
    assert (shuffled, count.drawn) == (items, 0)


# -- in a game --------------------------------------------------------------------------------------------

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actRun]
"""
CODE = """
class SmallState(State):
    got: list[int] = []

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actRun": ANY}

    def act_run(self, code: str, fail: bool = False):
        exec(code, {"self": self, "got": self.state.got})
        if fail:
            raise UserException("no")
"""


@pytest.fixture
def table(games) -> Table:
    return games.table(STATES, CODE)


def run(table: Table, code: str, *, fail: bool = False) -> list[int]:
    table.act(ADA, "actRun", {"code": code, "fail": fail})
    return table.snapshot()["state"].get("got", [])


def test_bga_rand_includes_both_ends(table):
    got = run(table, "got.extend(self.bga_rand(-2, 3) for i in range(300))")
    assert set(got) == {-2, -1, 0, 1, 2, 3}
    assert run(table, "got[:] = [self.bga_rand(7, 7), self.bga_rand(0, 2**62)]")[0] == 7


def test_bga_rand_the_wrong_way_round_is_an_error(table):
    with pytest.raises(GameError, match=r"bga_rand\(6, 1\): the maximum is below the minimum"):
        run(table, "self.bga_rand(6, 1)")


def test_the_counter_is_part_of_the_table_and_rolled_back_with_it(table):
    run(table, "self.bga_rand(1, 6)")
    drawn = table.snapshot()["core"]["drawn"]
    digest = table.digest
    for _ in range(3):
        with pytest.raises(UserException):
            run(table, "[self.bga_rand(1, 6) for i in range(40)]; self.shuffle(got)", fail=True)
        assert (table.snapshot()["core"]["drawn"], table.digest) == (drawn, digest)
    got = run(table, "got.extend(self.bga_rand(1, 10**6) for i in range(5))")
    rng, _ = stream("S", drawn)
    assert got == [1 + rng.draw(10**6) for _ in range(5)]


def test_tables_of_one_seed_draw_the_same_and_of_another_do_not(games):
    definition = games.load(STATES, CODE)
    rolls = []
    for seed in ("S", "S", "T"):
        table = Table.create(definition, 2, seed=seed)
        rolls.append(run(table, "got.extend(self.bga_rand(1, 1000) for i in range(8))"))
    assert rolls[0] == rolls[1] != rolls[2]
