"""Games of ours as PettingZoo environments: ``env("aurum", players=3)``. Needs the extra ``rl``.

Agents are ``player_0``, ``player_1``, ... in seating order. Where several players are active at once they are
asked one after the other in that order; what the others have chosen is hidden as the game hides it.
"""

import io
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any

from aurum_states.adapters.numbered import NOBODY, NumberedGame, NumberedTable, word_of
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.engine.views import drawing
from aurum_states.errors import IllegalMoveError, MissingExtraError
from aurum_states.names import listed

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env import AECEnv
except ImportError as error:
    raise MissingExtraError("rl", "pettingzoo", "takes games of ours in") from error

RENDER_MODES = ("ansi", "human")
"""A text, and a text that is printed."""

RENDER_WIDTH = 100
"""Columns of what is rendered."""


def env(game: str | Path | GameDefinition | None = None, players: int | None = None, **chosen: Any) -> Any:
    """Return an environment that ends with an illegal move, which costs its player 1, as PettingZoo's own do.

    The arguments are those of ``TableEnv``, which raises at an illegal move; it is ``unwrapped``.
    """
    made: Any = TableEnv(game, players, **chosen)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class TableEnv(AECEnv):
    """One table after another of a game, with the same players, options, settings and preferences.

    An observation has the seat's page as numbers, and a mask of legal actions: none while others are asked.
    The reward comes at the end: 0 in all, -1 to who has lost. Preferences are those of every seat.
    """

    def __init__(
        self,
        game: str | Path | GameDefinition | None = None,
        players: int | None = None,
        *,
        options: Mapping[int, int] | None = None,
        settings: Mapping[str, Any] | None = None,
        preferences: Mapping[int, int] | None = None,
        seed: str | int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Load the game; without ``players`` as few as it takes. ``seed`` is for a reset without one.

        Raises:
            MoveSpaceError: the game declares no moves, or wrong ones.
            SetupError: no table can be started so.
            ValueError: there is no such render mode.
            GameNotFoundError, DefinitionError, GameError: as ``load_game``.
        """
        super().__init__()
        definition = game if isinstance(game, GameDefinition) else load_game(game)
        self.metadata: dict[str, Any] = {
            "name": f"{word_of(definition)}_v0",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode may be {listed(RENDER_MODES)} or None, not {render_mode!r}")
        number = min(definition.infos.players) if players is None else players
        self.numbered = NumberedGame(definition, number, options, settings, preferences)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(number)]
        self.agents: list[str] = []
        self._seed, self._games = str(seed), 0
        self._table: NumberedTable | None = None
        self.action_spaces = {agent: self._action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def _action_space(self) -> Any:
        return spaces.Discrete(len(self.numbered.names))

    def _observation_space(self) -> Any:
        page, mask = (self.numbered.vector_size,), (len(self.numbered.names),)
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, page, np.float32),
                "action_mask": spaces.Box(0, 1, mask, np.int8),
            }
        )

    @property
    def table(self) -> NumberedTable:
        """The table of this game.

        Raises:
            RuntimeError: there is none before ``reset``.
        """
        if self._table is None:
            raise RuntimeError("call reset() first: there is no table yet")
        return self._table

    def action_space(self, agent: str) -> Any:
        """Return the numbers of all moves; ``numbered.names`` has what they mean."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """Return the form of what an agent sees."""
        return self.observation_spaces[agent]

    # -- playing ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game, the first of a seed; without a seed the next one of the seed before.

        ``options`` are PettingZoo's and mean nothing here: a table is chosen when the environment is made.
        """
        if seed is not None:
            self._seed, self._games = str(seed), 0
        self._table = self.numbered.table(f"{self._seed}/{self._games}")
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        """Make the move of that number for the agent that is asked; None for an agent whose game is over.

        Raises:
            IllegalMoveError: the move is not legal now, or no whole number.
            GameError: the game's own code failed.
            RuntimeError: there is no table before ``reset``.
        """
        table, agent = self.table, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table.play(_number(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Ask the next seat, or give everybody the reward."""
        mover = self.table.mover
        if mover == NOBODY:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
        self.agent_selection = self.possible_agents[max(mover, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: ``observation`` and ``action_mask``.

        Raises:
            ValueError: there is no such agent.
            RuntimeError: there is no table before ``reset``.
        """
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; agents: {listed(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.numbered.names), np.int8)
        if seat == self.table.mover:
            mask[[*self.table.legal]] = 1
        return {"observation": np.array(self.table.vector(seat), np.float32), "action_mask": mask}

    # -- looking ----------------------------------------------------------------------------------

    def render(self) -> str | None:
        """Return the table as the agent that is asked sees it (``ansi``), or print it (``human``)."""
        if self.render_mode is None:
            return None
        drawn = _drawn(self.table, self.possible_agents.index(self.agent_selection))
        if self.render_mode == "ansi":
            return drawn
        print(drawn)  # noqa: T201 - what the mode is for
        return None

    def close(self) -> None:
        """Let the table go."""
        self._table = None

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _number(action: Any) -> int:
    """Return an action, of Python or NumPy, as the number of a move.

    Raises:
        IllegalMoveError: it is no whole number.
    """
    try:
        return index(action)
    except TypeError:
        raise IllegalMoveError(f"a move is a whole number, not {action!r:.80}") from None


def _drawn(table: NumberedTable, seat: int) -> str:
    """Return how the game draws a seat's table, else its page line by line, under the state's title."""
    from rich.console import Console

    player_id = table.game.seats[seat]
    drawn = drawing(table.table, player_id)
    if drawn is None:
        drawn = "\n".join(f"{key}: {value}" for key, value in table.table.view_for(player_id).items())
    text = io.StringIO()
    console = Console(file=text, width=RENDER_WIDTH, color_system=None, highlight=False, markup=False)
    console.print(drawn)
    console.print(table.table.title_for(player_id))
    return text.getvalue()
