"""Which ids and keys the files of a game declare, also of what has something wrong; None where unknown.

Rules that look for what is missing ask here: a mistake in an option is no reason to say that it is not there.
"""

from collections.abc import Mapping

from aurum_states.checks.choices_written import entries, value_ids
from aurum_states.checks.subject import Subject
from aurum_states.definitions.choices import number_of
from aurum_states.definitions.loader import FILES
from aurum_states.definitions.sources import is_file


def values_by_id(subject: Subject, kind: str) -> Mapping[int, frozenset[int]] | None:
    """Return the ids of options (``gameoptions``) or preferences (``gamepreferences``), each with its values.

    None when there may be more of them: the file cannot be read, or was not looked at.
    """
    document = subject.documents.get(kind)
    if document is None:
        return {} if _has_none(subject, kind) else None
    if document.partial or not (isinstance(document.data, dict) or document.data == []):
        return None
    numbered = ((number_of(key), entry) for key, entry in entries(document))
    return {number: frozenset(value_ids(entry)) for number, entry in numbered if number is not None}


def statistics(subject: Subject, section: str) -> frozenset[str] | None:
    """Return the keys of the statistics in a section; None when there may be more of them."""
    document = subject.documents.get("stats")
    if document is None:
        return frozenset() if _has_none(subject, "stats") else None
    data = document.data if isinstance(document.data, dict) else {}
    found = data.get(section)
    if document.partial or (found and not isinstance(found, dict)):
        return None
    return frozenset(key for key in found or () if not key.startswith("$"))


def _has_none(subject: Subject, kind: str) -> bool:
    """Whether a game has no file of a kind, not even one that cannot be read."""
    if subject.folder is None:
        return False
    folders = (subject.folder, subject.folder / "config")
    return not any(is_file(folder / name) for folder in folders for name in FILES[kind])
