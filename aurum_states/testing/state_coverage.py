"""``pytest --state-coverage``: what the tests of a run reach together, by game."""

import os
from collections.abc import Iterable, Mapping
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.replay.coverage import Coverage, Watch, summary

OUTPUT = "aurum_states_coverage"
"""Key under which a worker of pytest-xdist hands over what it has counted."""


class Collector:
    """Counts for every game that is played in a run of pytest."""

    def __init__(self, fail_under: float) -> None:
        self.fail_under = fail_under
        self._coverages: dict[str, Coverage] = {}

    def watch(self, definition: GameDefinition, by: str | None = None) -> Watch:
        """Return what counts for one test: ``by``, or the one that pytest runs now."""
        coverage = self._coverages.setdefault(
            str(definition.folder), Coverage(definition.name, definition.graph)
        )
        running = os.environ.get("PYTEST_CURRENT_TEST", "").removesuffix(" (call)")
        return coverage.watch(by or running or "no test")

    def as_data(self) -> list[dict[str, Any]]:
        """Return everything in JSON's types, for the process that started this one."""
        return [{"folder": folder, **one.as_data()} for folder, one in self._coverages.items()]

    def add_data(self, data: Iterable[Mapping[str, Any]]) -> None:
        """Take what another process has counted."""
        from aurum_states.definitions.loader import read_definition
        from aurum_states.definitions.registry import find_game

        for one in data:
            coverage = self._coverages.get(one["folder"])
            if coverage is None:
                definition, _ = read_definition(find_game(one["folder"]))
                if definition is None:
                    continue
                coverage = self._coverages[one["folder"]] = Coverage(one["game"], definition.graph)
            coverage.add_data(one)

    @property
    def failed(self) -> bool:
        """Whether a game is below the percentage that was demanded, or nothing was played at all."""
        least = min((one.percent for one in self._coverages.values()), default=0.0)
        return least < self.fail_under

    def report(self) -> list[str]:
        """Return the report that stands below the results."""
        lines = [line for one in self._coverages.values() for line in summary(one)]
        lines = lines or ["no test has played a game"]
        if self.fail_under:
            verdict = "FAILED" if self.failed else "reached"
            lines.append(f"required: {self.fail_under:g} % of every game ({verdict})")
        return lines


collector: Collector | None = None
"""What counts in this run of pytest; None while nobody asked for it."""


def watch_for(definition: GameDefinition) -> Watch | None:
    """Return what counts for the running test, None where nothing is counted."""
    return None if collector is None else collector.watch(definition)
