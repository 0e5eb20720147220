"""A game with an action for every kind of argument, and requests at it that are refused."""

from typing import Any

import pytest

from aurum_states import ActionError, Table

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actPlay, actPair, actShow, actAny, actNo, actNone, actStop]
    transitions: {stop: gameEnd, other: other}
  other:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actOther, actWave]
"""

CODE = """
class Suit(Enum):
    BLUE = "blue"
    RED = "red"

class Wish(msgspec.Struct, frozen=True):
    card: int
    suit: Suit = Suit.BLUE

class SmallState(State):
    count: int = 0
    got: str = ""

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {
            "actPlay": list(range(1, 21)), "actPair": [(1, 2), (3, 4)], "actShow": [[1, 2], [3]], "actAny": ANY,
            "actNo": ANY, "actStop": [()],
        }

    def moves_other(self, player) -> Moves:
        return {"actOther": [()], "actWave": [()]}

    def act_play(self, card_id: int):
        self.state.count = card_id

    def act_pair(self, first: int, second_card: int):
        self.state.count = first + second_card

    def act_show(self, cards: list[int]):
        self.state.count = len(cards)

    def act_any(
        self,
        n: int = 0,
        b: bool = False,
        f: float = 0.0,
        s: str = "",
        suit: Suit = Suit.BLUE,
        cards: list[int] = [],
        maybe: int | None = None,
        either: int | str = 0,
        by_player: dict[str, list[int]] = {},
        wish: Wish | None = None,
        wishes: list[Wish] = [],
        word: Literal["yes", "no"] = "no",
        small: "msgspec.inspect.Any" = None,
        at_most: Small9 = 0,
        active_player_id: PlayerId = 0,
    ):
        self.state.got = repr((n, b, f, s, suit, cards, maybe, either, by_player, wish, wishes, word, at_most))

    def act_no(self, why: str = "because"):
        self.state.count = 99
        raise UserException(f"No: {why}", why=why)

    def act_none(self):
        pass

    def act_stop(self):
        return "stop"

    def act_other(self):
        pass

    @action(check_active=False)
    def act_wave(self):
        pass
"""
CODE = CODE.replace('        small: "msgspec.inspect.Any" = None,\n', "")
CODE = "from typing import Annotated\nSmall9 = Annotated[int, msgspec.Meta(ge=0, le=9)]\n" + CODE


def refused(table: Table, *request: Any) -> ActionError:
    before, drawn = table.snapshot(), table.moves_made
    with pytest.raises(ActionError) as caught:
        table.act(*request)
    assert table.snapshot() == before
    assert table.moves_made == drawn
    assert caught.value.message == str(caught.value)
    return caught.value
