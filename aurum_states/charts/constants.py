"""What a game's files declare by number, as a Python module of enums."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from aurum_states.charts.identifiers import Names
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.options import Option
from aurum_states.definitions.preferences import Preference
from aurum_states.definitions.stats import Statistic

LINE = 110
"""Longest line of a module."""

_DIRECTIVE = re.compile(r"\b(noqa|type:|fmt:|ruff:|mypy:|pyright:|pragma:|isort:|nosec)", re.IGNORECASE)
"""What a tool would take an end of a line for."""

_FIXED = ("Option", "Preference", "TableStatistic", "PlayerStatistic", "StateId", "IntEnum", "StrEnum")


@dataclass(frozen=True, slots=True)
class Member:
    """A name with its value. ``comment`` is what players read, empty where it says no more than the name."""

    name: str
    value: int | str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """One enum class. ``about`` is its docstring, in plain letters without quotes."""

    name: str
    base: Literal["IntEnum", "StrEnum"]
    about: str
    members: tuple[Member, ...]


def enumerations(definition: GameDefinition) -> list[Enumeration]:
    """Return an enum for each kind of id that a game declares, and one for the values of each choice."""
    classes = Names(*_FIXED)
    found = [
        *_choices(definition.options, "Option", classes),
        *_choices(definition.preferences, "Preference", classes),
        _statistics("Table", definition.stats.table),
        _statistics("Player", definition.stats.player),
        _states(definition),
    ]
    return [one for one in found if one.members]


def _choices(
    declared: Mapping[int, Option] | Mapping[int, Preference], kind: str, classes: Names
) -> Iterator[Enumeration]:
    names = Names()
    members = [
        _member(names.constant(one.name, kind, number), number, one.name) for number, one in declared.items()
    ]
    yield Enumeration(kind, "IntEnum", f"The game's {kind.lower()}s by id.", tuple(members))
    for number, one in declared.items():
        values = Names()
        yield Enumeration(
            classes.class_name(one.name, kind, number),
            "IntEnum",
            f"Values of {kind.lower()} {number}.",
            tuple(
                _member(values.constant(value.name, "VALUE", key), key, value.name)
                for key, value in one.values.items()
            ),
        )


def _statistics(section: str, declared: Mapping[str, Statistic]) -> Enumeration:
    names = Names()
    members = tuple(
        _member(names.constant(key, "STATISTIC", one.id), key, one.name) for key, one in declared.items()
    )
    about = f"Statistics of {'the table' if section == 'Table' else 'each player'} by key."
    return Enumeration(f"{section}Statistic", "StrEnum", about, members)


def _states(definition: GameDefinition) -> Enumeration:
    names = Names()
    members = tuple(
        Member(names.constant(state.label, "STATE", state.id), state.id) for state in definition.graph
    )
    return Enumeration("StateId", "IntEnum", "States by id.", members)


def _member(name: str, value: int | str, text: str) -> Member:
    comment = " ".join(text.split())
    return Member(name, value, "" if name == comment.upper().replace(" ", "_") else comment)


# -- the text ------------------------------------------------------------------------------------------


def as_module(found: Iterable[Enumeration]) -> str:
    """Return the text of a Python module, as ruff would format it."""
    parts = ['"""Names for what the game\'s files declare. Made by ``aurum-states constants``."""']
    classes = list(found)
    if classes:
        parts.append(_imports(classes))
    text = "\n\n".join(parts) + "\n"
    for one in classes:
        lines = [f"class {one.name}({one.base}):", f'    """{one.about}"""', "", *map(_line, one.members)]
        text += "\n\n" + "\n".join(lines) + "\n"
    return text


def as_stub(found: Iterable[Enumeration]) -> str:
    """Return the text of the module's stub (``.pyi``), as ruff would format it."""
    classes = list(found)
    parts = [_imports(classes)] if classes else []
    parts += ["\n".join([f"class {one.name}({one.base}):", *map(_line, one.members)]) for one in classes]
    return "\n\n".join(parts) + "\n" if parts else ""


def _imports(classes: Iterable[Enumeration]) -> str:
    return f"from enum import {', '.join(sorted({one.base for one in classes}))}"


def _line(member: Member) -> str:
    line = f"    {member.name} = {_literal(member.value)}"
    comment = "".join(char for char in member.comment if char.isprintable()).strip()
    room = LINE - len(line) - len("  # ")
    if not comment or room < len("...") or _DIRECTIVE.search(comment):
        return line
    return f"{line}  # {comment if len(comment) <= room else comment[: room - 3].rstrip() + '...'}"


def _literal(value: int | str) -> str:
    """Return a value as ruff writes it: in double quotes where single ones save no backslash."""
    if isinstance(value, int):
        return str(value)
    quote = "'" if value.count("'") < value.count('"') else '"'
    escaped = {"\\": "\\\\", quote: f"\\{quote}"}
    text = "".join(
        escaped.get(char, char if char.isprintable() else char.encode("unicode_escape").decode())
        for char in value
    )
    return f"{quote}{text}{quote}"
