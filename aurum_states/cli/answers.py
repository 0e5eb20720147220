"""What a person's answer means: a number of the list, the game's notation, or a move in BGA's form."""

import json
import re
from typing import TYPE_CHECKING, Any

from aurum_states.cli.requests import HELP, UNDO
from aurum_states.names import did_you_mean

if TYPE_CHECKING:
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.record import Move
    from aurum_states.engine.table import Table

_SHOWN = 8
_PARTS = re.compile(r"(\D*)(\d*)")
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


class Answers:
    """The moves a player can make now, and how they are written."""

    def __init__(self, table: "Table", player: "PlayerId") -> None:
        self._table = table
        self.player = player
        moves = table.possible_moves(player)
        actions = list(dict.fromkeys(move.action for move in moves))
        self._moves = sorted(
            ((table.label_move(player, move), move) for move in moves),
            key=lambda labelled: (actions.index(labelled[1].action), _natural(labelled[0])),
        )
        self._numbered = not any(label.isdecimal() for label, _ in self._moves)
        """Moves are numbered, unless they are written as numbers themselves."""

    def labels(self) -> list[str]:
        """Return the moves in the game's notation."""
        return [label for label, _ in self._moves]

    def listed(self) -> list[str]:
        """Return the moves as they are offered."""
        if not self._numbered:
            return self.labels()
        width = len(str(len(self._moves)))
        return [f"{number:>{width}}) {label}" for number, (label, _) in enumerate(self._moves, 1)]

    def open_forms(self) -> list[str]:
        """Return how the actions are written whose choice is too large to list."""
        from aurum_states.engine.game import ANY

        legal = self._table.legal_moves(self.player)
        return [self._form(action) for action, options in legal.items() if options is ANY]

    def unlisted_forms(self) -> list[str]:
        """Return how the actions are written that are no choice of the game, such as a switch of a panel."""
        from aurum_states.engine.views import unlisted

        return [self._form(action) for action in unlisted(self._table)]

    def _form(self, action: str) -> str:
        from aurum_states.engine.views import parameters

        return " ".join([action, *(f"{name}=..." for name in parameters(self._table, action))])

    def read(self, text: str) -> "Move | None":
        """Return the move that an answer means, legal or not; None when it is none."""
        words = " ".join(text.split())
        for label, move in self._moves:
            if label.lower() == words.lower():
                return move
        if not words:
            return None
        parsed = self._table.parse_move(self.player, words)
        if parsed is not None:
            return parsed
        if self._numbered and _NUMBER.fullmatch(words) and 1 <= int(words) <= len(self._moves):
            return self._moves[int(words) - 1][1]
        return _bga_form(words)

    def not_understood(self, text: str) -> str:
        """Say what could have been answered."""
        labels = [*self.labels(), *self.open_forms()]
        some = ", ".join(labels[:_SHOWN]) + (", ..." if len(labels) > _SHOWN else "")
        numbers = f"a number from 1 to {len(self._moves)}, " if self._numbered and self._moves else ""
        problem = f"{text!r} is no move here{did_you_mean(text, labels)}: " if text else ""
        return f"{problem}answer with {numbers}a move ({some or 'none'}), or ? for help"

    def help(self, *, several: bool, debug: bool) -> str:
        """Return the help page of the prompt; ``several`` persons play, or only one does."""
        lines = ["You can answer with"]
        if self._moves:
            label, move = self._moves[0]
            arguments = " ".join(f"{name}={json.dumps(value)}" for name, value in move.args.items())
            lines += ["  a number of the list above"] if self._numbered else []
            lines += [f"  a move in the game's notation: {label}"]
            lines += [f"  an action in BGA's form: {f'{move.action} {arguments}'.strip()}"]
        lines += [f"  {form}" for form in (*self.open_forms(), *self.unlisted_forms())]
        if several:
            lines += ["  2: MOVE for the person in seat 2, who may take something back, for example"]
        lines += HELP
        lines += [UNDO] if self._table.definition.infos.step_undo else []
        if self._table.definition.preferences:
            lines += ["  pref to see your preferences, pref ID=VALUE to change one"]
        lines += ["  table to see the table again, quit (or Ctrl-C) to stop"]
        if debug:
            lines += ["  dump for the whole table, debug for the game's debug methods"]
        return "\n".join(lines)


def _natural(label: str) -> list[tuple[str, str]]:
    """Sort texts as people do: ``Z9`` before ``Z10``."""
    return [(text, number.zfill(20)) for text, number in _PARTS.findall(label)]


def _bga_form(text: str) -> "Move | None":
    """Read ``actPlayCard cardId=12``."""
    from aurum_states.engine.record import Move

    action, *words = text.split()
    if not action.startswith("act") or any("=" not in word for word in words):
        return None
    pairs = (word.partition("=") for word in words)
    return Move(action, {name: _value(value) for name, _, value in pairs})


def _value(text: str) -> Any:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # half characters, NaN
        return value
    except (ValueError, RecursionError):
        return text
