"""Undo step by step: how far back, and where the engine finds that it must stop."""

from pathlib import Path

import pytest

from aurum_states import ActionError, Replay, Table, load_game
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from tests.engine.small_games import ADA, BEN, GameMaker

STATES = """\
states:
  turn:
    type: activeplayer
    description: ''
    possibleActions: [actCube, actMark, actPlay, actDraw, actRoll, actHint, actWhisper, actPass]
    transitions: {next: next}
  next: {type: game, action: stNext, transitions: {turn: turn}}
"""
CODE = """\
class CubesState(State):
    board: list[int] = []
    marks: dict[PlayerId, list[int]] = {}
    hands: dict[PlayerId, list[int]] = {}
    deck: list[int] = []
    table: list[int] = []
    rolled: int = 0


class Cubes(Game[CubesState]):
    def setup_new_game(self, options: Options) -> CubesState:
        cards = list(range(1, 13))
        self.shuffle(cards)
        hands = {player: [cards.pop() for _ in range(3)] for player in self.players}
        return CubesState(deck=cards, hands=hands, marks={player: [] for player in self.players})

    def first_state(self) -> str:
        return "next"

    def moves_turn(self, player: PlayerId) -> Moves:
        plain = ("actDraw", "actRoll", "actHint", "actWhisper", "actPass")
        hand = self.state.hands[player]
        return {"actCube": [1, 2], "actMark": [1, 2], "actPlay": list(hand), **{name: [()] for name in plain}}

    def act_cube(self, place: int, active_player_id: PlayerId) -> None:
        self.state.board.append(place)
        self.notify.all("cube", "${player_name} places a cube", player_id=active_player_id, place=place)

    def act_mark(self, place: int, active_player_id: PlayerId) -> None:
        self.state.marks[active_player_id].append(place)

    def act_play(self, card: int, active_player_id: PlayerId) -> None:
        self.state.hands[active_player_id].remove(card)
        self.state.table.append(card)

    def act_draw(self, active_player_id: PlayerId) -> None:
        self.state.hands[active_player_id].append(self.state.deck.pop())

    def act_roll(self) -> None:
        self.state.rolled = self.bga_rand(1, 6)

    def act_hint(self, active_player_id: PlayerId) -> None:
        other = self.next_player(active_player_id)
        self.notify.player(other, "hint", "", highest=max(self.state.hands[active_player_id]))

    def act_whisper(self, active_player_id: PlayerId) -> None:
        highest = max(self.state.hands[active_player_id])
        other = self.next_player(active_player_id)
        self.notify.all("whisper", "", _private={other: {"highest": highest}})

    def act_pass(self) -> Literal["next"]:
        return "next"

    def st_next(self) -> Literal["turn"]:
        self.gamestate.active_next_player()
        return "turn"

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        s = self.state
        return {
            "board": list(s.board),
            "table": list(s.table),
            "rolled": s.rolled,
            "counts": {player: len(hand) for player, hand in s.hands.items()},
            "hand": list(s.hands.get(current_player_id, [])),
            "marks": list(s.marks.get(current_player_id, [])),
        }
"""
REDEAL = """
    def redeal(self, player_id: PlayerId | None, draw: Any) -> int:
        s = self.state
        hidden = [s.deck, *(hand for player, hand in s.hands.items() if player != player_id)]
        cards = [card for pile in hidden for card in pile]
        for last in range(len(cards) - 1, 0, -1):
            other = draw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        swapped = 0
        for pile in hidden:
            new = [cards.pop() for _ in pile]
            swapped += sum(old != card for old, card in zip(pile, new))
            pile[:] = new
        for player, marks in s.marks.items():
            if player != player_id:
                swapped += len(marks)
                marks[:] = [3 - mark for mark in marks]
        return swapped
"""


def load(root: Path, code: str = CODE + REDEAL, **infos):
    return GameMaker(root).load(
        STATES, code, name="cubes", game_class="Cubes", **{"step_undo": True, **infos}
    )


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.create(load(tmp_path), 2, seed="S", mode="paranoid")


def before_and_after(table: Table, action: str, **args) -> bool:
    """Whether a move by Ada can be taken back; if so it is, and the table is as it was."""
    before = table.snapshot()
    table.act(ADA, action, args)
    if table.undoable(ADA) is None:
        return False
    table.undo(ADA)
    after = table.snapshot()
    assert after["state"] == before["state"]
    assert {**after["core"], "move": 0} == {**before["core"], "move": 0}
    return True


def test_what_nobody_learns_anything_from_can_be_taken_back(table):
    assert before_and_after(table, "actCube", place=1)
    assert before_and_after(table, "actMark", place=2)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("actRoll", "something random is drawn"),
        ("actDraw", "the player has seen a card of the deck"),
        ("actHint", "another player was told of the hand"),
        ("actWhisper", "another player's part of a public notification told of the hand"),
    ],
)
def test_where_somebody_has_learned_something_it_stops(table, action, why):
    table.act(ADA, "actCube", {"place": 1})
    assert not before_and_after(table, action), why
    with pytest.raises(ActionError, match="Ada has nothing to take back") as raised:
        table.undo(ADA)
    assert raised.value.code == "action.not_now"


def test_a_card_that_all_have_seen_stays_played(table):
    [card, *_] = table.view_for(ADA)["hand"]
    assert not before_and_after(table, "actPlay", card=card)


def test_one_step_after_the_other_back_to_the_barrier(table):
    table.act(ADA, "actCube", {"place": 1})
    table.act(ADA, "actRoll")
    for place in (1, 2, 2):
        table.act(ADA, "actCube", {"place": place})
    boards = []
    while table.undoable(ADA):
        table.undo(ADA)
        boards.append(table.view_for(None)["board"])
    assert boards == [[1, 1, 2], [1, 1], [1]]


def test_another_players_move_is_a_barrier(table):
    table.act(ADA, "actCube", {"place": 1})
    table.act(ADA, "actPass")
    assert table.undoable(BEN) is None
    table.act(BEN, "actCube", {"place": 2})
    assert table.undoable(ADA) is None
    table.undo(BEN)
    assert table.undoable(BEN) is None


def test_taking_back_a_pass_gives_the_turn_back(table):
    table.act(ADA, "actPass")
    assert table.active_players == [BEN]
    table.undo(ADA)
    assert table.active_players == [ADA]


def test_moves_keep_their_numbers(table):
    table.act(ADA, "actCube", {"place": 1})
    result = table.undo(ADA)
    assert (result.move, table.moves_made) == (1, 1)
    assert table.act(ADA, "actCube", {"place": 2}).move == 2
    assert table.undoable(ADA).move == 2


def test_without_redeal_only_what_nobody_else_sees_can_be_taken_back(tmp_path):
    table = Table.create(load(tmp_path, CODE), 2, seed="S", mode="paranoid")
    assert before_and_after(table, "actMark", place=1)
    assert not before_and_after(table, "actCube", place=1)


def test_a_game_that_does_not_ask_for_it_has_none(tmp_path):
    table = Table.create(load(tmp_path, step_undo=False), 2, seed="S")
    table.act(ADA, "actMark", {"place": 1})
    with pytest.raises(ActionError, match="step_undo: true"):
        table.undo(ADA)


def test_a_stranger_has_nothing_to_take_back(table):
    with pytest.raises(ActionError):
        table.undo(99)


def test_an_undo_is_a_line_of_a_recording(tmp_path):
    definition = load(tmp_path)

    def play(recorder):
        table = Table.create(definition, 2, seed="S", recorder=recorder)
        table.act(ADA, "actCube", {"place": 1})
        table.act(ADA, "actCube", {"place": 2})
        table.undo(ADA)
        table.act(ADA, "actCube", {"place": 1})
        return table

    text = recorded(play)
    assert b'{"undo":{"player":2300001,"to":1},"digest":"' in text
    result = run(Replay.parse(text), definition)
    assert result.mismatch is None
    assert result.table.view_for(None)["board"] == [1, 1]


def test_forks_and_restored_tables_take_back_the_same(tmp_path):
    definition = load(tmp_path)
    table = Table.create(definition, 2, seed="S")
    table.act(ADA, "actCube", {"place": 1})
    table.act(ADA, "actCube", {"place": 2})
    others = [table.fork(), Table.restore(definition, table.snapshot())]
    for _ in range(2):
        expected = table.undo(ADA).digest
        assert [one.undo(ADA).digest for one in others] == [expected] * 2
    assert [one.undoable(ADA) for one in others] == [None] * 2


def test_an_undo_is_told_to_all(table):
    table.act(ADA, "actMark", {"place": 1})
    [told] = table.undo(ADA).notifications
    assert (told.audience, told.type, told.text) == (None, "undoRestorePoint", "Ada takes back their move")


def test_a_recorder_that_fails_leaves_the_move_to_take_back(tmp_path):
    lines = []

    def record(line):
        if len(lines) == 1:
            raise OSError("full")
        lines.append(line)

    table = Table.create(load(tmp_path), 2, seed="S", recorder=record)
    table.act(ADA, "actMark", {"place": 1})
    before = table.snapshot()
    with pytest.raises(Exception, match="full"):
        table.undo(ADA)
    assert table.snapshot() == before
    assert table.undoable(ADA) is not None


def test_aurum_has_no_undo():
    table = Table.create(load_game("aurum"), 3, seed="S")
    with pytest.raises(ActionError, match="step_undo"):
        table.undo(table.active_players[0])


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        pytest.param(
            '"actMark": [1, 2]', '"actMark": [1, 2] if self.state.deck[-1] == TOP else []', id="legal"
        ),
        pytest.param(
            "        self.state.marks[active_player_id].append(place)",
            "        self.state.marks[active_player_id].append(place)\n        if self.state.deck[-1] != TOP:\n"
            '            raise UserException("no")',
            id="refused",
        ),
    ],
)
def test_what_hidden_cards_allow_has_shown_them(tmp_path, line, instead):
    """That it could be done, or was, tells what lies on the deck."""
    top = Table.create(load(tmp_path / "plain"), 2, seed="S").snapshot()["state"]["deck"][-1]
    code = (CODE + REDEAL).replace(line, instead.replace("TOP", str(top)))
    assert code != CODE + REDEAL
    table = Table.create(load(tmp_path / "hidden", code), 2, seed="S")
    assert not before_and_after(table, "actMark", place=1)
    assert before_and_after(table, "actCube", place=1)


def test_a_page_that_fails_for_a_seat_does_not_stop_a_move(tmp_path):
    code = CODE.replace(
        '        s = self.state\n        return {\n            "board"',
        """        s = self.state
        if current_player_id is None:
            raise ValueError("nothing for spectators")
        return {
            "board\"""",
    )
    assert code != CODE
    table = Table.create(load(tmp_path, code), 2, seed="S")
    assert before_and_after(table, "actMark", place=1)
    assert not before_and_after(table, "actCube", place=1)
