"""The tables that a replay went through, kept as bytes, so that a later run can say what differs."""

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from aurum_states.engine.record import ActionResult
from aurum_states.engine.snapshot import readable_saved
from aurum_states.engine.table import Table
from aurum_states.replay.format import AnyEntry

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode


class Trail:
    """The saved bytes of a table at its start and after each step; give ``watch`` to ``run``."""

    __slots__ = ("saved",)

    def __init__(self, saved: list[bytes] | None = None) -> None:
        self.saved: list[bytes] = saved or []

    def watch(self, table: Table, _: AnyEntry | None, result: ActionResult | None) -> None:
        """Keep the table as it is now."""
        if result is not None:
            self.saved.append(table._keeping.commit.saved)

    def at(self, step: int, table: Table) -> Mapping[str, Any] | None:
        """Return core and state after a step (0: at the start) as a person reads them, None if unknown.

        ``table`` is any table of the game.
        """
        return readable_saved(table, self.saved[step]) if 0 <= step < len(self.saved) else None

    def pack(self) -> bytes:
        """Return the trail in a few bytes a step."""
        return zlib.compress(_encode(self.saved), 1)

    @staticmethod
    def unpack(packed: bytes) -> "Trail | None":
        """Return a packed trail, None where the bytes are none."""
        try:
            return Trail(_decode(zlib.decompress(packed)))
        except (zlib.error, msgspec.DecodeError):
            return None
