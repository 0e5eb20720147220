#!/usr/bin/env python3
"""Checks the data files of real games and writes what is found into docs/compatibility.md.

Give it a folder that holds checked-out repositories, each as ``OWNER+NAME``; the network is not needed:

    python tools/compatibility.py ~/bga --date 2026-11-30

Of a repository only gameoptions, gamepreferences, stats and gameinfos in ``.json`` and ``.jsonc`` are read.
Those in one folder are checked together, so that numbers of players are compared too.
"""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "compatibility.md"
sys.path.insert(0, str(ROOT))

from aurum_states.checks.run import check  # noqa: E402 - found from any folder
from aurum_states.definitions.loader import FILES  # noqa: E402
from aurum_states.problems import Problem  # noqa: E402

NAMES = frozenset(
    name for kind, names in FILES.items() for name in names if kind != "states" and "json" in name
)
SEVERITIES = ("error", "warning", "info")
LEFT_OUT = frozenset({".git", "node_modules"})

MARK = "<!-- Below this line everything is written by tools/compatibility.py. -->"


@dataclass
class Repository:
    """What was found in one repository; ``commit`` is empty where the folder is no checkout."""

    name: str
    commit: str
    files: list[Path]
    problems: list[Problem] = field(default_factory=list)

    def count(self, severity: str) -> int:
        """Return the number of problems of a severity."""
        return sum(problem.severity == severity for problem in self.problems)


def repositories(folder: Path) -> Iterator[Repository]:
    """Yield every repository in a folder that has such files, checked."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name.lower()):
        files = sorted(
            file for file in path.rglob("*") if file.name in NAMES and not LEFT_OUT & {*file.parts}
        )
        if not files:
            continue
        repository = Repository(path.name.replace("+", "/", 1), _commit(path), files)
        for place in dict.fromkeys(file.parent for file in files):
            repository.problems += check([place]).problems
        yield repository


def _commit(path: Path) -> str:
    if not (path / ".git").exists():
        return ""
    ran = subprocess.run(
        ["git", "-C", str(path), "rev-parse", "--short=10", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout.strip()


def findings(found: Sequence[Repository], folder: Path, date: str) -> str:
    """Return the part of the page that tells what was found."""
    everything = [problem for repository in found for problem in repository.problems]
    kinds = Counter(file.name.partition(".")[0] for repository in found for file in repository.files)
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    parts = [
        f"On {date}: {len(found)} repositories, {kinds.total()} files ({told}).",
        "",
        "## Errors",
        "",
        *(_errors(everything, folder) or ["None."]),
        "",
        "## By code",
        "",
        *_table(("code", "severity", "times", "files"), _codes(everything)),
        "",
        "## By repository",
        "",
        *_table(("repository", "commit", "files", *(f"{one}s" for one in SEVERITIES)), map(_row, found)),
    ]
    return "\n".join(parts) + "\n"


def _codes(problems: Sequence[Problem]) -> Iterator[tuple[object, ...]]:
    times = Counter((problem.code, problem.severity) for problem in problems)
    for (code, severity), number in sorted(
        times.items(), key=lambda item: (SEVERITIES.index(item[0][1]), item[0])
    ):
        files = {
            problem.place.file for problem in problems if (problem.code, problem.severity) == (code, severity)
        }
        yield f"[{code}](problems/{code}.md)", severity, number, len(files)


def _errors(problems: Sequence[Problem], folder: Path) -> list[str]:
    lines = []
    for problem in problems:
        if problem.severity == "error":
            file = Path(problem.place.file).resolve().relative_to(folder.resolve()).as_posix()
            where = ":".join(map(str, filter(None, (file.replace("+", "/", 1), problem.place.line))))
            lines.append(f"- `{where}` {problem.code}: {problem.message}")
    return lines


def _row(repository: Repository) -> tuple[object, ...]:
    counts = (repository.count(severity) or "" for severity in SEVERITIES)
    return repository.name, repository.commit, len(repository.files), *counts


def _table(heads: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield " ".join(["|", *(f"{cell} |".lstrip() for cell in row)])


def main() -> int:
    """Check the repositories of a folder and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the repositories are checked out")
    parser.add_argument("--date", required=True, help="the date that the page gives")
    parser.add_argument("--print", action="store_true", help="print what was found, and leave the page alone")
    given = parser.parse_args()
    found = list(repositories(given.folder))
    if not found:
        print(f"{given.folder}: no repository in it has such a file", file=sys.stderr)
        return 1
    text = findings(found, given.folder, given.date)
    if given.print:
        sys.stdout.write(text)
        return 0
    above = PAGE.read_text("utf-8").partition(MARK)[0]
    PAGE.write_text(f"{above}{MARK}\n\n{text}", encoding="utf-8", newline="\n")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
