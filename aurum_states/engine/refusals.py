"""Refusals of players' requests: what was asked, why it cannot be, and what would have been right."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from aurum_states.definitions.shapes import short_repr
from aurum_states.engine.activity import Activity
from aurum_states.engine.game import ANY
from aurum_states.engine.options import choice_reason
from aurum_states.engine.plan import GamePlan, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import Move
from aurum_states.errors import (
    ActionArgumentError,
    ActionError,
    ActionNotPossibleError,
    GameError,
    GameOverError,
    IllegalMoveError,
    NotActivePlayerError,
    UnknownActionError,
)
from aurum_states.names import did_you_mean, listed, snake

if TYPE_CHECKING:
    from aurum_states.engine.table import Table

_SHOWN = 12


def refuse_action(plans: GamePlan, plan: StatePlan, action: str) -> ActionError:
    """Return the refusal of an action that a player's state does not have."""
    if plan.final:
        return GameOverError("the game is over: nobody can act any more", action=action)
    here = plan.state.possible_actions
    if action not in plans.action_names:
        return UnknownActionError(
            f"there is no action {short_repr(action)}{did_you_mean(str(action), plans.action_names)}; "
            f"in state {plan.label!r} players may {listed(here)}",
            action=action,
            state=plan.label,
        )
    return ActionNotPossibleError(
        f"This game action is impossible right now: {action} does not belong to state {plan.label!r}, "
        f"where players may {listed(here)}",
        action=action,
        state=plan.label,
        possible=list(here),
    )


def refuse_type(plan: StatePlan, action: str) -> ActionError:
    """Return the refusal of an action in a state where nobody acts, though it lists the action."""
    return ActionNotPossibleError(
        f"Game state type does not allow player actions: {action} in state {plan.label!r}, which is of type "
        f"{plan.state.type}",
        action=action,
        state=plan.label,
    )


def refuse_player(
    gamestate: Activity, names: Mapping[PlayerId, str], player_id: PlayerId, action: str
) -> ActionError:
    """Return the refusal of a player who is not active."""
    if player_id not in names:
        return NotActivePlayerError(
            f"This is not your turn: {player_id} is no player of this table "
            f"({listed(f'{key} {name}' for key, name in names.items())})",
            action=action,
            player=player_id,
        )
    active = gamestate.active_players
    return NotActivePlayerError(
        f"This is not your turn: {names[player_id]} cannot {action} in state {gamestate.plan.label!r}; "
        f"to act: {listed((names[one] for one in active), 'nobody')}",
        action=action,
        player=player_id,
        active=active,
    )


def refuse_move(
    table: "Table", player_id: PlayerId, move: Move, allowed: Iterable[Any] | None
) -> IllegalMoveError:
    """Return the refusal of a move that is well-formed but not legal."""
    if allowed is not None:
        right = [each for each in table.possible_moves(player_id) if each.action == move.action]
    else:
        right = table.possible_moves(player_id)
    labels = [table.label_move(player_id, each) for each in right]
    shown = listed(labels[:_SHOWN], "nothing") + (
        f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    )
    return IllegalMoveError(
        f"{_label(table, player_id, move)} is not a legal move of {table.setup.names[player_id]} in state "
        f"{table.state_for(player_id)!r}; legal: {shown}",
        action=move.action,
        args=move.args,
        player=player_id,
    )


def refuse_preference(
    table: "Table", player_id: PlayerId, preference_id: int, value: int
) -> ActionError | None:
    """Return the refusal of a change of a preference that cannot be; None when it can."""
    if table.is_over:
        return GameOverError("the game is over: no preference can be changed any more")
    names = table.setup.names
    if player_id not in names:
        reason: str | None = (
            f"{short_repr(player_id)} is no player of this table "
            f"({listed(f'{key} {name}' for key, name in names.items())})"
        )
    else:
        reason = choice_reason("preference", preference_id, value, table.definition.preferences)
    if reason is None:
        return None
    return ActionArgumentError(reason, player=player_id, preference=preference_id, value=value)


def malformed(label: str, legal: object) -> GameError:
    """Return the error for a ``moves_`` method of state ``label`` that returned no legal moves at all."""
    handler = f"moves_{snake(label)}"
    wrong, where = legal, ""
    if isinstance(legal, Mapping):
        for name, options in legal.items():
            if options is not ANY and not isinstance(options, list | tuple | range):
                wrong, where = options, f" for {name!r}"
                break
    return GameError(
        f"{handler} must return a dict of actions, each with the list of its options, or ANY; "
        f"it returned {short_repr(wrong)}{where}",
        state=label,
        handler=handler,
    )


def wrong_answer(table: "Table", player_id: PlayerId, hook: str, wanted: str, given: object) -> GameError:
    """Return the error for a hook of the game that returned something else than it must."""
    where = f"{type(table._game).__name__}.{hook}"
    message = f"{where} must return {wanted}, not {short_repr(given)}"
    return GameError(message, state=table.state, handler=hook, player=player_id)


def _label(table: "Table", player_id: PlayerId, move: Move) -> str:
    """Return a move as the game writes it; a label hook need not know moves that cannot be."""
    try:
        label = table.label_move(player_id, move)
    except Exception:
        return str(move)
    return label if label == str(move) else f"{label} ({move})"


def refuse_undo(table: "Table", player_id: PlayerId) -> ActionError:
    """Return why a player has nothing to take back."""
    if player_id not in table.setup.names:
        return refuse_player(table._gamestate, table.setup.names, player_id, "undo")
    name = table.setup.names[player_id]
    if not table.definition.infos.step_undo:
        reason = "moves cannot be taken back one by one here (gameinfos does not have step_undo: true)"
    else:
        reason = (
            f"{name} has nothing to take back: a move can be taken back until somebody else moves, something "
            "random is drawn, or somebody has been shown what was hidden from them"
        )
    return ActionNotPossibleError(reason)
