"""A table in a test, in the words of the table: ``table.plays("Ada", "S7")``, ``table.refuses("Ben", "S7")``.

Every method that finds something else than it was told raises an AssertionError that says what the table
looks like. It needs no pytest.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.states import StateType
from aurum_states.engine.loading import load_game
from aurum_states.engine.notifications import Notification
from aurum_states.engine.players import Player, PlayerId, seat_players
from aurum_states.engine.record import ActionResult, Move
from aurum_states.engine.seating import broken_invariants
from aurum_states.engine.table import Mode, Table
from aurum_states.errors import ActionError
from aurum_states.names import did_you_mean, listed
from aurum_states.testing.state_coverage import watch_for
from aurum_states.testing.words import moves_in_words, table_in_words

Who = str | int
"""A player: name (in any case), id, or seat from 1 on."""


class Tabletop:
    """A table with assertions. ``table`` is the table itself, ``last`` what the last accepted move did."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: ActionResult = table.opening
        self._counted = watch_for(table.definition)
        if self._counted is not None:
            self._counted(table, None, table.opening)

    @classmethod
    def create(
        cls,
        game: GameDefinition | str | None = None,
        players: int | Sequence[str | Player] = 3,
        *,
        seed: str = "test",
        options: Mapping[int, int] | None = None,
        preferences: Mapping[Who, Mapping[int, int]] | None = None,
        settings: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        mode: Mode = "paranoid",
    ) -> Self:
        """Set up a table; ``players`` are a number, names in seating order, or Player objects.

        Raises:
            SetupError: no table can be started so, with every reason.
            GameNotFoundError, DefinitionError: there is no such game, or it cannot be loaded.
        """
        definition = game if isinstance(game, GameDefinition) else load_game(game)
        seats = _seats(definition, players)
        table = Table.create(
            definition,
            seats,
            seed=seed,
            options=options,
            preferences={_id_of(seats, who): dict(chosen) for who, chosen in (preferences or {}).items()},
            settings=settings,
            position=position,
            mode=mode,
        )
        return cls(table)

    def arrange(self, position: Mapping[str, Any]) -> Self:
        """Start anew from an arranged position, before the first move.

        Raises:
            SetupError: the position cannot be, or a move has been made.
        """
        self.last = self.table.arrange(position)
        return self

    # -- acting -----------------------------------------------------------------------------------

    def plays(self, who: Who, move: str | Move, **args: Any) -> ActionResult:
        """Let a player make a move, which must be accepted.

        ``move`` is notation (``"S7"``), a Move, or an action's name with its wire arguments beside it
        (``plays("Ada", "actPlayCard", cardId=12)``).
        """
        player = self.player(who)
        wanted = self._move(player, move, args)
        try:
            self.last = self.table.act(player, wanted.action, wanted.args)
        except ActionError as error:
            raise self._failure(
                f"{self._name(player)} should be able to play {self._shown(move, wanted)}, "
                f"but it is refused with {error.code}: {error}",
                player,
            ) from None
        if self._counted is not None:
            self._counted.acted(self.table, player, wanted.action, self.last)
        return self.last

    def refuses(self, who: Who, move: str | Move, code: str | None = None, **args: Any) -> ActionError:
        """Let a player try a move, which must be refused (for the reason ``code``); nothing may change."""
        player = self.player(who)
        wanted = self._move(player, move, args)
        shown = self._shown(move, wanted)
        before = self.table.digest
        try:
            self.last = self.table.act(player, wanted.action, wanted.args)
        except ActionError as error:
            if code is not None and error.code != code:
                raise self._failure(
                    f"{self._name(player)} playing {shown} should be refused with {code}; "
                    f"got {error.code}: {error}",
                    player,
                ) from None
            if self.table.digest != before:
                raise self._failure(f"the refusal of {shown} has changed the table", player) from None
            if self._counted is not None:
                self._counted.refused(error.code)
            return error
        raise self._failure(f"{self._name(player)} should not be able to play {shown}; it is accepted")

    # -- looking ----------------------------------------------------------------------------------

    def expects_state(self, label: str) -> Self:
        """Demand this state; for a ``game`` state, where none rests, that the last move went through it."""
        states = {state.label: state for state in self.table.definition.graph}
        if label not in states:
            raise AssertionError(
                f"there is no state {label!r}{did_you_mean(label, states)}: {listed(states)}"
            )
        if states[label].type is StateType.GAME:
            passed = [transition.target for transition in self.last.transitions]
            if label not in passed:
                raise self._failure(f"expected the last move to pass {label}; it passed {listed(passed)}")
        elif self.table.state != label:
            raise self._failure(f"expected the state {label}; the table is in {self.table.state}")
        return self

    def expects_active(self, *who: Who) -> Self:
        """Demand that exactly these players are asked now."""
        wanted = [self.player(one) for one in who]
        active = self.table.active_players
        if sorted(wanted) != sorted(active):
            raise self._failure(
                f"expected {listed(map(self._name, wanted), 'nobody')} to be asked; "
                f"it is {listed(map(self._name, active), 'nobody')}"
            )
        return self

    def expects_moves(self, who: Who, *moves: str | Move) -> Self:
        """Demand that a player may make these moves now, in any order, and no other."""
        player = self.player(who)
        wanted = sorted(repr(self._move(player, move, {})) for move in moves)
        legal = self.table.possible_moves(player)
        if wanted != sorted(map(repr, legal)):
            raise self._failure(
                f"expected the moves of {self._name(player)} to be {listed(moves)}; "
                f"they are {listed(moves_in_words(self.table, player))}"
            )
        return self

    def expects_transitions(self, *names: str | None) -> Self:
        """Demand that the last move took exactly the transitions of these names; None is a jump."""
        taken = [transition.name for transition in self.last.transitions]
        if taken != list(names):
            raise self._failure(f"expected the transitions {listed(names)}; got {listed(taken)}")
        return self

    def expects_notification(self, type: str, to: Who | None = None, **args: Any) -> Notification:  # noqa: A002
        """Demand that the last move told ``to`` (None: everybody) this, with at least these arguments."""
        audience = None if to is None else self.player(to)
        told = [one for each in self.last.notifications for one in each.by_audience() if one.type == type]
        found = next(
            (one for one in told if one.audience == audience and args.items() <= one.args.items()), None
        )
        if found is not None:
            return found
        heard = told or self.last.notifications
        raise self._failure(
            f"expected the notification {type}{f' to {to}' if to is not None else ''}"
            f"{f' with {_shown_args(args)}' if args else ''}; the last move told:\n"
            + ("\n".join(f"  {self._told(one)}" for one in heard) or "  nothing")
        )

    def expects_no_notification(self, type: str) -> Self:  # noqa: A002
        """Demand that the last move told nobody anything of this type."""
        told = [one for one in self.last.notifications if one.type == type]
        if told:
            raise self._failure(f"expected no notification {type}; got {self._told(told[0])}")
        return self

    def expects_scores(self, *scores: int) -> Self:
        """Demand these scores, in seating order."""
        ranked = {one.id: one.score for one in self.table.ranking()}
        actual = tuple(ranked[player.id] for player in self.table.players)
        if actual != scores:
            raise self._failure(f"expected the scores {listed(scores)}; they are {listed(actual)}")
        return self

    def expects_over(self, *winners: Who) -> Self:
        """Demand that the game is over, won by exactly these players where some are named."""
        if not self.table.is_over:
            raise self._failure(f"expected the game to be over; the table is in {self.table.state}")
        wanted = sorted(self.player(one) for one in winners)
        won = sorted(one.id for one in self.table.ranking() if one.rank == 1)
        if winners and wanted != won:
            raise self._failure(
                f"expected {listed(map(self._name, wanted))} to win; it is {listed(map(self._name, won))}"
            )
        return self

    def expects_sound(self) -> Self:
        """Demand that every ``@invariant`` of the game holds."""
        broken = broken_invariants(self.table._plan, self.table._game)
        if broken:
            raise self._failure(f"broken: {'; '.join(broken)}")
        return self

    # -- names ------------------------------------------------------------------------------------

    def player(self, who: Who) -> PlayerId:
        """Return a player's id from name, id or seat.

        Raises:
            AssertionError: nobody of that name or number sits here.
        """
        return _id_of(self.table.players, who)

    def _name(self, player: PlayerId) -> str:
        return self.table.setup.names[player]

    def _move(self, player: PlayerId, move: str | Move, args: dict[str, Any]) -> Move:
        if isinstance(move, Move):
            return move
        if args or move in self.table._plan.action_names:
            return Move(move, args)
        parsed = self.table.parse_move(player, move)
        if parsed is None:
            raise self._failure(
                f"{move!r} is neither an action nor notation of a move that {self._name(player)} could name",
                player,
            )
        return parsed

    def _shown(self, move: str | Move, wanted: Move) -> str:
        return f"{move} ({wanted})" if isinstance(move, str) and move != wanted.action else str(wanted)

    def _told(self, one: Notification) -> str:
        to = "all" if one.audience is None else self._name(one.audience)
        return f"{one.type} to {to}: {_shown_args(one.args)}"

    def _failure(self, said: str, player: PlayerId | None = None) -> AssertionError:
        return AssertionError("\n".join([said, *table_in_words(self.table, player)]))


def _seats(definition: GameDefinition, players: int | Sequence[str | Player]) -> list[Player]:
    """Return the players in seating order; a name gets the id and colour of its seat."""
    count = players if isinstance(players, int) else len(players)
    usual = seat_players(count, definition.infos.player_colors)
    if isinstance(players, int):
        return list(usual)
    named = zip(usual, players, strict=True)
    return [one if isinstance(one, Player) else Player(seat.id, one, seat.color) for seat, one in named]


def _id_of(players: Sequence[Player], who: Who) -> PlayerId:
    for number, player in enumerate(players, 1):
        if who in (player.id, number) or (isinstance(who, str) and who.lower() == player.name.lower()):
            return player.id
    names = [player.name for player in players]
    raise AssertionError(f"nobody called {who!r} sits here{did_you_mean(str(who), names)}: {listed(names)}")


def _shown_args(args: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in args.items()) or "no arguments"
