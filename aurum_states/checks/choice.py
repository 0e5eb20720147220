"""Which problems are reported: codes selected and ignored, by a caller and by ``pyproject.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aurum_states.errors import AurumStatesError
from aurum_states.names import did_you_mean, listed

TABLE = "aurum-states"
"""Name of the table under ``tool`` in ``pyproject.toml``."""

_KEYS = ("select", "ignore", "strict", "replays")
"""Keys of the table; ``replays`` names the folders in which pytest must find recordings."""


class ChoiceError(AurumStatesError):
    """A choice of problems that cannot be: an unknown key or code, a value of the wrong type."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Codes and beginnings of codes (``state.target``) to report; without ``select`` all of them.

    Of two that fit a code the longer one counts. ``strict`` makes a warning as bad as an error.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False

    def wants(self, code: str) -> bool:
        """Whether problems of a code are reported."""
        selected = max((len(prefix) for prefix in self.select if covers(prefix, code)), default=-1)
        ignored = max((len(prefix) for prefix in self.ignore if covers(prefix, code)), default=-1)
        if self.select and selected < 0:
            return False
        return ignored < 0 or selected > ignored


def covers(prefix: str, code: str) -> bool:
    """Whether a code is the one named or one below it: ``state`` covers ``state.id.reserved``."""
    return code == prefix or code.startswith(f"{prefix}.")


def choice_for(path: Path, asked: Choice) -> Choice:
    """Return what is reported of a path: what was asked for, completed by the nearest ``pyproject.toml``.

    A selection that was asked for replaces the file's; codes to ignore are added to the file's.
    """
    table, file = _table_above(path)
    if table is None:
        return asked
    check_keys(table, file)
    select, ignore = (_codes(table, key, file) for key in ("select", "ignore"))
    strict = table.get("strict", False)
    if not isinstance(strict, bool):
        raise ChoiceError(f"{file}: [tool.{TABLE}] strict must be true or false")
    return Choice(asked.select or select, (*ignore, *asked.ignore), asked.strict or strict)


def check_keys(table: Any, file: Path) -> None:
    """Raise ChoiceError where the program's table in ``pyproject.toml`` is none, or has an unknown key."""
    if not isinstance(table, dict):
        raise ChoiceError(f"{file}: {TABLE} below tool must be a table; write [tool.{TABLE}]")
    unknown = next((key for key in table if key not in _KEYS), None)
    if unknown is not None:
        raise ChoiceError(
            f"{file}: [tool.{TABLE}] has an unknown key {unknown}{did_you_mean(unknown, _KEYS)}; "
            f"keys are {listed(_KEYS)}"
        )


def check_codes(prefixes: tuple[str, ...], where: str) -> None:
    """Raise ChoiceError for a code that no problem has, so that a slip does not silence or let through."""
    from aurum_states.checks.catalogue import catalogue

    known = catalogue()
    for prefix in prefixes:
        if not any(covers(prefix, code) for code in known):
            raise ChoiceError(f"{where}: there is no problem {prefix!r}{did_you_mean(prefix, known)}")


def _codes(table: Mapping[str, Any], key: str, file: Path) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        raise ChoiceError(f'{file}: [tool.{TABLE}] {key} must be a list of codes, such as ["state.name"]')
    codes = tuple(value)
    if codes:
        check_codes(codes, f"{file}: [tool.{TABLE}] {key}")
    return codes


def _table_above(path: Path) -> tuple[dict[str, Any] | None, Path]:
    """Return the table of the nearest ``pyproject.toml`` that has one, and that file."""
    start = path.resolve()
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        try:
            text = file.read_bytes() if file.is_file() else b""  # a pipe would wait for somebody who writes
        except OSError:
            continue
        if TABLE.encode() not in text:
            continue
        import tomllib

        try:
            tools = tomllib.loads(text.decode()).get("tool")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ChoiceError(f"{file}: this is no TOML: {error}") from error
        except RecursionError:
            raise ChoiceError(f"{file}: this cannot be read: it is nested too deeply") from None
        if not isinstance(tools, dict) or TABLE not in tools:
            continue
        table = tools[TABLE]
        return table, file
    return None, path
