"""Proof that nobody is told what they may not know.

At every decision, for every seat and a spectator, the game deals what is hidden from the seat anew (``redeal``).
The seat must not be able to tell: its page, args, title, moves and their labels, what a refusal says, and what it
is told of the next move must stay the same.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.rng import Rng
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, AurumStatesError
from aurum_states.replay.format import AnyEntry, RefusedEntry
from aurum_states.testing.conformance.aspect import Aspect
from aurum_states.testing.impossible import impossible
from aurum_states.testing.redealing import WrongRedealError, changed_by, has_redeal, redealt
from aurum_states.testing.seats import differences, encode, name_of, seats_of, seen, told
from aurum_states.testing.steps import again, line_of

_REFUSALS = 2
"""How many refusals of a seat are compared at a decision."""
_NAMED = 1000
"""How many redeals are asked which values they change."""
_LINES = 6
"""How many differences are shown."""


class _Redealt(NamedTuple):
    """A table as one seat may imagine it."""

    seat: PlayerId | None
    table: Table


class LeakProof(Aspect):
    """Nobody is told what they may not know."""

    name = "leaks"
    wanted: ClassVar[Mapping[str, str]] = {"redeals": "nothing that is hidden was ever dealt anew"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._draw = Rng(f"leaks/{self.seed}", SimpleNamespace(drawn=0)).draw
        self._before: Table | None = None
        self._redealt: list[_Redealt] = []
        self._spectator_blind = True
        """Whether at this decision a spectator sees nothing of what is dealt anew for a spectator."""
        self._hides: set[str] = set()

    def __call__(self, table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
        """Compare what the seats are told of the step, then deal anew for each of them."""
        if isinstance(entry, RefusedEntry):
            return
        if entry is not None and self._before is not None:
            for one in self._redealt:
                self._compare_step(self._before, one, entry)
        self._before, self._redealt = table.fork(), []
        self.tried["decisions"] += 1
        self._spectator_blind = True
        for seat in seats_of(table):
            if has_redeal(self.definition):
                self._deal(self._before, seat)
            else:
                self._demand_nothing_hidden(table, seat, "there is no redeal(player_id, draw)")

    # -- dealing anew -----------------------------------------------------------------------------

    def _deal(self, plain: Table, seat: PlayerId | None) -> None:
        """Deal anew for a seat and compare."""
        try:
            other, swapped = redealt(plain, seat, self._draw)
            if not swapped:
                self._demand_nothing_hidden(plain, seat, "redeal has swapped nothing")
                return
            self.tried["redeals"] += 1
            self.tried["things swapped"] += swapped
            if seat is not None and self._spectator_blind:
                self._demand_nothing_public(plain, other, seat)
            found = differences(seen(plain, seat), seen(other, seat))
        except AurumStatesError as error:
            wrong = isinstance(error, WrongRedealError)
            after = f"redeal for {name_of(plain, seat)} leaves a table at which the game fails: "
            self.find(f"{'' if wrong else after}{error}")
            self._spectator_blind &= seat is not None
            return
        if found:
            self._spectator_blind &= seat is not None
            self._leak(plain, other, seat, "is shown", found)
            return
        if self.tried["redeals"] < _NAMED:
            self._hides.update(line.partition(":")[0] for line in changed_by(plain, other))
        self._compare_refusals(plain, other, seat)
        self._redealt.append(_Redealt(seat, other))

    def _demand_nothing_hidden(self, table: Table, seat: PlayerId | None, why: str) -> None:
        """Find that something is hidden all the same: another seat is shown what this one is not."""
        self.tried["nothing hidden"] += 1
        page = _atoms(_own_part(table, seat))
        for other in seats_of(table):
            secrets = _atoms(_own_part(table, other)) - page
            if secrets:
                self.find(
                    f"{why} for {name_of(table, seat)}, from whom something is hidden: "
                    f"{name_of(table, other)} is shown {min(map(repr, secrets))}",
                    like=why,
                )
                return

    def _demand_nothing_public(self, plain: Table, other: Table, seat: PlayerId | None) -> None:
        """Demand that a spectator, who knows less, sees nothing of a seat's redeal."""
        public = differences(seen(plain, None), seen(other, None))
        if public:
            raise WrongRedealError(
                f"redeal for {name_of(plain, seat)} changes what everybody sees: {'; '.join(public[:2])}"
            )

    # -- comparing --------------------------------------------------------------------------------

    def _compare_refusals(self, plain: Table, other: Table, seat: PlayerId | None) -> None:
        """Compare what a player is told who asks for what cannot be."""
        if seat is None:
            return
        requests = [one for one in impossible(plain) if one.player == seat]
        for _ in range(min(_REFUSALS, len(requests))):
            request = requests[self._draw(len(requests))]
            said = []
            for table in (plain, other):
                try:
                    table.fork().act(request.player, request.action, request.args)
                    return  # accepted: whoever looks at refusals says so
                except ActionError as error:
                    said.append({"code": error.code, "message": str(error)})
                except AurumStatesError:
                    return
            self.tried["refusals compared"] += 1
            found = differences(*said)
            if found:
                self._leak(plain, other, seat, f"who asks for {request}, is told", found)

    def _compare_step(self, before: Table, one: _Redealt, entry: AnyEntry) -> None:
        """Compare what a seat is told of a step, where it leads to the same page for them."""
        plain, other, seat = before.fork(), one.table.fork(), one.seat
        expected = again(plain, entry)
        try:
            result = again(other, entry)
        except ActionError:
            self.tried["moves not legal in both"] += 1
            return
        except AurumStatesError as error:
            self.find(
                f"redeal for {name_of(plain, seat)} leaves a table at which the next move fails: {error}"
            )
            return
        if encode(seen(plain, seat)) != encode(seen(other, seat)):
            self.tried["moves that reveal something"] += 1
            return
        self.tried["moves compared"] += 1
        found = differences(told(expected, seat), told(result, seat))
        if found:
            types = [note["type"] for note in told(expected, seat)]
            found = [_with_type(line, types) for line in found]
            self._leak(before, one.table, seat, "is told", found, next_line=line_of(entry))

    def _leak(
        self,
        plain: Table,
        other: Table,
        seat: PlayerId | None,
        how: str,
        found: list[str],
        *,
        next_line: bytes = b"",
    ) -> None:
        public = "" if seat is not None else "; if everybody may know it, redeal must leave it alone"
        changed = [f"redeal changed {line}" for line in changed_by(plain, other)]
        what = [line.partition(":")[0] for line in found]
        self.find(
            f"{name_of(plain, seat)} {how} what depends on things hidden from them{public}",
            *_first(found),
            *_first(changed),
            next_line=next_line,
            like=f"{seat is None} {how} {what[0]}",
        )

    def close(self) -> None:
        """Say what was never tried, and which values have been dealt anew."""
        super().close()
        if self._hides:
            self.notes.append(f"dealt anew: {', '.join(sorted(self._hides))}")

    def nothing_tried(self, name: str, meaning: str) -> None:
        """A game without secrets needs no redeal: that every seat is shown the same has been looked at."""
        if has_redeal(self.definition) or not self.tried["decisions"]:
            super().nothing_tried(name, meaning)
        elif not any(one.kind == self.name for one in self.findings):
            self.notes.append("nothing is hidden: at every decision all seats are shown the same")


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - _LINES
    return [*lines[:_LINES], *([f"and {more} more"] if more > 0 else [])]


def _with_type(line: str, types: list[str]) -> str:
    """Put a notification's type in place of its number."""
    place = line.partition("]")[0].removeprefix("[")
    return line.replace(f"[{place}]", types[int(place)], 1) if place.isdigit() else line


def _own_part(table: Table, seat: PlayerId | None) -> dict[str, Any]:
    """Return what the game itself shows a seat; args may list moves that follow from what all can see."""
    return {
        key: value for key, value in table.view_for(seat).items() if key not in ("playerorder", "gamestate")
    }


def _atoms(value: Any) -> set[Any]:
    """Return every number, text and key in a value."""
    return set(_walk(value))


def _walk(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value
    inner: Iterable[Any] = value.values() if isinstance(value, Mapping) else value
    if isinstance(value, Mapping | list | tuple):
        for one in inner:
            yield from _walk(one)
    else:
        yield value
