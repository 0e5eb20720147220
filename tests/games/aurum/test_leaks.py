"""I25: nobody is sent what they may not see, and nothing they are sent depends on it.

Two ways: hidden cards are swapped among themselves, and what a seat may look at must stay the same to the
byte; and whatever is sent is searched for ids and labels of cards that are hidden from its reader.
"""

import json
import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from aurum_states import ActionError, Table, load_game
from aurum_states.components.places import CardPlaces
from aurum_states.games.aurum import visible
from tests.model.in_step import choose

from .histories import KINDS, random_chooser

NO_CARDS = {
    *("id", "no", "score", "round", "tricks", "handCount", "goldPoints", "nuggets", "bid", "active_player"),
    *("trickPoints", "points", "updateGameProgression", "player_id", "low_player_id", "bid_player_id"),
    *("players", "winners", "active", "multiactive", "playerorder", "sides", "marker", "starter"),
}
"""Keys whose numbers are no card ids; every other number below 100 is taken for one."""
LABEL = re.compile(r"\b[BCPSZG]\d+\b")


def hidden_from(table: Table, seat: int | None) -> list[tuple[str, int]]:
    """The places of cards that a seat may not see (None is a spectator)."""
    cards = table._game.state.cards
    bids_open = table.state != "bidding" or not table._game.bids_together
    return [
        (location, player_id)
        for location in cards.places
        for player_id in cards.places[location]
        if location == "deck"
        or (location == "hand" and player_id != seat)
        or (location == "bid" and player_id != seat and not bids_open)
    ]


def hidden_cards(table: Table, seat: int | None) -> list[int]:
    cards = table._game.state.cards
    return [card for place in hidden_from(table, seat) for card in cards.ids(*place)]


def swapped(table: Table, seat: int | None, rng: Random) -> Table:
    """A table that differs in nothing but cards which the seat may not see: they have changed places."""
    other = Table.restore(table.definition, table.snapshot())
    cards = other._game.state.cards
    pool = hidden_cards(other, seat)
    by = rng.randrange(1, len(pool))
    fresh = iter(pool[by:] + pool[:by])
    for location, player_id in hidden_from(other, seat):
        pile = cards.places[location][player_id]
        pile[:] = [next(fresh) for _ in pile]
    cards.rebuild()
    other._gamestate.reset()
    return other


def looked_at(table: Table, seat: int | None) -> bytes:
    """Everything that a seat can look at, as bytes."""
    moves = [] if seat is None else [[one.action, one.args] for one in table.possible_moves(seat)]
    return json.dumps([table.view_for(seat), table.args_for(seat), table.title_for(seat), moves]).encode()


def numbers(value: Any, key: str = "") -> Iterator[int]:
    """The numbers of a message that may be card ids, keys of objects included."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if str(name).isdigit():
                yield int(name)
            yield from numbers(inner, key if str(name).isdigit() else str(name))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from numbers(inner, key)
    elif isinstance(value, int) and not isinstance(value, bool) and key not in NO_CARDS:
        yield value


class Hidden:
    """Ids and labels of the cards that a seat may not see now; cards that lay open before count as seen."""

    def __init__(self, table: Table, seat: int | None, seen: Iterable[int] = ()) -> None:
        cards = set(hidden_cards(table, seat)).difference(seen)
        self.labels = {card: table._game.label(card) for card in cards}

    def reveal(self, cards: Iterable[int]) -> None:
        """Take it that the reader may see these."""
        for card in cards:
            self.labels.pop(card, None)

    def found_in(self, message: Any) -> list[object]:
        """What a message tells of them."""
        labels = set(self.labels.values()).intersection(LABEL.findall(json.dumps(message)))
        return [*self.labels.keys() & set(numbers(message)), *labels]


def sent(notifications: Iterable[Any], seat: int | None) -> list[Any]:
    """What a seat gets of the notifications, decoded."""
    seen = (notification.seen_by(seat) for notification in notifications)
    return [[one.type, one.text, one.args] for one in seen if one is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_I25_what_a_seat_sees_does_not_depend_on_hidden_cards(kind: str) -> None:
    chosen = choose(kind, 2)
    table, chooser, rng = chosen.table(load_game("aurum")), random_chooser(chosen.seed), Random(kind)
    seats = [None, *(player.id for player in table.players)]
    compared = 0
    while not table.is_over:
        for seat in seats:
            hidden = hidden_cards(table, seat)
            if len(hidden) < 2:
                continue
            other = swapped(table, seat, rng)
            assert hidden_cards(other, seat) != hidden, "no hidden card was swapped"
            assert looked_at(other, seat) == looked_at(table, seat)
            compared += 1
        player_id, move = chooser(table)
        table.act(player_id, move.action, move.args)
    assert compared > 2 * table.moves_made


@pytest.mark.parametrize("kind", KINDS)
def test_I25_nothing_hidden_is_sent(kind: str) -> None:
    for number in range(3):
        chosen = choose(kind, number)
        table, chooser = chosen.table(load_game("aurum")), random_chooser(chosen.seed)
        seats = [None, *(player.id for player in table.players)]
        open_cards: set[int] = set()
        before: list[Hidden] = []
        told = table.opening.notifications
        while True:
            dealt = [place for place, one in enumerate(told) if one.type == "newRound"]
            old, new = (told[: dealt[0]], told[dealt[0] :]) if dealt else ((), told)
            open_cards = {card for one in new for card in shown_to_all(one)} | (
                set() if dealt else open_cards
            )
            for seat, hidden in zip(seats, before, strict=False):
                hidden.reveal(card for one in old for card in shown_to_all(one))
                assert not hidden.found_in(sent(old, seat)), (seat, table.state)
            for seat in seats:
                messages = [*sent(new, seat), table.args_for(seat), table.view_for(seat)]
                assert not Hidden(table, seat, open_cards).found_in(messages), (seat, table.state)
                assert chosen.seed not in json.dumps(messages)
            if table.is_over:
                break
            before = [Hidden(table, seat, open_cards) for seat in seats]
            player_id, move = chooser(table)
            told = table.act(player_id, move.action, move.args).notifications


def shown_to_all(notification: Any) -> set[int]:
    """Cards that everybody sees by this: played, bid in the open, or taken off a bid (A29)."""
    if notification.audience is not None or notification.type not in ("cardPlayed", "bid", "bidChanged"):
        return set()
    args = notification.args
    return {args[key] for key in ("card_id", "old_card_id", "gold_card_id") if key in args}


@pytest.mark.parametrize("kind", KINDS)
def test_I25_a_refusal_does_not_tell_what_a_card_is(kind: str) -> None:
    """A player who asks for a card that is hidden from them does not learn its face."""
    table, chooser = choose(kind, 1).table(load_game("aurum")), random_chooser(kind)
    asked = 0
    while not table.is_over:
        for player in table.players:
            hidden = hidden_cards(table, player.id)
            faces = {table._game.label(card) for card in hidden}
            for action in ("actBid", "actPlayCard"):
                for card in hidden[::5]:
                    with pytest.raises(ActionError) as refused:
                        table.act(player.id, action, {"cardId": card})
                    assert not faces.intersection(LABEL.findall(str(refused.value))), refused.value
                    asked += refused.value.code == "action.illegal"
        player_id, move = chooser(table)
        table.act(player_id, move.action, move.args)
    assert asked > 50


def test_the_searches_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    right = visible.all_datas

    def with_others(game: Any, viewer: Any) -> Any:
        cards: CardPlaces = game.state.cards
        return {**right(game, viewer), "others": [cards.ids("hand", player) for player in game.players]}

    monkeypatch.setattr(visible, "all_datas", with_others)
    table = Table.create(load_game("aurum"), 3, seed="leak")
    seat = table.players[0].id
    assert Hidden(table, seat).found_in(table.view_for(seat))
    assert looked_at(swapped(table, seat, Random(1)), seat) != looked_at(table, seat)
    assert Hidden(table, None).found_in(["says S7"]) == ["S7"]
