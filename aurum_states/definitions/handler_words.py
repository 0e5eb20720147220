"""What is said about handlers that do not fit their states: one wording for loading and for checking.

Loading looks at the class itself, ``check`` at its source; the same slip gets the same code and words.
"""

from collections.abc import Iterable
from typing import NamedTuple

from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import did_you_mean, listed, snake

ACTIVE = ("active_player_id", "active_player_no")
"""Parameters that name the one active player."""
MAGIC = (*ACTIVE, "current_player_id", "current_player_no", "args")
"""Parameters of ``act_`` methods that the framework fills by name; every other is sent by the player."""
PROVIDED = (*ACTIVE, "args")
"""Parameters of ``arg_`` and ``st_`` methods that the framework fills by name; it knows no others."""
PROVIDED_PRIVATE = ("player_id", "player_no", "current_player_id", "current_player_no", "args")
"""The same in a private state, where all four are the player who is in it."""

ZOMBIE = "zombie_turn"
"""The method that plays in every state for a player who has left; a state ``turn`` has none of its own."""


class Words(NamedTuple):
    """A problem without its place."""

    code: str
    message: str
    help: str


def method_missing(state: GameState, name: str, key: str, owner: str, free: Iterable[str]) -> Words:
    """Say that a class has no method of a name; ``free`` are its methods that no state names."""
    method = snake(name)
    return Words(
        "handler.args.missing" if key == "args" else "handler.action.missing",
        f"state {state.label!r} names {name}, but {owner} has no method {method}"
        f"{did_you_mean(method, _like(method, free))}",
        f"add def {method}(self, ...) to the class or correct the name",
    )


def moves_missing(state: GameState, owner: str, free: Iterable[str]) -> Words:
    """Say that a class has no ``moves_`` method for a state that asks players."""
    method = moves_method(state)
    return Words(
        "state.moves.missing",
        f"state {state.label!r} asks players, but {owner} has no method {method}"
        f"{did_you_mean(method, _like(method, free))}",
        f"write {method}(self, player) and return the legal moves by action",
    )


def parameter_untyped(method: str, parameter: str, name: str) -> Words:
    """Say that an action's parameter has no type, or takes any number of arguments."""
    return Words(
        "handler.parameter.untyped",
        f"{method}: parameter {parameter!r} needs a type, so that {name}'s argument can be checked",
        f"write {parameter}: int, for example",
    )


def annotation_unreadable(method: str, why: str) -> Words:
    """Say that the types of a method cannot be read."""
    message = f"{method}: an annotation cannot be read: {why}"
    return Words("handler.annotation", message, "import it, or correct the name")


def provided(state: GameState) -> tuple[str, ...]:
    """Return the parameters that the framework fills in a state's ``arg_`` and ``st_`` methods."""
    return PROVIDED_PRIVATE if state.type is StateType.PRIVATE else PROVIDED


def parameter_unknown(method: str, parameter: str, name: str, state: GameState) -> Words:
    """Say that the framework does not know what to give an entry action or args provider."""
    *some, last = provided(state)
    where = " in a private state" if state.type is StateType.PRIVATE else ""
    return Words(
        "handler.parameter.unknown",
        f"{method}: the framework cannot fill {name}'s parameter {parameter!r}{where}",
        f"{listed(some)} and {last} are filled by name",
    )


def args_too_early(method: str, name: str, year: int) -> Words:
    """Say that a private state's action asks for args that are made only after it."""
    return Words(
        "handler.parameter.unknown",
        f"{method}: {name} takes args, but BGA's framework of {year} makes a private state's args after its "
        "action",
        "compute what it needs, or let gameinfos say framework: 2026",
    )


def first_state_ignored(owner: str, year: int) -> Words:
    """Say that a game chooses its first state, which its framework does not ask for."""
    return Words(
        "handler.first_state",
        f"{owner} has first_state, but in BGA's framework of {year} the transition of state 1 alone leads to "
        "the first state",
        "remove it, or let gameinfos say framework: 2026",
    )


def active_player(method: str, name: str, state: GameState) -> Words:
    """Say that there is not one active player in a state of many."""
    return Words(
        "handler.active_player",
        f"{method} takes active_player_id, but in the {state.type} state "
        f"{state.label!r} there is not one active player (BGA silently gives 0)",
        f"take current_player_id in {name}"
        if name.startswith("act")
        else "use self.gamestate.active_players",
    )


def transition_unknown(method: str, outcome: str, state: GameState, *, verb: str = "returns") -> Words:
    """Say that a handler takes a transition that its state does not have."""
    return Words(
        "handler.transition.unknown",
        f"{method} {verb} {outcome!r}, no transition of state {state.label!r}"
        f"{did_you_mean(outcome, state.transitions)}",
        f"its transitions: {listed(map(repr, state.transitions))}",
    )


def has_transition(state: GameState, outcome: str) -> bool:
    """Whether a state can take an outcome: '' stands for the only transition, whatever its name.

    In a private state '' is a name like any other.
    """
    any_name = outcome == "" and state.type is not StateType.PRIVATE
    return outcome in state.transitions or (any_name and bool(state.transitions))


def moves_method(state: GameState) -> str:
    """Return the name of the method that lists the legal moves of a state."""
    return f"moves_{snake(state.label)}"


def zombie_method(state: GameState) -> str:
    """Return the name of the method that plays in a state for a player who has left."""
    return f"zombie_{snake(state.label)}"


def named_methods(state: GameState) -> list[str]:
    """Return the Python names of all methods that a state wants."""
    named = filter(None, (state.action, state.args))
    return [moves_method(state), *map(snake, named), *map(snake, state.possible_actions)]


def _like(method: str, free: Iterable[str]) -> list[str]:
    """Return the methods of the same kind: with the same beginning."""
    prefix = method.split("_", 1)[0] + "_"
    return [name for name in free if name.startswith(prefix)]
