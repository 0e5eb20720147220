"""What the solver answers is what trying every page finds, for each kind of answer, on random small files."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from aurum_states.definitions.conditions import start_refusals
from aurum_states.space.answers import Answers, answers
from aurum_states.space.axes import Table
from aurum_states.space.choosable import Choosable, choosable
from aurum_states.space.facts import Shows, Starts
from aurum_states.space.option_space import OptionSpace
from aurum_states.space.page_graph import Move, shortest_way
from aurum_states.space.reasons import Reason
from aurum_states.space.traps import traps_of
from tests.space.plain_pages import Kind, Page, Pages
from tests.space.small_files import PLAYERS, Raw, models, small_file, tight_file

FILES, CHUNKS = 1000, 5

Place = tuple[int, int, int]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_answer(chunk: int) -> None:
    met: dict[str, int] = defaultdict(int)
    for number in range(chunk, FILES, CHUNKS):
        raw = small_file(Random(f"solver/{number}"))
        space = OptionSpace(models(raw), PLAYERS)
        pages = Pages(raw)
        by_table = _by_table(space, pages)
        found = answers(space)
        _compare_choosable(space, found, by_table)
        _compare_never(found, pages, met)
        _compare_start_conditions(found, pages, met)
        _compare_defaults(found, pages, met)
        _compare_reasons(found, raw, met)
    assert all(met[kind] for kind in KINDS), dict(met)


KINDS = (
    "never_starts",
    "never_shown",
    "always_shown",
    "never_chosen",
    "never_started",
    "never_holding",
    "always_holding",
    "refused_defaults",
    "stuck",
)


def _by_table(space: OptionSpace, pages: Pages) -> dict[Table, list[Page]]:
    """Return the pages of every class of tables; every table is in just one."""
    found: dict[Table, list[Page]] = {table: [] for table in space.tables}
    for page in pages.pages:
        (table,) = (table for table in space.tables if _is_of(page.kind, table))
        found[table].append(page)
    return found


def _is_of(kind: Kind, table: Table) -> bool:
    language = dict(table.beside).get(207, (None,))
    at = (kind.players in table.players, kind.mode in table.modes, kind.speed in table.speeds)
    return all(at) and kind.language in language


def _shown_values(pages: Pages, some: Iterable[Page]) -> set[tuple[int, int]]:
    return {
        (number, value)
        for page in some
        for number, value in zip(pages.ids, page.values, strict=True)
        if number in page.shown
    }


def _compare_choosable(space: OptionSpace, found: Answers, by_table: dict[Table, list[Page]]) -> None:
    for one in found.selectable:
        pages = by_table[one.table]
        ids = list(space.options)
        assert one.shown == {number for page in pages for number in page.shown}
        assert one.hidden == {number for page in pages for number in ids if number not in page.shown}
        assert one.values == _values(ids, (page for page in pages if not page.failing_at_once))
        start: Choosable = choosable(space, one.table, "startable")
        assert start.values == _values(ids, (page for page in pages if not page.failing))


def _values(ids: list[int], pages: Iterable[Page]) -> set[tuple[int, int]]:
    return {
        (number, value)
        for page in pages
        for number, value in zip(ids, page.values, strict=True)
        if number in page.shown
    }


def _compare_never(found: Answers, pages: Pages, met: dict[str, int]) -> None:
    shown = {number for page in pages.pages for number in page.shown}
    hidden = {number for page in pages.pages for number in pages.ids if number not in page.shown}
    every = {
        (number, value) for number, domain in zip(pages.ids, pages.domains, strict=True) for value in domain
    }
    chosen = _shown_values(pages, (page for page in pages.pages if not page.failing_at_once))
    started = _shown_values(pages, (page for page in pages.pages if not page.failing))
    assert set(found.never_shown) == set(pages.ids) - shown
    conditional = {number for number in pages.ids if pages.raw[number].get("displaycondition")}
    assert set(found.always_shown) == conditional - hidden
    assert (found.never_starts is None) == any(not page.failing for page in pages.pages)
    if found.never_starts is None:
        assert set(found.never_chosen) == {one for one in every - chosen if one[0] in shown}
        assert set(found.never_started) == chosen - started
    for kind in ("never_shown", "always_shown", "never_chosen", "never_started"):
        met[kind] += len(getattr(found, kind))


def _compare_start_conditions(found: Answers, pages: Pages, met: dict[str, int]) -> None:
    can_hold, can_fail, stuck = set(), set(), set()
    for page in pages.pages:
        for number, value in zip(pages.ids, page.values, strict=True):
            for index in range(len(pages.raw[number].get("startcondition", {}).get(str(value), []))):
                place = (number, value, index)
                (can_fail if place in page.failing else can_hold).add(place)
                if place in page.failing and not page.failing_at_once:
                    stuck.add(place)
    assert set(found.never_holding) == can_fail - can_hold
    assert set(found.always_holding) == can_hold - can_fail
    assert set(found.stuck) == stuck
    for kind in ("never_holding", "always_holding", "stuck"):
        met[kind] += len(getattr(found, kind))


def _compare_defaults(found: Answers, pages: Pages, met: dict[str, int]) -> None:
    refused: dict[Place, set[Kind]] = defaultdict(set)
    defaults = tuple(option["default"] for option in pages.raw.values())
    for page in pages.pages:
        if page.values == defaults:
            for place in page.failing:
                refused[place].add(page.kind)
    assert set(found.refused_defaults) == set(refused)
    for place, kinds in refused.items():
        assert found.refused_defaults[place].message == pages.start(*place)["message"]
        for kind in {page.kind for page in pages.pages}:
            tables = found.refused_defaults[place].tables
            assert (kind in kinds) == any(_is_of(kind, table) for table in tables)
    met["refused_defaults"] += len(refused)


# -- reasons ---------------------------------------------------------------------------------------------


def _compare_reasons(found: Answers, raw: Raw, met: dict[str, int]) -> None:
    """A file with no other conditions than a reason names still does not allow it."""
    for number, reason in found.never_shown.items():
        assert not any(number in page.shown for page in _reduced(raw, reason).pages)
    if found.never_starts is not None:
        assert all(page.failing for page in _reduced(raw, found.never_starts).pages)
        met["never_starts"] += 1
    for (number, value), reason in found.never_chosen.items():
        pages = _reduced(raw, reason)
        chosen = _shown_values(pages, (page for page in pages.pages if not page.failing))
        assert (number, value) not in chosen


def _reduced(raw: Raw, reason: Reason) -> Pages:
    """Return the pages of a file with the conditions that a reason speaks of."""
    kept: Raw = {}
    for number, option in raw.items():
        facts = [fact for fact in reason.facts if fact.option == number]
        whole = any(isinstance(fact, Shows) for fact in facts)
        named = [
            condition.model_dump(exclude_defaults=True) for fact in facts for condition in fact.conditions
        ]
        starting = [fact for fact in facts if isinstance(fact, Starts)]
        kept[number] = option | {
            "displaycondition": [one for one in option.get("displaycondition", []) if whole or one in named],
            "startcondition": {
                value: [
                    one
                    for one in conditions
                    if any(_same(one, fact) for fact in starting if str(fact.value) == value)
                ]
                for value, conditions in option.get("startcondition", {}).items()
            },
        }
    return Pages(kept)


def _same(raw: dict[str, object], fact: Starts) -> bool:
    return fact.conditions[0].model_dump(exclude_defaults=True) == raw


# -- traps -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_trap(chunk: int) -> None:
    met: dict[str, int] = defaultdict(int)
    for number in range(chunk, FILES, CHUNKS):
        rng = Random(f"traps/{number}")
        raw = tight_file(rng) if number % 3 else small_file(rng)
        space = OptionSpace(models(raw), PLAYERS)
        pages = Pages(raw)
        by_table = _by_table(space, pages)
        listed = traps_of(space)
        ways = {table: Ways(pages, some) for table, some in by_table.items()}
        for kind, traps in (("found", listed.found), ("loosened", listed.loosened)):
            expected = {
                (goal, table)
                for table, one in ways.items()
                for goal in (one.traps() if kind == "found" else one.loosened())
            }
            assert {(goal, table) for goal, trap in traps.items() for table in trap.tables} == expected, (
                number
            )
            met[kind] += len(expected)
        for trap in listed.found.values():
            assert shortest_way(space.options, trap.page, trap.goal) is None
        for goal, trap in traps_of(space, listed=0).found.items():
            way = shortest_way(space.options, trap.page, goal)
            if trap.steps is None:
                assert way is None, (number, trap)
                assert goal in listed.found
                met["proven"] += 1
            else:
                assert way is None or len(way) > trap.steps or _circular(raw), (number, trap)
                met["not found"] += 1
    assert all(met[kind] for kind in ("found", "loosened", "proven", "not found")), dict(met)


def test_no_way_is_missed_by_searching() -> None:
    """Searching over steps reports every value that the page players begin on does not lead to."""
    met = 0
    for number in range(200):
        space = OptionSpace(models(tight_file(Random(f"searched/{number}"))), PLAYERS)
        found = traps_of(space, listed=0).found
        for table in space.tables:
            if start_refusals(space.options, table.choice):
                continue
            for goal in (Move(*value) for value in choosable(space, table).values):
                if shortest_way(space.options, table.choice, goal) is None:
                    assert table in found[goal].tables
                    met += 1
    assert met > 20


class Ways:
    """Single changes between the pages of a table, as BGA's page takes them."""

    def __init__(self, pages: Pages, some: list[Page]) -> None:
        self.pages = pages
        self.of_kind = [
            page for page in some if page.kind == some[0].kind
        ]  # no condition tells the others apart

    def traps(self) -> set[Move]:
        allowed = {page.values: page for page in self.of_kind if not page.failing_at_once}
        return set(self._apart(allowed, self._reaching(allowed)))

    def loosened(self) -> set[Move]:
        strict = {page.values: page for page in self.of_kind if not page.failing}
        loose = {page.values: page for page in self.of_kind if not page.failing_at_once}
        reached_strictly, reached = self._reaching(strict), self._reaching(loose)
        found = set()
        for goal, (away, goals) in self._apart(strict, reached_strictly).items():
            if any(goals & reached[page] for page in away):
                found.add(goal)
        return found

    def _apart(
        self, allowed: dict[tuple[int, ...], Page], reached: dict[tuple[int, ...], set[tuple[int, ...]]]
    ) -> dict[Move, tuple[set[tuple[int, ...]], set[tuple[int, ...]]]]:
        found = {}
        for place, number in enumerate(self.pages.ids):
            for value in self.pages.domains[place]:
                goals = {one for one, page in allowed.items() if one[place] == value and number in page.shown}
                away = {one for one in allowed if not goals & reached[one]}
                if goals and away:
                    found[Move(number, value)] = (away, goals)
        return found

    def _reaching(self, allowed: dict[tuple[int, ...], Page]) -> dict[tuple[int, ...], set[tuple[int, ...]]]:
        """Return what can be reached from every page."""
        steps = {values: set(self._steps(page, allowed)) for values, page in allowed.items()}
        found = {}
        for start in allowed:
            seen, waiting = {start}, deque([start])
            while waiting:
                for after in steps[waiting.popleft()] - seen:
                    seen.add(after)
                    waiting.append(after)
            found[start] = seen
        return found

    def _steps(self, page: Page, allowed: dict[tuple[int, ...], Page]) -> Iterator[tuple[int, ...]]:
        for place, number in enumerate(self.pages.ids):
            if number in page.shown:
                for value in self.pages.domains[place]:
                    changed = (*page.values[:place], value, *page.values[place + 1 :])
                    after = self.pages.brought_to_rest(page.kind, changed)
                    if after in allowed:
                        yield after


def _circular(raw: Raw) -> bool:
    """Whether display conditions may go in a circle, where the search over steps is not exact."""
    named = {
        number: {one.get("id") for one in option.get("displaycondition", [])} & set(raw)
        for number, option in raw.items()
    }
    while free := [number for number, others in named.items() if not others & set(named)]:
        for number in free:
            del named[number]
    return bool(named)
