"""Open a definition file: YAML, JSON or JSON with comments, by its name.

Nothing in a file can run code or make another file be read. What is wrong goes into a report.
"""

import os
import stat
from pathlib import Path

from aurum_states.definitions.document import Document
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Place, Report

MAX_BYTES = 4 * 1024 * 1024
"""Largest file read. The largest real game's states.php has about 60 KB."""

_UTF8_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")


def read_document(path: Path, report: Report) -> Document | None:
    """Read a ``.yaml``, ``.yml``, ``.json`` or ``.jsonc`` file; None when nothing usable is in it."""
    if path.suffix.lower() in {".json", ".jsonc"}:
        return read_json(path, report)
    return read_yaml(path, report)


def read_yaml(path: Path, report: Report) -> Document | None:
    """Read a YAML file; None when nothing usable is in it."""
    text = read_text(path, report)
    return None if text is None else parse_yaml(text, shown(path), report)


def read_json(path: Path, report: Report) -> Document | None:
    """Read a JSON file, strictly; ``.jsonc`` may have comments and trailing commas."""
    text = read_text(path, report)
    if text is None:
        return None
    return parse_json(text, shown(path), report, comments=path.suffix.lower() == ".jsonc")


def read_text(path: Path, report: Report) -> str | None:
    """Return a text file's content, or None after one problem that says what is wrong with the file."""
    place = Place(shown(path))
    try:
        if stat.S_ISFIFO(path.stat().st_mode):  # opening one waits for somebody who writes
            report.add("file.unreadable", "a file is needed here, this is a pipe", place)
            return None
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        report.add("file.missing", "there is no such file", place)
        return None
    except (OSError, ValueError) as error:
        if isinstance(error, IsADirectoryError) or (isinstance(error, PermissionError) and path.is_dir()):
            report.add("file.directory", "a file is needed here, this is a folder", place)
            return None
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        report.add("file.unreadable", f"the file cannot be read: {reason}", place)
        return None
    if len(content) > MAX_BYTES:
        report.add("file.size", f"the file is larger than {MAX_BYTES // 1024**2} MiB", place)
        return None
    return decoded(content, place, report, json=path.suffix.lower() in {".json", ".jsonc"})


def is_file(path: Path) -> bool:
    """Whether there is a file; a name too long and a folder that may not be read have none."""
    try:
        return path.is_file()
    except OSError:
        return False


def shown(path: Path) -> str:
    """Return a path as messages show it: relative when it lies below the current folder."""
    if path.is_absolute():
        try:
            return str(path.relative_to(Path.cwd()))
        except (ValueError, OSError):
            return str(path)
    return os.path.normpath(path)


def decoded(content: bytes, place: Place, report: Report, *, json: bool = False) -> str | None:
    """Return the text of a file's bytes, or None after one problem that says why they are none."""
    if content.startswith(_WIDE_BOMS):
        report.add("file.encoding", "the file is saved as UTF-16 or UTF-32", place, help="save it as UTF-8")
        return None
    if content.startswith(_UTF8_BOM):
        content = content[len(_UTF8_BOM) :]
        report.add(
            "file.bom",
            "the file starts with a byte order mark" + (", which BGA's JSON reader refuses" if json else ""),
            Place(place.file, 1, 1),
            severity="error" if json else "warning",
            help="save it as UTF-8 without BOM",
        )
    if b"\0" in content:
        report.add("file.binary", "this is no text file: it has zero bytes in it", place)
        return None
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        report.add(
            "file.encoding",
            f"byte 0x{content[error.start]:02x} is not UTF-8",
            Place(place.file, line, column),
            help="save the file as UTF-8",
        )
        return None
    if not text.strip():
        report.add("file.empty", "the file is empty", place)
        return None
    return text
