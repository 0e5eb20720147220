"""Rules about the fields of ``gameinfos`` that only BGA reads: types, ranges, and those no longer read.

What this package itself needs of the file (players, colours, ...) is checked when it is read.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeGuard

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import as_map, number_of
from aurum_states.definitions.corrections import of_type, of_word
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.gameinfos import GameInfos
from aurum_states.definitions.shapes import described
from aurum_states.definitions.spelling import near_miss
from aurum_states.names import listed
from aurum_states.problems import Problem, Severity

RETIRED = (
    "designer", "artist", "year", "tags", "presentation", "gamepanel_page_warning", "custom_buy_button",
    "complexity", "luck", "strategy", "diplomacy", "is_beta",
)  # fmt: skip
"""Fields that BGA once read here; now they are edited in its Game Metadata Manager."""

TURN_CONTROLS = ("simple", "circuit", "complex")
SMALLEST_WIDTH, USUAL_WIDTH = 320, 740
"""Widths of a game's interface in pixels: the least that BGA's documentation allows, and the default."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]+)?")

_Check = Callable[[Any], bool]


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool) or value in (0, 1)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_languages(value: Any) -> bool:
    entries = as_map(value)
    return isinstance(entries, dict) and all(
        number_of(key) is not None and isinstance(word, str) and _LANGUAGE.fullmatch(word)
        for key, word in entries.items()
    )


_FIELDS: dict[str, tuple[_Check, str, str]] = {
    "publisher": (lambda value: isinstance(value, str), "text", "string_type"),
    "publisher_website": (lambda value: isinstance(value, str), "text", "string_type"),
    "publisher_bgg_id": (_is_number, "a whole number, 0 for none", "int_type"),
    "bgg_id": (_is_number, "a whole number, 0 for none", "int_type"),
    "suggest_player_number": (lambda value: value is None or _is_number(value), "one number or null", ""),
    "fast_additional_time": (_is_number, "a whole number of seconds", "int_type"),
    "medium_additional_time": (_is_number, "a whole number of seconds", "int_type"),
    "slow_additional_time": (_is_number, "a whole number of seconds", "int_type"),
    "exception_on_warning": (_is_flag, "true or false", "bool_type"),
    "is_sandbox": (_is_flag, "true or false", "bool_type"),
    "enable_3d": (_is_flag, "true or false", "bool_type"),
    "language_dependency": (
        lambda value: _is_flag(value) or _is_languages(value),
        "true, false, or languages by number, such as {1: en, 2: fr}",
        "",
    ),
}
"""What a value must be: a test, the words for it, pydantic's name of the error where a fix is known."""

_TIMES = ("fast_additional_time", "medium_additional_time", "slow_additional_time")


def types(subject: Subject) -> Iterator[Problem]:
    """Find values of another type than BGA's documentation gives."""
    document = _document(subject)
    if document is None:
        return
    for key, (right, words, error) in _FIELDS.items():
        value = document.data.get(key)
        if key in document.data and not right(value):
            fix = of_type(document, (key,), error) if error else None
            message = f"gameinfos: {key} must be {words}, not {described(value)}"
            yield document.problem("gameinfos.value.type", message, (key,), severity="warning", fix=fix)
    control = document.data.get("turnControl", "simple")
    if control not in TURN_CONTROLS:
        yield document.problem(
            "gameinfos.value.unknown",
            f"gameinfos: turnControl may not be {described(control)}",
            ("turnControl",),
            severity="warning",
            help=f"one of {listed(TURN_CONTROLS)}",
            fix=of_word(document, ("turnControl",), control, list(TURN_CONTROLS)),
        )


def ranges(subject: Subject) -> Iterator[Problem]:
    """Find numbers that cannot be meant: times of no length, or out of order."""
    document = _document(subject)
    if document is None:
        return
    for key in ("estimated_duration", *_TIMES):
        value = document.data.get(key)
        if isinstance(value, int) and value <= 0:
            yield _range(document, (key,), f"{key} is {value}, which is no time", "warning")
    for fast, slow in pairwise(_TIMES):
        times = document.data.get(fast), document.data.get(slow)
        if all(map(_is_number, times)) and times[0] > times[1]:
            message = f"{slow} is {times[1]}, less than {fast} with {times[0]}"
            yield _range(document, (slow,), message, "info")


def widths(subject: Subject) -> Iterator[Problem]:
    """Find a ``game_interface_width`` that does not have the form that BGA documents."""
    document = _document(subject)
    width = None if document is None else document.data.get("game_interface_width")
    if document is None or width is None:
        return
    path: DataPath = ("game_interface_width",)
    if not isinstance(width, dict):
        message = (
            f"gameinfos: game_interface_width must be an object such as {{min: 740}}, not {described(width)}"
        )
        yield document.problem("gameinfos.value.type", message, path, severity="warning")
        return
    for key in ("min", "max"):
        value = width.get(key)
        if value is not None and not _is_number(value):
            message = f"gameinfos: {key} of game_interface_width must be a number, not {described(value)}"
            yield document.problem(
                "gameinfos.value.type",
                message,
                (*path, key),
                severity="warning",
                fix=of_type(document, (*path, key), "int_type"),
            )
    smallest, largest, scale = width.get("min"), width.get("max"), width.get("autoscale", True)
    least = smallest if _is_number(smallest) else USUAL_WIDTH
    if least < SMALLEST_WIDTH:
        message = f"the smallest width is {least}; BGA asks for {SMALLEST_WIDTH} at least"
        yield _range(document, (*path, "min"), message, "warning")
    if _is_number(largest) and largest < max(USUAL_WIDTH, least):
        message = f"the largest width is {largest}, less than {max(USUAL_WIDTH, least)}"
        yield _range(document, (*path, "max"), message, "warning")
    if not _is_flag(scale) and scale != "viewport":
        yield document.problem(
            "gameinfos.value.unknown",
            f"gameinfos: autoscale may not be {described(scale)}",
            (*path, "autoscale"),
            severity="warning",
            help="one of true, false, viewport",
            fix=of_word(document, (*path, "autoscale"), scale, ["viewport"]),
        )


def ties(subject: Subject) -> Iterator[Problem]:
    """Find tie breakers that break the page, or that cannot be split as they say."""
    document = _document(subject)
    if document is None:
        return
    text, split = document.data.get("tie_breaker_description"), document.data.get("tie_breaker_split")
    if isinstance(text, str) and ("\n" in text or "\r" in text):
        yield document.problem(
            "gameinfos.tie_breaker.lines",
            "tie_breaker_description has more than one line, which breaks the script that BGA makes of it",
            ("tie_breaker_description",),
            help="write it in one line",
        )
    if not _is_numbers(split) or not split:
        return
    if min(split) <= 0 or any(one <= other for one, other in pairwise(split)):
        yield document.problem(
            "gameinfos.tie_breaker.split",
            f"tie_breaker_split {split} does not fall from one number to the next",
            ("tie_breaker_split",),
            severity="warning",
            help="each is what a tie breaker was multiplied by, such as [10000, 100, 1]",
        )
    elif not text:
        yield document.problem(
            "gameinfos.tie_breaker.split",
            "tie_breaker_split says how several tie breakers are told apart, and none is described",
            ("tie_breaker_split",),
            severity="warning",
            help="say in tie_breaker_description what they are",
        )


def colours(subject: Subject) -> Iterator[Problem]:
    """Find a colour that two players can get."""
    document, infos = _document(subject), subject.infos
    if document is None or infos is None:
        return
    keys = as_map(document.data.get("player_colors"))
    seen: set[str] = set()
    for key, colour in zip(keys, infos.player_colors, strict=True) if isinstance(keys, dict) else ():
        if colour.lower() in seen:
            path = ("player_colors", key)
            message = f"player_colors has {colour} twice: two players could not be told apart"
            yield document.problem("gameinfos.color.repeated", message, path, severity="warning")
        seen.add(colour.lower())


def keys(subject: Subject) -> Iterator[Problem]:
    """Find fields that BGA reads no more, and those that it never did."""
    document = _document(subject)
    if document is None:
        return
    known = [field.alias or name for name, field in GameInfos.model_fields.items()]
    retired = [key for key in document.data if key in RETIRED]
    if retired:
        yield document.problem(
            "gameinfos.retired",
            f"BGA no longer reads {listed(retired)} here",
            (retired[0],),
            key=True,
            severity="info",
            help="they are edited in the Game Metadata Manager; remove them",
        )
    for key in document.data:
        if (
            key not in known
            and key not in retired
            and not key.startswith("$")
            and not _is_slip(key, known, document)
        ):
            message = f"gameinfos has an unknown key {key}, which BGA ignores"
            yield document.problem("gameinfos.key.unknown", message, (key,), key=True, severity="info")


def _is_slip(key: str, known: list[str], document: Document) -> bool:
    """Whether a key was reported as a slip when the file was read."""
    return near_miss(key, [name for name in known if name not in document.data]) is not None


def _range(document: Document, path: DataPath, message: str, severity: Severity) -> Problem:
    return document.problem("gameinfos.value.range", f"gameinfos: {message}", path, severity=severity)


def _document(subject: Subject) -> Document | None:
    document = subject.documents.get("gameinfos")
    return document if document is not None and isinstance(document.data, dict) else None


RULES: tuple[Rule, ...] = (types, ranges, widths, ties, colours, keys)
