"""Bots by their words: ``random``, ``random:swap=0.1``, ``greedy``, ``mcts:200``, or a game's own ``aurum``.

A name is one of those here, of the game's own ``bots.py``, or of an entry point; parameters follow, each
after a colon.
"""

import importlib
import importlib.metadata
import importlib.util
import inspect
from collections.abc import Callable, Mapping, Sequence

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.game import has_redeal
from aurum_states.errors import AurumStatesError
from aurum_states.names import did_you_mean, listed
from aurum_states.simulate.agents import MOVE_LIMIT, Agent, BiasedAgent, Maker, RandomAgent
from aurum_states.simulate.looking_ahead import GreedyAgent, MctsAgent

ENTRY_POINT_GROUP = "aurum_states.agents"
"""Entry points of bots: a bot's name = a callable that takes a seed and the parameters, all texts."""

OWN_BOTS = "BOTS"
"""The name of the mapping in a game's ``bots.py``: a bot's name to a callable like that of an entry point."""


class BotError(AurumStatesError):
    """There is no such bot, or it takes no such parameter."""


def bot(word: str, definition: GameDefinition) -> Maker:
    """Return what makes the agents of a bot: its name, then parameters after colons.

    Raises:
        BotError: there is no such bot, or it takes no such parameter.
    """
    name, *parameters = word.strip().split(":")
    reader = _BOTS.get(name)
    if reader is not None:
        return reader(parameters, definition)
    own, installed = game_bots(definition), _installed()
    made: Callable[..., Agent] | None = own.get(name)
    if made is None and name in installed:
        try:
            made = installed[name].load()
        except Exception as error:
            raise BotError(f"{name}: {installed[name].value} cannot be imported: {error}") from error
    if made is None:
        known = [*_BOTS, *own, *installed]
        raise BotError(f"there is no bot {name!r:.60}{did_you_mean(name, known)}; bots: {listed(known)}")
    return _checked(name, made, parameters)


def game_bots(definition: GameDefinition) -> Mapping[str, Callable[..., Agent]]:
    """Return the bots that a game brings along: ``BOTS`` of the module ``bots`` beside its class.

    Raises:
        BotError: the module fails when it is imported, or has no such mapping.
    """
    package = getattr(definition.game_class, "__module__", "").rpartition(".")[0]
    if not package or importlib.util.find_spec(f"{package}.bots") is None:
        return {}
    try:
        found = getattr(importlib.import_module(f"{package}.bots"), OWN_BOTS, None)
    except Exception as error:
        raise BotError(
            f"bots.py of {definition.name} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(found, Mapping):
        raise BotError(
            f"bots.py of {definition.name} has no {OWN_BOTS}: write {OWN_BOTS} = {{'name': BotClass}}"
        )
    return found


def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)}


def _checked(name: str, made: Callable[..., Agent], parameters: Sequence[str]) -> Maker:
    """Return what makes agents of somebody else's bot, after it has made one.

    Raises:
        BotError: it takes no such parameters.
    """
    try:
        inspect.signature(made).bind("", *parameters)
    except TypeError as error:
        raise BotError(f"{name}: it takes other parameters than {listed(parameters)}: {error}") from None
    try:
        made("", *parameters)
    except Exception as error:
        raise BotError(f"{name}: {error}") from error
    return lambda seed: made(seed, *parameters)


def bots_by_seat(words: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the bot of each seat: one word stands for all, else each seat has its own.

    Raises:
        BotError: there are more or fewer.
    """
    if len(words) == 1:
        return tuple(words) * players
    if len(words) != players:
        raise BotError(f"{len(words)} bots for {players} seats: name one for all, or one for each seat")
    return tuple(words)


def _random(parameters: Sequence[str], definition: GameDefinition) -> Maker:
    bias = dict(_bias(parameter, definition) for parameter in parameters)
    if sum(bias.values()) > 1:
        raise BotError(f"random: the probabilities {listed(bias.values())} are more than 1 together")
    return (lambda seed: BiasedAgent(seed, bias)) if bias else RandomAgent


def _bias(parameter: str, definition: GameDefinition) -> tuple[str, float]:
    """Read ``swap=0.1``: an action, or the game's word for one, with its probability."""
    word, _, number = parameter.partition("=")
    words: Mapping[str, str] = getattr(definition.game_class, "action_words", {})
    actions = list(dict.fromkeys(name for state in definition.graph for name in state.possible_actions))
    action = words.get(word, word)
    if action not in actions:
        known = [*words, *actions]
        raise BotError(
            f"random: {definition.name} has no action {word!r:.60}{did_you_mean(word, known)}; "
            f"it has {listed(known)}"
        )
    try:
        probability = float(number)
    except ValueError:
        probability = -1.0
    if not 0 <= probability <= 1:
        raise BotError(f"random: {parameter!r:.60}: write a probability from 0 to 1, such as {word}=0.1")
    return action, probability


def _greedy(parameters: Sequence[str], definition: GameDefinition) -> Maker:
    _must_imagine("greedy", definition)
    if len(parameters) > 1:
        raise BotError("greedy takes one parameter at most: on how many tables it looks, such as greedy:8")
    tables = _number("greedy", parameters[0], "greedy:8") if parameters else 4
    return lambda seed: GreedyAgent(seed, tables)


def _mcts(parameters: Sequence[str], definition: GameDefinition) -> Maker:
    _must_imagine("mcts", definition)
    iterations, rollout, moves = 200, "random", MOVE_LIMIT
    for parameter in parameters:
        key, equals, value = parameter.partition("=")
        if not equals:
            iterations = _number("mcts", parameter, "mcts:200")
        elif key == "moves":
            moves = _number("mcts", value, "mcts:200:moves=40")
        elif key == "rollout":
            rollout = value
        else:
            raise BotError(
                f"mcts: {parameter!r:.60} is no parameter: write mcts:200, with :rollout=BOT or :moves=N"
            )
    playing = bot(rollout, definition)
    return lambda seed: MctsAgent(seed, iterations, playing, moves)


def _must_imagine(name: str, definition: GameDefinition) -> None:
    if not has_redeal(definition.game_class):
        raise BotError(
            f"{name} looks ahead, and {definition.name} does not say what is hidden from whom: write "
            "redeal(self, player_id, draw) in its class, which returns 0 where nothing is"
        )


def _number(name: str, text: str, example: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOVE_LIMIT):
        raise BotError(f"{name}: {text!r:.60}: write a number from 1 to {MOVE_LIMIT}, such as {example}")
    return int(text)


_BOTS: Mapping[str, Callable[[Sequence[str], GameDefinition], Maker]] = {
    "random": _random,
    "greedy": _greedy,
    "mcts": _mcts,
}
