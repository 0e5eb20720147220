"""A few tables that together have every pair of values with which a table can start."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from aurum_states.definitions.conditions import Options, TableChoice, effective, start_refusals
from aurum_states.space.axes import PLAYERS
from aurum_states.space.option_space import DisagreementError, OptionSpace

Setting = tuple[int, int]
"""An option (or PLAYERS) and its value."""

Pair = tuple[Setting, Setting]


@dataclass(frozen=True, slots=True)
class Covering:
    """Tables, and how many pairs of values they have: all that can start.

    ``impossible`` are the pairs that no table can start with.
    """

    tables: tuple[TableChoice, ...]
    pairs: int
    impossible: tuple[Pair, ...]


def covering(options: Options, players: Sequence[int], kind: TableChoice | None = None) -> Covering:
    """Return tables that cover every pair of values which some table can start with.

    A pair is two options with the values that count, at any of the given numbers of players; the number of
    players is an option too where there are several. Mode, speed and BGA's other options are those of
    ``kind``. The same file gives the same tables: they are built value by value in the order of the file,
    the solver only says what still can be.

    Raises SolverMissingError without the extra ``space``.
    """
    return _Cover(options, tuple(players), kind or TableChoice(min(players))).made()


class _Cover:
    def __init__(self, options: Options, players: tuple[int, ...], kind: TableChoice) -> None:
        self._options = options
        self._kind = kind
        self._space = OptionSpace(options, players)
        encoding = self._space.encoding
        self._fixed = [encoding.startable]
        for number in encoding.axes:
            if number != PLAYERS:
                value = kind.value(number)
                known = value if value in encoding.domains[number] else None  # one that no condition names
                self._fixed.append(encoding.value(number, known))
        self._settings: dict[int, list[Setting]] = {number: [] for number in options}
        for number, option in options.items():
            self._settings[number] = [(number, value) for value in option.values]
        if len(players) > 1:
            self._settings = {PLAYERS: [(PLAYERS, count) for count in players], **self._settings}

    def made(self) -> Covering:
        possible, impossible = self._pairs()
        left = _Left(possible)
        tables = []
        while left.pairs:
            settings = self._table(left)
            left.cover(self._pairs_of(settings))
            tables.append(self._choice(settings))
        if not self._settings and self._can([]):
            tables.append(self._choice({}))
        return Covering(tuple(tables), len(possible), tuple(impossible))

    def _pairs(self) -> tuple[list[Pair], list[Pair]]:
        """Return the pairs that can start, and those that cannot, in the order of the file."""
        seen: set[Pair] = set()
        possible: list[Pair] = []
        impossible: list[Pair] = []
        for pair in self._all_pairs():
            if pair not in seen and self._can(pair):
                seen.update(self._pairs_in(self._space.solver.model()))
            (possible if pair in seen else impossible).append(pair)
        return possible, impossible

    def _all_pairs(self) -> Iterator[Pair]:
        if len(self._settings) == 1:
            (settings,) = self._settings.values()
            yield from ((setting, setting) for setting in settings)
        for one, other in combinations(self._settings.values(), 2):
            yield from product(one, other)

    def _pairs_of(self, settings: Mapping[int, Setting]) -> Iterator[Pair]:
        chosen = [settings[number] for number in self._settings]
        return combinations(chosen, 2) if len(chosen) > 1 else ((one, one) for one in chosen)

    def _pairs_in(self, model: set[int]) -> Iterator[Pair]:
        """Yield the pairs of an example of the solver's, which stands for all its numbers of players."""
        found = [
            [setting for setting in settings if self._literal(setting) in model]
            for settings in self._settings.values()
        ]
        if len(found) == 1:
            yield from ((setting, setting) for setting in found[0])
        for one, other in combinations(found, 2):
            yield from product(one, other)

    def _table(self, left: "_Left") -> dict[int, Setting]:
        """Return a table with a pair that is left, and with others that one comes by, option by option."""
        chosen = {setting[0]: setting for setting in left.hardest()}
        others = sorted(
            (number for number in self._settings if number not in chosen),
            key=lambda number: -sum(left.count[setting] for setting in self._settings[number]),
        )
        for number in others:
            order = sorted(
                self._settings[number],
                key=lambda setting: (-left.added(setting, chosen.values()), -left.count[setting]),
            )
            chosen[number] = next(one for one in order if self._can([*chosen.values(), one]))
        return chosen

    def _can(self, settings: Iterable[Setting]) -> bool:
        return self._space.solver.can([*self._fixed, *map(self._literal, settings)])

    def _literal(self, setting: Setting) -> int:
        return self._space.encoding.value(*setting)

    def _choice(self, settings: Mapping[int, Setting]) -> TableChoice:
        """Return a table after asking the evaluator whether it starts with these values."""
        values = {number: settings[number][1] for number in self._options}
        beside = {
            number: value for number, value in self._kind.options.items() if number not in self._options
        }
        players = settings[PLAYERS][1] if PLAYERS in settings else self._space.players[0]
        choice = replace(self._kind, players=players, options={**beside, **values})
        if effective(self._options, choice) != values or start_refusals(self._options, choice):
            raise DisagreementError(f"{choice} does not start as it should")
        return choice


class _Left:
    """The pairs that no table has yet."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.pairs = dict.fromkeys(pairs)
        self.count: Counter[Setting] = Counter(setting for pair in self.pairs for setting in pair)

    def hardest(self) -> Pair:
        """Return the pair whose settings have the most pairs left, the first of them in the file."""
        return max(self.pairs, key=lambda pair: self.count[pair[0]] + self.count[pair[1]])

    def added(self, setting: Setting, chosen: Iterable[Setting]) -> int:
        """Return how many pairs a setting adds to a table."""
        return sum((one, setting) in self.pairs or (setting, one) in self.pairs for one in chosen)

    def cover(self, pairs: Iterable[Pair]) -> None:
        """Strike out the pairs of a table."""
        for pair in pairs:
            if pair in self.pairs:
                del self.pairs[pair]
                self.count.subtract(pair)
