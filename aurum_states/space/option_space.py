"""Questions about all pages of a game's tables, answered exactly: with an example, or with a smallest reason.

Both are checked by the evaluator before they are handed out.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from aurum_states.definitions.conditions import (
    MODE,
    SPEED,
    Options,
    TableChoice,
    reader,
    start_refusals,
    table_page,
)
from aurum_states.space.axes import PLAYERS, Table
from aurum_states.space.encoding import Encoding
from aurum_states.space.facts import Fact, Starts
from aurum_states.space.goals import Goal
from aurum_states.space.reasons import Reason, Search, ordered, speaks_of_players
from aurum_states.space.solver import Solver

Level: TypeAlias = Literal["page", "selectable", "startable"]
"""Which pages are meant: all, those that BGA lets players choose, those with which a table starts."""


SMALLEST_OF = 60
"""Of how many facts a smallest set is looked for; of more no reader would want to know, and it takes long."""


class OptionSpace:
    """All pages of a game's tables.

    Raises SolverMissingError without the extra ``space``.
    """

    def __init__(self, options: Options, players: Sequence[int]) -> None:
        self.options = options
        self.players = tuple(players)
        self.encoding = Encoding(options, self.players)
        self.solver = Solver(self.encoding.clauses, self.encoding.preferred())
        self.tables = self.encoding.tables
        self._meaning = {
            literal: (number, value)
            for number, domain in self.encoding.domains.items()
            for value, literal in reversed(domain.items())
        }

    def example(
        self, goal: Goal, level: Level = "selectable", table: Table | None = None
    ) -> TableChoice | None:
        """Return what to choose for a page of a level with a goal, or None when there is none."""
        if not self.solver.can(self._assumptions(goal, level, table)):
            return None
        choice = self.read(self.solver.model(), level)
        self._check_goal(choice, goal)
        return choice

    def reason(self, goal: Goal, level: Level = "selectable", table: Table | None = None) -> Reason:
        """Return why no page of a level has a goal; ask only where ``example`` found none.

        No fact of it can be left out, unless there are more than SMALLEST_OF.
        """
        encoding = self.encoding
        fixed = [*goal.literals(encoding), *(encoding.table(table) if table is not None else ())]
        switches = [switch for switch, fact in encoding.facts.items() if self._counts(switch, level)]
        if self.solver.can([*fixed, *switches]):
            raise DisagreementError(f"there is a page with {goal}")
        kept = sorted(set(self.solver.core()) & set(switches))
        for switch in tuple(kept) if len(kept) <= SMALLEST_OF else ():
            without = [one for one in kept if one != switch]
            if not self.solver.can([*fixed, *without]):
                kept = without
            else:
                self._check_needed(encoding.facts[switch], [encoding.facts[one] for one in without], goal)
        facts = ordered((encoding.facts[switch] for switch in kept), goal)
        axes = encoding.axes if table is None else table.axes()
        if Search(self.options, axes, facts, goal).exists():
            raise DisagreementError(f"{facts} leave a page with {goal}")
        return Reason(facts, self.players if speaks_of_players(facts, goal) else ())

    def read(self, model: set[int], level: Level) -> TableChoice:
        """Return the page that the solver found, after asking the evaluator whether it is one.

        Raises DisagreementError when it is not.
        """
        found = dict(self._meaning[literal] for literal in model if literal in self._meaning)
        known = {number: value for number, value in found.items() if value is not None}
        players, mode, speed = (known.pop(number) for number in (PLAYERS, MODE, SPEED))
        values = {number: known[number] for number in self.options}
        choice = TableChoice(players, known, mode, speed)
        page = table_page(self.options, choice)
        shown = {number for number, literal in self.encoding.shown.items() if literal in model}
        if page.values != values or page.shown != shown:
            raise DisagreementError(f"{choice} does not come to rest as {sorted(shown)} shown")
        if level != "page":
            for refusal in start_refusals(self.options, choice):
                if level == "startable" or not refusal.condition.gamestartonly:
                    raise DisagreementError(f"{choice} is refused: {refusal.message}")
        return choice

    def _assumptions(self, goal: Goal, level: Level, table: Table | None) -> list[int]:
        of_table = self.encoding.table(table) if table is not None else []
        return [getattr(self.encoding, level), *goal.literals(self.encoding), *of_table]

    def _counts(self, switch: int, level: Level) -> bool:
        """Whether a fact holds for the pages of a level."""
        fact = self.encoding.facts[switch]
        return (
            not isinstance(fact, Starts) or level == "startable" or (level == "selectable" and fact.immediate)
        )

    def _check_goal(self, choice: TableChoice, goal: Goal) -> None:
        page = table_page(self.options, choice)
        if not goal.true(choice.players, reader(choice, page.values), page.shown.__contains__):
            raise DisagreementError(f"{choice} has not {goal}")

    def _check_needed(self, fact: Fact, others: Sequence[Fact], goal: Goal) -> None:
        """Ask the evaluator whether the page that the solver found without a fact agrees with all others."""
        model = self.solver.model()
        found = dict(self._meaning[literal] for literal in model if literal in self._meaning)
        shown = {number for number, literal in self.encoding.shown.items() if literal in model}
        seen = (found[PLAYERS] or 0, found.get, shown.__contains__)
        agree = goal.true(*seen) and all(other.true(self.options, *seen) for other in others)
        if not agree or fact.true(self.options, *seen):
            raise DisagreementError(f"{fact} is not needed beside {others}")


class DisagreementError(AssertionError):
    """Solver and evaluator do not say the same: an error of this program."""
