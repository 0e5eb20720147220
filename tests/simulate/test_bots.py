"""Bots by their words: built in, of a game, of another package; given moves; ratings."""

import importlib.metadata
from pathlib import Path

import pytest

from aurum_states import GameDefinition, Table, load_game
from aurum_states.errors import GameError
from aurum_states.games.aurum.bots import AurumBot, PlainBot
from aurum_states.replay.recorder import recorded
from aurum_states.replay.replay import Replay
from aurum_states.simulate import bots
from aurum_states.simulate.agents import BiasedAgent, RandomAgent, play_out
from aurum_states.simulate.bots import BotError, bot
from aurum_states.simulate.case import Case
from aurum_states.simulate.given import HumanAgent, ScriptedAgent, replaying
from aurum_states.simulate.looking_ahead import GreedyAgent, MctsAgent
from aurum_states.simulate.playing import play
from aurum_states.simulate.rating import ELO, MEAN, Sides, ratings
from tests.engine.small_games import TALLY_CODE, TALLY_STATES, GameMaker

AURUM = load_game("aurum")


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("random", RandomAgent),
        ("random:swap=0.1", BiasedAgent),
        ("greedy", GreedyAgent),
        ("greedy:8", GreedyAgent),
        ("mcts:200", MctsAgent),
        ("mcts:200:rollout=aurum:moves=40", MctsAgent),
        ("aurum", AurumBot),
        ("plain", PlainBot),
    ],
)
def test_words(word: str, kind: type) -> None:
    assert type(bot(word, AURUM)("S")) is kind


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("gredy", "there is no bot 'gredy' (did you mean 'greedy'?)"),
        ("mcts:many", "mcts: 'many': write a number from 1 to 100000, such as mcts:200"),
        ("mcts:0", "mcts: '0': write a number"),
        ("mcts:5:deep=3", "mcts: 'deep=3' is no parameter"),
        ("mcts:5:rollout=plane", "there is no bot 'plane' (did you mean 'plain'?)"),
        ("greedy:2:3", "greedy takes one parameter at most"),
        ("plain:5", "plain: it takes other parameters than 5"),
    ],
)
def test_wrong_words(word: str, said: str) -> None:
    with pytest.raises(BotError) as caught:
        bot(word, AURUM)
    assert said in str(caught.value)


class Lowest:
    """Takes the first option of the n-th action."""

    def __init__(self, seed: str, nth: str = "0") -> None:
        self.nth = int(nth)

    def choose(self, table: Table, player_id: int) -> tuple[str, object]:
        name, options = [*table.legal_moves(player_id).items()][self.nth]
        return name, options[0]


def test_a_bot_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        importlib.metadata.EntryPoint(name, f"{__name__}:{value}", bots.ENTRY_POINT_GROUP)
        for name, value in (("lowest", "Lowest"), ("broken", "Missing"))
    ]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    table = Table.create(AURUM, 3, seed="S", mode="simulation")
    seat = table.active_players[0]
    assert bot("lowest:0", AURUM)("S").choose(table, seat)[0] == "actBid"
    with pytest.raises(BotError, match="lowest: invalid literal for int"):
        bot("lowest:first", AURUM)
    with pytest.raises(BotError, match="broken: .*:Missing cannot be imported"):
        bot("broken", AURUM)
    with pytest.raises(BotError, match=r"bots: .*lowest"):
        bot("nobody", AURUM)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("return 3", "choose must return an action and one of its options, not 3"),
        ("return 'actNope', 1", "1 is no option of 'actNope' as legal_moves lists them; legal: act"),
        ("return [*table.legal_moves(player_id)][0], 99", "99 is no option of 'act"),
        ("return [], 1", "1 is no option of []"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_bot_that_chooses_what_cannot_be(tmp_path: Path, code: str, said: str) -> None:
    own = f"class Own:\n    def __init__(self, seed): pass\n    def choose(self, table, player_id): {code}\n"
    definition = tally(tmp_path, own + "BOTS = {'own': Own}\n")
    table = Table.create(definition, 2, seed="S")
    agents = {player.id: bot("own", definition)("S") for player in table.players}
    with pytest.raises(GameError, match="the bot Own failed: ") as caught:
        play_out(table, agents)
    assert said in str(caught.value)
    failure = play(Case.of(table.setup, ("own", "own")), 0).failure
    assert failure is not None
    assert (failure.kind, failure.message) == ("failed", str(caught.value))


OWN = """\
from aurum_states.simulate import RandomAgent

class Own(RandomAgent):
    pass

BOTS = {"own": Own}
"""


def tally(root: Path, bots_code: str | None) -> GameDefinition:
    folder = GameMaker(root).write(TALLY_STATES, TALLY_CODE, game_class="Tally")
    if bots_code is not None:
        (folder / "bots.py").write_text(bots_code)
    return load_game(folder)


def test_bots_of_a_game_folder(tmp_path: Path) -> None:
    definition = tally(tmp_path / "a", OWN)
    table = Table.create(definition, 2, seed="S")
    agent = bot("own", definition)("S")
    assert type(agent).__name__ == "Own"
    assert agent.choose(table, table.active_players[0])[0] in table.legal_moves(table.active_players[0])
    with pytest.raises(BotError, match="there is no bot 'own'; bots: random, greedy, mcts$"):
        bot("own", tally(tmp_path / "b", None))
    with pytest.raises(BotError, match="has no BOTS: write BOTS = {'name': BotClass}"):
        bot("own", tally(tmp_path / "c", "Bots = {}"))
    with pytest.raises(BotError, match=r"bots.py of .* cannot be imported: ZeroDivisionError"):
        bot("own", tally(tmp_path / "d", "1 / 0"))


def test_a_game_that_does_not_say_what_is_hidden_cannot_be_imagined(tmp_path: Path) -> None:
    definition = tally(tmp_path, None)
    for word in ("greedy", "mcts:10"):
        with pytest.raises(BotError, match="does not say what is hidden from whom: write redeal"):
            bot(word, definition)


# -- moves from elsewhere


def test_a_recording_is_played_again_by_its_players() -> None:
    def played(recorder: object) -> Table:
        table = Table.create(AURUM, 4, seed="again", recorder=recorder)
        return play_out(table, {player.id: RandomAgent(f"{player.id}") for player in table.players})

    text = recorded(played)
    replay = Replay.parse(text)
    table = play_out(Table.create(AURUM, 4, seed="again"), replaying(replay))
    assert table.is_over
    assert table.digest == replay.moves[-1].digest


def test_a_script_in_the_games_notation() -> None:
    table = Table.create(AURUM, 4, seed="script")
    seat = table.active_players[0]
    moves = table.possible_moves(seat)
    agent = ScriptedAgent([table.label_move(seat, moves[2]), moves[1], "nonsense"])
    assert agent.choose(table, seat) == ("actBid", moves[2].args["cardId"])
    assert agent.choose(table, seat) == ("actBid", moves[1].args["cardId"])
    with pytest.raises(
        GameError, match="'nonsense' is no move that Ben has now, in state 'bidding'"
    ) as caught:
        ScriptedAgent(["nonsense"]).choose(table, table.players[1].id)
    assert caught.value.state == "bidding"
    with pytest.raises(GameError, match=r"'actPass\(\)' is no move"):
        ScriptedAgent(["pass"]).choose(table, seat)
    with pytest.raises(GameError, match="the script of .* is over"):
        ScriptedAgent([]).choose(table, seat)


def test_a_person_is_asked_until_the_answer_is_a_move() -> None:
    table = Table.create(AURUM, 3, seed="person")
    seat = table.active_players[0]
    label = table.label_move(seat, table.possible_moves(seat)[4])
    answers, asked = iter(["", "99", "pass", label]), []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    assert HumanAgent(ask).choose(table, seat) == ("actBid", table.possible_moves(seat)[4].args["cardId"])
    assert f"5 {label}" in asked[0]
    assert asked[2].startswith("'99' is no move now")
    assert asked[3].startswith("'pass' is no move now: answer with")
    assert HumanAgent(lambda _: "1").choose(table, seat)[1] == table.possible_moves(seat)[0].args["cardId"]


# -- ratings


def test_ratings_are_the_odds_of_winning() -> None:
    """Ten to one is 400 points, however many sides there are."""
    two = ratings([Sides(("a", "b"), (100_000, 10_000))])
    assert [one.bot for one in two] == ["a", "b"]
    assert two[0].elo - two[1].elo == pytest.approx(400, abs=1)
    assert sum(one.elo for one in two) / 2 == pytest.approx(MEAN)
    three = ratings([Sides(("a", "b", "b"), (100_000, 10_000, 10_000))])
    assert three[0].elo - three[1].elo == pytest.approx(400, abs=1)


def test_the_error_of_a_rating() -> None:
    """Of two equals after n games the odds have the error 2 / sqrt(n), half of it either side of the mean."""
    one, other = ratings([Sides(("a", "b"), (5_000, 5_000))])
    assert one.elo == other.elo == pytest.approx(MEAN)
    assert one.error == pytest.approx(ELO / 10_000**0.5, rel=0.01)
    assert one.interval.high - one.elo == pytest.approx(1.96 * one.error, rel=0.001)


def test_who_never_loses_has_a_rating_too() -> None:
    best, worst = ratings([Sides(("a", "b"), (50, 0))])
    assert MEAN < best.elo < MEAN + 1000
    assert best.error > 50
    assert worst.elo == pytest.approx(2 * MEAN - best.elo)
