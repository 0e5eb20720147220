"""Files that are no game's: bytes, words and structures at random, and right files damaged."""

import json
import random
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aurum_states.checks.fixing import fixed_files
from aurum_states.checks.reporters import FORMATS, render
from aurum_states.checks.run import check
from aurum_states.checks.targets import kind_of
from aurum_states.definitions.loader import FILES

ROOT = Path(__file__).parents[2]
SECONDS = 20
"""Longer than this no file of a few kilobytes may take."""

_WORDS = """
    states initialState type game activeplayer multipleactiveplayer private manager id transitions name action
    possibleActions possibleactions initialPrivate args description descriptionMyTurn updateGameProgression
    values default displaycondition displayconditionoperand startcondition value level settings table player
    value_labels players player_colors gameClass framework rules runs_rules tie_breaker_split 0 1 10 99 100 200
    gameEnd gameSetup a b ${you} ${actplayer} true false null on 010 1.5 -1 9999999999999999999
"""
WORDS = _WORDS.split()
MARKS = [
    ": ",
    "- ",
    "\n",
    "\n  ",
    "\n    ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    '"',
    "'",
    "&a ",
    "*a ",
    "<<: ",
    "|\n",
    ">-\n",
]
MARKS += [
    "# ",
    "// ",
    "!!int ",
    "!x ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "\t",
    "\\",
    "? ",
    "@",
    "`",
    "\u2028",
    "\x85",
    "é",
]
_PYTHON = """
    ( ) : , = . * ** @ def class return self if else for in lambda None yield async await [ ] { } f' ' -> 1
"""
PYTHON = [*_PYTHON.split(), "\n", "\n\t"]


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what takes longer; only where the system has alarms."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: object) -> None:
        raise TimeoutError(f"it took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Malformed:
    """Makes files from a seed."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        folders = (
            ROOT / "config",
            *(ROOT / "tests" / "data" / name for name in ("page_examples", "schemas/good")),
        )
        self.sources = {
            path.name: path.read_bytes()
            for folder in folders
            for path in sorted(folder.iterdir())
            if path.stat().st_size > 30
        }
        game = ROOT / "aurum_states" / "cli" / "template"
        self.template = {
            str(path.relative_to(game)): path.read_bytes()
            for path in game.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        self.makers: list[Callable[[str], bytes]] = [
            self.noise,
            self.damaged,
            self.mismarked,
            self.tokens,
            self.structure,
        ]

    def file(self, folder: Path) -> tuple[str, Path]:
        """Write one file, or a game with one wrong file; return what was done and the path to check."""
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if self.rng.random() < 0.2:
            return self._game(folder)
        kind = self.rng.choice(list(FILES))
        name = self.rng.choice(sorted(name for name in self.sources if kind_of(Path(name)) == kind))
        suffix = (
            self.rng.choice((".yaml", ".json", ".jsonc")) if self.rng.random() < 0.2 else Path(name).suffix
        )
        path = folder / f"{Path(name).stem}{suffix}"
        maker = self.rng.choice(self.makers)
        path.write_bytes(maker(name))
        return f"{maker.__name__} {path.name}", path

    def noise(self, _: str) -> bytes:
        """Make any bytes."""
        return self.rng.randbytes(self.rng.randrange(200))

    def damaged(self, name: str) -> bytes:
        """Damage a file: a few stretches lost, doubled, replaced, moved."""
        return self._damage(self.sources[name])

    def mismarked(self, name: str) -> bytes:
        """Lose, double or replace a few of a file's brackets, quotes, commas and colons."""
        text = self.sources[name].decode()
        for _ in range(self.rng.randrange(1, 6)):
            at = self.rng.choice([at for at, char in enumerate(text) if char in "{}[],:\"'\\"])
            instead = self.rng.choice(("", text[at] * 2, *"{}[],:\"';=#\\", "//", "/*", "True", "\n"))
            text = text[:at] + instead + text[at + 1 :]
        return text.encode()

    def tokens(self, _: str) -> bytes:
        """Make a file of words and marks that mean something."""
        parts = self.rng.choices([*WORDS, *MARKS * 2], k=self.rng.randrange(1, 60))
        return "".join(parts).encode()

    def structure(self, name: str) -> bytes:
        """Make data of any shape with the right words in it, or replace a part of a file by some."""
        if self.rng.random() < 0.4:
            return json.dumps(self._data(0), ensure_ascii=self.rng.random() < 0.5).encode(
                "utf-8", "surrogatepass"
            )
        from aurum_states.definitions.yaml_source import parse_yaml
        from aurum_states.problems import Report

        document = parse_yaml(self.sources[name].decode(), name, Report())
        assert document is not None
        data = json.loads(json.dumps(document.data))
        for _ in range(self.rng.randrange(1, 4)):
            self._replace_one(data)
        return json.dumps(data, indent=self.rng.choice((None, 1))).encode("utf-8", "surrogatepass")

    def _game(self, folder: Path) -> tuple[str, Path]:
        """Write a small game with a class, one of its files damaged."""
        name = self.rng.choice(["game.py", "game.py", *sorted(self.template)])
        for each, content in self.template.items():
            path = folder / "game" / each
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        words = self.rng.choices(PYTHON, k=self.rng.randrange(1, 8))
        damaged = self._damage(self.template[name], " ".join(words).encode())
        (folder / "game" / name).write_bytes(damaged)
        return f"game {name}", folder / "game"

    def _damage(self, content: bytes, junk: bytes = b"") -> bytes:
        rng = self.rng
        for _ in range(rng.randrange(1, 5)):
            at, length = rng.randrange(len(content) + 1), rng.choice((0, 1, 2, 8, 40))
            part = content[at : at + length]
            instead = rng.choice(
                (b"", part * 2, junk, rng.choice(MARKS).encode(), rng.choice(WORDS).encode())
            )
            content = content[:at] + instead + content[at + length :]
            if rng.random() < 0.2:
                to = rng.randrange(len(content) + 1)
                content = content[:to] + part + content[to:]
        return content

    def _data(self, depth: int) -> Any:
        rng = self.rng
        kind = rng.random()
        if depth > 4 or kind < 0.35:
            word = rng.choice(WORDS)
            return rng.choice(
                (None, True, False, rng.randrange(-2, 300), 1.5, word, word, "", "\ud800", "x" * 70)
            )
        if kind < 0.5:
            return [self._data(depth + 1) for _ in range(rng.randrange(4))]
        return {rng.choice(WORDS): self._data(depth + 1) for _ in range(rng.randrange(7))}

    def _replace_one(self, data: Any) -> None:
        """Replace, drop, add or rename one part of some data."""
        rng = self.rng
        while isinstance(data, dict | list) and data:
            keys = list(data) if isinstance(data, dict) else list(range(len(data)))
            key = rng.choice(keys)
            if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.7:
                data = data[key]
                continue
            if rng.random() < 0.3 and isinstance(data, dict):
                data[rng.choice(WORDS)] = data.pop(key) if rng.random() < 0.5 else data[key]
            else:
                data[key] = self._data(rng.randrange(5))
            return


def check_portion(seed: str, number: int) -> Counter[str]:
    """Check so many malformed files; return how many problems of each code, and files of each kind, there were.

    Raises AssertionError with the file for one that does not end in a report.
    """
    found: Counter[str] = Counter()
    made = Malformed(seed)
    formats = sorted(FORMATS)
    with TemporaryDirectory() as name:
        for nth in range(number):
            what, path = made.file(Path(name))
            try:
                with bounded(SECONDS):
                    checked = check([path])
                    render(formats[nth % len(formats)], checked)
                    sources = {file: document.source for file, document in checked.documents.items()}
                    for fixed in fixed_files(checked.problems, sources):
                        fixed.diff()
            except Exception as error:
                raise AssertionError(f"{seed}/{nth} ({what}): {error!r}\n{_content(path)}") from error
            broken = [str(problem) for problem in checked.problems if problem.code == "internal.error"]
            assert not broken, f"{seed}/{nth} ({what}): {broken}\n{_content(path)}"
            assert not checked.errors, f"{seed}/{nth} ({what}): {checked.errors}"
            found.update(problem.code for problem in checked.problems)
            found["files with a problem" if checked.problems else "files without a problem"] += 1
            found[f"files of {kind_of(path) or 'a game'}"] += 1
    return found


def _content(path: Path) -> str:
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    return "\n".join(f"{file.name}: {file.read_bytes()!r}" for file in files)
