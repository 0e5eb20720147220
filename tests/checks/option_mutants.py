"""Slips that an author can make in files of options and preferences, made at random from a seed."""

import copy
import difflib
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple

from aurum_states.problems import Problem

KINDS = ("renamed", "misspelt", "duplicated", "wrong type", "dropped", "dangling")

Path = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A changed text: ``lines`` are those that differ (from 1), ``names`` what was written or is gone."""

    kind: str
    what: str
    text: str
    lines: frozenset[int]
    names: frozenset[str]

    def is_told_by(self, problem: Problem) -> bool:
        """Whether a problem stands on a changed line, or speaks of what was changed."""
        words = re.findall(r"\w+", f"{problem.message} {problem.help}")
        return problem.place.line in self.lines or not self.names.isdisjoint(words)


class Slips:
    """Makes mutants of one file: of options or preferences, if nothing else is said."""

    free = frozenset({"disable", "attribute", "generic"})
    """Keys that may have any value."""
    words = frozenset({"type", "level", "displayconditionoperand"})
    """Keys whose values are words of BGA's."""
    needed = frozenset({"name", "values", "type", "value", "id", "message"})
    """Keys that must be there."""
    others: ClassVar[dict[type, list[Any]]] = {
        str: [7, True, ["x"], {"a": 1}],
        bool: ["yes", 1, "false"],
        int: ["x", True, 1.5, {"a": 1}],
        list: ["x", 7, True],
        dict: ["x", 7, True],
        type(None): ["x", True, ["x"]],
    }
    """Values of another type, by the type that is right."""

    def __init__(self, text: str, seed: str) -> None:
        self.data: dict[str, Any] = json.loads(text)
        self.text = _written(self.data)
        self.rng = random.Random(seed)
        self.sites = [path for path in _paths(self.data) if not self._is_free(path)]

    def mutants(self) -> Iterator[Mutant]:
        """Yield mutants for ever, each kind in turn, none twice; ends when no kind has one left."""
        makers: dict[str, Callable[[], Mutant | None]] = {
            "renamed": self.renamed,
            "misspelt": self.misspelt,
            "duplicated": self.duplicated,
            "wrong type": self.wrong_type,
            "dropped": self.dropped,
            "dangling": self.dangling,
        }
        seen = {self.text}
        made = True
        while made:
            made = False
            for make in self.rng.sample(list(makers.values()), len(makers)):
                for mutant in (make() for _ in range(50)):
                    if mutant is not None and mutant.text not in seen:
                        seen.add(mutant.text)
                        made = True
                        yield mutant
                        break

    def renamed(self) -> Mutant | None:
        """Give a key another name."""
        path = self._choose(self.is_named)
        return path and self._with_key("renamed", path, f"my{str(path[-1]).capitalize()}")

    def misspelt(self) -> Mutant | None:
        """Slip in a key, or in a word of BGA's: a letter lost, doubled, wrong, or two swapped."""
        path = self._choose(self.is_named)
        if path is None:
            return None
        if path[-1] in self.words:
            value = _at(self.data, path)
            return self._with_value("misspelt", path, self._slip(value))
        return self._with_key("misspelt", path, self._slip(str(path[-1])))

    def duplicated(self) -> Mutant | None:
        """Write a key a second time."""
        path = self._choose(lambda path: isinstance(path[-1], str))
        if path is None:
            return None
        data, mark = copy.deepcopy(self.data), "a second time"
        parent = _at(data, path[:-1])
        parent[mark] = parent[path[-1]]
        text = _written(data).replace(json.dumps(mark), json.dumps(path[-1]))
        return self._mutant("duplicated", path, text, str(path[-1]))

    def wrong_type(self) -> Mutant | None:
        """Write a value of another type."""
        path = self._choose(lambda path: path[-1] != "default" or len(path) == 2)
        if path is None:
            return None
        value = _at(self.data, path)
        return self._with_value("wrong type", path, self.rng.choice(self.others[type(value)]))

    def dropped(self) -> Mutant | None:
        """Leave out what must be there."""
        path = self._choose(lambda path: path[-1] in self.needed)
        if path is None:
            return None
        data = copy.deepcopy(self.data)
        del _at(data, path[:-1])[path[-1]]
        return self._mutant("dropped", path, _written(data), str(path[-1]))

    def dangling(self) -> Mutant | None:
        """Name an option or a value that is not there."""

        def names_another(path: Path) -> bool:
            parent = _at(self.data, path[:-1])
            of_option = path[-1] in {"id", "value"} and str(parent.get("type")).startswith("otheroption")
            return path[-1] == "default" or of_option

        path = self._choose(names_another)
        if path is None:
            return None
        number = self.rng.choice((41, 77, 98, 4100))
        value = [number] if path[-1] == "value" and self.rng.random() < 0.5 else number
        return self._with_value("dangling", path, value, str(number))

    def is_named(self, path: Path) -> bool:
        """Whether a key is a word of BGA's, not a number."""
        return isinstance(path[-1], str) and not path[-1].isdecimal()

    def _is_free(self, path: Path) -> bool:
        return any(part in self.free or str(part).startswith("$") for part in path)

    def _choose(self, fits: Callable[[Path], bool]) -> Path | None:
        sites = [path for path in self.sites if isinstance(path[-1], str) and fits(path)]
        return self.rng.choice(sites) if sites else None

    def _slip(self, word: str) -> str:
        at = self.rng.randrange(len(word))
        letter, following = self.rng.choice("aeioustrn"), word[at + 1 : at + 2]
        return self.rng.choice(
            [
                word[:at] + word[at + 1 :],
                word[: at + 1] + word[at:],
                word[:at] + letter + word[at + 1 :],
                word[:at] + following + word[at] + word[at + 2 :],
                word.capitalize(),
                f"{word} ",
            ]
        )

    def _with_key(self, kind: str, path: Path, new: str) -> Mutant | None:
        parent = _at(self.data, path[:-1])
        if new in parent:
            return None
        data = copy.deepcopy(self.data)
        inner = _at(data, path[:-1])
        entries = list(inner.items())
        inner.clear()
        inner.update((new if key == path[-1] else key, value) for key, value in entries)
        return self._mutant(kind, path, _written(data), str(path[-1]), new)

    def _with_value(self, kind: str, path: Path, new: Any, *names: str) -> Mutant:
        data = copy.deepcopy(self.data)
        _at(data, path[:-1])[path[-1]] = new
        return self._mutant(kind, path, _written(data), str(path[-1]), *names)

    def _mutant(self, kind: str, path: Path, text: str, *names: str) -> Mutant:
        before, after = self.text.splitlines(), text.splitlines()
        changes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        lines = {
            line + 1
            for kind_, _, _, start, end in changes
            if kind_ != "equal"
            for line in range(start, max(end, start + 1))
        }
        return Mutant(kind, ".".join(map(str, path)), text, frozenset(lines), frozenset(names))


def _written(data: Any) -> str:
    return json.dumps(data, indent=1) + "\n"


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _paths(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield where everything in the data lies."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _paths(value, (*path, key))
