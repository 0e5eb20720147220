"""A fault at any point of an action leaves the table as if it had never been.

Judged against a twin that never met a fault: bytes, views and legal moves after every fault, and the records
of both games to the end. The points hit are counted by kind, and none may be missing.
"""

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from aurum_states import ActionError, Table, load_game
from aurum_states.engine import keeping
from aurum_states.engine.record import encode_line
from aurum_states.errors import GameError

from .faults import FAULTS, POINTS, Fuse, InjectedFault, fused_definition

GAMES = {
    "3 base": {"players": 3, "seed": "faults 3", "preferences": {2300001: {100: 2}}},
    "4 expert": {"players": 4, "seed": "faults 4", "options": {100: 2}},
    "4 together": {
        "players": 4,
        "seed": "faults 5",
        "settings": {"bid4": "simultaneous", "gold_tie": "collected"},
    },
}
MOST_POINTS = 40
"""At most so many faults a move, spread over its points: a deal has hundreds that are all alike."""


class Twins:
    """A table that meets faults, and one that does not."""

    def __init__(self, fuse: Fuse, definition: Any, **setup: Any) -> None:
        self.fuse = fuse
        self.lines: dict[str, list[bytes]] = {"subject": [], "twin": []}

        def note(line: Any) -> None:
            fuse.point("recorder")
            self.lines["subject"].append(encode_line(line))

        self.subject = Table.create(definition, recorder=note, **setup)
        self.twin = Table.create(
            load_game("aurum"), recorder=lambda line: self.lines["twin"].append(encode_line(line)), **setup
        )
        self.seats = [None, *(player.id for player in self.twin.players)]
        self.expected: Any = None
        self.faults = 0

    def meet_faults(self, act: Callable[[Table], Any], rng: Random) -> None:
        """Try an action with a fault at its points, one after the other, then let both tables do it."""
        self.expected = self.look(self.twin)
        points = self.count(act)
        chosen = range(1, points + 1)
        if points > MOST_POINTS:
            chosen = sorted({1, 2, points - 1, points, *rng.sample(range(1, points + 1), MOST_POINTS - 4)})
        for point in chosen:
            self.meet(act, point, rng.choice([*FAULTS]))
        result = act(self.subject)
        assert result == act(self.twin)

    def count(self, act: Callable[[Table], Any]) -> int:
        """Return how many points an action passes, counted on a copy."""
        never = 10**9
        copy = Table.restore(
            self.subject.definition, self.subject.snapshot(), recorder=self.subject._recorder
        )
        self.look(copy)  # which fills what a table remembers, as it is filled at the subject
        self.fuse.arm(never, "exception")
        act(copy)
        passed = never - self.fuse._left
        self.fuse.disarm()
        self.lines["subject"].pop()
        return passed

    def meet(self, act: Callable[[Table], Any], point: int, fault: str) -> None:
        """Try an action with one fault in it."""
        self.fuse.arm(point, fault)
        right = {"exception": (GameError, InjectedFault), "interrupt": KeyboardInterrupt}.get(
            fault,
            (ActionError, GameError),  # the latter where nobody asked: a turn that is played for them
        )
        with pytest.raises(right) as raised:  # type: ignore[arg-type] - a type or several
            act(self.subject)
        assert self.fuse.blown, f"point {point} was not reached"
        if fault == "exception":
            assert "injected" in str(raised.value)
        self.faults += 1
        assert self.look(self.subject) == self.expected, f"after a fault at point {point}"

    def look(self, table: Table) -> Any:
        """Everything about a table: its bytes, what it derives from them, what each seat may see and do."""
        kept = table._keeping
        cards = kept.state.cards
        return (
            keeping.encode((kept.core, kept.state)),
            table.digest,
            dict(cards._at),
            cards.card_type,
            table.active_players,
            [table.legal_moves(player) for player in self.seats if player is not None],
            [table.args_for(seat) for seat in self.seats],
            [table.title_for(seat) for seat in self.seats],
        )


def pick(table: Table, rng: Random) -> tuple[int, str, Any]:
    """Choose a move: often a pass, so that rounds end early, and now and then a bid that is taken back."""
    if table.state == "bidding" and rng.random() < 0.3:
        for player in table.players:
            if "actCancelBid" in table.legal_moves(player.id):
                return player.id, "actCancelBid", {}
    player_id = table.active_players[0]
    moves = table.possible_moves(player_id)
    passes = [move for move in moves if move.action == "actPass"]
    move = rng.choice(passes or moves)
    return player_id, move.action, move.args


@pytest.mark.parametrize("name", GAMES)
def test_a_fault_leaves_the_table_as_it_was(
    name: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    fuse = Fuse()
    twins = Twins(fuse, fused_definition(fuse, monkeypatch), **GAMES[name])
    rng = Random(name)
    while not twins.twin.is_over:
        if rng.random() < 0.1:
            player_id = twins.twin.active_players[-1]
            twins.meet_faults(lambda table, leaver=player_id: table.zombie_turn(leaver), rng)
        else:
            move = pick(twins.twin, rng)
            twins.meet_faults(lambda table, move=move: table.act(*move), rng)
        for seat in twins.seats:
            assert twins.subject.view_for(seat) == twins.twin.view_for(seat)
    assert twins.subject.is_over
    assert twins.lines["subject"] == twins.lines["twin"]
    assert twins.subject.snapshot() == twins.twin.snapshot()
    assert twins.subject.ranking() == twins.twin.ranking()
    by_kind = {
        kind: sum(count for (one, _), count in fuse.hit.items() if one == kind) for kind in sorted(POINTS)
    }
    print(f"{name}: {twins.faults} faults in {twins.twin.moves_made} moves: {by_kind}")  # noqa: T201
    record_property("faults", by_kind)
    assert set(by_kind) == {kind for kind, _ in fuse.hit}
    assert all(by_kind.values()), f"points of a kind never hit: {by_kind}"
    assert {fault for _, fault in fuse.hit} == set(FAULTS)


def test_a_fault_while_looking_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fuse = Fuse()
    twins = Twins(fuse, fused_definition(fuse, monkeypatch), **GAMES["3 base"])
    rng = Random("looking")
    questions: list[Callable[[Table, Any], Any]] = [
        lambda table, seat: table.view_for(seat),
        lambda table, seat: table.args_for(seat),
        lambda table, seat: table.legal_moves(seat or 2300001),
        lambda table, seat: table.title_for(seat),
    ]
    met = 0
    while not twins.twin.is_over:
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
        move = pick(twins.twin, rng)
        assert twins.subject.act(*move) == twins.twin.act(*move)
    assert met > 50


NEVER_INTERRUPTED = {"_undone", "put_back", "refill", "rebuild", "reset", "_decoded", "_refill", "_same"}
"""The way back itself: an interrupt of an interrupt is not promised to be harmless."""


class InterruptAtLine:
    """Raises KeyboardInterrupt at the n-th line of the package that runs, as Ctrl-C might."""

    def __init__(self, lines: int) -> None:
        self.left = lines

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if "aurum_states" not in code.co_filename or code.co_name in NEVER_INTERRUPTED:
            return None
        if event == "line":
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
        return self


def test_an_interrupt_at_any_line_leaves_a_move_done_or_not_begun() -> None:
    setup: dict[str, Any] = GAMES["3 base"]
    subject, twin = (Table.create(load_game("aurum"), **setup) for _ in range(2))
    rng = Random("lines")
    seats = [None, *(player.id for player in twin.players)]
    done = interrupted = 0
    tracer = sys.gettrace()

    def look(table: Table) -> Any:
        return table.snapshot(), [table.view_for(seat) for seat in seats]

    while not twin.is_over:
        move = pick(twin, rng)
        before = look(twin)
        for _ in range(20):
            try:
                sys.settrace(InterruptAtLine(rng.randrange(1, 200)))
                subject.act(*move)
            except KeyboardInterrupt:
                interrupted += 1
                if subject.moves_made == twin.moves_made:
                    assert look(subject) == before
                    continue
            finally:
                sys.settrace(tracer)
            done += 1
            break
        else:
            subject.act(*move)
        twin.act(*move)
        assert look(subject) == look(twin)
    assert interrupted > 500
    assert done


def forget_everything(self: keeping.Keeping) -> None:
    """A way back that does not go anywhere."""


def forget_chance(self: keeping.Keeping) -> None:
    drawn = self.core.drawn
    right_way_back(self)
    self.core.drawn = drawn


right_way_back = keeping.Keeping.put_back


@pytest.mark.parametrize("wrong", [forget_everything, forget_chance])
def test_a_wrong_way_back_is_noticed(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping.Keeping, "put_back", wrong)
    with pytest.raises(AssertionError, match="after a fault at point"):
        test_a_fault_leaves_the_table_as_it_was("3 base", monkeypatch, lambda name, value: None)
