"""Agents whose moves come from elsewhere: a person, a script, a recording."""

from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import Move
from aurum_states.engine.table import Table
from aurum_states.errors import GameError
from aurum_states.replay.replay import Replay
from aurum_states.simulate.agents import Agent, Choice


def as_choice(table: Table, player_id: PlayerId, move: Move) -> Choice:
    """Return a complete move as an agent names it.

    Raises:
        GameError: it is no move that this player has now.
    """
    try:
        handler = table._gamestate.action(move.action, player_id)
        option = handler.pick(msgspec.convert(move.args, handler.struct))
    except (GameError, msgspec.ValidationError) as error:
        raise _no_move(table, player_id, str(move)) from error
    if handler.listed and move not in table.possible_moves(player_id):
        allowed = table.legal_moves(player_id).get(move.action)
        if allowed is None or isinstance(allowed, list):
            raise _no_move(table, player_id, table.label_move(player_id, move))
    return move.action, option


class ScriptedAgent:
    """Makes the moves of a list, one after the other: ``Move`` objects, or texts in the game's notation."""

    def __init__(self, moves: Iterable[Move | str]) -> None:
        self._moves = iter(moves)

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return the next move.

        Raises:
            GameError: there is none, or it is no move that this player has now.
        """
        move = next(self._moves, None)
        if move is None:
            raise GameError(f"the script of {table.setup.names[player_id]} is over", state=table.state)
        read = table.parse_move(player_id, move) if isinstance(move, str) else move
        if read is None:
            raise _no_move(table, player_id, str(move))
        return as_choice(table, player_id, read)


class HumanAgent:
    """Asks somebody until the answer is a move; ``ask`` is given what is possible and returns the answer.

    An answer is a move in the game's notation, or its number among those that are possible, from 1.
    """

    def __init__(self, ask: Callable[[str], str] = input) -> None:
        self._ask = ask

    def choose(self, table: Table, player_id: PlayerId) -> Choice:
        """Return what was answered; ``ask`` ends the game by an exception of its own."""
        possible = table.possible_moves(player_id)
        labels = [table.label_move(player_id, move) for move in possible]
        shown = "  ".join(f"{number} {label}" for number, label in enumerate(labels, 1))
        prompt = f"{table.title_for(player_id)}\n{shown}\n> "
        while True:
            answer = self._ask(prompt).strip()
            if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(possible):
                return as_choice(table, player_id, possible[int(answer) - 1])
            read = table.parse_move(player_id, answer)
            if read is not None:
                with suppress(GameError):
                    return as_choice(table, player_id, read)
            prompt = (
                f"{answer!r:.60} is no move now: answer with a number or a move as it is written above\n> "
            )


def replaying(replay: Replay) -> dict[PlayerId, Agent]:
    """Return an agent for each player of a recording, who makes that player's moves.

    When players act is up to who asks them; ``replay.runner.run`` plays a recording exactly as it was.
    """
    moves: dict[PlayerId, list[Move]] = {player.id: [] for player in replay.players}
    for entry in replay.moves:
        moves[entry.player].append(Move(entry.action, entry.args))
    return {player_id: ScriptedAgent(own) for player_id, own in moves.items()}


def _no_move(table: Table, player_id: PlayerId, move: str) -> GameError:
    return GameError(
        f"{move!r:.80} is no move that {table.setup.names[player_id]} has now, in state "
        f"{table.state_for(player_id)!r}",
        state=table.state,
        player=player_id,
    )
