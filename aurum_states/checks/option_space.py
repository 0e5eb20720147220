"""Rules about what conditions of options allow together: for all tables of the game, all combinations.

The questions are asked of a SAT solver (``space``), which is an extra. Plain ``check`` asks those that are
quick.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aurum_states.checks.choices_written import entries
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import number_of
from aurum_states.definitions.conditions import (
    Options,
    TableChoice,
    change,
    conditions_of,
    holds,
    in_words,
    option_name,
    value_name,
)
from aurum_states.definitions.document import DataPath
from aurum_states.definitions.options import LAST_OPTION, Condition
from aurum_states.names import listed
from aurum_states.problems import Problem
from aurum_states.space.answers import MOST_REASONS, Answers, StartPlace, answers
from aurum_states.space.axes import PLAYER_CONDITIONS, axes_of, players_in_words, tables_of, where
from aurum_states.space.facts import Starts
from aurum_states.space.option_space import OptionSpace
from aurum_states.space.page_graph import Move, groups_of, may_block, size_of
from aurum_states.space.reasons import Reason
from aurum_states.space.solver import MISSING, has_solver
from aurum_states.space.traps import Trap, traps_of

ANY_NUMBER = range(1, 21)
"""The numbers of players looked at where nothing says how many play."""

QUICK_VALUES, QUICK_PAGES, QUICK_REASONS = 120, 200, 10
"""How many values (of all tables together), pages of a group and reasons plain ``check`` looks at."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is to look at in a game's options."""

    values: int
    pages: int

    @staticmethod
    def of(subject: Subject) -> "Size":
        """Count values for every class of tables, and the pages of the largest group of options."""
        options = subject.options
        tables = len(tables_of(axes_of(options, _players(subject))))
        groups = [group for group in groups_of(options) if may_block(options, group)]
        values = sum(len(option.values) for option in options.values())
        return Size(values * tables, max((size_of(options, group) for group in groups), default=0))

    @property
    def quick(self) -> bool:
        """Whether plain ``check`` asks for what can be shown, chosen and started."""
        return self.values <= QUICK_VALUES

    @property
    def quick_ways(self) -> bool:
        """Whether plain ``check`` looks for ways between pages."""
        return self.quick and self.pages <= QUICK_PAGES


def quick(subject: Subject) -> Iterator[Problem]:
    """Find what conditions make impossible, as far as that is quick to find."""
    if _is_askable(subject) and has_solver():
        size = Size.of(subject)
        if size.quick:
            yield from _Asked(subject).problems(ways=size.quick_ways, briefly=True)


def whole(subject: Subject) -> Iterator[Problem]:
    """Find all that conditions make impossible."""
    if _is_askable(subject):
        yield from _Asked(subject).problems(ways=True)


def left_out(subject: Subject) -> str:
    """Return what ``quick`` does not ask about a subject, and why; an empty text where it asks everything."""
    if not _is_askable(subject):
        return ""
    if not has_solver():
        return f"nothing is said about what conditions of options allow together: {MISSING}"
    size = Size.of(subject)
    if size.quick_ways:
        return ""
    what = (
        "ways over the page of options are" if size.quick else "what conditions of options allow together is"
    )
    return f"{what} looked at with --space only"


def _is_askable(subject: Subject) -> bool:
    """Whether there are conditions, every option of the file was read, and conditions name what there is."""
    document, options = subject.documents.get("gameoptions"), subject.options
    if document is None or document.partial or not any(True for _ in conditions_of(options)):
        return False
    if {number_of(key) for key, _ in entries(document)} != set(options):
        return False
    return not any(
        _names_nothing(condition, number, options)
        for number in options
        for condition in conditions_of({number: options[number]})
    )


def _names_nothing(condition: Condition, number: int, options: Options) -> bool:
    """Whether a condition has an error that another rule tells: it names nothing that there is, or itself."""
    if condition.value == []:
        return True
    if _is_of_players(condition):
        return False
    if condition.id is None or condition.id == number:
        return True
    if condition.id not in options:
        return condition.id <= LAST_OPTION
    named = [condition.value] if isinstance(condition.value, int) else condition.value
    return not set(named) <= set(options[condition.id].values)


def _players(subject: Subject) -> Sequence[int]:
    return tuple(sorted(subject.infos.players)) if subject.infos is not None else tuple(ANY_NUMBER)


class _Asked:
    """One subject's options, their space, and how problems speak of them."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._document = subject.documents["gameoptions"]
        self._options = subject.options
        self._space = OptionSpace(subject.options, _players(subject))
        self._where: dict[StartPlace, DataPath] = {}
        for group in subject.conditions:
            number, value = number_of(group.option), number_of(group.start or "")
            if number is not None and value is not None:
                for index, (path, _) in enumerate(group.conditions):
                    self._where[number, value, index] = path

    def problems(self, *, ways: bool, briefly: bool = False) -> Iterator[Problem]:
        """Yield what is wrong; ``ways`` is whether to look for pages that cannot be reached.

        ``briefly`` leaves out examples of what another rule tells, and reasons beyond the first.
        """
        found = answers(self._space, QUICK_REASONS if briefly else MOST_REASONS)
        if found.never_starts is not None:
            yield self._never_starts(found.never_starts)
        yield from self._shown(found)
        yield from self._chosen(found)
        yield from self._start_conditions(found)
        yield from self._defaults(found)
        if not briefly:
            yield from self._stuck(found)
        if ways:
            traps = traps_of(self._space)
            for trap, others in _by_option(traps.found, self._options):
                yield self._trap(trap, others)
            for trap, others in _by_option(traps.loosened, self._options):
                yield self._loosened(trap, others)

    def _never_starts(self, reason: Reason) -> Problem:
        first = next(fact.option for fact in reason.facts if isinstance(fact, Starts))
        return self._document.problem(
            "space.start.none",
            f"no table can start, whatever is chosen{self._why(reason)}",
            (str(first), "startcondition"),
            key=True,
            severity="warning",
        )

    # -- shown and chosen ------------------------------------------------------------------------------

    def _shown(self, found: Answers) -> Iterator[Problem]:
        for number, reason in found.never_shown.items():
            if not self._is_told(reason):
                yield self._document.problem(
                    "space.option.never",
                    f"option {self._name(number)} can never be shown{self._why(reason, number)}",
                    (str(number), "displaycondition"),
                    key=True,
                    severity="warning",
                )
        for number in found.always_shown:
            conditions = self._options[number].display_condition
            if not all(map(_is_of_players, conditions)):
                yield self._document.problem(
                    "space.option.always",
                    f"option {self._name(number)} is always shown: its display conditions hide it nowhere",
                    (str(number), "displaycondition"),
                    key=True,
                    severity="info",
                    help="leave them out",
                )

    def _chosen(self, found: Answers) -> Iterator[Problem]:
        told = {place[:2] for place in found.never_holding}
        for (number, value), reason in found.never_chosen.items():
            if (number, value) not in told and not self._is_told(reason):
                yield self._document.problem(
                    "space.value.never",
                    f"option {self._name(number)} can never be {self._value(number, value)}"
                    f"{self._why(reason, number)}",
                    (str(number), "values", str(value)),
                    key=True,
                    severity="warning",
                )
        for (number, value), reason in found.never_started.items():
            if (number, value) not in told:
                yield self._document.problem(
                    "space.value.unstartable",
                    f"no table starts with option {self._name(number)} at {self._value(number, value)}, "
                    f"which can be chosen because of gamestartonly{self._why(reason, number)}",
                    (str(number), "values", str(value)),
                    key=True,
                    severity="warning",
                )

    # -- start conditions ------------------------------------------------------------------------------

    def _start_conditions(self, found: Answers) -> Iterator[Problem]:
        for place, reason in found.never_holding.items():
            if not self._is_told(reason, place):
                yield self._document.problem(
                    "space.start.never",
                    f"{self._start(place)} can never hold{self._why(reason)}",
                    self._where[place],
                    severity="warning",
                )
        for place, reason in found.always_holding.items():
            if reason.facts or not _is_of_players(self._condition(place)):
                yield self._document.problem(
                    "space.start.always",
                    f"{self._start(place)} always holds{self._why(reason)}",
                    self._where[place],
                    severity="info",
                    help="leave it out",
                )

    def _defaults(self, found: Answers) -> Iterator[Problem]:
        for place, refused in found.refused_defaults.items():
            if place not in found.never_holding:
                tables = where(refused.tables, self._space.tables)
                which = f"{tables} a table cannot start" if tables else "no table can start"
                yield self._document.problem(
                    "space.default",
                    f"{which} with its defaults: {refused.message!r}",
                    self._where[place],
                    severity="info" if tables else "warning",
                    help="players must change an option first; another default would start",
                )

    def _stuck(self, found: Answers) -> Iterator[Problem]:
        for place, page in found.stuck.items():
            if place not in found.never_holding:
                chosen = self._page(page, (place[0], self._condition(place).id))
                yield self._document.problem(
                    "space.gamestartonly.stuck",
                    f"players can make a table that never starts: {chosen} "
                    f"{players_in_words([page.players])}",
                    self._where[place],
                    severity="info",
                    help="without gamestartonly BGA refuses the choice itself",
                )

    # -- ways ------------------------------------------------------------------------------------------

    def _trap(self, trap: Trap, others: Sequence[int]) -> Problem:
        goal, tables = trap.goal, where(trap.tables, self._space.tables)
        what = (
            f"from {self._page(trap.page)}{f', {tables},' if tables else ''} players cannot get to option "
            f"{self._name(goal.option)} at {self._value(goal.option, goal.value)}"
        )
        if trap.steps is None:
            message = f"{what}: the page refuses every way there, change by change"
        else:
            message = f"{what} by a way that was found: none of up to {trap.steps} changes"
        refusals = change(self._options, trap.page, goal.option, goal.value)[1]
        help_ = f"the change itself is refused: {refusals[0].message!r}" if refusals else ""
        if others:
            more = listed(self._value(goal.option, value) for value in others)
            help_ += f"{'; ' if help_ else ''}from other choices there is no way to {more}"
        return self._document.problem(
            "space.trap" if trap.steps is None else "space.trap.possible",
            message,
            self._path_to(goal.option, goal.value),
            key=True,
            severity="warning" if trap.steps is None else "info",
            certainty="certain" if trap.steps is None else "possible",
            help=help_,
        )

    def _loosened(self, trap: Trap, others: Sequence[int]) -> Problem:
        goal = trap.goal
        values = listed(self._value(goal.option, value) for value in (goal.value, *others))
        return self._document.problem(
            "space.gamestartonly.way",
            f"from {self._page(trap.page)} players get to option {self._name(goal.option)} at {values} only "
            "because of gamestartonly: the pages between do not start",
            self._path_to(goal.option, goal.value),
            key=True,
            severity="info",
            help="before removing gamestartonly, let start conditions leave a way, or use display conditions",
        )

    # -- words and places ------------------------------------------------------------------------------

    def _is_told(self, reason: Reason, at: StartPlace | None = None) -> bool:
        """Whether another rule speaks of it: one condition alone, or some that no number of players meets.

        The others know what stands in one place of the file, not how that agrees with the rest of it. ``at``
        is the start condition that is spoken of.
        """
        groups = [fact.conditions for fact in reason.facts]
        places = {(fact.option, fact.value if isinstance(fact, Starts) else None) for fact in reason.facts}
        if at is not None:
            groups.append((self._condition(at),))
            places.add(at[:2])
        alone = [condition for group in groups for condition in group]
        if len(alone) < 2 or len(places) > 1 or not all(map(_is_of_players, alone)):
            return len(alone) == 1
        return len(groups) == 1 or not any(
            all(any(holds(one, players, lambda _: None) for one in group) for group in groups)
            for players in ANY_NUMBER
        )

    def _why(self, reason: Reason, number: int | None = None) -> str:
        told = reason.told(self._options, number, counts=self._subject.infos is not None)
        return f": {told}" if told else ""

    def _start(self, place: StartPlace) -> str:
        number, value, _ = place
        demand = in_words(self._condition(place), self._options)
        return f"option {self._name(number)} at {self._value(number, value)}: the start condition {demand!r}"

    def _condition(self, place: StartPlace) -> Condition:
        number, value, index = place
        return self._options[number].start_condition[value][index]

    def _name(self, number: int) -> str:
        return option_name(number, self._options)

    def _value(self, number: int, value: int) -> str:
        return value_name(number, value, self._options)

    def _page(self, page: TableChoice, always: Sequence[int | None] = ()) -> str:
        """Return the choices of a page that are not defaults; of a small one all."""
        own = {number: value for number, value in page.options.items() if number in self._options}
        told = [
            f"{number}={value}"
            for number, value in own.items()
            if len(own) <= 4 or value != self._options[number].default or number in always
        ]
        return " ".join(told) or "the defaults"

    def _path_to(self, number: int, value: int) -> DataPath:
        group = self._where.get((number, value, 0))
        return group[:3] if group is not None else (str(number), "values", str(value))


def _is_of_players(condition: Condition) -> bool:
    return condition.type in PLAYER_CONDITIONS


def _by_option(traps: Mapping[Move, Trap], options: Options) -> Iterator[tuple[Trap, list[int]]]:
    """Yield one trap of each option, the surest and nearest to the defaults, with its other values."""
    by_option: dict[int, list[Trap]] = {}
    for trap in traps.values():
        by_option.setdefault(trap.goal.option, []).append(trap)
    for found in by_option.values():
        first = min(found, key=lambda trap: (trap.steps is not None, trap.distance(options)))
        yield first, [trap.goal.value for trap in found if trap is not first]


RULES: tuple[Rule, ...] = (quick,)
