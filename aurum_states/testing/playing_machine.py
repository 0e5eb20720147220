"""``game_machine``: a game as a state machine of Hypothesis, which looks for the shortest way to break it."""

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.engine.players import Player, PlayerId
from aurum_states.engine.record import ActionResult, Move, PreferenceChange
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.errors import ActionError, AurumStatesError
from aurum_states.names import listed
from aurum_states.replay.format import SUFFIX, MoveEntry, RunEntry, read_entry
from aurum_states.replay.runner import take
from aurum_states.simulate.agents import RandomAgent
from aurum_states.testing.conformance.aspect import Recording
from aurum_states.testing.conformance.setups import startable
from aurum_states.testing.impossible import guesses, impossible
from aurum_states.testing.seats import differences, encode, everything
from aurum_states.testing.state_coverage import watch_for

try:
    from hypothesis import event, note
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
except ImportError as error:  # pragma: no cover - the test extra is there in our tests
    raise ImportError(
        "game_machine needs hypothesis, which is not installed: pip install 'aurum-states[test]', "
        "or pip install hypothesis"
    ) from error

_ANY = st.integers(0, 2**16 - 1)
"""One of a list whose length is known when the step is made; small numbers are its beginning."""


class GameMachine(RuleBasedStateMachine):
    """Plays a game by legal and illegal moves, and by what else can happen at a table.

    A failure is a test's: the moves up to it are shrunk, and written as a replay file.
    """

    definition: ClassVar[GameDefinition]
    kinds: ClassVar[Sequence[Any]]
    ends_within: ClassVar[int | None] = None
    recordings: ClassVar[Path] = Path()
    taken: ClassVar[Counter[str]]
    """How often each action was taken, in all games together."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table
        self.steps = 0
        self._recording = Recording()
        self._failed = False
        self._counted = watch_for(self.definition)

    @classmethod
    def never_taken(cls) -> list[str]:
        """Return the actions that no game has taken yet."""
        actions = dict.fromkeys(name for state in cls.definition.graph for name in state.possible_actions)
        return [name for name in actions if not cls.taken[name]]

    # -- rules --------------------------------------------------------------------------------------

    @initialize(kind=_ANY, seed=st.integers(0, 9999))
    def sit_down(self, kind: int, seed: int) -> None:
        """Set up a table: how many players, which options."""
        chosen = self.kinds[kind % len(self.kinds)]
        setup: Setup = chosen.setup(self.definition, str(seed))
        note(f"{chosen}, seed {str(seed)!r}")
        self.table = self._tried(lambda: Table.seated(setup, self._recording, "paranoid"), setup)
        self._count(0, self.table.opening)

    @precondition(lambda self: not self.table.is_over)
    @rule(which=_ANY)
    def play(self, which: int) -> None:
        """Make a legal move of anybody."""
        moves = [
            (player, move) for player in self.table.players for move in self.table.possible_moves(player.id)
        ]
        if not moves:
            player = self.table.players[which % len(self.table.players)]
            if player.id in self.table.active_players:
                self._zombie_turn(player.id)
            return
        self._act(*moves[which % len(moves)])

    def _act(self, player: Player, move: Move) -> None:
        number = self.table.moves_made + 1
        label = self.table.label_move(player.id, move)
        note(f"move {number}  {player.name}: {label}" + (f"  {move}" if label != str(move) else ""))
        line = encode(MoveEntry(number, player.id, move.action, move.args, (), ""))
        try:
            self._step(move.action, lambda: self.table.act(player.id, move.action, move.args), line)
        except ActionError as error:
            raise self._failure(
                "refused",
                f"{player.name} is offered {move}, but it is refused with {error.code}: {error}",
                line,
            ) from error
        type(self).taken[move.action] += 1

    @rule(which=_ANY)
    def ask_for_the_impossible(self, which: int) -> None:
        """Ask for something that must be refused; nothing may change."""
        requests = impossible(self.table)
        request = requests[which % len(requests)]
        before = everything(self.table)
        try:
            self.table.act(request.player, request.action, request.args)
        except ActionError as error:
            event(f"refused with {error.code}")
            changed = differences(before, everything(self.table))
            if changed:
                raise self._failure(
                    "changed", f"the refusal of {request} has changed {listed(changed[:3])}"
                ) from error
            return
        except AurumStatesError as error:
            raise self._failure(
                "fails-request", f"{request} fails where it should be refused: {error}"
            ) from error
        raise self._failure("accepted", f"{request} is accepted")

    @rule()
    def save_and_restore(self) -> None:
        """Go on at a table that has been restored from a snapshot."""
        before = everything(self.table)
        restored = self._tried(
            lambda: Table.restore(
                self.definition, self.table.snapshot(), recorder=self._recording, mode="paranoid"
            ),
            self.table.setup,
        )
        changed = differences(before, everything(restored))
        if changed:
            raise self._failure("restored", f"a restored table is another: {listed(changed[:3])}")
        event("restored")
        self.table = restored

    @precondition(lambda self: self.definition.preferences and not self.table.is_over)
    @rule(which=_ANY, whose=_ANY)
    def set_a_preference(self, which: int, whose: int) -> None:
        """Let a player change a preference."""
        player = self.table.players[whose % len(self.table.players)]
        choices = [(one.id, value) for one in self.definition.preferences.values() for value in one.values]
        preference, value = choices[which % len(choices)]
        note(f"{player.name} sets preference {preference} to {value}")
        change = PreferenceChange(player.id, preference, value)
        line = encode({"preference": change, "transitions": [], "digest": ""})
        self._step("preference", lambda: self.table.set_preference(player.id, preference, value), line)

    @precondition(lambda self: bool(guesses(self.table)))
    @rule(which=_ANY)
    def guess(self, which: int) -> None:
        """Try a choice that the game does not list: it is accepted or refused."""
        requests = guesses(self.table)
        request = requests[which % len(requests)]
        line = encode(
            MoveEntry(self.table.moves_made + 1, request.player, request.action, request.args, (), "")
        )
        note(str(request))
        with contextlib.suppress(ActionError):
            self._step(
                request.action,
                lambda: self.table.act(request.player, request.action, request.args),
                line,
            )
            type(self).taken[request.action] += 1

    @precondition(lambda self: not self.table.is_over)
    @rule(which=_ANY)
    def leave(self, which: int) -> None:
        """Let a player leave the table; the game plays for them."""
        self._of_a_player("quit", self.table.quit, which)

    @precondition(lambda self: bool(self.table.zombies))
    @rule(which=_ANY)
    def come_back(self, which: int) -> None:
        """Let a player who has left come back."""
        self._of_a_player("back", self.table.back, which)

    @precondition(lambda self: not self.table.is_over)
    @rule(which=_ANY)
    def give_up(self, which: int) -> None:
        """Let a player concede."""
        self._of_a_player("concede", self.table.concede, which)

    @precondition(lambda self: hasattr(self.table, "undo"))
    @rule(which=_ANY)
    def take_back(self, which: int) -> None:
        """Let a player take a move back."""
        self._of_a_player("undo", getattr(self.table, "undo"), which)  # noqa: B009 - not every engine has it

    def _of_a_player(self, what: str, ask: Callable[[PlayerId], ActionResult], which: int) -> None:
        """Ask for something that one player is about; it may be refused."""
        player = self.table.players[which % len(self.table.players)]
        note(f"{player.name}: {what}")
        effects = {"transitions": [], "digest": ""} if what == "concede" else {}
        line = encode({what: {"player": player.id}, **effects})
        with contextlib.suppress(ActionError):
            self._step(what, lambda: ask(player.id), line)

    def _zombie_turn(self, player: PlayerId) -> None:
        line = b'{"zombie":{"player":%d},"transitions":[],"digest":""}' % player
        note(f"the game plays for {self.table.setup.names[player]}")
        self._step("zombie turn", lambda: self.table.zombie_turn(player), line)

    def teardown(self) -> None:
        """Play to the end where the game is to have one within so many moves."""
        if self._failed or self.ends_within is None or not hasattr(self, "table"):
            return
        agent = RandomAgent("to the end")
        while not self.table.is_over:
            if self.table.moves_made >= self.ends_within:
                raise self._failure("endless", f"the game has not ended within {self.ends_within} moves")
            if not self.table.active_players:
                raise self._failure("stuck", "nobody can act, and the game is not over")
            player = self.table.active_players[0]
            action, option = agent.choose(self.table, player)
            type(self).taken[action] += 1
            self._step(action, partial(self.table.apply, player, action, option))

    # -- failing ------------------------------------------------------------------------------------

    def _step(self, what: str, step: Callable[[], ActionResult], line: bytes = b"") -> ActionResult:
        event(what)
        self.steps += 1
        before = len(self._recording.lines)
        try:
            result = step()
        except ActionError:
            raise
        except AurumStatesError as error:
            raise self._failure("fails", str(error), line) from error
        self._count(before, result)
        return result

    def _count(self, before: int, result: ActionResult) -> None:
        """Count a step for ``--state-coverage``; turns of players who have left are in its result."""
        if self._counted is not None:
            lines = self._recording.lines[before : before + 1]
            self._counted(self.table, read_entry(lines[0], 0) if lines else None, result)

    def _tried(self, make: Callable[[], Table], setup: Setup) -> Table:
        try:
            return make()
        except AurumStatesError as error:
            raise self._failure("setup", str(error), setup=setup) from error

    def _failure(
        self, what: str, message: str, line: bytes = b"", setup: Setup | None = None
    ) -> AssertionError:
        """Write the game up to here; return the failure, which says where."""
        self._failed = True
        text = self._recording.text(setup or self.table.setup, *self._led_to(line))
        file = self.recordings / f"{self.definition.name.replace(' ', '-').lower()}-{what}{SUFFIX}"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
            told = f"written: {file}"
        except OSError as error:
            told = f"the game could not be written to {file}: {error.strerror}"
        failed = AssertionError(message)
        failed.add_note(told)
        note(told)
        return failed

    def _led_to(self, line: bytes) -> list[bytes]:
        """Return the line of the failing step with what it leads to at a table that lets more pass."""
        if not line:
            return []
        recording = Recording()
        try:
            table = Table.restore(self.definition, self.table.snapshot(), recorder=recording)
            entry = read_entry(line, 0)
            assert isinstance(entry, RunEntry)
            take(table, entry)
        except AurumStatesError:
            return [line]
        return recording.lines


def game_machine(
    game: GameDefinition | str | Path | None = None,
    *,
    players: Sequence[int] | None = None,
    ends_within: int | None = None,
    recordings: str | Path = ".",
) -> type[GameMachine]:
    """Return a game as a state machine of Hypothesis.

    ``TestMyGame = game_machine("mygame").TestCase`` is a test. Its steps: legal moves, impossible requests,
    turns of players who leave, changes of preferences, save and restore. After every step the game's
    ``@invariant`` methods are checked, with all that a paranoid table checks.

    Args:
        game: a game, its registered name or its folder; the current folder's by default.
        players: player counts; by default all that the game has.
        ends_within: demand that every game that was begun ends within so many moves of random players.
        recordings: the folder that a failure's game is written into, as ``NAME-WHAT.replay.jsonl``.

    Raises:
        GameNotFoundError, DefinitionError: there is no such game, or it cannot be loaded.
    """
    definition = game if isinstance(game, GameDefinition) else load_game(game)
    kinds, _ = startable(definition, players or definition.infos.players)
    own: Mapping[str, Any] = {
        "definition": definition,
        "kinds": kinds,
        "ends_within": ends_within,
        "recordings": Path(recordings),
        "taken": Counter(),
        "__doc__": f"{definition.name}, played by properties.",
    }
    machine = type(f"{definition.name.title().replace(' ', '')}Machine", (GameMachine,), dict(own))
    _report_at_the_end(machine)
    return machine


def _report_at_the_end(machine: type[GameMachine]) -> None:
    """Let the machine's test say which actions were never taken."""

    def report(_: type) -> None:
        never = machine.never_taken()
        if never:
            print(f"{machine.definition.name}: never taken: {listed(never)}")  # noqa: T201 - pytest shows it with -rP

    case: Any = machine.TestCase
    case.tearDownClass = classmethod(report)
