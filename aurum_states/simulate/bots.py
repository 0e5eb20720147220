"""Bots by their words on the command line: ``random``, ``random:swap=0.1``."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from aurum_states.definitions.definition import GameDefinition
from aurum_states.errors import AurumStatesError
from aurum_states.names import did_you_mean, listed
from aurum_states.simulate.agents import Agent, BiasedAgent, RandomAgent

Maker: TypeAlias = Callable[[str], Agent]
"""Makes an agent from the seed of its own stream."""


class BotError(AurumStatesError):
    """There is no such bot, or it takes no such parameter."""


def bot(word: str, definition: GameDefinition) -> Maker:
    """Return what makes the agents of a bot: its name, then parameters after colons.

    Raises:
        BotError: there is no such bot, or it takes no such parameter.
    """
    name, *parameters = word.split(":")
    reader = _BOTS.get(name)
    if reader is None:
        raise BotError(f"there is no bot {name!r:.60}{did_you_mean(name, _BOTS)}; bots: {listed(_BOTS)}")
    return reader(parameters, definition)


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


_BOTS: Mapping[str, Callable[[Sequence[str], GameDefinition], Maker]] = {"random": _random}
