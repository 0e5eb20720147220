"""Players who leave a table, come back or give up: BGA's rules for each."""

from typing import TYPE_CHECKING

from aurum_states.definitions.states import END_ID
from aurum_states.engine.gamestate import progress
from aurum_states.engine.plan import StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.results import ABANDONED_AUX, abandoned
from aurum_states.engine.standing import change, standing
from aurum_states.errors import ActionError, ActionNotPossibleError, GameOverError

if TYPE_CHECKING:
    from aurum_states.engine.table import Table

CONCEDE_AT = 50
"""How far a game of two must be before one of them may concede, of 100."""


def refuse_quit(table: "Table", player_id: PlayerId) -> ActionError | None:
    """Return why a player cannot leave, or None."""
    if table.is_over:
        return GameOverError("the game is over: nobody can leave it any more", action="quit")
    if player_id in table.zombies:
        return _not_now(table, player_id, "quit", "has left the table already")
    return None


def quit_table(table: "Table", player_id: PlayerId) -> StatePlan | None:
    """Make a player a zombie. The first one neutralises the results; with nobody left the game ends."""
    core, game = table._core, table._game
    change(core, zombies=(*table.zombies, player_id))
    game.notify.all("playerstatus", "${player_name} has left", player_id=player_id, player_status="zombie")
    if not standing(core).neutralized:
        reached = max(1, progress(game))
        change(core, neutralized=reached, neutralized_player=player_id)
        game.notify.all("gameResultNeutralized", "", progression=reached, player_id=player_id)
    if not abandoned(table.setup, standing(core)):
        return None
    game.player_score.set_all(0, None)
    game.player_score_aux.set_all(ABANDONED_AUX, None)
    game.notify.all("allPlayersAreZombie", "Nobody is left at the table: the game ends")
    return _end(table)


def refuse_back(table: "Table", player_id: PlayerId) -> ActionError | None:
    """Return why a player cannot come back, or None."""
    if table.is_over:
        return GameOverError("the game is over: nobody can come back any more", action="back")
    if player_id in table.conceded:
        return _not_now(table, player_id, "come back", "has conceded")
    if player_id not in table.zombies:
        return _not_now(table, player_id, "come back", "has not left the table")
    if table.time_left(player_id) <= 0:
        return _not_now(table, player_id, "come back", "has no time left")
    return None


def come_back(table: "Table", player_id: PlayerId) -> None:
    """Make a zombie a player again. Results stay neutralised."""
    change(table._core, zombies=tuple(one for one in table.zombies if one != player_id))
    table._game.notify.all("zombieBack", "${player_name} is back", player_id=player_id)


def refuse_concede(table: "Table", player_id: PlayerId) -> ActionError | None:
    """Return why a player cannot give up, or None."""
    if table.is_over:
        return GameOverError("the game is over: nobody can concede any more", action="concede")
    if player_id in table.zombies or player_id in table.eliminated:
        return _not_now(table, player_id, "concede", "is no longer in the game")
    if len(table.players) == 2:
        reached = table._asked(lambda: progress(table._game), player_id)
        if reached < CONCEDE_AT:
            reason = f"a game of two can be conceded from a progression of {CONCEDE_AT} on, it is {reached}"
            return _not_now(table, player_id, "concede", reason, whole=True)
    return None


def concede(table: "Table", player_id: PlayerId) -> StatePlan | None:
    """Let a player give up, who comes last. The game ends with one player left, else a zombie plays on."""
    core, game = table._core, table._game
    change(core, conceded=(*table.conceded, player_id), zombies=(*table.zombies, player_id))
    game.notify.all("playerConcedeGame", "${player_name} concedes the game", player_id=player_id)
    game.on_concede(player_id)
    return _end(table) if len(table.players) - len(standing(core).gone) <= 1 else None


def _end(table: "Table") -> StatePlan:
    return table._plan.by_id[END_ID]


def _not_now(
    table: "Table", player_id: PlayerId, action: str, reason: str, *, whole: bool = False
) -> ActionNotPossibleError:
    name = table.setup.names[player_id]
    said = reason if whole else f"{name} {reason}"
    return ActionNotPossibleError(f"{name} cannot {action}: {said}", action=action, player=player_id)
