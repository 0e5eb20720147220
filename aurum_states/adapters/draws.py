"""Tables whose chance comes from outside, draw by draw: what is drawn where is a node of the game tree.

The game's code is run and stopped where it draws something that has not been given; whoever runs the table
gives that, and runs the same again. A shuffle says at once how many draws it takes, so that it stops once.
"""

from collections.abc import Sequence
from typing import Any

from aurum_states.engine.plan import Core, plan_of
from aurum_states.engine.seating import Seating
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.errors import IllegalMoveError

MOST_OUTCOMES = 64
"""The most outcomes of one chance node; a draw from more is made in several."""


class DrawsNeeded(BaseException):
    """The game draws, and nothing is left of what was given. ``sizes`` are the next numbers drawn from."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        super().__init__(f"draws from {sizes} are needed")
        self.sizes = sizes


class GivenDraws:
    """A source of chance that has nothing but what it was given."""

    __slots__ = ("_core", "_given", "_place")

    def __init__(self, core: Core, given: Sequence[int] = ()) -> None:
        self._core = core
        self.give(given)

    def give(self, given: Sequence[int]) -> None:
        """Set what is drawn from now on."""
        self._given = given
        self._place = 0

    def draw(self, n: int) -> int:
        """Return the next draw from 0 to n - 1.

        Raises:
            ValueError: n is below 1.
            DrawsNeeded: nothing is left.
        """
        if n < 1:
            raise ValueError(f"draw({n}): there is nothing to draw from")
        self._core.drawn += 1
        return self._next(n) if n > 1 else 0

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into the order that the draws give (Fisher-Yates, as the table's own chance does).

        Raises:
            DrawsNeeded: nothing is left.
        """
        lasts = range(len(items) - 1, 0, -1)
        if self._place + len(lasts) > len(self._given):
            raise DrawsNeeded(tuple(last + 1 for last in lasts))
        for last in lasts:
            other = self.draw(last + 1)
            items[last], items[other] = items[other], items[last]

    def _next(self, n: int) -> int:
        if self._place == len(self._given):
            raise DrawsNeeded((n,))
        drawn = self._given[self._place]
        self._place += 1
        return drawn


class DrawnTable(Table):
    """A table whose chance is given. A move that needs more is taken back, as one that fails."""

    __slots__ = ("draws", "first_draws")

    draws: GivenDraws
    """Its source of chance."""
    first_draws: Sequence[int]
    """What it was set up with."""

    @classmethod
    def begun(cls, setup: Setup, given: Sequence[int]) -> "DrawnTable":
        """Return a new table, set up with these draws.

        Raises:
            DrawsNeeded: they are too few.
        """
        table = object.__new__(cls)
        table.first_draws = given
        table.__init__(plan_of(setup.definition), setup)  # type: ignore[misc]
        table._steps_noted = False  # nobody takes back moves here
        return table

    def _seat(self) -> Seating:
        seating = super()._seat()
        given = getattr(self, "first_draws", ())  # a fork has none
        self.draws = self._chance = seating.services.random = GivenDraws(seating.core, given)
        return seating


class Draw:
    """One draw from 0 to ``size`` - 1: from more than ``most`` in several steps, block by block."""

    __slots__ = ("_low", "_most", "_size")

    def __init__(self, size: int, most: int = MOST_OUTCOMES) -> None:
        self._low = 0
        self._size = size
        self._most = most

    @property
    def outcomes(self) -> list[float]:
        """The probabilities of the outcomes of this step."""
        block, size = self._block, self._size
        return [min(block, size - start) / size for start in range(0, size, block)]

    def take(self, outcome: int) -> int | None:
        """Take a step; return what has been drawn, None where there is more to come.

        Raises:
            IllegalMoveError: there is no such outcome.
        """
        block = self._block
        if not 0 <= outcome * block < self._size:
            last = (self._size - 1) // block
            raise IllegalMoveError(f"chance has no outcome {outcome!r} here: it has those from 0 to {last}")
        self._low += outcome * block
        self._size = min(block, self._size - outcome * block)
        return self._low if self._size == 1 else None

    def copy(self) -> "Draw":
        """Return a draw that stands where this one does."""
        copy = Draw(self._size, self._most)
        copy._low = self._low
        return copy

    @property
    def _block(self) -> int:
        block = 1
        while block * self._most < self._size:
            block *= self._most
        return block
