"""All pages of a game's tables as clauses for a SAT solver.

A variable says that an option has a value, that it is shown, or which class of tables it is. On a page at
rest exactly those options are shown whose conditions hold, and the others have their default. Nothing else is
written down, so that circles need no special care. What a condition holds for is asked of the evaluator,
value by value.

Every fact of the file has a literal that switches it on: a reason is a set of facts that cannot all be.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from aurum_states.definitions.conditions import Options
from aurum_states.definitions.options import Condition
from aurum_states.space.axes import (
    PLAYER_CONDITIONS,
    PLAYERS,
    Axis,
    Table,
    axes_of,
    holds_at,
    tables_of,
)
from aurum_states.space.facts import Fact, Falls, Needs, Starts, facts_of

Clause = list[int]

PAIRED = 6
"""Up to how many literals "at most one" is said of each pair; of more it is said along a chain."""


class Encoding:
    """The clauses, and what their variables mean.

    Variables are 1 to ``size``. ``page`` switches on the facts that make a page; ``selectable`` besides them
    the start conditions that the page looks at, ``startable`` all start conditions.
    """

    def __init__(self, options: Options, players: Sequence[int]) -> None:
        self.options = options
        self.axes: Mapping[int, Axis] = axes_of(options, players)
        self.tables = tables_of(self.axes)
        self.clauses: list[Clause] = []
        self.size = 0
        self._sets: dict[frozenset[int], int] = {}
        self.true = self._new()
        self.clauses.append([self.true])
        self.page, self.selectable, self.startable = self._new(), self._new(), self._new()
        self.clauses += [[-self.startable, self.selectable], [-self.selectable, self.page]]
        self.domains: dict[int, dict[int | None, int]] = {}
        for number, axis in self.axes.items():
            literals = self._one_of(len(axis.classes))
            self.domains[number] = {
                value: literal
                for values, literal in zip(axis.classes, literals, strict=True)
                for value in values
            }
        for number, option in options.items():
            self.domains[number] = dict(zip(option.values, self._one_of(len(option.values)), strict=True))
        self.shown = {
            number: self._new() if option.display_condition else self.true
            for number, option in options.items()
        }
        self.facts: dict[int, Fact] = {}
        for fact in facts_of(options):
            self._add(fact)

    def value(self, number: int, value: int | None) -> int:
        """Return the literal of an option (or axis) that has a value."""
        return self.domains[number][value]

    def table(self, table: Table) -> list[int]:
        """Return the literals of a class of tables."""
        return [self.value(number, axis.classes[0][0]) for number, axis in table.axes().items()]

    def condition(self, condition: Condition) -> int:
        """Return the literal of a condition that holds."""
        number = PLAYERS if condition.type in PLAYER_CONDITIONS else condition.id
        domain = self.domains.get(number) if number is not None else None
        if number is None or domain is None:  # it names an option that there is not
            return self.true if holds_at(condition, -1, None) else -self.true
        return self._any(
            {literal for value, literal in domain.items() if holds_at(condition, number, value)}, domain
        )

    def _any(self, literals: set[int], domain: Mapping[int | None, int]) -> int:
        """Return a literal for one of some values of a domain."""
        if len(literals) == len(set(domain.values())):
            return self.true
        if not literals:
            return -self.true
        if len(literals) == 1:
            return next(iter(literals))
        key = frozenset(literals)
        if key not in self._sets:
            literal = self._sets[key] = self._new()
            self.clauses.append([-literal, *sorted(literals)])
            self.clauses += [[literal, -one] for one in sorted(literals)]
        return self._sets[key]

    def _add(self, fact: Fact) -> None:
        switch = self._new()
        self.facts[switch] = fact
        held = [self.condition(condition) for condition in fact.conditions]
        shown = self.shown[fact.option]
        option = self.options[fact.option]
        if isinstance(fact, Starts):
            self.clauses.append([-switch, -self.value(fact.option, fact.value), *held])
            self.clauses.append([-self.selectable if fact.immediate else -self.startable, switch])
            return
        self.clauses.append([-self.page, switch])
        if isinstance(fact, Needs):
            self.clauses.append([-switch, -shown, *held])
        elif isinstance(fact, Falls):
            self.clauses.append([-switch, shown, self.value(fact.option, option.default)])
        elif option.display_condition_operand == "or":
            self.clauses += [[-switch, shown, -one] for one in held]
        else:
            self.clauses.append([-switch, shown, *(-one for one in held)])

    def _new(self) -> int:
        self.size += 1
        return self.size

    def _one_of(self, count: int) -> list[int]:
        """Return literals of which exactly one is true."""
        literals = [self._new() for _ in range(count)]
        self.clauses.append(list(literals))
        if count <= PAIRED:
            self.clauses += ([-one, -other] for one, other in combinations(literals, 2))
            return literals
        before = literals[0]  # one of those so far is true
        for literal in literals[1:]:
            so_far = self._new()
            self.clauses += [[-before, -literal], [-before, so_far], [-literal, so_far]]
            before = so_far
        return literals

    def preferred(self) -> Iterator[int]:
        """Yield the literals that a witness should have where nothing speaks against it: defaults, shown."""
        yield from (self.value(number, option.default) for number, option in self.options.items())
        yield from (literal for literal in self.shown.values() if literal != self.true)
        yield from (
            next(iter(domain.values())) for number, domain in self.domains.items() if number in self.axes
        )
