"""Arranged positions: a table of Aurum put together from cards in notation (``S7``, ``G3``).

Keys, all optional but ``hands``; lists are by seat (by side for ``nuggets``):

``hands``, ``bids``, ``gold`` (collections), ``supply``, ``extra``, ``trick`` ([[seat, card], ...] in the
order played), ``tricks`` (tricks won), ``nuggets``, ``marker`` and ``leader`` (seats), ``round``.

Without ``bids`` the players are about to bid; with them a trick is about to start, or under way. Base
metal cards that are not named lie in the discard, with four players two of them as the left-over pair;
gold that is not named lies in the supply.
"""

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any

from aurum_states import UserException
from aurum_states.games.aurum import dealing, material, scoring
from aurum_states.games.aurum.constants import ExpertVariant, Option

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame

KEYS = ("hands", "bids", "gold", "supply", "extra", "trick", "tricks", "nuggets", "marker", "leader", "round")
_MOST = 1_000_000


def arrange(game: "AurumGame", position: Mapping[str, Any]) -> str:
    """Put a new game into the position; return the label of the state to enter.

    Raises:
        UserException: the position cannot be, with every reason.
    """
    reasons = [
        f"unknown key {key!r}; a position has {', '.join(KEYS)}" for key in position if key not in KEYS
    ]
    reasons += _shape(game, position)
    if reasons:
        raise UserException("; ".join(reasons))
    dealing.begin_round(game)
    s = game.state
    players = game.players
    s.marker = players[position.get("marker", 0)]
    s.starter = players[position.get("leader", position.get("marker", 0))]
    if "round" in position:
        s.round.set(position["round"], None)
    _Placer(game, position).place()
    for seat, count in enumerate(position.get("tricks") or ()):
        s.tricks.set(players[seat], count, None)
    sides = len(position.get("nuggets") or ()) or 1
    for seat, player in enumerate(players):
        game.player_score.set(player, (position.get("nuggets") or [0])[seat % sides], None)
    if game.settings["gold_tie"] == "collected":
        scoring.remember_gold(game)
    if not s.cards.peek_by_arg("bid"):
        game.ask_for_bids()
        return "bidding"
    trick = s.cards.peek_by_arg("trick")
    return "nextPlayer" if trick else "nextChange"


def _shape(game: "AurumGame", position: Mapping[str, Any]) -> list[str]:
    """Say which values have not the right shape."""
    count = len(game.players)
    sides = count if count == 3 else 2
    reasons: list[str] = []
    if position.get("hands") is None:
        reasons.append("a position needs 'hands', a list of cards for each seat")
    for key, entries, of in (
        ("hands", count, "seats"),
        ("bids", count, "seats"),
        ("gold", count, "seats"),
        ("tricks", count, "seats"),
        ("nuggets", sides, "sides"),
    ):
        value = position.get(key)
        if value is not None and (not isinstance(value, list) or len(value) != entries):
            reasons.append(f"{key!r} must be a list with an entry for each of the {entries} {of}")
        elif key in ("hands", "gold"):
            wrong = [entry for entry in value or () if not isinstance(entry, list)]
            reasons += [
                f"{key!r}: each seat's cards must be a list of cards, not {entry!r}" for entry in wrong
            ]
        elif key != "bids":
            wrong = [entry for entry in value or () if not _is_count(entry)]
            reasons += [f"{key!r}: {entry!r} is no number from 0 to {_MOST}" for entry in wrong]
        elif value and any(value) and not all(value):
            reasons.append("'bids' must name a card for every seat, or be left out")
    return [*reasons, *_loose_values(position, count)]


def _loose_values(position: Mapping[str, Any], count: int) -> list[str]:
    """Say what is wrong with the values that are no list by seat or side."""
    reasons: list[str] = []
    for key in ("marker", "leader"):
        seat = position.get(key, 0)
        if not _is_count(seat) or seat >= count:
            reasons.append(f"{key!r} must be a seat from 0 to {count - 1}, not {seat!r}")
    if not _is_count(position.get("round", 1)) or position.get("round") == 0:
        reasons.append(f"'round' must be a number from 1 to {_MOST}, not {position['round']!r}")
    reasons += [
        f"{key!r} must be a list of cards, not {position[key]!r}"
        for key in ("supply", "extra")
        if not isinstance(position.get(key, []), list | NoneType)
    ]
    trick = [] if position.get("trick") is None else position["trick"]
    wrong = trick if isinstance(trick, list) else [trick]
    reasons += [
        f"'trick': each entry must be [seat, card], not {entry!r}"
        for entry in wrong
        if not (
            isinstance(entry, list)
            and len(entry) == 2
            and _is_count(entry[0])
            and entry[0] < count
            and isinstance(entry[1], str)
            and entry[1]
        )
    ]
    return reasons


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


class _Placer:
    """Moves the cards a position names, each to one place."""

    def __init__(self, game: "AurumGame", position: Mapping[str, Any]) -> None:
        self._game = game
        self._position = position
        self._named: dict[int, str] = {}
        self._reasons: list[str] = []
        cards = game.state.cards
        self._by_face: dict[tuple[str, int], list[int]] = {}
        for card in range(1, cards.size + 1):
            self._by_face.setdefault((cards.card_type[card], cards.card_type_arg[card]), []).append(card)

    def place(self) -> None:
        game, position = self._game, self._position
        cards, players = game.state.cards, game.players
        gold_named = position.get("gold") is not None
        for seat, player in enumerate(players):
            self._put(position["hands"][seat], "hand", player, f"hand of seat {seat}")
            if position.get("bids"):
                self._put([position["bids"][seat]], "bid", player, f"bid of seat {seat}")
            if gold_named:
                self._put(position["gold"][seat], "gold", player, f"gold of seat {seat}")
            elif game.options[Option.EXPERT_VARIANT] != ExpertVariant.ON:
                self._put(["G0"], "gold", player, f"gold of seat {seat}")
        for seat, label in position.get("trick") or ():
            self._put([label], "trick", players[seat], "trick")
            if not label.upper().startswith(material.GOLD):
                game.state.closed += label[0].upper()
        self._put(position.get("extra") or (), "extra", 0, "left-over pair")
        if position.get("supply") is not None:
            self._put(position["supply"], "supply", 0, "supply")
        self._rest(cards.ids("deck", None))
        if self._reasons:
            raise UserException("; ".join(self._reasons))

    def _rest(self, unnamed: Iterable[int]) -> None:
        """Lay down what the position does not name."""
        game = self._game
        cards = game.state.cards
        wanted_extra = 2 if len(game.players) == 4 and not self._position.get("extra") else 0
        for card in unnamed:
            if cards.card_type[card] == material.GOLD:
                if self._position.get("supply") is not None:
                    self._reasons.append(
                        f"{game.label(card)} is nowhere: neither held, nor in the trick or the supply"
                    )
                cards.move_card(card, "supply")
            elif len(cards.peek("extra")) < wanted_extra:
                cards.move_card(card, "extra")
            else:
                cards.move_card(card, "discard")

    def _put(self, labels: Iterable[str], location: str, player: "PlayerId", where: str) -> None:
        for label in labels:
            face = material.parse_card(label) if isinstance(label, str) else None
            ids = self._by_face.get(face, []) if face else []
            if not ids:
                self._reasons.append(f"{where}: {label!r} is no card of this table")
                continue
            free = [card for card in ids if card not in self._named]
            if not free:
                others = " and ".join(sorted({self._named[card] for card in ids}))
                self._reasons.append(f"{label} is in the {where}, but also in the {others}")
                continue
            self._named[free[0]] = where
            self._game.state.cards.move_card(free[0], location, player)
