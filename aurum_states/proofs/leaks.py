"""Proof that nobody is told what they may not know.

At every decision, for every seat and a spectator, the game deals what is hidden from the seat anew
(``redeal``). The seat must not be able to tell: its page, args, title, moves and their labels, what a refusal
says, and what it is told of the next move must stay the same. So must what it is told of a choice of somebody
else that changes nothing but what is hidden from it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.game import has_redeal
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Move
from aurum_states.engine.rng import Rng
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, AurumStatesError
from aurum_states.proofs.choices import other_choice
from aurum_states.proofs.impossible import Request, guesses, impossible
from aurum_states.proofs.redealing import WrongRedealError, changed_by, changed_names, redealt
from aurum_states.proofs.seats import SPECTATOR, differences, encode, name_of, seats_of, seen, told
from aurum_states.replay.format import MoveEntry, RunEntry
from aurum_states.replay.runner import take

_REFUSALS = 2
"""How many refusals of a seat are compared at a decision."""
_NAMED = 100
"""At how many decisions redeals are asked what they change."""
_LINES = 6
"""How many differences are shown."""
SPECTATOR_REDEALS, PLAYER_REDEALS = "redeals for a spectator", "redeals for players"
"""What is counted in ``tried`` and may not be 0 in a proof."""


class Find(Protocol):
    """Is told of each leak, and of each redeal that proves nothing."""

    def __call__(self, message: str, *details: str, like: str | None = None) -> None:
        """Take a finding; those with the same ``like`` (without it, the same message) are alike."""


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


class LeakSearch:
    """Looks at every step of games for what nobody may know, and tells ``find``.

    ``tried`` counts what was done, ``hides`` are the values of tables that were dealt anew. What is drawn
    hangs on ``seed`` alone.
    """

    def __init__(self, definition: GameDefinition, seed: str, find: Find, tried: Counter[str]) -> None:
        self.find = find
        self.tried = tried
        self.hides: set[str] = set()
        self._redeals = has_redeal(definition.game_class)
        self._draw = Rng(f"leaks/{seed}", SimpleNamespace(drawn=0)).draw
        self._choose = Rng(f"leaks/{seed}/choices", SimpleNamespace(drawn=0)).draw
        self._last: _Decision | None = None
        self._secret: set[str] = set()
        """Where on a page things stand that are hidden from others, without numbers: ``hand``."""

    def __call__(self, table: Table, entry: RunEntry | None) -> None:
        """Look at a table after its opening (no entry) or after a step, which must be shown one by one."""
        if entry is not None and self._last is not None:
            self._compare_step(self._last, entry)
        here = self._last = _Decision(table)
        self.tried["decisions"] += 1
        for seat in seats_of(table):
            if self._redeals:
                self._deal(here, seat)
            else:
                self._demand_open(here, seat)

    # -- dealing anew -----------------------------------------------------------------------------

    def _deal(self, here: _Decision, seat: PlayerId | None) -> None:
        """Deal anew for a seat and compare."""
        plain = here.table
        try:
            other, swapped = redealt(plain, seat, self._draw)
            if not swapped:
                self._demand_nothing_swappable(here, seat)
                return
            self.tried[SPECTATOR_REDEALS if seat is None else PLAYER_REDEALS] += 1
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
        if self.tried["decisions"] < _NAMED:
            self._learn(here, other, seat)
        if self._compare_refusals(here, other, seat):
            here.redealt.append(_Redealt(seat, other))

    def _demand_open(self, here: _Decision, seat: PlayerId | None) -> None:
        """Demand that a game without a redeal shows no seat what it does not show this one."""
        self.tried["nothing hidden"] += 1
        self._find_secret(here, seat, "there is no redeal(player_id, draw)", lambda _: True, 1)

    def _demand_nothing_swappable(self, here: _Decision, seat: PlayerId | None) -> None:
        """Demand that where nothing was swapped, nothing is shown to others that other redeals have swapped.

        A single secret of that kind may be known to be the only one that is left.
        """
        self.tried["nothing hidden"] += 1
        self._find_secret(here, seat, "redeal has swapped nothing", self._secret.__contains__, 2)

    def _find_secret(
        self,
        here: _Decision,
        seat: PlayerId | None,
        why: str,
        secret: Callable[[str], bool],
        least: int,
    ) -> None:
        page = set(_atoms(_own_part(here.seen(seat))))
        for other in seats_of(here.table):
            hidden: dict[str, set[Any]] = {}
            for path, value in _values(_own_part(here.seen(other))):
                if value not in page and secret(path):
                    hidden.setdefault(path, set()).add(value)
            for path, values in hidden.items():
                if len(values) >= least:
                    who, whom = name_of(here.table, other), name_of(here.table, seat)
                    shown = f"{min(map(repr, values))} and they are not ({path.removeprefix('.')})"
                    self.find(f"{why} for {whom}, though {who} is shown {shown}", like=why)
                    return

    def _learn(self, here: _Decision, other: Table, seat: PlayerId | None) -> None:
        """Remember which values of the table are dealt anew, and where other seats see them."""
        names = changed_names(here.table, other)
        self.hides.update(".".join(name.split(".")[1:3]) for name in names)
        for owner in seats_of(here.table):
            if owner != seat:
                now = dict.fromkeys(
                    _values(_own_part({"view": other.view_for(owner), "args": other.args_for(owner)}))
                )
                before = _values(_own_part(here.seen(owner)))
                self._secret.update(path for path, value in before if (path, value) not in now)

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
                self._leak(here.table, other, seat, f"is told who asks for {request}", found)
                return False
        return True

    def _compare_step(self, before: _Decision, entry: RunEntry) -> None:
        """Compare what each seat is told of a step, where it leads to the same page for them."""
        plain = before.table.fork()
        expected = take(plain, entry)
        if isinstance(entry, MoveEntry):
            self._compare_choice(before, plain, expected, entry)
        for seat, table in before.redealt:
            other = table.fork()
            try:
                result = take(other, entry)
                same = encode(seen(plain, seat)) == encode(seen(other, seat))
            except ActionError:
                self.tried["moves not legal in both"] += 1
                continue
            except AurumStatesError as error:
                name = name_of(plain, seat)
                self.find(f"redeal for {name} leaves a table at which the next move fails: {error}")
                continue
            self.tried["moves compared" if same else "moves that reveal something"] += 1
            if same and _undoable(plain, seat) != _undoable(other, seat):
                self._leak(before.table, table, seat, "may undo", ["undo: offered in one of both tables"])
            found = _told_differently(expected, result, seat) if same else []
            if found:
                self._leak(before.table, table, seat, "is told", found)

    def _compare_choice(
        self, before: _Decision, plain: Table, expected: ActionResult, entry: MoveEntry
    ) -> None:
        """Compare what the others are told of a choice with what they would be told of another one.

        Not where they see the difference, nor where it changes nothing or more than what is hidden from them.
        """
        drawn = plain._core.drawn != before.table._core.drawn
        choice = None if drawn else other_choice(before.table, entry, self._choose)
        if choice is None:
            return
        for seat in seats_of(plain):
            if seat == entry.player or encode(seen(plain, seat)) != encode(seen(choice.table, seat)):
                continue
            self.tried["choices compared"] += 1
            found = _told_differently(expected, choice.result, seat)
            if found and self._redeals and choice.is_secret(plain, seat, self._choose):
                made = Move(entry.action, entry.args)
                because = f"{choice.move} in place of {made} changed"
                self._leak(plain, choice.table, seat, "is told of a choice", found, because)

    def _leak(
        self,
        plain: Table,
        other: Table,
        seat: PlayerId | None,
        how: str,
        found: list[str],
        because: str = "redeal changed",
    ) -> None:
        who = "everybody" if seat is None else "they"
        changed = [f"{because} {line}" for line in changed_by(plain, other)]
        what = [line.partition(":")[0] for line in found]
        self.find(
            f"what {name_of(plain, seat)} {how} depends on what is hidden from them; "
            f"if {who} may know it, redeal must leave it alone",
            *_first(found),
            *_first(changed),
            like=f"{SPECTATOR if seat is None else 'a player'} {how} {what[0]}",
        )


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - _LINES
    return [*lines[:_LINES], *([f"and {more} more"] if more > 0 else [])]


def _told_differently(expected: ActionResult, result: ActionResult, seat: PlayerId | None) -> list[str]:
    """Return where a seat is told two things of two moves, by the types of what it is told."""
    notes = told(expected, seat)
    types = [note["type"] for note in notes]
    return [_with_type(line, types) for line in differences(notes, told(result, seat))]


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


def _undoable(table: Table, seat: PlayerId | None) -> bool:
    """Return whether a seat may take its last move back."""
    return seat is not None and table.undoable(seat) is not None


def _own_part(page: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the game itself shows a seat: not the framework's part of the page."""
    framework = ("playerorder", "gamestate")
    shown = {key: value for key, value in page["view"].items() if key not in framework}
    return {**shown, "args": page["args"]}


def _atoms(value: Any) -> Iterator[Any]:
    """Yield everything that can be read in a value, its keys too, numbers among them as such."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield int(key) if str(key).isdecimal() else key
            yield from _atoms(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _atoms(one)
    else:
        yield value


def _values(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every number and text in a value, with its path but for numbers in it."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _values(one, path if str(key).isdigit() else f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _values(one, path)
    elif value is not None and not isinstance(value, bool):
        yield path, value
