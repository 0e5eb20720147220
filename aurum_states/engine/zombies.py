"""Playing for players who have left, as BGA does after every request: zombies, and eliminated players.

Whoever of the active players is gone is played for, one turn after the other, until a player is asked who is
there. A turn is the author's ``zombie_<state>`` or ``zombie_turn``, else one by the game's ``zombie_level``:
0 passes, 1 plays at random, 2 plays what ``evaluate`` likes best. All of it belongs to the move before it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aurum_states.definitions import handler_words as words
from aurum_states.engine.blame import blame
from aurum_states.engine.game import ANY
from aurum_states.engine.keeping import Commit, Keeping
from aurum_states.engine.outcomes import Outcome, mixed
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Seat, ZombieLine
from aurum_states.engine.refusals import malformed
from aurum_states.engine.rng import Rng
from aurum_states.engine.standing import standing
from aurum_states.errors import ActionError, GameError

if TYPE_CHECKING:
    from aurum_states.engine.atomic_table import AtomicTable
    from aurum_states.engine.game import Game
    from aurum_states.engine.gamestate import GamestateMachine

TURN_LIMIT = 100
"""The most zombie turns of one request, and the most moves of one turn that a level plays (V16)."""
PASS = "zombiePass"  # noqa: S105 - a transition's name
"""The transition that BGA's games take for a zombie."""
_PASSES = ("actpass", "actskip")


def play_for_absent(table: "AtomicTable", first: ActionResult, commit: Commit) -> tuple[ActionResult, Commit]:
    """Play for every active player who is gone, until one is asked who is there.

    ``first`` and ``commit`` are of the step before. Returns those of all together; nothing is committed.

    Raises:
        GameError: the code that plays failed, it leads nowhere, or it goes round.
    """
    results: list[ActionResult] = [first]
    turns: list[ZombieLine] = []
    while (player_id := absent(table._gamestate)) is not None:
        if len(turns) == TURN_LIMIT:
            raise GameError(
                f"Zombie infinite loop: {TURN_LIMIT} turns were played for players who have left, and none "
                "who is there was asked",
                state=table._gamestate.plan.label,
                player=player_id,
            )
        result, commit = turn(table, player_id)
        results.append(result)
        turns.append(ZombieLine(Seat(player_id), result.transitions, result.digest))
    if not turns:
        return first, commit
    last = results[-1]
    return ActionResult(
        tuple(one for result in results for one in result.transitions),
        tuple(one for result in results for one in result.notifications),
        last.digest,
        last.move,
        tuple(turns),
    ), commit


def absent(gamestate: "GamestateMachine") -> PlayerId | None:
    """Return the first active player who is a zombie or eliminated; None where there is none."""
    gone = standing(gamestate._core).gone
    return next((player_id for player_id in gamestate.active_players if player_id in gone), None)


def turn(table: "AtomicTable", player_id: PlayerId) -> tuple[ActionResult, Commit]:
    """Play one turn for a player; return what it did and what is to be committed.

    Raises:
        GameError: the code that plays failed, or it has left the player where they were (V15).
    """
    gamestate, game = table._gamestate, table._game
    main, plan = gamestate.plan, gamestate.plan_of(player_id)
    label, own = plan.label, plan.zombie
    handler = "zombie_turn" if own is None else words.zombie_method(plan.state)
    gamestate.current = player_id
    try:
        gamestate.legal = None
        outcome: Outcome = game.zombie_turn(label, player_id) if own is None else own(game, player_id)
        if plan is main:
            table._follow(handler, outcome)
        else:
            gamestate.follow_private(player_id, plan, outcome, handler, 0)
        result, commit = table._settle(0)
    except ActionError as refused:
        raise GameError(
            f"{handler} could not play for {table.setup.names[player_id]} in state {label!r}: {refused}",
            state=label,
            handler=handler,
            player=player_id,
        ) from refused
    except Exception as error:
        blamed = blame(error, table._plan, gamestate.plan.label, player_id)
        if isinstance(blamed, GameError):
            blamed.handler = blamed.handler or handler
        if blamed is error:
            raise
        raise blamed from error
    if not result.transitions and gamestate.is_player_active(player_id):
        raise GameError(
            f"Can't manage zombie player in this game state ({plan.id}): {handler} has left "
            f"{table.setup.names[player_id]} active in {label!r}; take a transition, or make them inactive",
            state=label,
            handler=handler,
            player=player_id,
        )
    return result, commit


# -- levels -------------------------------------------------------------------------------------------------


def by_level(game: "Game[Any]", player_id: PlayerId, level: int) -> Outcome:
    """Play a turn from the legal moves: 0 passes where it can, 1 plays at random, 2 greedily.

    To pass is BGA's usual way: the transition ``zombiePass``, or where several are active to make the player
    inactive; else an action ``actPass...`` or ``actSkip...``; where nothing of it is there, any move.
    A turn is as many moves as it takes until somebody else is asked or another state is entered.

    Raises:
        GameError: there is no move that could be listed, or the player's turn does not end.
    """
    gamestate = game.gamestate
    plan, main = gamestate.plan_of(player_id), gamestate.plan
    if level == 0:
        if PASS in plan.state.transitions and not plan.multi:
            return PASS
        names = main.state.transitions
        if main.multi and (PASS in names or len(names) == 1):
            gamestate.set_player_non_multiactive(player_id, PASS if PASS in names else "")
            return None
    taken = len(gamestate.transitions)
    for _ in range(TURN_LIMIT):
        choices = _choices(game, player_id)
        if level == 0:
            passes = [one for one in choices if one[0].lower().startswith(_PASSES)]
            choice = game.get_random_zombie_choice(passes or choices)
        elif level == 1:
            choice = game.get_random_zombie_choice(choices)
        else:
            choice = _greedy(game, player_id, choices)
        _perform(game, player_id, choice)
        if len(gamestate.transitions) != taken or not gamestate.is_player_active(player_id):
            return None
    raise GameError(
        f"Zombie infinite loop: after {TURN_LIMIT} moves it is still the turn of {player_id} in state "
        f"{plan.label!r}; write {words.zombie_method(plan.state)}",
        state=plan.label,
        player=player_id,
    )


def _choices(game: "Game[Any]", player_id: PlayerId) -> list[tuple[str, Any]]:
    plan = game.gamestate.plan_of(player_id)
    label = plan.label
    legal: Mapping[str, Any] = game.gamestate.legal_moves(game, player_id)
    try:
        found = [
            (name, option) for name, options in legal.items() if options is not ANY for option in options
        ]
    except (AttributeError, TypeError) as error:
        raise malformed(label, legal) from error
    if not found:
        raise GameError(
            f"Can't manage zombie player in this game state ({plan.id}): in {label!r} "
            f"{player_id} has no legal move that could be listed; write {words.zombie_method(plan.state)}",
            state=label,
            player=player_id,
        )
    return found


def _perform(game: "Game[Any]", player_id: PlayerId, choice: tuple[str, Any]) -> None:
    gamestate = game.gamestate
    handler, taken = gamestate.action(choice[0], player_id), len(gamestate.transitions)
    gamestate.legal = None
    if gamestate.plan.master:
        outcome = gamestate.act_in_master(game, handler, choice[1], player_id)
    else:
        outcome = handler.call(game, choice[1], player_id, gamestate._core.active, gamestate.current_args)
    if outcome is not None and gamestate.moved(taken):
        raise mixed(gamestate.plan, handler.method, outcome)
    gamestate.next_state(outcome)


def _greedy(game: "Game[Any]", player_id: PlayerId, choices: list[tuple[str, Any]]) -> tuple[str, Any]:
    """Return the choice after which ``evaluate`` gives most; what the author's code refuses is left out."""
    points = {}
    for place, choice in enumerate(choices):
        try:
            points[place] = _tried(game, player_id, choice)
        except ActionError:
            continue
    if not points:
        raise GameError(
            f"none of the moves of {player_id} can be made in state {game.gamestate.plan.label!r}",
            state=game.gamestate.plan.label,
            player=player_id,
        )
    return choices[game.get_best_zombie_choice(points)]


def _tried(game: "Game[Any]", player_id: PlayerId, choice: tuple[str, Any]) -> float:
    """Return what ``evaluate`` gives after a move, which is then taken back.

    It is tried with other chance than the table's: a zombie must not know what will be drawn.
    """
    gamestate, services = game.gamestate, game._services
    keeping = Keeping(gamestate._plans, gamestate._core, game.state, game._clock)
    keeping.commit = keeping.take()
    taken, said, owing = len(gamestate.transitions), len(gamestate._notify.pending), gamestate.owing
    chance = services.random
    try:
        services.random = Rng(f"{game._setup.seed}/zombie", gamestate._core)
        _perform(game, player_id, choice)
        return game.evaluate(player_id)
    finally:
        services.random = chance
        keeping.put_back()
        del gamestate.transitions[taken:], gamestate._notify.pending[said:]
        gamestate.plan = gamestate._plans.states[gamestate._core.state]
        gamestate.legal = gamestate.args = None
        gamestate.owing = owing
