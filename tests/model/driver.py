"""Random play of the plain model, and the record that is needed to play the same game again."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from .plain_aurum import HAND_SIZE, Event, Move, PlainAurum
from .plain_rules import base_deck

Deal = tuple[list[list[str]], list[str]]


class Record(NamedTuple):
    """Everything that a game got from outside: its deals, and its moves as (seat, move)."""

    deals: list[Deal]
    moves: list[tuple[int, Move]]


def random_deal(game: PlainAurum, rng: Random) -> Deal:
    """Shuffle the deck into hands by seat and the left-over pair."""
    deck = base_deck(game.players, game.house.drop_suit_3p)
    rng.shuffle(deck)
    dealt = HAND_SIZE * game.players
    return [deck[start : start + HAND_SIZE] for start in range(0, dealt, HAND_SIZE)], deck[dealt:]


def random_move(game: PlainAurum, rng: Random, swap: float = 0.1) -> tuple[int, Move]:
    """Choose a seat that is asked and one of its moves, a swap only with the given probability."""
    seat = rng.choice(game.asked())
    legal = game.legal(seat)
    if game.phase == "change":
        if rng.random() >= swap:
            return seat, ("keep",)
        legal.remove(("keep",))
    return seat, rng.choice(sorted(legal))


def play_step(game: PlainAurum, rng: Random, record: Record, swap: float = 0.1) -> None:
    """Deal or make one random move, and note it."""
    if game.phase == "deal":
        deal = random_deal(game, rng)
        record.deals.append(deal)
        game.deal(*deal)
    else:
        seat, move = random_move(game, rng, swap)
        record.moves.append((seat, move))
        game.move(seat, move)


def play_randomly(game: PlainAurum, rng: Random, swap: float = 0.1) -> Record:
    """Play a game to its end."""
    record = Record([], [])
    while game.phase != "over":
        play_step(game, rng, record, swap)
    return record


def play_again(game: PlainAurum, deals: Sequence[Deal], moves: Sequence[tuple[int, Move]]) -> None:
    """Give a new game the deals and moves of a recorded one."""
    waiting = list(deals)[::-1]
    for seat, move in moves:
        if game.phase == "deal":
            game.deal(*waiting.pop())
        game.move(seat, move)


def told(game: PlainAurum, event: str) -> list[Event]:
    """All events of one name so far."""
    return [entry for entry in game.events if entry["event"] == event]
