"""Exceptions: each stops one call and carries its values as attributes.

Problems of files are data (see ``problems``); only ``DefinitionError`` carries them as an exception.
"""

from collections.abc import Sequence
from typing import Any

from aurum_states.problems import Report


class AurumStatesError(Exception):
    """Base of every exception of this package. All can be pickled, as worker processes need."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(cls: type[AurumStatesError], args: tuple[Any, ...], values: dict[str, Any]) -> AurumStatesError:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(values)
    return error


class DefinitionError(AurumStatesError):
    """A game cannot be loaded. ``report`` carries every problem."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report


class GameNotFoundError(AurumStatesError):
    """No game of that name is installed and no game folder lies at that path."""


class MissingExtraError(AurumStatesError):
    """Something needs a package that comes with an extra of this one. ``extra`` and ``package`` name both."""

    def __init__(self, extra: str, package: str, does: str) -> None:
        super().__init__(f"{package}, which {does}, is not installed: pip install 'aurum-states[{extra}]'")
        self.extra = extra
        self.package = package


class SetupError(AurumStatesError):
    """A table cannot be started so: wrong player count, option, setting, preference, seed or position.

    ``reasons`` lists every reason found, not the first only.
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = tuple(reasons)


class ActionError(AurumStatesError):
    """A player's request is refused; the table is unchanged.

    ``code`` is the refusal code (``action.illegal``), ``values`` holds what the message speaks of.
    """

    code = "action.rule"

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class GameOverError(ActionError):
    """The game is over: nobody can act any more."""

    code = "table.over"


class UnknownActionError(ActionError):
    """No state of this game knows an action of that name."""

    code = "action.unknown"


class ActionNotPossibleError(ActionError):
    """The action exists but is not among the current state's possible actions (BGA: checkAction)."""

    code = "action.not_now"


class NotActivePlayerError(ActionError):
    """It is not this player's turn (BGA: "This is not your turn")."""

    code = "action.not_your_turn"


class ActionArgumentError(ActionError):
    """An argument is missing, unknown or of the wrong type."""

    code = "action.argument"


class IllegalMoveError(ActionError):
    """Well-formed, but not among the player's legal moves."""

    code = "action.illegal"


class UserException(ActionError):  # noqa: N818 - BGA's name
    """Raised by authors to refuse an action with a message for the player (BGA: UserException).

    The message is a text or a ``NotificationMessage``, whose placeholders are filled.
    """

    code = "action.rule"

    def __init__(self, message: object, **values: Any) -> None:
        super().__init__(str(message), **values)


class VisibleSystemException(AurumStatesError):  # noqa: N818 - BGA's name
    """Raised by authors: something that cannot be has happened (BGA: VisibleSystemException).

    The message is a text or a ``NotificationMessage``, whose placeholders are filled.
    """

    def __init__(self, message: object = "") -> None:
        super().__init__(str(message))


class SystemException(VisibleSystemException):
    """As the visible one, but BGA keeps its text from the players (BGA: SystemException)."""


class GameError(AurumStatesError):
    """The game's own code failed; the cause is chained. The table is as it was before the move.

    ``state`` is the label of the state, ``handler`` the Python name of the method, ``player`` the id of
    the player who acted (0 for nobody).
    """

    def __init__(self, message: str, *, state: str = "", handler: str = "", player: int = 0) -> None:
        super().__init__(message)
        self.state = state
        self.handler = handler
        self.player = player


class UnknownTransitionError(GameError):
    """A handler took a transition that its state does not declare."""


class EndlessStatesError(GameError):
    """``game`` states went round without reaching a player. ``cycle`` names the states."""

    def __init__(self, message: str, cycle: Sequence[str], **where: Any) -> None:
        super().__init__(message, **where)
        self.cycle = tuple(cycle)


class NotificationArgsError(GameError):
    """A notification's text has a ``${placeholder}`` that its arguments lack."""

    def __init__(self, message: str, *, type: str, missing: str) -> None:  # noqa: A002
        super().__init__(message)
        self.type = type
        self.missing = missing


class StateError(GameError):
    """A game wrote where it may not, or holds a value that cannot be saved."""


class RecordingError(AurumStatesError):
    """A recording could not be written further; what was written so far is whole, and no move got lost."""


class LostWorkersError(AurumStatesError):
    """Worker processes were killed. ``what`` they were busy with is named, and how often they were."""

    ATTEMPTS = 3
    """How often workers may be lost without any work being done in between, where it can be done again."""

    def __init__(self, what: str, times: int = ATTEMPTS) -> None:
        again = "workers are killed again and again" if times > 1 else "workers were killed"
        often = f", {times} times" if times > 1 else ""
        super().__init__(f"{again}{often} on {what}; is there enough memory?")


class ReplayError(AurumStatesError):
    """A replay file cannot be read or run. ``line`` is its 1-based line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class ReplayMismatchError(ReplayError):
    """A replay went another way: ``move``, ``expected`` and ``actual`` say where and how.

    ``kind`` tells what differs: ``number`` (of the move), ``accepted`` (a move is refused), ``refused`` (a
    request is accepted, or refused for another reason), ``transitions``, ``digest``, ``end``. ``state`` and
    ``action`` tell where, and what was tried.
    """

    state = ""
    action = ""

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        move: int,
        expected: Any,
        actual: Any,
        line: int | None = None,
    ) -> None:
        super().__init__(message, line)
        self.kind = kind
        self.move = move
        self.expected = expected
        self.actual = actual
