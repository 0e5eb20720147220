"""Python names made of texts that players read: valid, unique, the same every time."""

import keyword
import re
import unicodedata
from collections.abc import Iterable
from itertools import chain, count

LONGEST = 40
"""Letters that a name may have; longer texts are cut between two words."""

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_LIGATURES = str.maketrans(
    {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
)
_TAG = re.compile(r"<[^<>]*>")
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")
_WORD = re.compile(r"[A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def words(text: str) -> list[str]:
    """Return the words of a text in plain letters: ``Künstler's <b>2nd</b> move`` -> Kuenstlers 2nd move."""
    bare = _APOSTROPHE.sub("", _TAG.sub(" ", unicodedata.normalize("NFC", text)))
    plain = unicodedata.normalize("NFKD", bare.translate(_GERMAN).translate(_LIGATURES))
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    found: list[str] = []
    for word in _WORD.findall(letters):
        if found and len("_".join([*found, word])) > LONGEST:
            break
        found.append(word[:LONGEST])
    return found


class Names:
    """Gives out the names of one class or module, each once."""

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken)

    def constant(self, text: str, kind: str, number: int | str) -> str:
        """Return a name such as ``EXPERT_VARIANT``; with no letter to start with it begins with ``kind``."""
        name = "_".join(part for word in words(text) for part in _HUMP.split(word)).upper()
        right = _begun(name, kind.upper(), number, "_")
        numbered = (f"{right}_{number}_{nth}".removesuffix("_1") for nth in count(1))
        return self._free(chain([right], numbered))

    def class_name(self, text: str, kind: str, number: int | str) -> str:
        """Return a name such as ``ExpertVariant``; with no letter to start with it begins with ``kind``."""
        name = _begun("".join(word[:1].upper() + word[1:] for word in words(text)), kind, number, "")
        numbered = (f"{name}{kind}{number}N{nth}".removesuffix("N1") for nth in count(1))
        return self._free(chain([name, f"{name}{kind}"], numbered))

    def _free(self, names: Iterable[str]) -> str:
        name = next(one for one in names if one not in self._taken)
        self._taken.add(name)
        return name


def _begun(name: str, kind: str, number: int | str, joint: str) -> str:
    """Return a name that begins with a letter and is no word of Python."""
    if not name:
        return f"{kind}{joint}{number}"
    return name if name[0].isalpha() and not keyword.iskeyword(name) else f"{kind}{joint}{name}"
