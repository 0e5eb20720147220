"""A place in a game tree: a table, or one that waits for chance; with what each seat has seen on the way."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec

from aurum_states.adapters.draws import Draw, DrawnTable, DrawsNeeded
from aurum_states.adapters.numbered import NumberedGame, NumberedTable
from aurum_states.engine.notifications import Notification
from aurum_states.errors import GameError
from aurum_states.simulate.agents import MOVE_LIMIT

LONGEST: Final = MOVE_LIMIT
"""How many decisions, of players and of chance, a game has at most."""

_SEED = "its draws are given"

encode = msgspec.json.Encoder().encode


class Request(NamedTuple):
    """A move: whose, its number, and the page that they saw when they chose it."""

    seat: int
    number: int
    page: bytes


class Step:
    """What a move has shown, and all those before it: the memory of the seats."""

    __slots__ = ("_before", "_digests", "_request", "_told")

    def __init__(self, before: "Step | None", request: Request | None, told: Sequence[Notification]) -> None:
        self._before = before
        self._request = request
        self._told = told
        self._digests: dict[int | None, bytes] = {}

    def digest(self, seat: int | None, player_id: int | None) -> bytes:
        """Return the hash of what a seat was told, did, and saw when it did so; None is a spectator."""
        trail: list[Step] = []
        step: Step | None = self
        while step is not None and seat not in step._digests:
            trail.append(step)
            step = step._before
        known = b"" if step is None else step._digests[seat]
        for step in reversed(trail):
            known = step._digests[seat] = step._hashed(known, seat, player_id)
        return known

    def _hashed(self, known: bytes, seat: int | None, player_id: int | None) -> bytes:
        hashed = blake2b(known, digest_size=8)
        if self._request is not None and self._request.seat == seat:
            hashed.update(b"%d %b" % (self._request.number, self._request.page))
        for note in self._told:
            seen = note.seen_by(player_id)
            if seen is not None:
                hashed.update(b"%b %b %b" % (seen.type.encode(), seen.log.encode(), seen.payload))
        return hashed.digest()


class Position:
    """A place in the tree. Nothing is done before somebody looks, so that a new one costs nothing.

    Chance makes every draw of the game; or, where there is a number of ``deals``, one choice at the root, of
    which one is played. ``history`` are all decisions so far, of players and of chance.
    """

    __slots__ = ("_draw", "_given", "_request", "_sizes", "_step", "_table", "deals", "game", "history")

    def __init__(self, game: NumberedGame, deals: int = 0) -> None:
        self.game = game
        self.deals = deals
        self.history: list[int] = []
        self._table: NumberedTable | None = None
        self._step: Step | None = None
        self._request: Request | None = None
        self._given: list[int] = []
        self._sizes: tuple[int, ...] = ()
        """What is drawn from, as far as that is known; the first of them for ``_given[0]``."""
        self._draw: Draw | None = None

    def __deepcopy__(self, _: Any) -> "Position":
        copy = Position(self.game, self.deals)
        copy.history = self.history[:]
        copy._table = None if self._table is None else self._table.fork()
        copy._step, copy._request = self._step, self._request
        copy._given, copy._sizes = self._given[:], self._sizes
        copy._draw = None if self._draw is None else self._draw.copy()
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return after, (self.game, self.deals, self.history)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether the table has been set up."""
        self._look()
        return self._table is not None

    @property
    def table(self) -> NumberedTable:
        """The table, before the move that waits for chance.

        Raises:
            GameError: it has not been set up.
        """
        self._look()
        if self._table is None:
            raise GameError("the table is being set up: first chance has to draw")
        return self._table

    @property
    def outcomes(self) -> list[float]:
        """The probabilities of what chance may do now; none where it is not chance's turn."""
        self._look()
        return [] if self._draw is None else self._draw.outcomes

    @property
    def waits(self) -> str:
        """What chance does now, in words; empty where it is not chance's turn."""
        self._look()
        return (
            "" if self._draw is None else f"draw {len(self._given) + 1} from {self._sizes[len(self._given)]}"
        )

    def digest(self, seat: int | None) -> str:
        """Return the hash of what a seat has seen and done until now; None is a spectator."""
        self._look()
        if self._step is None:
            return ""
        return self._step.digest(seat, None if seat is None else self.game.seats[seat]).hex()

    def page(self, seat: int | None) -> dict[str, Any]:
        """Return the page that a seat sees."""
        return self.table.table.view_for(None if seat is None else self.game.seats[seat])

    def _look(self) -> None:
        if self._table is None and self._draw is None:
            if self.deals:
                self._sizes = (self.deals,)
                self._draw = Draw(self.deals, self.deals)
            else:
                self._run()

    # -- deciding ---------------------------------------------------------------------------------

    def decide(self, number: int) -> None:
        """Make the move of that number, or let chance do so where it is its turn.

        Raises:
            IllegalMoveError: the move is not legal now, or chance has no such outcome.
            GameError: the game's own code failed, or the game goes on for ever.
        """
        self._look()
        if len(self.history) >= LONGEST:
            raise GameError(f"the game has not ended after {LONGEST} moves and draws")
        if self._draw is None:
            mover = self.table.mover
            self._request = Request(mover, number, encode(self.page(mover)))
            self._run()
        else:
            drawn = self._draw.take(number)
            if drawn is not None:
                self._given.append(drawn)
                self._go_on()
        self.history.append(number)

    def _go_on(self) -> None:
        """Run what waits, once all draws that it is known to need have been given."""
        place = len(self._given)
        if place < len(self._sizes):
            self._draw = Draw(self._sizes[place])
        else:
            self._run()

    def _run(self) -> None:
        """Set up the table or make the move, with the draws that are given; or wait for more of them."""
        try:
            told = self._set_up() if self._table is None else self._move(self._table)
        except DrawsNeeded as needed:
            self._sizes = (*self._sizes[: len(self._given)], *needed.sizes)
            self._draw = Draw(self._sizes[len(self._given)])
            return
        self._step = Step(self._step, self._request, told)
        self._request, self._draw = None, None
        self._given, self._sizes = [], ()

    def _set_up(self) -> Sequence[Notification]:
        if self.deals:
            self._table = self.game.table(f"deal {self._given[0]}", "full")
        else:
            self._table = NumberedTable(self.game, DrawnTable.begun(self.game.setup(_SEED), self._given))
        return self._table.table.opening.notifications

    def _move(self, table: NumberedTable) -> Sequence[Notification]:
        if isinstance(table.table, DrawnTable):
            table.table.draws.give(self._given)
        return table.play(0 if self._request is None else self._request.number).notifications


def after(game: NumberedGame, deals: int, history: Sequence[int]) -> Position:
    """Return the position that decisions lead to."""
    position = Position(game, deals)
    for number in history:
        position.decide(number)
    return position
