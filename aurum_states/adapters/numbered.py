"""A game as programs play it: moves are numbers, a seat's page is a vector, the result is one number a seat.

Seats are counted from 0 here, as programs do. Of several active players the first in seating order is asked,
then the next: decisions made at once come one after the other, each with the page that the seat then has.
"""

import random
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from math import isnan
from typing import Any

from aurum_states.adapters.hashed_view import hashed
from aurum_states.charts.identifiers import words
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.game import ANY
from aurum_states.engine.game_numbers import MoveSpace, has_move_space
from aurum_states.engine.loading import load_game
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Mode, Table
from aurum_states.engine.views import move_of
from aurum_states.errors import AurumStatesError, GameError, IllegalMoveError
from aurum_states.names import did_you_mean, listed
from aurum_states.simulate.agents import Choice

TRIED = 500
"""How many moves at most of a random game are looked at when a game is loaded."""

NOBODY = -1
"""Whose turn it is at a table that is over."""


class MoveSpaceError(AurumStatesError):
    """A game declares no moves, or others than it plays; ``encode_view`` is judged so, too."""


class NumberedGame:
    """A game with everything that is chosen for its tables, and the numbers of its moves.

    ``preferences`` are those of every seat.
    """

    def __init__(
        self,
        definition: GameDefinition,
        players: int,
        options: Mapping[int, int] | None = None,
        settings: Mapping[str, Any] | None = None,
        preferences: Mapping[int, int] | None = None,
    ) -> None:
        """Check the set-up, and the numbers of moves in one random game.

        Raises:
            MoveSpaceError: the game has no ``move_space``, or a wrong one.
            SetupError: no table can be started so.
            GameError: the game's own code failed.
        """
        demand_move_space(definition)
        self.definition = definition
        seated = Setup(definition, players, options, None, settings, "numbers", None).players
        self._chosen = options, settings, preferences
        self.seats: tuple[PlayerId, ...] = tuple(player.id for player in seated)
        self.player_names = tuple(player.name for player in seated)
        self.vector_size = 0  # not known yet
        first = self.table("numbers")
        self.names = _names(definition, first.space)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.vector_size = len(first.vector(None))
        self._try_out(first)

    def __reduce__(self) -> tuple[Any, ...]:
        options, settings, preferences = (tuple((one or {}).items()) for one in self._chosen)
        folder = folder_of(self.definition)
        return numbered_game, (folder, len(self.seats), options, settings, preferences)

    def setup(self, seed: str) -> Setup:
        """Return the set-up of a table."""
        options, settings, preferences = self._chosen
        each = dict.fromkeys(self.seats, preferences) if preferences else None
        return Setup(self.definition, len(self.seats), options, each, settings, seed, None)

    def table(self, seed: str, mode: Mode = "simulation") -> "NumberedTable":
        """Return a new table."""
        return NumberedTable(self, Table.seated(self.setup(seed), mode=mode))

    def _try_out(self, table: "NumberedTable") -> None:
        """Play at random, and look at every seat's moves and page at each turn."""
        chance = random.Random("numbers")  # noqa: S311 - a reproducible game, no secrets
        for _ in range(TRIED):
            for seat in (None, *range(len(self.seats))):
                table.vector(seat)
            for player_id in self.seats:
                table.choices(player_id)
            if table.mover == NOBODY:
                return
            table.play(chance.choice([*table.legal]))


class NumberedTable:
    """A table of a ``NumberedGame``. Make every move by ``play``."""

    __slots__ = ("_legal", "game", "space", "table")

    def __init__(self, game: NumberedGame, table: Table) -> None:
        self.game = game
        self.table = table
        self.space: MoveSpace = table._asked(lambda: table._game.move_space(), None)
        self._legal: dict[int, Choice] | None = None

    def fork(self) -> "NumberedTable":
        """Return another table that stands where this one does."""
        return NumberedTable(self.game, self.table.fork())

    @property
    def mover(self) -> int:
        """The seat that is asked now, ``NOBODY`` when the game is over.

        Raises:
            GameError: nobody can act, and the game is not over.
        """
        active = self.table.active_players
        if active:
            return self.game.seats.index(active[0])
        if self.table.is_over:
            return NOBODY
        state = self.table.state
        raise GameError(f"nobody can act in state {state!r}, and the game is not over", state=state)

    @property
    def legal(self) -> Mapping[int, Choice]:
        """What the seat that is asked may do, by number, lowest first; empty when the game is over.

        Raises:
            MoveSpaceError: a move has no number, or two moves have the same.
            GameError: the seat is asked and has no legal move, or the game's own code failed.
        """
        if self._legal is None:
            mover = self.mover
            self._legal = {} if mover == NOBODY else self.choices(self.game.seats[mover])
            if not self._legal and mover != NOBODY:
                state = self.table.state
                raise GameError(f"state {state!r} asks a player who has no legal move", state=state)
        return self._legal

    def choices(self, player_id: PlayerId) -> dict[int, Choice]:
        """Return the legal moves of a player by number, lowest first.

        Raises:
            MoveSpaceError: a move has no number, or two moves have the same.
            GameError: the game's own code failed.
        """
        found: dict[int, Choice] = {}
        for action, options in self.table.legal_moves(player_id).items():
            if options is ANY:
                raise _wrong(self.game.definition, f"{action} lists no moves (ANY), so they have no numbers")
            for option in options:
                number = self._number(player_id, action, option)
                if number in found:
                    names = [self.name_of(player_id, one) for one in (found[number], (action, option))]
                    raise _wrong(
                        self.game.definition,
                        f"two moves of one turn, {' and '.join(names)}, are both {self.game.names[number]!r}",
                    )
                found[number] = action, option
        return dict(sorted(found.items()))

    def _number(self, player_id: PlayerId, action: str, option: Any) -> int:
        name = self.table._asked(lambda: self.space.name_of(player_id, action, option), player_id)
        try:
            return self.game.numbers[name]
        except (KeyError, TypeError):
            written = self.name_of(player_id, (action, option))
            hint = did_you_mean(str(name), self.game.names)
            raise _wrong(
                self.game.definition, f"the move {written} is {name!r}, which is not among its names{hint}"
            ) from None

    def play(self, number: int) -> ActionResult:
        """Make the move of that number for the seat that is asked.

        Raises:
            IllegalMoveError: it is not legal now.
            GameError: the game's own code failed.
        """
        choice = self.legal.get(number)
        mover = self.mover
        if choice is None:
            known = listed(f"{one} ({self.game.names[one]})" for one in self.legal)
            asked = "the game is over" if mover == NOBODY else f"player {mover} may play {known}"
            raise IllegalMoveError(f"move {number!r} is not legal now: {asked}")
        result = self.table.apply(self.game.seats[mover], *choice)
        self._legal = None
        return result

    def name_of(self, player_id: PlayerId, choice: Choice) -> str:
        """Return a choice in the game's notation."""
        return self.table.label_move(player_id, move_of(self.table, *choice))

    def vector(self, seat: int | None) -> list[float]:
        """Return a seat's page as numbers from 0 to 1; None is a spectator.

        Raises:
            MoveSpaceError: the game's ``encode_view`` returns something else, or not always equally many.
        """
        view = self.table.view_for(None if seat is None else self.game.seats[seat])
        encoded = self.table._asked(lambda: self.table._game.encode_view(view), None)
        if encoded is None:
            return hashed(view)
        numbers = _floats(self.game.definition, encoded)
        expected = self.game.vector_size
        if expected and len(numbers) != expected:
            raise _wrong(
                self.game.definition, f"it returned {len(numbers)} numbers, before {expected}", "encode_view"
            )
        return numbers

    def returns(self) -> list[float]:
        """Return what the game was worth to each seat: 0 for all until it is over.

        Everybody pays 1, and those in the first place share what was paid: -1 to who has lost, together 0. In
        a cooperative or solo game it is 1 or -1, the same for all.
        """
        seats = self.game.seats
        if not self.table.is_over:
            return [0.0] * len(seats)
        if is_common(self.game.definition, len(seats)):
            return [1.0 if self.table.results()[0].victory else -1.0] * len(seats)
        first = {one.id for one in self.table.ranking() if one.rank == 1}
        share = len(seats) / len(first) - 1
        return [share if one in first else -1.0 for one in seats]


def folder_of(definition: GameDefinition) -> str:
    """Return where a game lies, for this process and others."""
    return str(definition.folder.resolve())


def word_of(definition: GameDefinition) -> str:
    """Return a game's name as one word, as other programs want it: ``fruit_stand``."""
    return "_".join(words(definition.name)).lower() or "game"


def is_common(definition: GameDefinition, players: int) -> bool:
    """Return whether the players win or lose together."""
    return definition.infos.is_coop or players == 1


def demand_move_space(definition: GameDefinition) -> None:
    """Refuse a game that does not declare its moves.

    Raises:
        MoveSpaceError: it does not.
    """
    if not has_move_space(definition.game_class):
        raise MoveSpaceError(
            f"{definition.name} has no move_space(self) in its class, so its moves have no numbers: let it "
            "return a MoveSpace with a name for every kind of move (docs/adapters.md)"
        )


@cache
def numbered_game(
    folder: str,
    players: int,
    options: tuple[tuple[int, int], ...] = (),
    settings: tuple[tuple[str, Any], ...] = (),
    preferences: tuple[tuple[int, int], ...] = (),
) -> NumberedGame:
    """Return the game of a folder with such tables; it is loaded and tried out once. Raises as both do."""
    return NumberedGame(load_game(folder), players, dict(options), dict(settings), dict(preferences))


def _names(definition: GameDefinition, space: Any) -> tuple[str, ...]:
    """Return the names of all moves.

    Raises:
        MoveSpaceError: it is no list of different names.
    """
    given = space.names if isinstance(space, MoveSpace) else ()
    names: tuple[Any, ...] = (
        tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else ()
    )
    if not names:
        raise _wrong(definition, f"it must return a MoveSpace with a name for each move, not {space!r:.80}")
    for name in names:
        if not isinstance(name, str) or not name:
            raise _wrong(definition, f"a name of a move is a text, not {name!r:.80}")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise _wrong(definition, f"{listed(map(repr, twice[:5]))} stand there more than once")
    if not callable(space.name_of):
        raise _wrong(definition, f"name_of is a function, not {space.name_of!r:.80}")
    return names


def _floats(definition: GameDefinition, encoded: Any) -> list[float]:
    try:
        if isinstance(encoded, bytes | bytearray):  # of which an array takes the bits
            raise TypeError
        numbers = array("d", encoded).tolist()
    except (TypeError, ValueError):
        raise _wrong(definition, f"it must return numbers, not {encoded!r:.80}", "encode_view") from None
    if not numbers or not 0 <= min(numbers) <= max(numbers) <= 1 or isnan(sum(numbers)):
        wrong = next((one for one in numbers if not 0 <= one <= 1), "nothing at all")
        raise _wrong(definition, f"its numbers are from 0 to 1, not {wrong}", "encode_view")
    return numbers


def _wrong(definition: GameDefinition, what: str, method: str = "move_space") -> MoveSpaceError:
    name = getattr(definition.game_class, "__name__", definition.name)
    return MoveSpaceError(f"{name}.{method}: {what}")
