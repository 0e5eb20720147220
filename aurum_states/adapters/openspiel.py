"""Games of ours among OpenSpiel's Python games: ``register("aurum")``, ``pyspiel.load_game("aurum")``.

Every draw of a game is a chance node. A decision that several players make at once is a row of decisions, one
after the other; what the others have chosen is hidden as the game hides it. Needs the extra ``rl``.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aurum_states.adapters.draws import MOST_OUTCOMES
from aurum_states.adapters.numbered import (
    NOBODY,
    NumberedGame,
    demand_move_space,
    folder_of,
    is_common,
    numbered_game,
    word_of,
)
from aurum_states.adapters.position import LONGEST, Position, encode
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.settings import Setting, SettingValue
from aurum_states.engine.game import has_redeal
from aurum_states.engine.loading import load_game
from aurum_states.errors import AurumStatesError, IllegalMoveError, MissingExtraError

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingExtraError("rl", "open_spiel", "takes games of ours in") from error

PLAYERS = "players"
"""The parameter for the number of players; options are parameters by id, settings by name."""

NULL = -(2**31)
"""What a parameter has for a setting of null, where it is a number or true or false."""

DEALS = "deals"
"""The parameter that puts one choice of so many deals in place of all draws; 0 is for every draw."""

PREFERENCE = "preference_"
"""What a parameter for a preference of all seats begins with, before its id."""

_IN_NO_NAME = frozenset("(),=")
"""What separates a name from its parameters."""

_registered: dict[str, str] = {}


class NameTakenError(AurumStatesError):
    """OpenSpiel has another game of that name."""


def register(game: str | Path | GameDefinition | None = None, name: str | None = None) -> str:
    """Make a game known to OpenSpiel; return its name there: ``name``, else its own as one word.

    Once is enough in a process; a second time changes nothing.

    Raises:
        MoveSpaceError: the game declares no moves, or wrong ones.
        NameTakenError: OpenSpiel has another game of that name.
        ValueError: OpenSpiel could not read such a name.
        GameNotFoundError, DefinitionError, GameError: as ``load_game``.
    """
    definition = game if isinstance(game, GameDefinition) else load_game(game)
    short_name = name or word_of(definition)
    if _registered.get(short_name) == folder_of(definition):
        return short_name
    if _IN_NO_NAME.intersection(short_name):
        raise ValueError(f"a game's name in OpenSpiel has no bracket, comma or =, as {short_name!r} has")
    if short_name in pyspiel.registered_names():
        raise NameTakenError(
            f"OpenSpiel has a game {short_name!r} already: register({definition.name!r}, name='another_name')"
        )
    demand_move_space(definition)
    numbered_game(folder_of(definition), min(definition.infos.players))
    game_type = _game_type(definition, short_name)
    made = type(f"{short_name}_game", (TableGame,), {"definition": definition, "game_type": game_type})
    pyspiel.register_game(game_type, made)
    _registered[short_name] = folder_of(definition)
    return short_name


def _game_type(definition: GameDefinition, short_name: str) -> Any:
    of = pyspiel.GameType
    information = of.Information
    hidden = has_redeal(definition.game_class)
    return of(
        short_name=short_name,
        long_name=definition.infos.game_name or definition.name,
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=_utility(definition),
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=max(definition.infos.players),
        min_num_players=min(definition.infos.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(definition),
    )


def _utility(definition: GameDefinition) -> Any:
    """Return how the returns of the seats hang together, at any number of players."""
    utility = pyspiel.GameType.Utility
    common = {is_common(definition, players) for players in definition.infos.players}
    if common == {False}:
        return utility.ZERO_SUM
    return utility.IDENTICAL if common == {True} else utility.GENERAL_SUM


def _parameters(definition: GameDefinition) -> dict[str, Any]:
    """Return what can be chosen for a table, with the defaults."""
    return {
        **{name: _parameter(setting) for name, setting in definition.settings.items()},
        **{str(number): option.default for number, option in definition.options.items()},
        **{f"{PREFERENCE}{number}": one.default for number, one in definition.preferences.items()},
        PLAYERS: min(definition.infos.players),
        DEALS: 0,
    }


def _parameter(setting: Setting) -> bool | int | str:
    """Return a setting's default as a parameter, which has one type: see ``_value``."""
    default = setting.default
    if setting.type in ("bool?", "int?"):
        return NULL if default is None else int(default)
    return "null" if default is None else default


def _value(setting: Setting, parameter: Any) -> SettingValue:
    """Return the value of a setting that a parameter means.

    Raises:
        ValueError: it has no such value.
    """
    value: SettingValue = parameter
    if setting.type in ("bool?", "int?"):
        value = None if parameter == NULL else bool(parameter) if setting.type == "bool?" else parameter
    elif parameter == "null" and setting.type == "string?":
        value = None
    reason = setting.refuse(value)
    if reason is not None:
        raise ValueError(f"setting {setting.name} {reason}")
    return value


class TableGame(pyspiel.Game):
    """A game with everything that is chosen for its tables; ``register`` makes a class for each game."""

    definition: ClassVar[GameDefinition]
    game_type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.numbered = _chosen(self.definition, params)
        self.deals: int = params[DEALS]
        if self.deals < 0:
            raise ValueError(f"{DEALS} is 0, or how many deals there are, not {self.deals}")
        players = len(self.numbered.seats)
        common = is_common(self.definition, players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbered.names),
            max_chance_outcomes=self.deals or MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0 if common else players - 1.0,
            utility_sum=0.0 if self.game_type.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(self.game_type, info, dict(params))
        self.player_names = self.numbered.player_names
        """By seat."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (folder_of(self.definition), self.game_type.short_name, str(self))

    def new_initial_state(self) -> "TableState":
        """Return the root: a table that is about to be set up."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound of the draws in a game."""
        return 1 if self.deals else LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableObserver":
        """Return what shows a state to a seat."""
        return TableObserver(
            self.numbered, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


def _chosen(definition: GameDefinition, params: Mapping[str, Any]) -> NumberedGame:
    """Return the game with what parameters choose.

    Raises:
        SetupError: no table can be started so.
        ValueError: a setting has no such value.
    """
    return numbered_game(
        folder_of(definition),
        params[PLAYERS],
        tuple((number, params[str(number)]) for number in definition.options),
        tuple((name, _value(one, params[name])) for name, one in definition.settings.items()),
        tuple((number, params[f"{PREFERENCE}{number}"]) for number in definition.preferences),
    )


def _loaded(folder: str, name: str, chosen: str) -> Any:
    """Return a pickled game, in this process or another."""
    register(folder, name)
    return pyspiel.load_game(chosen)


class TableState(pyspiel.State):
    """A place in the game tree. Its position is all that it holds."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.position = Position(game.numbered, game.deals)

    def __reduce__(self) -> tuple[Any, ...]:
        return _reached, (self.get_game(), self.position.history)

    def current_player(self) -> int:
        """Return the seat that is asked, or OpenSpiel's number for chance or the end."""
        position = self.position
        if position.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        mover = position.table.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover == NOBODY else mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - the one who is asked
        return [*self.position.table.legal]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can be drawn, with the probabilities."""
        return [*enumerate(self.position.outcomes)]

    def _apply_action(self, action: int) -> None:
        self.position.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a legal move in the game's notation, any other by its name.

        Raises:
            IllegalMoveError: no move has that number.
        """
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"{position.waits}: {action}"
        if position.begun and player == position.table.mover and action in position.table.legal:
            return position.table.name_of(position.game.seats[player], position.table.legal[action])
        if not 0 <= action < len(position.game.names):
            raise IllegalMoveError(
                f"there is no move {action}: moves are 0 to {len(position.game.names) - 1}"
            )
        return position.game.names[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.position.outcomes and self.position.table.mover == NOBODY

    def returns(self) -> list[float]:
        """Return what the game was worth to each seat; 0 for all until it is over."""
        position = self.position
        return position.table.returns() if position.begun else [0.0] * len(position.game.seats)

    def __str__(self) -> str:
        position = self.position
        if not position.begun:
            return position.waits
        table = position.table.table
        what = position.waits or table.title_for(None)
        return f"{table.state}, move {table.moves_made}, {table.digest}: {what}"


def _reached(game: TableGame, history: Sequence[int]) -> Any:
    """Return the state that decisions lead to."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class TableObserver:
    """What a seat sees of a state: as text its page in JSON, as a tensor the page in numbers.

    With perfect recall a hash of all that the seat has seen and done stands before the text. There is no
    tensor of that, since it has no size, and none of private information alone.
    """

    def __init__(self, game: NumberedGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        self._game = game
        self._kind = kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = kind.public_info and not kind.perfect_recall
        self.tensor = np.zeros(game.vector_size, np.float32) if whole else None
        self.dict = {"page": self.tensor} if whole else {}

    def set_from(self, state: TableState, player: int) -> None:
        """Put what a seat sees into the tensor."""
        if self.tensor is not None:
            position, seat = state.position, player if self._private else None
            self.tensor[:] = position.table.vector(seat) if position.begun else 0

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a seat sees as text."""
        position = state.position
        seat = player if self._private else None
        if not position.begun:
            return ""
        page = position.page(seat)
        if not self._kind.public_info:
            public = {**position.page(None), "playerorder": page["playerorder"]}
            page = {key: value for key, value in page.items() if public.get(key, ...) != value}
        shown = encode(page).decode() if page else ""
        return f"{position.digest(seat)} {shown}" if self._kind.perfect_recall else shown
