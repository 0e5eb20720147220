"""Who decides for a seat. An agent sees what the seat sees, through the table, and names one option."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from aurum_states.engine.game import ANY
from aurum_states.engine.players import PlayerId
from aurum_states.engine.refusals import malformed
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.names import listed

MOVE_LIMIT = 100_000
"""How many moves agents make before a game counts as endless."""

Choice: TypeAlias = tuple[str, Any]
"""An action and one of its options, as ``Table.legal_moves`` lists them."""


class Agent(Protocol):
    """Decides for one seat. Agents draw from their own stream, never from the table's."""

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return what to do now; asked only while this player is active."""


Maker: TypeAlias = Callable[[str], Agent]
"""Makes an agent from the seed of its own stream."""


class RandomAgent:
    """Chooses uniformly among everything that is legal."""

    __slots__ = ("_random",)

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random  # noqa: S311 - reproducible bots, no secrets

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return a random option.

        Raises:
            GameError: there is nothing to choose from.
        """
        return self.pick(table.legal_moves(player_id), table.state_for(player_id))

    def pick(self, legal: Mapping[str, Any], state: str) -> Choice:
        """Return one of the options of a mapping from actions to options.

        Raises:
            GameError: nothing can be listed, or this is no such mapping.
        """
        count = 0
        try:
            for options in legal.values():
                if options is not ANY:
                    count += len(options)
            place = int(self._random() * count)
            for name, options in legal.items():
                if options is ANY or not options:
                    continue
                if place < len(options):
                    return name, options[place]
                place -= len(options)
        except (AttributeError, LookupError, TypeError) as error:
            raise malformed(state, legal) from error
        raise GameError(
            f"state {state!r} asks a player who has no legal move that could be listed", state=state
        )


class BiasedAgent(RandomAgent):
    """Takes some actions with a given probability whenever they are offered; else chooses as at random.

    ``bias`` is the probability of each such action; all of them together are at most 1.
    """

    __slots__ = ("_bias",)

    def __init__(self, seed: str, bias: Mapping[str, float]) -> None:
        super().__init__(seed)
        self._bias = bias

    def pick(self, legal: Mapping[str, Any], state: str) -> Choice:
        """Return one of the options of a mapping from actions to options; raises as ``RandomAgent`` does."""
        offered = [name for name in self._bias if name in legal and legal[name] is not ANY and legal[name]]
        if not offered:
            return super().pick(legal, state)
        left = self._random()
        for name in offered:
            left -= self._bias[name]
            if left < 0:
                return super().pick({name: legal[name]}, state)
        others = {name: options for name, options in legal.items() if name not in offered}
        listed = any(options is not ANY and options for options in others.values())
        return super().pick(others if listed else legal, state)


def ask(agent: Agent, table: Table, player_id: PlayerId) -> Choice:
    """Return what an agent chooses.

    Raises:
        GameError: it fails, or chooses what is no option of this player.
    """
    try:
        choice = agent.choose(table, player_id)
    except AurumStatesError:
        raise
    except Exception as error:
        raise _failed(agent, table, f"{type(error).__name__}: {error}") from error
    if type(agent) not in (RandomAgent, BiasedAgent):  # which pick from the list itself
        _check(choice, agent, table, player_id)
    return choice


def _check(choice: Choice, agent: Agent, table: Table, player_id: PlayerId) -> None:
    if not isinstance(choice, tuple) or len(choice) != 2:
        raise _failed(
            agent, table, f"choose must return an action and one of its options, not {choice!r:.60}"
        )
    action, option = choice
    legal = table.legal_moves(player_id)
    try:
        options = legal.get(action, ()) if isinstance(action, str) else ()
        if options is ANY or option in options:
            return
        offered = listed(name for name, options in legal.items() if options)
    except (AttributeError, TypeError) as error:
        raise malformed(table.state_for(player_id), legal) from error
    raise _failed(
        agent,
        table,
        f"{option!r:.60} is no option of {action!r:.60} as legal_moves lists them; legal: {offered}",
    )


def _failed(agent: Agent, table: Table, reason: str) -> GameError:
    return GameError(f"the bot {type(agent).__name__} failed: {reason}", state=table.state)


def play_out(table: Table, agents: Mapping[PlayerId, Agent], limit: int = MOVE_LIMIT) -> Table:
    """Let agents play a table to its end; of several active players the first in seating order moves.

    Raises:
        GameError: the game has not ended after ``limit`` moves, nobody can act, or its own code failed.
    """
    for _ in range(limit):
        active = table.active_players
        if not active:
            break
        player_id = active[0]
        action, option = ask(agents[player_id], table, player_id)
        table.apply(player_id, action, option)
    if table.is_over:
        return table
    if not table.active_players:
        raise GameError(
            f"nobody can act in state {table.state!r}, and the game is not over", state=table.state
        )
    raise GameError(f"the game has not ended after {limit} moves", state=table.state)
