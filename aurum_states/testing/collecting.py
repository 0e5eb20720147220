"""Replay files as pytest items, and folders in which some must be."""

import hashlib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aurum_states.checks.choice import TABLE, ChoiceError, check_keys
from aurum_states.engine.record import ActionResult
from aurum_states.engine.seating import broken_invariants
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.replay.difference import difference
from aurum_states.replay.format import SUFFIX, AnyEntry
from aurum_states.replay.loading import game_of
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.replay.trail import Trail
from aurum_states.replay.updating import updated
from aurum_states.testing.plugin import REWRITTEN
from aurum_states.testing.state_coverage import watch_for


class ReplayFailure(Exception):  # noqa: N818 - pytest shows its text, nothing else
    """A recording that goes another way, or that cannot be run."""


class ReplayFile(pytest.File):
    """A recorded game as a test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Give the one test that the file is."""
        yield ReplayItem.from_parent(self, name=self.path.name.removesuffix(SUFFIX))


class ReplayItem(pytest.Item):
    """Runs a recorded game again: each step must be accepted and lead to the same table."""

    def runtest(self) -> None:
        """Run the recording.

        Raises:
            ReplayFailure: it went another way, or cannot be run.
        """
        try:
            self._run()
        except GameError:
            raise
        except AurumStatesError as error:
            line = getattr(error, "line", None)
            raise ReplayFailure(f"{self._place}{f':{line}' if line else ''}: {error}") from None

    def _run(self) -> None:
        replay = Replay.read(self.path)
        definition = game_of(replay, self.config.getoption("game"))
        trail, counted = Trail(), watch_for(definition)

        def watch(table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
            trail.watch(table, entry, result)
            broken = broken_invariants(table._plan, table._game)
            if broken:
                raise ReplayFailure(
                    f"after move {table.moves_made}: an invariant is broken: {'; '.join(broken)}"
                )
            if counted is not None:
                counted(table, entry, result)

        updating = self.config.getoption("replay_update")
        if updating and replay.header["rules"] not in definition.infos.playable_rules:
            self._update(replay, definition)
            return
        result = run(replay, definition, watch=watch)
        if result.mismatch is None:
            self._remember(trail)
            return
        if updating:
            self._update(replay, definition)
            return
        shown = difference(replay, definition, result.mismatch, self._remembered())
        place = f"{self._place}:{result.mismatch.line}"
        raise ReplayFailure("\n".join([f"{place}: the recording goes another way", *shown]))

    def _update(self, replay: Replay, definition: Any) -> None:
        update = updated(replay, definition)
        update.write(self.path)
        self.user_properties.append((REWRITTEN, "\n".join([f"{self._place}:", *update.changes])))

    @property
    def _place(self) -> str:
        """The file, as seen from where pytest was started."""
        started = self.config.invocation_params.dir
        try:
            return os.path.relpath(self.path, started)
        except ValueError:  # on another drive
            return str(self.path)

    def _trail_file(self) -> Path | None:
        cache = getattr(self.config, "cache", None)
        if cache is None:
            return None
        folder: Path = cache.mkdir("aurum-states")
        return folder / f"{hashlib.sha256(self.path.read_bytes()).hexdigest()[:24]}.trail"

    def _remember(self, trail: Trail) -> None:
        file = self._trail_file()
        if file is not None and not file.exists():  # one that passes goes through the same tables each time
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(trail.pack())
            draft.replace(file)

    def _remembered(self) -> Trail | None:
        file = self._trail_file()
        return Trail.unpack(file.read_bytes()) if file is not None and file.exists() else None

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a difference as text; the game's own failures with the author's traceback."""
        if isinstance(excinfo.value, ReplayFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test is, and its name."""
        return self.path, None, f"replay {self.name}"


class NoReplays(pytest.Item):
    """A folder that must hold recordings and holds none."""

    def runtest(self) -> None:
        """Fail.

        Raises:
            ReplayFailure: always; the item is made only where there is nothing to run.
        """
        raise ReplayFailure(
            f"{self.name}: no recording (*{SUFFIX}) lies there, "
            "though [tool.aurum-states] replays in pyproject.toml names it"
        )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ARG002
        """Show the reason as text."""
        return str(excinfo.value)


def folders_without_replays(session: pytest.Session, project: Path) -> list[pytest.Item]:
    """Return a failing test for each folder that must hold recordings, lies in this run, and holds none.

    Raises:
        pytest.UsageError: the table in ``pyproject.toml`` is wrong.
    """
    try:
        tools = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"{project}: {error}") from None
    table = tools.get(TABLE, {})
    try:
        check_keys(table, project)
    except ChoiceError as error:
        raise pytest.UsageError(str(error)) from None
    wanted = table.get("replays", [])
    if not isinstance(wanted, list) or not all(isinstance(one, str) for one in wanted):
        raise pytest.UsageError(
            f'{project}: [tool.aurum-states] replays must be a list of folders, such as ["tests/replays"]'
        )
    asked = [session.config.invocation_params.dir / arg.partition("::")[0] for arg in session.config.args]
    return [
        NoReplays.from_parent(session, name=folder)
        for folder in wanted
        if any((project.parent / folder).resolve().is_relative_to(one.resolve()) for one in asked)
        and not any((project.parent / folder).rglob(f"*{SUFFIX}"))
    ]


def refuse_update_in_ci() -> None:
    """Stop pytest where recordings would be rewritten and nobody would look at them.

    Raises:
        pytest.UsageError: the environment variable CI is set.
    """
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        raise pytest.UsageError(
            "--replay-update is refused under CI (the variable CI is set): "
            "rewrite recordings where somebody reads what changed"
        )
