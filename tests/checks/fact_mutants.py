"""Slips that an author can make in stats and gameinfos, made at random from a seed."""

from collections.abc import Callable
from typing import Any, ClassVar

from tests.checks.option_mutants import Mutant, Path, Slips

_SECTIONS = ("table", "player")


class StatsSlips(Slips):
    """Makes mutants of one stats file. What a statistic is called there is the author's affair."""

    words = frozenset({"type", "display"})
    needed = frozenset({"id", "name", "type"})

    def is_named(self, path: Path) -> bool:
        """Whether a key is a word of BGA's."""
        return super().is_named(path) and not (len(path) == 2 and path[0] in _SECTIONS)

    def dangling(self) -> Mutant | None:
        """Name values of a statistic that is not there, or give one the id of another."""
        labelled = self._choose(lambda path: len(path) == 2 and path[0] == "value_labels")
        if labelled is not None and self.rng.random() < 0.5:
            return self._with_key("dangling", labelled, self.rng.choice(("41", "77", "98")))
        path = self._choose(lambda path: path[-1] == "id")
        taken = path and [
            one["id"] for key, one in self.data[str(path[0])].items() if key != path[1] and "id" in one
        ]
        if not path or not taken:
            return None
        return self._with_value("dangling", path, self.rng.choice(taken))


class InfosSlips(Slips):
    """Makes mutants of one gameinfos file. Settings have names of the author's."""

    words: frozenset[str] = frozenset()
    needed = frozenset({"players"})
    others: ClassVar[dict[type, list[Any]]] = Slips.others | {
        bool: ["yes", 7, [True]],
        int: ["x", 1.5, {"a": 1}],
    }  # 1 and 0 are true and false

    def is_named(self, path: Path) -> bool:
        """Whether a key is a word of BGA's or ours."""
        return super().is_named(path) and len(path) == 1

    def dangling(self) -> Mutant | None:
        """Speak of a number of players that the game does not have."""
        path = self._choose(lambda path: path[0] in ("suggest_player_number", "not_recommend_player_number"))
        if path is None:
            return None
        return self._with_value("dangling", path, 9 if path[0] == "suggest_player_number" else [9])


SLIPS: dict[str, Callable[[str, str], Slips]] = {"stats": StatsSlips, "gameinfos": InfosSlips}
"""Kind of file -> what makes its mutants."""
