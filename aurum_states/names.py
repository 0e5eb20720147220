"""BGA's names and Python's: ``actPlayCard`` on the wire is ``act_play_card`` in the class.

The mapping goes one way only. Files, replays and PHP carry BGA's names untouched; Python carries
snake_case; error messages print both.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 200
"""How long a name may be to be taken for a slip of another: comparing takes the square of its length."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake(name: str) -> str:
    """Return the Python name of a BGA name: ``argPlayerTurn`` -> ``arg_player_turn``."""
    usual = name if name.isascii() else unicodedata.normalize("NFKC", name)  # as Python reads identifiers
    return _HUMP.sub("_", usual).lower()


def camel(name: str) -> str:
    """Return the wire name of a Python parameter: ``card_id`` -> ``cardId``."""
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to a misspelt one, or None when none is close."""
    choices = sorted(set(known))
    if len(name) > _LONGEST:
        return None
    found = difflib.get_close_matches(name, choices, n=1, cutoff=0.7)
    if found:
        return found[0]
    folded = {choice.lower().replace("_", ""): choice for choice in choices}
    return folded.get(name.lower().replace("_", ""))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the text `` (did you mean 'x'?)``, or an empty text when nothing is close."""
    close = nearest(name, known)
    return f" (did you mean {close!r}?)" if close is not None else ""


def listed(names: Iterable[object], none: str = "none") -> str:
    """Return names as a readable list: ``a, b, c``."""
    return ", ".join(str(name) for name in names) or none
