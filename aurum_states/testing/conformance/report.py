"""What ``check_game`` tried, how often, and what it found."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aurum_states.testing.conformance.aspect import Finding


@dataclass(slots=True)
class ConformanceReport:
    """The report on one game.

    ``tried`` counts by aspect what was done, ``notes`` says what is to be known of it. ``explained`` are
    findings of kinds that the caller has given a reason for; they are no failures.
    """

    game: str
    kinds: list[str] = field(default_factory=list)
    """The kinds of tables that were played."""
    games: int = 0
    recordings: int = 0
    moves: int = 0
    tried: dict[str, Counter[str]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    explained: list[tuple[Finding, str]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing was found but what has been explained."""
        return not self.findings

    def of(self, kind: str) -> list[Finding]:
        """Return the findings of one aspect."""
        return [one for one in self.findings if one.kind == kind]

    def raise_for_findings(self, recordings: str | Path | None = None) -> None:
        """Fail a test if anything was found; ``recordings`` is a folder to write the games up to there into.

        Raises:
            AssertionError: with the whole report.
        """
        if self.ok:
            return
        written = [] if recordings is None else self.write_recordings(recordings)
        raise AssertionError("\n".join([str(self), *(f"written: {file}" for file in written)]))

    def write_recordings(self, folder: str | Path) -> list[Path]:
        """Write the games up to the findings as replay files; return them.

        Raises:
            OSError: one cannot be written.
        """
        return [file for one in self.findings if (file := one.write(folder)) is not None]

    def __str__(self) -> str:
        count = _counted(len(self.findings), "finding") if self.findings else "nothing found"
        played = (_counted(self.games, "game"), _counted(self.recordings, "recording"))
        lines = [
            f"{self.game}: {count}",
            f"  {'played':<14} {', '.join(played)}, {_counted(self.moves, 'move')}",
            f"  tables         {'; '.join([*self.kinds, *self.notes.get('tables', ())]) or 'none'}",
        ]
        for name, tried in self.tried.items():
            counted = ", ".join(f"{count:,} {what}" for what, count in tried.items() if count)
            lines.append(f"  {name:<14} {'; '.join([counted or 'nothing', *self.notes.get(name, ())])}")
        for finding, reason in self.explained:
            lines.append(f"explained ({reason}): {finding}")
        return "\n".join([*lines, *map(str, self.findings)])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def explained(findings: Sequence[Finding], reasons: Mapping[str, str]) -> list[tuple[Finding, str]]:
    """Return the findings whose kind has a reason, with it."""
    return [(one, reasons[one.kind]) for one in findings if one.kind in reasons]
