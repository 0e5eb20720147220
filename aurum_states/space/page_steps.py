"""Ways over the page for groups of options too large to list: the solver looks for some changes in a row.

The pages of a group are written down once for every step, with what one change does between two of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from aurum_states.definitions.conditions import Options, TableChoice, change, table_page
from aurum_states.space.axes import Table
from aurum_states.space.encoding import Clause, Encoding
from aurum_states.space.page_graph import Move
from aurum_states.space.solver import Solver

BUDGET = 20_000
"""Conflicts after which the solver gives up one question about a way: none is claimed then."""


class PageSteps:
    """Pages one change apart, from a page that is allowed on."""

    def __init__(
        self, options: Options, group: Sequence[int], table: Table, start: Mapping[int, int]
    ) -> None:
        self._options = {number: options[number] for number in group}
        beside = table.choice.options
        self._start = replace(table.choice, options={**beside, **{number: start[number] for number in group}})
        self._encoding = Encoding(self._options, table.players)
        self._size = self._encoding.size + len(group)
        self._acts = {number: self._size - index for index, number in enumerate(self._options)}
        self._fixed = [self._encoding.selectable, *self._encoding.table(table)]
        self._solver = Solver([])
        self.length = 0
        self._page(0)
        self._solver.add([[self._encoding.value(number, start[number])] for number in group])

    def lengthen(self) -> None:
        """Allow one change more."""
        self.length += 1
        self._page(self.length)
        self._solver.add(self._changes(self.length))

    def way_to(self, goal: Move) -> list[Move] | None:
        """Return changes that BGA takes to a page with a value; None if no such way is found."""
        encoding = self._encoding
        wanted = [encoding.value(goal.option, goal.value), encoding.shown[goal.option]]
        if not self._solver.can([self._at(self.length, literal) for literal in wanted], BUDGET):
            return None
        model = self._solver.model()
        return self._verified(list(self._moves(model)), goal)

    def _page(self, step: int) -> None:
        self._solver.add(
            self._moved(step, [*self._encoding.clauses, *([literal] for literal in self._fixed)])
        )

    def _changes(self, step: int) -> Iterator[Clause]:
        """Yield what a step may do: one option acts, if it is shown; the others stay or fall back."""
        encoding, acts = self._encoding, list(self._acts.values())
        yield from self._moved(
            step, ([-one, -other] for index, one in enumerate(acts) for other in acts[index + 1 :])
        )
        for number, option in self._options.items():
            act = self._at(step, self._acts[number])
            yield [-act, self._at(step - 1, encoding.shown[number])]
            for value in option.values:
                literal = encoding.value(number, value)
                stays = [act, -self._at(step, literal), self._at(step - 1, literal)]
                fallen = [-self._at(step, encoding.shown[number])] if value == option.default else []
                yield [*stays, *fallen]

    def _moved(self, step: int, clauses: Iterable[Clause]) -> list[Clause]:
        return [[self._at(step, literal) for literal in clause] for clause in clauses]

    def _at(self, step: int, literal: int) -> int:
        """Return the literal of a later page."""
        return literal + step * self._size if literal > 0 else literal - step * self._size

    def _moves(self, model: set[int]) -> Iterator[Move]:
        for step in range(1, self.length + 1):
            for number, act in self._acts.items():
                if self._at(step, act) in model:
                    for value in self._options[number].values:
                        if self._at(step, self._encoding.value(number, value)) in model:
                            yield Move(number, value)

    def _verified(self, moves: list[Move], goal: Move) -> list[Move] | None:
        """Return the changes as BGA's page takes them one by one; None where it takes another turn.

        That can be in a circle of display conditions only, where a change may be set back at once.
        """
        page, taken = self._start, []
        for move in moves:
            if page.options[move.option] == move.value:
                continue
            page, refusals = change(self._options, page, move.option, move.value)
            if refusals:
                return None
            taken.append(move)
        at = table_page(self._options, page)
        return taken if goal.option in at.shown and at.values[goal.option] == goal.value else None


def ways_from(
    options: Options, group: Sequence[int], table: Table, start: TableChoice, goals: Iterable[Move]
) -> dict[Move, list[Move] | None]:
    """Return the shortest way from a page to each goal, up to as many changes as the group has options."""
    found: dict[Move, list[Move] | None] = dict.fromkeys(goals)
    steps = PageSteps(options, group, table, {number: start.options[number] for number in group})
    while True:
        for goal in [goal for goal, way in found.items() if way is None]:
            found[goal] = steps.way_to(goal)
        if None not in found.values() or steps.length == len(group):
            return found
        steps.lengthen()
