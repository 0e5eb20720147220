"""Proof that nobody is told what they may not know.

At every decision, for every seat and a spectator, the game deals what is hidden from the seat anew (``redeal``).
The seat must not be able to tell: its page, args, title, moves and their labels, what a refusal says, and what it
is told of the next move must stay the same.
"""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.rng import Rng
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, AurumStatesError
from aurum_states.replay.format import AnyEntry, RefusedEntry
from aurum_states.testing.conformance.aspect import Aspect
from aurum_states.testing.impossible import Request, guesses, impossible
from aurum_states.testing.redealing import WrongRedealError, changed_by, has_redeal, redealt
from aurum_states.testing.seats import differences, encode, name_of, seats_of, seen, told
from aurum_states.testing.steps import again

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


class _Decision:
    """A table at a decision, with what is asked of it for every seat."""

    def __init__(self, table: Table) -> None:
        self.table = table.fork()
        self.redealt: list[_Redealt] = []
        self.spectator_blind = True
        """Whether a spectator sees nothing of what is dealt anew for a spectator."""
        self._seen: dict[PlayerId | None, dict[str, Any]] = {}
        self._requests: list[Request] | None = None

    def seen(self, seat: PlayerId | None) -> dict[str, Any]:
        """Return what a seat can look at."""
        if seat not in self._seen:
            self._seen[seat] = seen(self.table, seat)
        return self._seen[seat]

    def requests(self, seat: PlayerId | None) -> list[Request]:
        """Return what a seat may ask for in vain."""
        if self._requests is None:
            self._requests = [*impossible(self.table), *guesses(self.table)]
        return [one for one in self._requests if one.player == seat]


class LeakProof(Aspect):
    """Nobody is told what they may not know."""

    name = "leaks"
    wanted: ClassVar[Mapping[str, str]] = {"redeals": "nothing that is hidden was ever dealt anew"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._draw = Rng(f"leaks/{self.seed}", SimpleNamespace(drawn=0)).draw
        self._last: _Decision | None = None
        self._hides: set[str] = set()

    def __call__(self, table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:  # noqa: ARG002
        """Compare what the seats are told of the step, then deal anew for each of them."""
        if isinstance(entry, RefusedEntry):
            return
        if entry is not None and self._last is not None:
            self._compare_step(self._last, entry)
        here = self._last = _Decision(table)
        self.tried["decisions"] += 1
        for seat in seats_of(table):
            if has_redeal(self.definition):
                self._deal(here, seat)
            else:
                self._demand_nothing_hidden(here, seat, "there is no redeal(player_id, draw)", 1)

    # -- dealing anew -----------------------------------------------------------------------------

    def _deal(self, here: _Decision, seat: PlayerId | None) -> None:
        """Deal anew for a seat and compare."""
        plain = here.table
        try:
            other, swapped = redealt(plain, seat, self._draw)
            if not swapped:
                self._demand_nothing_hidden(here, seat, "redeal has swapped nothing", 2)
                return
            self.tried["redeals"] += 1
            self.tried["things swapped"] += swapped
            if seat is not None and here.spectator_blind:
                self._demand_nothing_public(here, other, seat)
            found = differences(here.seen(seat), seen(other, seat))
        except AurumStatesError as error:
            wrong = isinstance(error, WrongRedealError)
            after = f"redeal for {name_of(plain, seat)} leaves a table at which the game fails: "
            self.find(f"{'' if wrong else after}{error}")
            here.spectator_blind &= seat is not None
            return
        if found:
            here.spectator_blind &= seat is not None
            self._leak(plain, other, seat, "is shown", found)
            return
        if self.tried["redeals"] < _NAMED:
            names = (line.partition(":")[0].split(".") for line in changed_by(plain, other))
            self._hides.update(".".join(name[1:3]) for name in names)
        if self._compare_refusals(here, other, seat):
            here.redealt.append(_Redealt(seat, other))

    def _demand_nothing_hidden(self, here: _Decision, seat: PlayerId | None, why: str, least: int) -> None:
        """Find that something is hidden all the same: other seats are shown what this one is not.

        A single thing that nobody else sees may be known to be the only one that is left: ``least`` says how
        many must be hidden.
        """
        self.tried["nothing hidden"] += 1
        table = here.table
        page = set(_values(_own_part(here.seen(seat))))
        for other in seats_of(table):
            hidden = {value for value in _values(_own_part(here.seen(other))) if value not in page}
            if len(hidden) >= least:
                self.find(
                    f"{why} for {name_of(table, seat)}, though {name_of(table, other)} is shown "
                    f"{min(map(repr, hidden))} and they are not",
                    like=why,
                )
                return

    def _demand_nothing_public(self, here: _Decision, other: Table, seat: PlayerId | None) -> None:
        """Demand that a spectator, who knows less, sees nothing of a seat's redeal."""
        public = differences(here.seen(None), seen(other, None))
        if public:
            raise WrongRedealError(
                f"redeal for {name_of(other, seat)} changes what everybody sees: {'; '.join(public[:2])}"
            )

    # -- comparing --------------------------------------------------------------------------------

    def _compare_refusals(self, here: _Decision, other: Table, seat: PlayerId | None) -> bool:
        """Compare what a player is told who asks for what cannot be; return whether the tables are sound."""
        requests = here.requests(seat) if seat is not None else []
        for _ in range(min(_REFUSALS, len(requests))):
            request = requests[self._draw(len(requests))]
            said = [_refusal(table, request) for table in (here.table.fork(), other.fork())]
            if None in said:
                continue  # accepted, or it fails: whoever looks at refusals says so
            self.tried["refusals compared"] += 1
            found = differences(*said)
            if found:
                self._leak(here.table, other, seat, f"who asks for {request}, is told", found)
                return False
        return True

    def _compare_step(self, before: _Decision, entry: AnyEntry) -> None:
        """Compare what each seat is told of a step, where it leads to the same page for them."""
        plain = before.table.fork()
        expected = again(plain, entry)
        for seat, table in before.redealt:
            other = table.fork()
            try:
                result = again(other, entry)
                same = encode(seen(plain, seat)) == encode(seen(other, seat))
            except ActionError:
                self.tried["moves not legal in both"] += 1
                continue
            except AurumStatesError as error:
                name = name_of(plain, seat)
                self.find(f"redeal for {name} leaves a table at which the next move fails: {error}")
                continue
            self.tried["moves compared" if same else "moves that reveal something"] += 1
            found = differences(told(expected, seat), told(result, seat)) if same else []
            if found:
                types = [note["type"] for note in told(expected, seat)]
                found = [_with_type(line, types) for line in found]
                self._leak(before.table, table, seat, "is told", found)

    def _leak(
        self,
        plain: Table,
        other: Table,
        seat: PlayerId | None,
        how: str,
        found: list[str],
    ) -> None:
        who = "everybody" if seat is None else "they"
        changed = [f"redeal changed {line}" for line in changed_by(plain, other)]
        what = [line.partition(":")[0] for line in found]
        self.find(
            f"{name_of(plain, seat)} {how} what depends on things hidden from them; "
            f"if {who} may know it, redeal must leave it alone",
            *_first(found),
            *_first(changed),
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


def _refusal(table: Table, request: Request) -> dict[str, str] | None:
    """Return what a request is refused with, None where it is not."""
    try:
        table.act(request.player, request.action, request.args)
    except ActionError as error:
        return {"code": error.code, "message": str(error)}
    except AurumStatesError:
        pass
    return None


def _own_part(page: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the game itself shows a seat; args may list moves that follow from what all can see."""
    return {key: value for key, value in page["view"].items() if key not in ("playerorder", "gamestate")}


def _values(value: Any) -> Iterator[Any]:
    """Yield every number and text in a value."""
    if isinstance(value, Mapping | list | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _values(one)
    else:
        yield value
