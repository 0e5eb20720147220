"""What a seat may see: the game's own data, the state and the players, as BGA's gamedatas hold them."""

from typing import TYPE_CHECKING, Any

import msgspec

from aurum_states.definitions.states import GameState
from aurum_states.engine.gamestate import progress
from aurum_states.engine.messages import fill
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import Move
from aurum_states.engine.standing import standing
from aurum_states.errors import GameError

if TYPE_CHECKING:
    from aurum_states.engine.game import Game
    from aurum_states.engine.notifications import Notification
    from aurum_states.engine.table import Table


def view(table: "Table", game: "Game[Any]", player_id: PlayerId | None) -> dict[str, Any]:
    """Return ``get_all_datas`` for a seat with ``players``, ``playerorder`` and ``gamestate`` beside it."""
    made: Any = msgspec.to_builtins(game.get_all_datas(player_id))  # a copy: the page owns it
    if not isinstance(made, dict):
        raise GameError(
            f"get_all_datas must return a dict, not {type(made).__name__}", handler="get_all_datas"
        )
    own = made.pop("players", {})
    players: dict[PlayerId, dict[str, Any]] = {}
    for number, player in enumerate(table.players, 1):
        players[player.id] = {
            "id": player.id,
            "no": number,
            "name": player.name,
            "color": game.player_info(player.id).color,
            "score": game.player_score.get(player.id),
            "zombie": int(game.is_player_zombie(player.id)),
            "eliminated": int(game.is_player_eliminated(player.id)),
            **own.get(player.id, {}),
        }
    order = list(players)
    if player_id is not None:
        seat = order.index(player_id)
        order = order[seat:] + order[:seat]
    machine = game.gamestate
    gamestate: dict[str, Any] = {
        **_shown(machine.state),
        "active_player": machine.active_player_id,
        "args": machine.state_args(game).seen_by(player_id),
    }
    if machine.plan.multi:
        gamestate["multiactive"] = table.active_players
    if machine.plan_of(player_id) is not machine.plan:
        gamestate["private_state"] = {
            **_shown(machine.plan_of(player_id).state),
            "args": args(table, player_id),
        }
    if machine.plan.progression:
        gamestate["updateGameProgression"] = progress(game)
    framework: dict[str, Any] = {"players": players, "playerorder": order, "gamestate": gamestate}
    now = standing(table._core)
    if now.neutralized:
        framework["game_result_neutralized"] = now.neutralized
        framework["neutralized_player_id"] = now.neutralized_player
    return {**framework, **made}


def _shown(state: GameState) -> dict[str, Any]:
    return {"id": state.id, "name": state.name, "type": state.type.value}


def args(table: "Table", player_id: PlayerId | None) -> dict[str, Any]:
    """Return the args of the state that a player is in, as they get them."""
    machine = table._gamestate
    if player_id is None or machine.plan_of(player_id) is machine.plan:
        return machine.state_args(table._game).seen_by(player_id)
    made: dict[str, Any] = msgspec.json.decode(machine.private_args(table._game, player_id))
    return made


def title(table: "Table", player_id: PlayerId | None) -> str:
    """Return the title for a seat: ``descriptionmyturn`` for who is active, else ``description``.

    In a private state it is that state's.
    """
    state = table.definition.graph[table.state_for(player_id)]
    active = table.active_players
    names = table.setup.names
    mine = player_id in active and state.description_my_turn is not None
    text = (state.description_my_turn if mine else state.description) or ""
    actor = names[active[0]] if len(active) == 1 else ""
    return fill(text, {**table.args_for(player_id), "you": "You", "actplayer": actor})


def drawing(table: "Table", player_id: PlayerId | None) -> Any:
    """Return how the game draws the table for a seat on a terminal; None leaves it to the terminal."""
    seen = table.view_for(player_id)
    return table._asked(lambda: table._game.draw_table(seen), player_id)


def drawing_of(table: "Table", notification: "Notification") -> Any:
    """Return how the game draws a notification on a terminal; None shows its text."""
    return table._asked(lambda: table._game.draw_notification(notification), None)


def full_args(table: "Table") -> dict[str, Any]:
    """Return the current state's args as the server knows them: in ``_private`` everybody's own part."""
    return table._asked(lambda: table._gamestate.state_args(table._game).raw(), None)


def parameters(table: "Table", action: str) -> tuple[str, ...]:
    """Return the wire names of an action's arguments."""
    return table._plan.handlers.actions[action].struct.__struct_encode_fields__


def unlisted(table: "Table") -> list[str]:
    """Return the current state's actions that ``moves_`` does not list: settings of a seat."""
    return [name for name, action in table._gamestate.plan.actions.items() if not action.listed]


def move_of(table: "Table", action: str, option: Any) -> Move:
    """Return an option of ``legal_moves`` as a complete move."""
    return Move(action, table._plan.handlers.actions[action].arguments(option))
