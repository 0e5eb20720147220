"""Replay files (``*.replay.jsonl``), version 1: one JSON object a line, UTF-8, keys in a fixed order.

The first line is the header (the set-up of the table), then one line for each accepted move and each change
of a preference, last the end.
Who leaves, comes back or concedes has a line of its own, and so has each turn that is played for them.
Reading is strict: an unknown key, a missing one or a wrong type is refused with its line.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from aurum_states.definitions.states import Transition
from aurum_states.engine.players import Player, PlayerId
from aurum_states.engine.record import PreferenceChange, Ranked, Seat, UndoneTo
from aurum_states.engine.setup import Setup, nesting
from aurum_states.engine.snapshot import header
from aurum_states.errors import ReplayError
from aurum_states.names import did_you_mean, listed

FORMAT, VERSION = "aurum-states-replay", 1
SUFFIX = ".replay.jsonl"


Taken: TypeAlias = tuple[str, str | None, str]
"""A transition as recorded: source, name (None for a jump) and target; it equals the ``Transition``."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a replay after the header."""


class LeadingEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """A line that says which way the table went: ``path``, in the order taken."""

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions taken."""
        return tuple(Transition(*taken) for taken in self.path)  # type: ignore[attr-defined]  # by each kind


class MoveEntry(LeadingEntry, frozen=True, forbid_unknown_fields=True):
    """A recorded move, and what it led to."""

    move: int
    player: PlayerId
    action: str
    args: dict[str, Any]
    path: tuple[Taken, ...] = msgspec.field(name="transitions")
    digest: str


class ZombieEntry(LeadingEntry, frozen=True, forbid_unknown_fields=True):
    """A turn that the game played for a player who has left."""

    zombie: Seat
    path: tuple[Taken, ...] = msgspec.field(name="transitions")
    digest: str


class QuitEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """A player left the table."""

    quit: Seat


class BackEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """A player who had left came back."""

    back: Seat


class ConcedeEntry(LeadingEntry, frozen=True, forbid_unknown_fields=True):
    """A player gave up, and what it led to."""

    concede: Seat
    path: tuple[Taken, ...] = msgspec.field(name="transitions")
    digest: str


class PreferenceEntry(LeadingEntry, frozen=True, forbid_unknown_fields=True):
    """A player's change of a preference, and what it led to."""

    preference: PreferenceChange
    path: tuple[Taken, ...] = msgspec.field(name="transitions")
    digest: str


class UndoEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """A player took back their last move."""

    undo: UndoneTo
    digest: str


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that must be refused, for the reason ``code``."""

    player: PlayerId
    action: str
    args: dict[str, Any]
    code: str


class RefusedEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """A request that a test wants refused here."""

    refused: Refused


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    state: str
    ranking: list[Ranked]


class EndEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """The end of the game."""

    end: End


RunEntry: TypeAlias = (
    MoveEntry | ZombieEntry | QuitEntry | BackEntry | ConcedeEntry | PreferenceEntry | UndoEntry
)
"""What changes the table when it is run again."""
AnyEntry: TypeAlias = RunEntry | RefusedEntry | EndEntry

_KINDS: dict[str, type[Entry]] = {
    "move": MoveEntry,
    "zombie": ZombieEntry,
    "quit": QuitEntry,
    "back": BackEntry,
    "concede": ConcedeEntry,
    "preference": PreferenceEntry,
    "undo": UndoEntry,
    "refused": RefusedEntry,
    "end": EndEntry,
}
_NESTED = 100
"""How deep lists and objects of a line may lie in one another."""
_SHALLOW = 2 * _NESTED
"""Up to so many bytes a line has no room for too many levels."""
_TOO_DEEP = f"lists and objects are nested deeper than {_NESTED} levels"
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_HEADER_KEYS = ("format", "version", "game", "rules", "players", "options", "preferences", "settings", "seed")
_OPTIONAL_KEYS = ("position", "parent")

_decode: Mapping[str, Callable[[bytes], AnyEntry]] = {
    kind: msgspec.json.Decoder(cls).decode  # type: ignore[misc]  # _KINDS holds what AnyEntry may be
    for kind, cls in _KINDS.items()
}
_decode_moves = msgspec.json.Decoder(MoveEntry).decode_lines
_decode_any = msgspec.json.Decoder().decode


def header_of(setup: Setup) -> dict[str, Any]:
    """Return a set-up as the first line of a replay."""
    return {"format": FORMAT, "version": VERSION, **header(setup)}


def read_header(text: bytes) -> dict[str, Any]:
    """Return the header of a first line.

    Raises:
        ReplayError: it is none, or of a version that this program does not read.
    """
    data = _object(text, 1)
    if data.get("format") != FORMAT:
        raise ReplayError(
            f'no replay: the first line must have "format": "{FORMAT}", it has {data.get("format")!r}',
            1,
        )
    known = _HEADER_KEYS + _OPTIONAL_KEYS
    reasons = []
    if type(data.get("version")) is not int or data["version"] != VERSION:
        reasons.append(f"replay version {data.get('version')!r} is not {VERSION}, the one this program reads")
    reasons += [
        f"unknown key {key!r} in the header{did_you_mean(key, known)}" for key in data if key not in known
    ]
    reasons += [f"the header has no {key!r}" for key in _HEADER_KEYS if key not in data]
    if reasons:
        raise ReplayError("; ".join(reasons), 1)
    return data


def players_of(data: Mapping[str, Any]) -> list[Player]:
    """Return the players of a header, in seating order.

    Raises:
        ReplayError: they are none.
    """
    try:
        return msgspec.convert(data["players"], list[Player])
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise ReplayError(f"players: {error}", 1) from None


def read_moves(lines: Sequence[bytes]) -> list[MoveEntry]:
    """Return the moves with which lines begin, up to another line or a wrong one: the quick way."""
    plain = 0
    for line in lines:
        if not line.startswith(b'{"move"') or (len(line) > _SHALLOW and _may_be_deep(line)):
            break
        plain += 1
    try:
        return _decode_moves(b"\n".join(lines[:plain]))
    except msgspec.DecodeError:
        return []  # ``read_entry`` says which line it is, and what is wrong


def read_entry(text: bytes, line: int) -> AnyEntry:
    """Return the entry of a line.

    Raises:
        ReplayError: the line is no entry, with what is wrong and its number.
    """
    kind = "move" if text.startswith(b'{"move"') else _kind(_object(text, line), line)
    if _may_be_deep(text):
        _object(text, line)  # nested too deep, whoever goes through it could run out of stack
    try:
        return _decode[kind](text)
    except msgspec.DecodeError as error:
        data = _object(text, line)
        known = _KINDS[kind].__struct_encode_fields__
        for key in data:
            if key not in known:
                raise ReplayError(
                    f"unknown key {key!r}{did_you_mean(key, known)}; a {kind} line has {listed(known)}", line
                ) from None
        raise ReplayError(f"{kind} line: {error}", line) from None


def _kind(data: Mapping[str, Any], line: int) -> str:
    for kind in _KINDS:
        if kind in data:
            return kind
    raise ReplayError(
        f"a line has one of the keys {listed(map(repr, _KINDS))}; this one has {listed(map(repr, data))}",
        line,
    )


def _may_be_deep(text: bytes) -> bool:
    """Whether a line has room and brackets enough for too many levels."""
    return len(text) > _SHALLOW and text.count(b"[") + text.count(b"{") > _NESTED


def _object(text: bytes, line: int) -> dict[str, Any]:
    if not text.strip():
        raise ReplayError("not a line of JSON: it is empty", line)
    if text.startswith(_BOMS):
        raise ReplayError("not a line of JSON: save the file as UTF-8, without a byte order mark", line)
    try:
        data = _decode_any(text)
    except msgspec.DecodeError as error:
        raise ReplayError(f"not a line of JSON: {error}", line) from None
    except RecursionError:
        raise ReplayError(_TOO_DEEP, line) from None
    if _may_be_deep(text) and nesting(data) > _NESTED:
        raise ReplayError(_TOO_DEEP, line)
    if not isinstance(data, dict):
        raise ReplayError("a line must be a JSON object", line)
    return data
