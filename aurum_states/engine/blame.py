"""Whose fault an exception is: the author's code gets the state, handler and player it failed in."""

from typing import NoReturn

from aurum_states.engine.plan import GamePlan
from aurum_states.engine.players import PlayerId
from aurum_states.errors import ActionError, GameError, RecordingError, VisibleSystemException

_NOBODYS = (ActionError, VisibleSystemException, RecordingError)


def raise_blamed(error: BaseException, plan: GamePlan, label: str, player_id: PlayerId) -> NoReturn:
    """Raise what ``blame`` makes of a caught error, chained from it unless it is the error itself."""
    blamed = blame(error, plan, label, player_id)
    if blamed is error:
        raise error
    raise blamed from error


def blame(error: BaseException, plan: GamePlan, label: str, player_id: PlayerId) -> BaseException:
    """Return the error to raise in place of ``error``.

    Refusals, what authors raise on purpose and a recording that failed stay as they are; anything else
    becomes a ``GameError`` that names the handler found in the traceback.
    """
    if not isinstance(error, Exception) or isinstance(error, _NOBODYS):
        return error
    handler, line = _handler(error, plan)
    where = f"{plan.game_class.__name__}.{handler}" if handler else plan.game_class.__name__
    if isinstance(error, GameError):
        error.state = error.state or label
        error.handler = error.handler or handler
        error.player = error.player or player_id
        return error
    place = f" (line {line})" if line else ""
    return GameError(
        f"{where}{place} failed in state {label!r}: {type(error).__name__}: {_said(error)}",
        state=label,
        handler=handler,
        player=player_id,
    )


def _said(error: Exception) -> str:
    """Return an exception's message; an author's own class may fail at that."""
    try:
        return str(error)
    except Exception:
        return "(its text cannot be shown)"


def _handler(error: BaseException, plan: GamePlan) -> tuple[str, int]:
    found, line = "", 0
    trace = error.__traceback__
    while trace is not None:
        name = plan.code_names.get(trace.tb_frame.f_code)
        if name is not None:
            found, line = name, trace.tb_lineno
        trace = trace.tb_next
    return found, line
