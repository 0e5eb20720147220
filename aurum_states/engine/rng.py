"""Randomness as part of the state: a stream of integers that depends on (seed, counter) alone.

The stream is the keyed BLAKE2b hash of a block number, read as sixteen 32-bit words a block, so a
draw is the same on every platform and Python version and costs no saved generator state: the counter
lives in the table's core and is saved, restored and rolled back with it.
"""

from hashlib import blake2b
from struct import Struct
from typing import Any, Protocol

_WORDS = Struct("<16I").unpack
_WORD = 1 << 32

SEED_LIMIT = 80
"""The longest seed, in characters."""


class Counted(Protocol):
    """What holds the number of words drawn so far (the table's core)."""

    drawn: int


class Rng:
    """The one source of randomness of a table; replace it to feed recorded draws."""

    __slots__ = ("_block", "_block_number", "_counted", "_keyed")

    def __init__(self, seed: str, counted: Counted) -> None:
        self._keyed = blake2b(key=blake2b(seed.encode()).digest())
        self._counted = counted
        self._block: tuple[int, ...] = ()
        self._block_number = -1

    def draw(self, n: int) -> int:
        """Return an unbiased integer from 0 to n - 1.

        Raises:
            ValueError: n is below 1.
        """
        if n < 1:
            raise ValueError(f"draw({n}): there is nothing to draw from")
        if n > _WORD:
            return self._draw_long(n)
        unbiased = _WORD - _WORD % n
        counted = self._counted
        while True:
            drawn = counted.drawn
            if drawn >> 4 != self._block_number:
                self._fill(drawn >> 4)
            counted.drawn = drawn + 1
            word = self._block[drawn & 15]
            if word < unbiased:
                return word % n

    def _fill(self, number: int) -> None:
        self._block_number = -1  # an interrupt must not leave one block under the number of another
        block = self._keyed.copy()
        block.update(number.to_bytes(8, "little"))
        self._block = _WORDS(block.digest())
        self._block_number = number

    def _draw_long(self, n: int) -> int:
        """Draw below an n of more than 32 bits, from as many words as that takes."""
        words = -(-n.bit_length() // 32)
        unbiased = (1 << 32 * words) - (1 << 32 * words) % n
        while True:
            value = 0
            for _ in range(words):
                value = value << 32 | self.draw(_WORD)
            if value < unbiased:
                return value % n

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into random order, in place: Fisher-Yates, with the loop of ``draw`` written out."""
        counted, block, number = self._counted, self._block, self._block_number
        drawn = counted.drawn
        for last in range(len(items) - 1, 0, -1):
            n = last + 1
            unbiased = _WORD - _WORD % n
            word = _WORD
            while word >= unbiased:
                if drawn >> 4 != number:
                    number = drawn >> 4
                    self._fill(number)
                    block = self._block
                word = block[drawn & 15]
                drawn += 1
            other = word % n
            items[last], items[other] = items[other], items[last]
        counted.drawn = drawn
