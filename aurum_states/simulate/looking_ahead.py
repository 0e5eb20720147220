"""Agents for any game that look ahead on tables they imagine: greedy, and tree search (MCTS)."""

import random
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

from aurum_states.engine.game import ANY
from aurum_states.engine.players import PlayerId
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, GameError
from aurum_states.simulate.agents import MOVE_LIMIT, Agent, Choice, Maker, RandomAgent, ask
from aurum_states.simulate.imagining import imagined, shares_of_win, worth

EXPLORATION: Final = 0.7
"""How much tree search prefers what it has tried less."""


def choices(table: Table, player_id: PlayerId) -> list[Choice]:
    """Return everything that a player may choose, less actions that do not list their options."""
    legal = table.legal_moves(player_id)
    return [(name, option) for name, options in legal.items() if options is not ANY for option in options]


def _only(found: list[Choice], table: Table, player_id: PlayerId) -> Choice | None:
    """Return the one choice there is, None of several.

    Raises:
        GameError: there is none.
    """
    if not found:
        state = table.state_for(player_id)
        raise GameError(
            f"state {state!r} asks a player who has no legal move that could be listed", state=state
        )
    return found[0] if len(found) == 1 else None


class GreedyAgent:
    """Makes the move after which the game's own ``evaluate`` is best, on average over imagined tables.

    Of equal moves it takes one at random.
    """

    def __init__(self, seed: str, tables: int = 4) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - reproducible bots, no secrets
        self._tables = tables

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return the best move.

        Raises:
            GameError: there is none, or the game's code failed.
        """
        found = choices(table, player_id)
        only = _only(found, table, player_id)
        if only is not None:
            return only
        totals = [0.0] * len(found)
        for _ in range(self._tables):
            start = imagined(table, player_id, self._chance)
            for place, (action, option) in enumerate(found):
                after = start.fork()
                try:
                    after.apply(player_id, action, option)
                except ActionError:  # refused by the author's code: a choice all the same, the last one
                    totals[place] = -float("inf")
                    continue
                totals[place] += worth(after, player_id)
        best = max(totals)
        return self._chance.choice([one for one, total in zip(found, totals, strict=True) if total == best])


@dataclass(slots=True)
class _Node:
    """What is known of a choice in the place that it was made in."""

    visits: int = 0
    offered: int = 0
    """How often it could have been chosen: tables imagined differ in what is legal."""
    credit: float = 0.0
    """Of the player who chooses it."""
    after: dict[tuple[PlayerId, str, object], "_Node"] = field(default_factory=dict)

    def urgency(self) -> float:
        """Return what UCT goes by."""
        return self.credit / self.visits + EXPLORATION * sqrt(log(self.offered) / self.visits)


class MctsAgent:
    """Monte Carlo tree search over information sets: each iteration plays a newly imagined table to its end.

    One tree holds them all, its nodes the moves that can be seen. A node that is left is played on by
    ``rollout`` agents, at random where none are named, for at most ``moves`` moves; a game that is not over
    then counts for who is best off by ``evaluate``.
    """

    def __init__(
        self, seed: str, iterations: int, rollout: Maker = RandomAgent, moves: int = MOVE_LIMIT
    ) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - reproducible bots, no secrets
        self._iterations = iterations
        self._rollout = rollout
        self._moves = moves

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return the move that was tried most.

        Raises:
            GameError: there is none, or the game's code failed.
        """
        found = choices(table, player_id)
        only = _only(found, table, player_id)
        if only is not None:
            return only
        root = _Node()
        for _ in range(self._iterations):
            self._iterate(root, imagined(table, player_id, self._chance))
        tried = {key[1:]: node.visits for key, node in root.after.items()}
        return max(found, key=lambda one: tried.get((one[0], _key(one[1])), 0))

    def _iterate(self, node: _Node, table: Table) -> None:
        """Go down the tree to something new, play on, and count what came of it."""
        path: list[tuple[_Node, PlayerId]] = []
        while not table.is_over and table.active_players:
            player_id = table.active_players[0]
            (action, option), node, new = self._select(node, table, player_id)
            path.append((node, player_id))
            table.apply(player_id, action, option)
            if new:
                break
        self._play_on(table)
        gained = shares_of_win(table)
        for node, player_id in path:
            node.visits += 1
            node.credit += gained[player_id]

    def _select(self, node: _Node, table: Table, player_id: PlayerId) -> tuple[Choice, _Node, bool]:
        """Return a choice with its node, and whether it was never tried before."""
        found = choices(table, player_id)
        if not found:
            _only(found, table, player_id)
        known = [(one, node.after.get((player_id, one[0], _key(one[1])))) for one in found]
        untried = [one for one, its in known if its is None]
        for _, its in known:
            if its is not None:
                its.offered += 1
        if untried:
            one = untried[int(self._chance.random() * len(untried))]
            made = node.after[player_id, one[0], _key(one[1])] = _Node(offered=1)
            return one, made, True
        one, best = max(
            ((one, its) for one, its in known if its is not None), key=lambda pair: pair[1].urgency()
        )
        return one, best, False

    def _play_on(self, table: Table) -> None:
        agents: dict[PlayerId, Agent] = {}
        for _ in range(self._moves):
            active = table.active_players
            if not active:
                return
            player_id = active[0]
            agent = agents.get(player_id)
            if agent is None:
                agent = agents[player_id] = self._rollout(str(self._chance.getrandbits(64)))
            table.apply(player_id, *ask(agent, table, player_id))


def _key(option: object) -> object:
    """Return an option as a key: lists are none."""
    return tuple(map(_key, option)) if isinstance(option, list | tuple) else option
