"""A fault at any point of anything that is asked of a table leaves it as if it had never been.

Judged against a twin that never met a fault: bytes, views and legal moves after every fault, and the records
of both games to the end. The points hit are counted by kind, and none may be missing.
"""

import linecache
import sys
from collections.abc import Callable, Iterator
from random import Random
from types import FrameType
from typing import Any

import pytest

from aurum_states import ActionError, Table
from aurum_states.engine import keeping
from aurum_states.errors import GameError, RecordingError

from .faults import FAULTS, MOVING, MULTI_SETTERS, POINTS, PRIVATE_SETTERS
from .faulty_games import Playground, Request, Tally, Twins, choose

FAULTS_OF = {"fair": 5_000}
EACH = 1_000
"""Faults in games of each other kind; ``tools/long.py faults`` has more."""
REQUESTS = {"move", "zombie turn", "quit", "back", "concede", "preference", "undo"}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    """All games, with points in everything."""
    with pytest.MonkeyPatch.context() as patch:
        yield Playground(patch, tmp_path_factory.mktemp("games"))


def test_a_fault_leaves_the_table_as_it_was(
    ground: Playground, record_property: Callable[[str, object], None]
) -> None:
    total = Tally()
    for name in ground.games:
        tally, number, most = Tally(), 0, FAULTS_OF.get(name, EACH)
        while tally.faults < most:
            tally.add(ground.play(name, str(number), most=most - tally.faults))
            number += 1
        print(f"{name}: {tally.faults} faults in {tally.moves} moves: {dict(tally.points)}")  # noqa: T201
        total.add(tally)
    record_property("faults", dict(total.points))
    assert set(total.points) == POINTS, POINTS - set(total.points)
    assert set(total.kinds) == {*FAULTS}
    assert set(total.requests) == REQUESTS
    assert set(total.names) >= MULTI_SETTERS | PRIVATE_SETTERS | MOVING


@pytest.mark.parametrize("mode", ["full", "quiet"])
@pytest.mark.parametrize("name", ["aurum", "fair", "hedgewitches"])
def test_a_whole_game_with_faults_ends_as_one_without(name: str, mode: str, ground: Playground) -> None:
    assert ground.play(name, "whole", {**ground.setups[name][0], "mode": mode}).faults > 300


@pytest.mark.parametrize("name", ["aurum", "fair", "fruitstand"])
def test_a_fault_while_looking_changes_nothing(name: str, ground: Playground) -> None:
    fuse = ground.fuse
    setup = {**ground.setups[name][-1], "seed": "looking"}
    twins = Twins(fuse, *ground.games[name], **setup)
    rng = Random("looking")
    questions: list[Callable[[Table, Any], Any]] = [
        lambda table, seat: table.view_for(seat),
        lambda table, seat: table.args_for(seat),
        lambda table, seat: table.legal_moves(seat or 2300001),
        lambda table, seat: table.title_for(seat),
    ]
    met = 0
    for _ in range(100):
        if twins.twin.is_over:
            break
        expected = twins.look(twins.twin)
        for question in questions:
            seat, fault = rng.choice(twins.seats), rng.choice([*FAULTS])
            fuse.arm(rng.randrange(1, 12), fault)
            try:
                question(twins.subject, seat)
            except (GameError, KeyboardInterrupt, ActionError):
                met += 1
            fuse.disarm()
            assert twins.look(twins.subject) == expected
        request = choose(twins.twin, rng)
        assert asked(request, twins.subject) == asked(request, twins.twin)
    assert met > 20


def test_a_recorder_gets_all_that_a_move_has_led_to_or_nothing(ground: Playground) -> None:
    """A move and the zombie turns after it are one call: half of it cannot be recorded."""
    calls: list[tuple[Any, ...]] = []
    table = Table.create(ground.games["aurum"][0], 3, seed="S", recorder=lambda *lines: calls.append(lines))
    first, second, _ = (player.id for player in table.players)
    table.quit(second)
    while not any(len(lines) > 1 for lines in calls):
        player = first if first in table.active_players else table.active_players[0]
        move = table.possible_moves(player)[0]
        result = table.act(player, move.action, move.args)
        assert len(calls[-1]) == 1 + len(result.zombie_turns)
        assert calls[-1][1:] == result.zombie_turns
    full = RecordingError("full")

    def fails(*lines: Any) -> None:
        raise full

    before = table.snapshot()
    table._recorder = fails
    with pytest.raises(RecordingError):
        table.zombie_turn(table.active_players[0])
    assert table.snapshot() == before


NEVER_INTERRUPTED = {"_fail"}
"""Where the way back begins: the one moment that no code can guard."""


def caught(frame: FrameType) -> bool:
    """Whether the line begins an ``except``, or calls the way back: Python looks for Ctrl-C only in calls."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
    return line.startswith(("except ", "self._fail("))


class InterruptAtLine:
    """Raises KeyboardInterrupt at the n-th line of the package that runs, as Ctrl-C might.

    With ``within`` it counts only lines of functions of that name.
    """

    def __init__(self, lines: int, within: str = "") -> None:
        self.left = lines
        self.within = within

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if "aurum_states" not in code.co_filename or code.co_name in NEVER_INTERRUPTED:
            return None
        if self.within not in ("", code.co_name):
            return None
        if event == "line" and not caught(frame):
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
        return self


@pytest.mark.parametrize("mode", ["full", "quiet"])
@pytest.mark.parametrize("name", ["aurum", "hedgewitches", "fair"])
def test_an_interrupt_at_any_line_leaves_a_request_done_or_not_begun(
    name: str, mode: str, ground: Playground
) -> None:
    plain, setup = ground.games[name][0], {**ground.setups[name][0], "mode": mode}
    subject, twin = (Table.create(plain, **setup, seed="S") for _ in range(2))
    rng = Random("lines")
    seats = [None, *(player.id for player in twin.players)]
    done = interrupted = 0
    tracer = sys.gettrace()

    def look(table: Table) -> Any:
        return table.snapshot(), [table.view_for(seat) for seat in seats]

    while not twin.is_over:
        request = choose(twin, rng)
        before = look(twin)
        for _ in range(20):
            outcome = None
            try:
                sys.settrace(InterruptAtLine(rng.randrange(1, 200)))
                outcome = asked(request, subject)
            except KeyboardInterrupt:
                interrupted += 1
                if subject.snapshot() == before[0]:
                    assert look(subject) == before
                    continue
            finally:
                sys.settrace(tracer)
            done += 1
            break
        else:
            outcome = asked(request, subject)
        expected = asked(request, twin)
        assert outcome in (None, expected)
        assert look(subject) == look(twin)
    assert interrupted > 300
    assert done


@pytest.mark.parametrize("within", ["_put_back", "put_back", "refill", "_decoded", "_same", "reset"])
def test_an_interrupt_on_the_way_back_of_a_refused_move_is_harmless(within: str, ground: Playground) -> None:
    table = Table.create(ground.games["fair"][0], 2, seed="S")
    player = table.active_players[0]
    request = Request("move", lambda table: table.act(player, "actDo", {"how": "restore"}))
    table.act(player, "actDo", {"how": "cube"})
    everything = table.snapshot(), table.view_for(player), table.legal_moves(player)
    assert "no savepoint" in asked(request, table)
    assert interrupted_everywhere(request, table, within, everything) > 3


def test_an_interrupt_while_a_zombie_tries_moves_is_harmless(ground: Playground) -> None:
    table = Table.create(ground.games["hedgewitches"][0], 2, seed="S")
    while table.state != "turn":
        table.zombie_turn(table.active_players[0])
    player = table.active_players[0]
    chance = table._game._services.random
    request = Request("zombie turn", lambda table: table.zombie_turn(player))
    everything = table.snapshot(), table.view_for(player), table.legal_moves(player)
    assert interrupted_everywhere(request, table, "_tried", everything) > 15
    assert table._game._services.random is chance


def interrupted_everywhere(request: Request, table: Table, within: str, everything: Any) -> int:
    """Interrupt a request at each line of a function; return at how many lines it was."""
    tracer = sys.gettrace()
    for line in range(1, 1000):
        try:
            sys.settrace(InterruptAtLine(line, within))
            asked(request, table)
        except KeyboardInterrupt:
            sys.settrace(tracer)
            player = table.active_players[0]
            assert (table.snapshot(), table.view_for(player), table.legal_moves(player)) == everything, line
        else:
            return line - 1
        finally:
            sys.settrace(tracer)
    raise AssertionError("it is interrupted for ever")


def asked(request: Request, table: Table) -> Any:
    """Return what a request gives, or the words in which it is refused."""
    try:
        return request.ask(table)
    except ActionError as refused:
        return str(refused)


def forget_everything(self: keeping.Keeping) -> None:
    """A way back that does not go anywhere."""


def forgetting(forget: Callable[[keeping.Keeping], Callable[[], None]]) -> Callable[[keeping.Keeping], None]:
    """Return a way back after which something is as it was before it."""

    def way_back(self: keeping.Keeping) -> None:
        again = forget(self)
        right_way_back(self)
        again()

    return way_back


def chance(kept: keeping.Keeping) -> Callable[[], None]:
    drawn = kept.core.drawn
    return lambda: setattr(kept.core, "drawn", drawn)


def clocks(kept: keeping.Keeping) -> Callable[[], None]:
    shown = kept.clock.shown
    return lambda: setattr(kept.clock, "shown", shown)


def private_states(kept: keeping.Keeping) -> Callable[[], None]:
    private = dict(kept.core.private)
    return lambda: kept.core.private.update(private)


def who_left(kept: keeping.Keeping) -> Callable[[], None]:
    standing = kept.core.standing
    return lambda: setattr(kept.core, "standing", standing)


right_way_back = keeping.Keeping.put_back


@pytest.mark.parametrize(
    ("name", "forget"),
    [
        *(("aurum", forget) for forget in (None, chance, who_left)),
        *(("fair", forget) for forget in (None, chance, clocks, private_states, who_left)),
    ],
)
def test_a_wrong_way_back_is_noticed(
    name: str, forget: Any, ground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = forget_everything if forget is None else forgetting(forget)
    monkeypatch.setattr(keeping.Keeping, "put_back", ground.fuse.muted(wrong))
    with pytest.raises(AssertionError, match="after a fault at point"):
        for seed in range(20):
            ground.play(name, f"wrong {seed}")
