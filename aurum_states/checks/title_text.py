"""Rules about titles: what the bar at the top of the table shows to players who act and who wait."""

import re
from collections.abc import Iterator

from aurum_states.checks.args_keys import args_keys
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import did_you_mean, listed, snake
from aurum_states.problems import Fix, Problem, Severity

TITLE_KEYS = ("description", "descriptionMyTurn")
FRAMEWORK_PLACEHOLDERS = frozenset(
    {"actplayer", "you", "titlearg1", "titlearg2", "titlearg3", "titlearg4", "titlearg5"}
)
"""Placeholders that BGA's page fills by itself."""
PRIVATE = "_private"
"""The arg whose parts fill ``${_private.x}`` for the player they belong to."""
OTHER_PLAYER = "otherplayer"
"""A placeholder that BGA's page colours; it needs the args ``otherplayer`` and ``otherplayer_id``."""

_PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
_OPEN = re.compile(r"\$\{[^{}]*(?:\Z|\{)|\$ \{|\$\([A-Za-z_]\w*\)")
_SEVERAL = {StateType.MULTIPLE_ACTIVE_PLAYER, StateType.PRIVATE}
_ASKING = {StateType.ACTIVE_PLAYER, StateType.MULTIPLE_ACTIVE_PLAYER}


def active_player_among_many(subject: Subject) -> Iterator[Problem]:
    """Find ``${actplayer}`` where not exactly one player is active: BGA shows nothing for it."""
    for state, key, text in _titles(subject):
        if state.type in _SEVERAL and "actplayer" in _PLACEHOLDER.findall(text):
            yield subject.at_state(
                state,
                "title.actplayer",
                f"state {state.label!r}: {key} speaks of ${{actplayer}}, but a {state.type} state has not "
                "one active player, and BGA shows nothing there",
                key,
                severity="warning",
                help="write ${you} in descriptionMyTurn, and `Other players ...` in description",
            )


def not_addressed(subject: Subject) -> Iterator[Problem]:
    """Find titles for players who act that do not speak to them."""
    for state, key, text in _titles(subject):
        if key == "descriptionMyTurn" and text.strip() and not _speaks(text):
            yield subject.at_state(
                state,
                "title.you",
                f"state {state.label!r}: descriptionMyTurn does not say ${{you}}, by which players see that "
                "they are meant",
                key,
                severity="info",
                help="begin with ${you} must ..., as other games do",
            )


def empty(subject: Subject) -> Iterator[Problem]:
    """Find titles that leave the bar empty."""
    for state in subject.graph or ():
        if state.type not in {*_ASKING, StateType.PRIVATE} or not subject.written(state):
            continue
        own = state.description_my_turn
        if own is None and state.type in _ASKING:
            own = state.description
        if own is not None and not own.strip():
            key = "description" if state.description_my_turn is None else "descriptionMyTurn"
            if not _absent(subject, state, key):
                yield _empty(subject, state, key, "players who must act", "warning")
        elif state.type not in _ASKING or state.description.strip():
            continue
        elif not _absent(subject, state, "description"):
            yield _empty(subject, state, "description", "players who wait", "info")


def placeholders(subject: Subject) -> Iterator[Problem]:
    """Find placeholders that nobody fills: BGA's page then complains instead of showing a title."""
    known: dict[str, frozenset[str] | None] = {}
    for state, key, text in _titles(subject):
        if _OPEN.search(text):
            yield subject.at_state(
                state,
                "title.placeholder.syntax",
                f"state {state.label!r}: {key} has a placeholder that is not closed or not written ${{name}}",
                key,
                severity="warning",
                help="write ${you}, ${actplayer} or ${name of an arg}",
            )
        wanted = _unfilled(text)
        if not wanted:
            continue
        if state.label not in known:
            known[state.label] = _known_keys(subject, state)
        keys = known[state.label]
        for name in wanted if keys is not None else ():
            if _filling(name) not in (keys or ()):
                yield _unknown(subject, state, key, name, keys or frozenset())


def _speaks(text: str) -> bool:
    """Whether a title says ``${you}``, or something meant as that, which is reported by itself."""
    names = _PLACEHOLDER.findall(text)
    return bool(_OPEN.search(text)) or any(near_miss(name, ["you"]) for name in names)


def _unknown(subject: Subject, state: GameState, key: str, name: str, keys: frozenset[str]) -> Problem:
    if state.args is None:
        why = "and the state has no args that could fill it"
    else:
        why = f"which {snake(state.args)} does not return"
    meant = near_miss(name, [*keys, *FRAMEWORK_PLACEHOLDERS])
    right = f"keys of its args: {listed(sorted(keys))}; BGA itself fills ${{you}} and ${{actplayer}}"
    return subject.at_state(
        state,
        "title.placeholder.unknown",
        f"state {state.label!r}: {key} has the placeholder ${{{name}}}, {why}"
        + (did_you_mean(name, keys) if meant is None else f" (did you mean {meant!r}?)"),
        key,
        help=right,
        fix=None if meant is None else _placeholder_fix(subject, state, key, name, meant),
    )


def _placeholder_fix(subject: Subject, state: GameState, key: str, name: str, meant: str) -> Fix | None:
    """Return the fix that writes another placeholder; None where the title has it more than once."""
    document, path = subject.documents["states"], ("states", state.label, key)
    text, slip = document.written(path), f"${{{name}}}"
    if text is None or text.count(slip) != 1:
        return None
    return document.rewrite(f"write ${{{meant}}}", text.replace(slip, f"${{{meant}}}"), path)


def _unfilled(text: str) -> list[str]:
    """Return the args that a title needs, each once."""
    names: dict[str, None] = {}
    for name in _PLACEHOLDER.findall(text):
        if name not in FRAMEWORK_PLACEHOLDERS:
            names[name] = None
            if name == OTHER_PLAYER:
                names["otherplayer_id"] = None
    return list(names)


def _filling(name: str) -> str:
    """Return the arg that fills a placeholder."""
    return PRIVATE if name.startswith(f"{PRIVATE}.") else name


def _known_keys(subject: Subject, state: GameState) -> frozenset[str] | None:
    """Return the keys that a state's args surely have all of, None where that cannot be read."""
    if state.args is None:
        return frozenset()
    if subject.source is None:
        return None
    return args_keys(subject.source, snake(state.args))


def _empty(subject: Subject, state: GameState, key: str, who: str, severity: Severity) -> Problem:
    return subject.at_state(
        state,
        "title.empty",
        f"state {state.label!r}: {key} is empty, so {who} see an empty title",
        key,
        severity=severity,
        help="say what is to be done, or who is waited for",
    )


def _absent(subject: Subject, state: GameState, key: str) -> bool:
    """Whether a state has no description at all, which is reported by itself."""
    written = subject.documents["states"].data["states"][state.label]
    return key == "description" and written.get(key) is None


def _titles(subject: Subject) -> Iterator[tuple[GameState, str, str]]:
    for state in subject.graph or ():
        if state.reserved or not subject.written(state):
            continue
        for key, text in zip(TITLE_KEYS, (state.description, state.description_my_turn), strict=True):
            if text:
                yield state, key, text


RULES: tuple[Rule, ...] = (active_player_among_many, not_addressed, empty, placeholders)
