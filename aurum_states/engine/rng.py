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
        n = len(items)
        if n < 2:
            return
        counted = self._counted
        number, at = counted.drawn >> 4, counted.drawn & 15
        if number != self._block_number:
            self._fill(number)
        block = self._block
        surely = _WORD - n  # a word below it favours no place, whatever is left of n
        while n > 1:
            if at == 16:
                number += 1
                at = 0
                self._fill(number)
                block = self._block
            word = block[at]
            at += 1
            if word < surely or word < _WORD - _WORD % n:
                other = word % n
                n -= 1
                items[n], items[other] = items[other], items[n]
        counted.drawn = (number << 4) + at
