#!/usr/bin/env python3
"""Checks the data files of real games and prints a page of what is found, by repository and code.

Give it folders that hold checked-out repositories (``OWNER+NAME``); the network is not needed:

    python tools/compatibility.py ~/bga > docs/compatibility.md

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
sys.path.insert(0, str(ROOT))

from aurum_states.checks.run import check  # noqa: E402 - found from any folder
from aurum_states.definitions.loader import FILES  # noqa: E402
from aurum_states.problems import Problem  # noqa: E402

NAMES = frozenset(
    name for kind, names in FILES.items() for name in names if kind != "states" and "json" in name
)
SEVERITIES = ("error", "warning", "info")
LEFT_OUT = frozenset({".git", "node_modules"})

HEAD = """\
# Compatibility

What `aurum-states check` says of the data files in public repositories of BGA games. Most of these games are
live: an error here is a mistake of ours, or a file that BGA does not run as its author thinks. All errors are
listed below.

The repositories are not part of this project. Checked out side by side, each as `OWNER+NAME`, with nothing but
the files in question, they give this page again:

```text
git clone --filter=blob:none --no-checkout https://github.com/OWNER/NAME OWNER+NAME
git -C OWNER+NAME sparse-checkout set --no-cone '**/gameoptions.json*' '**/gamepreferences.json*' \\
    '**/stats.json*' '**/gameinfos.json*'
git -C OWNER+NAME checkout
python tools/compatibility.py FOLDER > docs/compatibility.md
```
"""


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


def page(found: Sequence[Repository], folder: Path, date: str) -> str:
    """Return the text of the page."""
    everything = [problem for repository in found for problem in repository.problems]
    kinds = Counter(file.name.partition(".")[0] for repository in found for file in repository.files)
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return "\n".join(
        [
            HEAD,
            f"On {date}: {len(found)} repositories, {kinds.total()} files ({told}).",
            "",
            "## By code",
            "",
            *_table(("code", "severity", "times", "files"), _codes(everything)),
            "",
            "## Errors",
            "",
            *(_errors(everything, folder) or ["None."]),
            "",
            "## By repository",
            "",
            *_table(("repository", "commit", "files", *(f"{one}s" for one in SEVERITIES)), map(_row, found)),
            "",
        ]
    )


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
        yield f"| {' | '.join(map(str, row))} |".replace("|  |", "| |")


def main() -> int:
    """Check the repositories of a folder and print the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the repositories are checked out")
    parser.add_argument("--date", default="today", help="the date that the page gives")
    given = parser.parse_args()
    found = list(repositories(given.folder))
    if not found:
        print(f"{given.folder}: no repository in it has such a file", file=sys.stderr)
        return 1
    sys.stdout.write(page(found, given.folder, given.date))
    return 0


if __name__ == "__main__":
    sys.exit(main())
