"""A new table's game object, its services, and the way from the set-up to the first decision."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any
from weakref import ref

from aurum_states.components.counters import PlayerCounter
from aurum_states.components.part import Services
from aurum_states.engine.clock import Clock
from aurum_states.engine.game import Game
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.keeping import Keeping
from aurum_states.engine.notifications import Notify
from aurum_states.engine.plan import Core, GamePlan
from aurum_states.engine.preferences import Preferences
from aurum_states.engine.rng import Rng
from aurum_states.engine.setup import Setup
from aurum_states.engine.state import State
from aurum_states.engine.undo import Undo
from aurum_states.errors import GameError, UserException


class _NoRandom:
    """What a score draws from: nothing. The stream belongs to the core, and so does the score."""

    def draw(self, n: int) -> int:
        raise GameError(f"draw({n}): a score draws nothing")

    def shuffle(self, items: list[Any]) -> None:
        raise GameError(f"shuffle of {len(items)}: a score shuffles nothing")


_NO_RANDOM = _NoRandom()
"""A reference from the core back to its stream would make every table a cycle for the garbage collector."""


class Seating:
    """The objects of one table. ``game`` reaches them all but the keeping; none of them reaches the game."""

    __slots__ = ("clock", "core", "game", "gamestate", "notify", "preferences", "services", "undo")

    def __init__(
        self,
        plan: GamePlan,
        setup: Setup,
        gamestate_class: type[GamestateMachine],
        notify_class: type[Notify],
    ) -> None:
        ids = tuple(player.id for player in setup.players)
        score = PlayerCounter.create("score", ids, min=None)
        score_aux = PlayerCounter.create("scoreAux", ids, min=None)
        self.core = Core(plan.setup_label, score, score_aux)
        self.clock = Clock(setup)
        self.notify = notify_class(setup.names)
        self.preferences = Preferences(setup.definition.preferences, ids, setup.preferences)
        self.services = Services(
            Rng(setup.seed, self.core), self.notify, ids, setup.definition.stats, setup.options
        )
        self.gamestate = gamestate_class(plan, self.core, self.notify, ids)
        self.undo = Undo(self.gamestate, self.notify, on=setup.definition.infos.db_undo_support)
        game_class: type[Game[Any]] = plan.game_class
        self.game = game_class._at_table(
            players=ids,
            options=setup.options,
            settings=setup.settings,
            notify=self.notify,
            gamestate=self.gamestate,
            player_score=score,
            player_score_aux=score_aux,
            _clock=self.clock,
            _undo=self.undo,
            user_preferences=self.preferences,
            _services=self.services,
            _setup=setup,
        )
        outside_core = Services(_NO_RANDOM, self.notify, ids)
        score.bind(outside_core)
        score_aux.bind(outside_core)
        self.services.game = ref(self.game)
        if plan.schema is not None:
            self.services.schema = plan.schema
            self.services.scores = (score, score_aux)
            self.services.seats = tuple((one.id, one.name, one.color) for one in setup.players)

    def keep(self, plan: GamePlan, state: object) -> Keeping:
        """Give the game its state, for good.

        Raises:
            GameError: it is no state of this game.
        """
        if not isinstance(state, plan.state_class):
            raise GameError(
                f"setup_new_game must return a {plan.state_class.__name__}, not {state!r}",
                handler="setup_new_game",
            )
        self.game._take_state(state)
        keeping = Keeping(plan, self.core, state, self.clock)
        for part in keeping.parts:
            part.bind(self.services)
        self.undo.keeping = keeping
        return keeping

    def new_game(self, setup: Setup) -> State:
        """Return the author's state of a new game."""
        self.services.setting_up = True
        made: State = self.game.setup_new_game(setup.options)
        self.preferences.in_setup = False
        self.services.setting_up = False
        return made

    def begin(self, plan: GamePlan, position: Mapping[str, Any] | None) -> None:
        """Leave the set-up state: for the first state, or for where an arranged position begins."""
        game, gamestate = self.game, self.gamestate
        if position is None:
            first = game.first_state() if plan.framework.first_state_is_returned else game._setup.first_state
        else:
            first = game.arrange(deepcopy(position))  # the set-up's own may be recorded later
            broken = broken_invariants(plan, game)
            if broken:
                raise UserException("; ".join(broken))
        target = gamestate.named(first)
        ways = gamestate.state.transitions if position is None else {}
        declared = next((name for name, label in ways.items() if label == target.label), None)
        gamestate.game = game
        jump = declared is None or (declared == "" and len(ways) > 1)
        gamestate.follow(game, target if jump else declared)


def broken_invariants(plan: GamePlan, game: Game[Any]) -> list[str]:
    """Return what the game's ``@invariant`` methods find broken, in words."""
    broken: list[str] = []
    for name in plan.handlers.invariants:
        found = getattr(game, name)()
        broken += [found] if isinstance(found, str) and found else list(found or ())
    return broken
