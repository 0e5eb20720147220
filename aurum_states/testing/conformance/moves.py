"""Every move that is offered is accepted; everything else is refused, and nothing has changed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.engine.keeping import encode
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, AurumStatesError
from aurum_states.proofs.impossible import GUESS, Request, guesses, impossible
from aurum_states.proofs.seats import encode as as_json
from aurum_states.replay.format import RunEntry
from aurum_states.testing.conformance.aspect import Aspect

MOST_MOVES = 60
"""How many moves of a player are tried at a decision; of more, some that are spread over all of them."""


class PossibleMoves(Aspect):
    """Every possible move is accepted."""

    name = "moves"
    wanted: ClassVar[Mapping[str, str]] = {"moves accepted": "no state has ever offered a move"}

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Try every move of every player, each on a copy of the table."""
        for player in table.players:
            moves = table.possible_moves(player.id)
            step = -(-len(moves) // MOST_MOVES) or 1
            self.tried["moves left out"] += len(moves) - len(moves[::step])
            for move in moves[::step]:
                line = as_json(
                    {
                        "move": table.moves_made + 1,
                        "player": player.id,
                        "action": move.action,
                        "args": move.args,
                        "transitions": [],
                        "digest": "",
                    }
                )
                try:
                    table.fork().act(player.id, move.action, move.args)
                    self.tried["moves accepted"] += 1
                except ActionError as error:
                    self.find(
                        f"{player.name} is offered {move}, but it is refused with {error.code}: {error}",
                        next_line=line,
                        like=f"{move.action} {error.code}",
                    )
                except AurumStatesError as error:
                    self.find(
                        f"{player.name} is offered {move}, and the game fails: {error}",
                        next_line=line,
                        like=f"{move.action} {type(error).__name__}",
                    )


class Refusals(Aspect):
    """Impossible requests are refused, and nothing has changed."""

    name = "refusals"
    wanted: ClassVar[Mapping[str, str]] = {"requests refused": "nothing was ever asked for in vain"}

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Ask a copy of the table for what must not be."""
        copy = table.fork()
        expected = _looked_at(copy)
        for request in [*impossible(table), *guesses(table)]:
            if not self._refused(copy, request):
                copy = table.fork()
                expected = _looked_at(copy)
            elif _looked_at(copy) != expected:
                self.find(f"the refusal of {request} has changed the table", like=request.action)
                copy = table.fork()
                expected = _looked_at(copy)

    def _refused(self, copy: Table, request: Request) -> bool:
        try:
            copy.act(request.player, request.action, request.args)
        except ActionError as error:
            self.tried["requests refused"] += 1
            self.tried[error.code] += 1
            return True
        except AurumStatesError as error:
            self.find(
                f"{request} fails where it should be refused: {error}",
                like=f"{request.action} {request.why}",
            )
            return False
        if request.why == GUESS:
            self.tried["guesses accepted"] += 1
        else:
            self.find(f"{request} is accepted", like=f"{request.action} {request.why}")
        return False


def _looked_at(table: Table) -> Any:
    """Return what a refusal must leave as it is."""
    return encode((table._core, table._game.state)), table.digest, table.active_players
