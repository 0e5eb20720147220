"""Slips that an author can make in a states.yaml, made at random from a seed."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Problem, Report

FOUND = ("renamed", "misspelt", "duplicated", "wrong type", "dropped target")
"""Slips that a check must find, on their line or by name."""
PLAYED = ("retargeted", "swapped", "dropped edge")
"""Slips that a check must find, or else a recorded game."""


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


class Edge(NamedTuple):
    """A transition in the file."""

    state: str
    name: str
    target: str

    @property
    def path(self) -> DataPath:
        """Where it stands."""
        return ("states", self.state, "transitions", self.name)


class Slips:
    """Makes mutants of one text."""

    def __init__(self, text: str, seed: str) -> None:
        self.rng = random.Random(seed)
        report = Report()
        document = parse_yaml(text, "states.yaml", report)
        assert document is not None
        self.document: Document = document
        self.states: dict[str, dict[str, Any]] = document.data["states"]
        self.edges = [
            Edge(label, name, target)
            for label, state in self.states.items()
            for name, target in state.get("transitions", {}).items()
        ]

    def mutants(self, kinds: Sequence[str]) -> Iterator[Mutant]:
        """Yield mutants for ever, each kind in turn, none twice."""
        makers: dict[str, Callable[[], Mutant]] = {
            "renamed": self.renamed,
            "misspelt": self.misspelt,
            "duplicated": self.duplicated,
            "wrong type": self.wrong_type,
            "dropped target": self.dropped_target,
            "retargeted": self.retargeted,
            "swapped": self.swapped,
            "dropped edge": self.dropped_edge,
        }
        seen = {self.document.source.text}
        while True:
            made = 0
            for kind in kinds:
                for _ in range(50):
                    mutant = makers[kind]()
                    if mutant.text not in seen:
                        seen.add(mutant.text)
                        made += 1
                        yield mutant
                        break
            if not made:
                return

    # -- slips that a check must find ------------------------------------------------------------------

    def renamed(self) -> Mutant:
        """Give a state, transition, handler or action another name, at one place only."""
        path, key, old = self.rng.choice([*self._labels(), *self._transitions(), *self._handlers()])
        word = self.rng.choice(("New", "Other", "Second", "Old"))
        head = re.match(r"(act|st|arg)?", old)[0]  # type: ignore[index]
        rest = old[len(head) :]
        new = f"{head}{word}{rest}" if head else f"{word.lower()}{rest[:1].upper()}{rest[1:]}"
        return self._rewritten("renamed", path, key, old, new)

    def misspelt(self) -> Mutant:
        """Slip in a word: a letter lost, doubled, wrong, or two swapped."""
        sites = [*self._labels(), *self._transitions(), *self._handlers(), *self._keys(), *self._words()]
        path, key, old = self.rng.choice(sites)
        at = self.rng.randrange(len(old))
        letter = self.rng.choice("aeioustrn")
        following = old[at + 1 : at + 2]
        new = self.rng.choice(
            [
                old[:at] + old[at + 1 :],
                old[:at] + old[at] + old[at:],
                old[:at] + letter + old[at + 1 :],
                old[:at] + following + old[at] + old[at + 2 :],
            ]
        )
        return self._rewritten("misspelt", path, key, old, new or "x")

    def duplicated(self) -> Mutant:
        """Write a state, a key, an action or an id a second time."""
        label = self.rng.choice(list(self.states))
        state = self.states[label]
        which = self.rng.choice(("state", "key", "id", "action"))
        if which == "state":
            start, end = self._block(("states", label))
            block = self._text[start:end].rstrip() + "\n\n"
            copy = self.rng.choice((label, f"{label}Again"))
            block = block.replace(label, copy, 1)
            return self._inserted("duplicated", f"state {label}", start, block, {label, copy})
        if which == "key":
            key = self.rng.choice(list(state))
            start, end = self._block(("states", label, key))
            return self._inserted("duplicated", f"{label}.{key}", start, self._text[start:end], {key})
        if which == "action" and "possibleActions" in state:
            index = self.rng.randrange(len(state["possibleActions"]))
            name = state["possibleActions"][index]
            path = ("states", label, "possibleActions", index)
            return self._rewritten("duplicated", path, False, name, f"{name}, {name}")
        other = self.rng.choice([each for each in self.states if each != label])
        number = str(self.states[other]["id"])
        return self._rewritten("duplicated", ("states", label, "id"), False, str(state["id"]), number)

    def wrong_type(self) -> Mutant:
        """Write a value of another type."""
        label = self.rng.choice(list(self.states))
        key = self.rng.choice([*self.states[label], None, None])
        if key is None:
            path: DataPath = ("states", label)
            choices = ["[]", "true", "game", "12"]
        else:
            path = ("states", label, key)
            right = {
                int: ["ten", "[10]", "{}", "1.5", '"10"', "true"],
                str: ["[x]", "12", "{}", "true", "1.5"],
                bool: ["'true'", "1", "on", "[true]", "yes"],
                list: ["actBid", "12", "{a: b}", "[1]", "[[actBid]]", "true"],
                dict: ["dealing", "[dealing]", "12", "true"],
            }
            choices = right[type(self.states[label][key])]
        edge = self.rng.choice(self.edges)
        if self.rng.random() < 0.25:
            path, choices = edge.path, ["true", "1.5", "[dealing]", "{}", "12.0"]
        start, end = self.document.locate(path, False) or (0, 0)
        mutant = self._replaced("wrong type", ".".join(map(str, path)), start, end, self.rng.choice(choices))
        return mutant if len(path) > 2 else mutant._replace(names=frozenset({label}))

    def dropped_target(self) -> Mutant:
        """Take away what a transition leads to: its target, or the state itself.

        ``gameEnd`` is there whether it is written or not.
        """
        edge = self.rng.choice(self.edges)
        if edge.target == "gameEnd" or self.rng.random() < 0.5:
            start, end = self.document.locate(edge.path, False) or (0, 0)
            return self._replaced(
                "dropped target", f"{edge}", start, end, self.rng.choice(("", "null", "''"))
            )
        start, end = self._block(("states", edge.target))
        mutant = self._replaced("dropped target", f"state {edge.target}", start, end, "")
        return mutant._replace(names=mutant.names | {edge.target})

    # -- slips that a check or a game must find --------------------------------------------------------

    def retargeted(self) -> Mutant:
        """Let a transition lead to another state."""
        edge = self.rng.choice(self.edges)
        other = self.rng.choice([label for label in self.states if label != edge.target])
        return self._rewritten("retargeted", edge.path, False, edge.target, other)

    def swapped(self) -> Mutant:
        """Swap the targets of two transitions."""
        one, other = self.rng.sample(self.edges, 2)
        first, second = sorted((self.document.locate(edge.path, False) or (0, 0)) for edge in (one, other))
        text = self._text
        a, b = text[slice(*first)], text[slice(*second)]
        changed = text[: first[0]] + b + text[first[1] : second[0]] + a + text[second[1] :]
        return Mutant("swapped", f"{one} {other}", changed, frozenset(), frozenset({a, b}))

    def dropped_edge(self) -> Mutant:
        """Take a transition away."""
        edge = self.rng.choice(self.edges)
        start, _ = self.document.locate(edge.path, True) or (0, 0)
        _, end = self.document.locate(edge.path, False) or (0, 0)
        following = re.match(r",\s*", self._text[end:])
        if following:
            end += following.end()
        else:
            before = re.search(r",\s*$", self._text[:start])
            start = before.start() if before else start
        return self._replaced("dropped edge", f"{edge}", start, end, "")

    # -- where words stand -----------------------------------------------------------------------------

    def _labels(self) -> Iterator[tuple[DataPath, bool, str]]:
        for label in self.states:
            yield ("states", label), True, label

    def _transitions(self) -> Iterator[tuple[DataPath, bool, str]]:
        for edge in self.edges:
            yield edge.path, True, edge.name

    def _handlers(self) -> Iterator[tuple[DataPath, bool, str]]:
        for label, state in self.states.items():
            for key in ("action", "args"):
                if key in state:
                    yield ("states", label, key), False, state[key]
            for index, name in enumerate(state.get("possibleActions", ())):
                yield ("states", label, "possibleActions", index), False, name

    def _keys(self) -> Iterator[tuple[DataPath, bool, str]]:
        yield from ((((key,), True, key)) for key in self.document.data)
        for label, state in self.states.items():
            yield from ((("states", label, key), True, key) for key in state)

    def _words(self) -> Iterator[tuple[DataPath, bool, str]]:
        yield ("initialState",), False, self.document.data["initialState"]
        for label, state in self.states.items():
            yield ("states", label, "type"), False, state["type"]
        for edge in self.edges:
            yield edge.path, False, edge.target

    # -- how texts are changed -------------------------------------------------------------------------

    @property
    def _text(self) -> str:
        return self.document.source.text

    def _block(self, path: DataPath) -> tuple[int, int]:
        """Return the whole lines of a key and its value."""
        start, _ = self.document.locate(path, True) or (0, 0)
        _, end = self.document.locate(path, False) or (0, 0)
        line_end = self._text.find("\n", end)
        return self._text.rfind("\n", 0, start) + 1, line_end + 1 if line_end >= 0 else len(self._text)

    def _rewritten(self, kind: str, path: DataPath, key: bool, old: str, new: str) -> Mutant:
        start, end = self.document.locate(path, key) or (0, 0)
        mutant = self._replaced(kind, f"{'.'.join(map(str, path))}: {old} -> {new}", start, end, new)
        return mutant._replace(names=frozenset({old, new}))

    def _replaced(self, kind: str, what: str, start: int, end: int, new: str) -> Mutant:
        text = self._text[:start] + new + self._text[end:]
        first = self._text.count("\n", 0, start) + 1
        lines = frozenset(range(first, first + new.count("\n") + 1))
        return Mutant(kind, f"{what} -> {new}", text, lines, frozenset())

    def _inserted(self, kind: str, what: str, at: int, new: str, names: set[str]) -> Mutant:
        mutant = self._replaced(kind, what, at, at, new)
        copy = len(new.splitlines())
        first = min(mutant.lines)
        return mutant._replace(lines=frozenset(range(first, first + 2 * copy)), names=frozenset(names))


def of_aurum(seed: str, kinds: Sequence[str]) -> Iterator[Mutant]:
    """Yield mutants of Aurum's states.yaml."""
    path = Path(__file__).parents[2] / "config" / "states.yaml"
    return Slips(path.read_text("utf-8"), seed).mutants(kinds)
