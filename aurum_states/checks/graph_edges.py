"""Rules about single transitions, and about keys of states.yaml that nothing reads."""

from collections import defaultdict
from collections.abc import Iterator

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.graph_reader import TOP_KEYS, is_foreign
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.states import SECOND_SPELLINGS, STATE_KEYS
from aurum_states.names import listed
from aurum_states.problems import Problem


def unknown_keys(subject: Subject) -> Iterator[Problem]:
    """Find keys that neither this package nor BGA reads. Slips of known keys are found while reading."""
    document = subject.documents.get("states")
    if document is None or not isinstance(document.data, dict):
        return
    for key in document.data:
        if key not in TOP_KEYS and near_miss(key, TOP_KEYS) is None and not key.startswith("$"):
            yield document.problem(
                "states.key.unknown",
                f"nothing reads the key {key} of the file",
                (key,),
                key=True,
                severity="warning",
                help=f"its keys are {listed(TOP_KEYS)}; a key for anchors starts with $",
            )
    states = document.data.get("states")
    for label, state in states.items() if isinstance(states, dict) else ():
        for key in state if isinstance(state, dict) else ():
            known = key in STATE_KEYS or key in SECOND_SPELLINGS or is_foreign(key)
            if known or near_miss(key, STATE_KEYS) is not None:
                continue
            yield document.problem(
                "state.key.unknown",
                f"state {label!r} has the key {key}, which means nothing to the framework",
                ("states", label, key),
                key=True,
                severity="info",
                help="BGA sends it to the client as it is; a name that starts with $ or description says so",
            )


def ambiguous_empty_name(subject: Subject) -> Iterator[Problem]:
    """Find a transition named '' beside others: BGA refuses nextState('') there."""
    for state in subject.graph or ():
        if "" in state.transitions and len(state.transitions) > 1:
            others = listed(repr(name) for name in state.transitions if name)
            yield subject.at_state(
                state,
                "edge.empty.ambiguous",
                f"state {state.label!r} has a transition '' beside {others}; BGA takes nextState('') only "
                "where it is the only transition",
                "transitions",
                "",
                key=True,
                help="give it a name",
            )


def doubled(subject: Subject) -> Iterator[Problem]:
    """Find two names for one way. Names for zombies are a habit of BGA's and do not count."""
    for state in subject.graph or ():
        names: dict[str, list[str]] = defaultdict(list)
        for name, target in state.transitions.items():
            if not name.lower().startswith("zombie"):
                names[target].append(name)
        for target, some in names.items():
            if len(some) > 1 and subject.written(state):
                yield subject.at_state(
                    state,
                    "edge.duplicate",
                    f"state {state.label!r} leads to {target!r} by {len(some)} names: "
                    f"{listed(map(repr, some))}",
                    "transitions",
                    some[1],
                    key=True,
                    severity="info",
                    help="one name is enough, unless handlers tell them apart",
                )


RULES: tuple[Rule, ...] = (unknown_keys, ambiguous_empty_name, doubled)
