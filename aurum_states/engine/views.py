"""What a seat may see: the game's own data, the state and the players, as BGA's gamedatas hold them."""

from typing import TYPE_CHECKING, Any

import msgspec

from aurum_states.engine.gamestate import progress
from aurum_states.engine.notifications import fill
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
    state = table.definition.graph[table.state]
    gamestate: dict[str, Any] = {
        "id": state.id,
        "name": state.name,
        "type": state.type.value,
        "active_player": game.gamestate.active_player_id,
        "args": table.args_for(player_id),
    }
    if game.gamestate.plan.multi:
        gamestate["multiactive"] = table.active_players
    if state.update_game_progression:
        gamestate["updateGameProgression"] = progress(game)
    framework: dict[str, Any] = {"players": players, "playerorder": order, "gamestate": gamestate}
    now = standing(table._core)
    if now.neutralized:
        framework["game_result_neutralized"] = now.neutralized
        framework["neutralized_player_id"] = now.neutralized_player
    return {**framework, **made}


def title(table: "Table", player_id: PlayerId | None) -> str:
    """Return the state's title for a seat: ``descriptionmyturn`` for who is active, else ``description``."""
    state = table.definition.graph[table.state]
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
    """Return the wire names of an action's arguments, in the current state."""
    return table._gamestate.plan.actions[action].struct.__struct_encode_fields__


def move_of(table: "Table", action: str, option: Any) -> Move:
    """Return an option of ``legal_moves`` as a complete move."""
    return Move(action, table._gamestate.plan.actions[action].arguments(option))
