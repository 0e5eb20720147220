"""Tables as a seat can imagine them: what it knows is true, all else is random."""

import random
from math import isfinite

from aurum_states.components.places import AnyDeal
from aurum_states.engine.modes import SimulationTable
from aurum_states.engine.players import PlayerId
from aurum_states.engine.rng import Rng
from aurum_states.engine.table import Table
from aurum_states.errors import GameError


def imagined(table: Table, player_id: PlayerId, chance: random.Random) -> Table:
    """Return a copy of a table in simulation mode, with things hidden from a player as they may be.

    What is drawn from there on is random as well. Nothing of it hangs on what is hidden at ``table``.

    Raises:
        GameError: the game's ``redeal`` failed.
    """
    copy = table._forked(table._keeping.take().saved, SimulationTable)
    game = copy._game
    try:
        game.redeal(player_id, AnyDeal(chance.randrange))
    except Exception as error:
        raise GameError(
            f"redeal({player_id}) failed: {type(error).__name__}: {error}",
            state=table.state,
            handler="redeal",
        ) from error
    game._services.random = Rng(f"imagined {chance.getrandbits(64)}", copy._core)
    return copy


def worth(table: Table, player_id: PlayerId) -> float:
    """Return the game's own ``evaluate`` of a table for a player.

    Raises:
        GameError: it failed, or is no number.
    """
    value = table._asked(lambda: table._game.evaluate(player_id), player_id)
    try:
        number = float("nan") if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not isfinite(number):
        raise GameError(
            f"evaluate({player_id}) must return a finite number, not {value!r:.80}",
            state=table.state,
            handler="evaluate",
        )
    return number


def shares_of_win(table: Table) -> dict[PlayerId, float]:
    """Return what the result is worth to each player: 1 to the side that has won, a share to several.

    A game that is not over goes to who is best off by ``evaluate``.
    """
    teams = table._asked(lambda: table._game.teams(), None)
    if table.is_over:
        first = {one.id for one in table.ranking() if one.rank == 1}
        won = [team for team in teams if first.intersection(team)]
    else:
        values = [worth(table, team[0]) for team in teams]
        won = [team for team, value in zip(teams, values, strict=True) if value == max(values)]
    share = 1 / len(won)
    return {one: share if team in won else 0.0 for team in teams for one in team}
