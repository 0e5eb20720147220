"""Agents never peek: what is hidden from a seat has no influence on what its agent does. And they see far enough."""

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import GameError
from aurum_states.proofs.redealing import redealt
from aurum_states.simulate.agents import RandomAgent, play_out
from aurum_states.simulate.bots import bot
from aurum_states.simulate.imagining import imagined

AGENTS = ("random", "greedy:2", "mcts:10:moves=20", "mcts:5:rollout=plain:moves=10", "aurum", "plain")


def places(table: Table) -> dict[str, object]:
    return {name: dict(by_arg) for name, by_arg in table._game.state.cards.places.items()}


@pytest.mark.parametrize("word", AGENTS)
@pytest.mark.parametrize("players", [3, 4])
def test_an_agent_does_the_same_whatever_others_hold(players: int, word: str) -> None:
    """Hidden cards change places at decisions of a random game; an agent of the same stream stays with its choice."""
    definition = load_game("aurum")
    make, mover, rng = bot(word, definition), RandomAgent(f"moves {players}"), random.Random(7)
    table = Table.create(definition, players, seed=f"peek {players}")
    compared, swapped = Counter(), 0
    while not table.is_over:
        seat = table.active_players[0]
        if rng.random() < 0.25:
            choice = make("S").choose(table, seat)
            for _ in range(2):
                other, count = redealt(table, seat, rng.randrange)
                assert make("S").choose(other, seat) == choice, (table.state, seat)
                swapped += count
            compared[table.state] += 1
        table.apply(seat, *mover.choose(table, seat))
    assert compared.keys() == {"bidding", "changeBid", "playerTurn"}
    assert swapped > 10 * sum(compared.values())


class PeekingAgent:
    """Plays the card that an opponent's highest card does not beat, which it may not know."""

    def choose(self, table: Table, player_id: int) -> tuple[str, object]:
        cards = table._game.state.cards
        held = [cards.card_type_arg[card] for one in table._game.players if one != player_id
                for card in cards.peek("hand", one)]  # fmt: skip
        options = [(name, one) for name, given in table.legal_moves(player_id).items() for one in given]
        return options[sum(n * place for place, n in enumerate(held)) % len(options)]


def test_who_peeks_is_caught() -> None:
    table, rng = Table.create(load_game("aurum"), 3, seed="caught"), random.Random(1)
    seat = table.active_players[0]
    choices = {PeekingAgent().choose(redealt(table, seat, rng.randrange)[0], seat) for _ in range(8)}
    assert len(choices) > 1


STONES = Path(__file__).parents[2] / "aurum_states" / "cli" / "template"
WRONG_GAMES = [
    ("evaluate", "'good'", r"evaluate\(\d+\) must return a finite number, not 'good'"),
    ("evaluate", "None", r"evaluate\(\d+\) must return a finite number, not None"),
    ("evaluate", "float('nan')", r"evaluate\(\d+\) must return a finite number, not nan"),
    ("evaluate", "float('inf')", r"evaluate\(\d+\) must return a finite number, not inf"),
    ("redeal", "1 / 0", r"redeal\(\d+\) failed: ZeroDivisionError: division by zero"),
]


@pytest.mark.parametrize(("handler", "returned", "said"), WRONG_GAMES)
def test_a_game_that_cannot_be_looked_ahead_in_is_blamed(tmp_path, handler, returned, said) -> None:
    folder = Path(shutil.copytree(STONES, tmp_path / "stones"))
    code = "\n    def redeal(self, player_id, draw):\n        return 0\n"
    more = "self, player_id" if handler == "evaluate" else "self, player_id, draw"
    code += f"\n    def {handler}({more}):\n        return {returned}\n"
    with (folder / "game.py").open("a") as file:
        file.write(code)
    definition = load_game(folder)
    table = Table.create(definition, 2, seed="S")
    with pytest.raises(GameError, match=said) as caught:
        bot("greedy", definition)("S").choose(table, table.active_players[0])
    assert (caught.value.handler, caught.value.state) == (handler, "playerTurn")


def test_what_is_imagined_hangs_on_the_stream_and_not_on_the_truth() -> None:
    """The future, too: whatever is drawn later differs from what the table will draw."""
    table = Table.create(load_game("aurum"), 4, seed="future")
    seat = table.active_players[0]
    truth = places(table)
    one = imagined(table, seat, random.Random(5))
    assert places(table) == truth
    assert places(one) != truth
    assert one._game.state.cards.peek("hand", seat) == table._game.state.cards.peek("hand", seat)
    other = imagined(redealt(table, seat, random.Random(9).randrange)[0], seat, random.Random(5))
    assert places(other) == places(one)
    draws = [[each._game.bga_rand(1, 10**6) for _ in range(5)] for each in (table, one, other)]
    assert draws[0] != draws[1] == draws[2]


def test_every_hidden_card_is_imagined_everywhere_equally_often() -> None:
    """Were the truth likelier than other deals, bots could learn it."""
    table, chance = Table.create(load_game("aurum"), 3, seed="alike"), random.Random(3)
    seat, ben = table.active_players[0], table.players[1].id
    hands: Counter[int] = Counter()
    count = 600
    for _ in range(count):
        hands.update(imagined(table, seat, chance)._game.state.cards.peek("hand", ben))
    assert len(hands) == 24
    assert sum(hands.values()) == 12 * count
    assert all(abs(times - count / 2) < 5 * (count / 4) ** 0.5 for times in hands.values()), hands


def wins(words: list[str], games: int) -> Counter[str]:
    definition, found = load_game("aurum"), Counter()
    for number in range(games):
        table = Table.create(definition, len(words), seed=f"ahead/{number}", mode="simulation")
        seated = dict(zip(table.setup.names, words[number % 3 :] + words[: number % 3], strict=True))
        play_out(table, {one: bot(word, definition)(f"{number} {one}") for one, word in seated.items()})
        found.update({seated[one.id] for one in table.ranking() if one.rank == 1})
    return found


def test_looking_one_move_ahead_beats_chance() -> None:
    assert wins(["greedy:2", "random", "random"], 9)["greedy:2"] >= 7


def test_tree_search_beats_chance() -> None:
    word = "mcts:15:moves=12"
    assert wins([word, "random", "random"], 6)[word] >= 4
