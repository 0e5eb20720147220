"""Games of every kind in which everything is asked of a table, and what the process still holds after them."""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from aurum_states import ActionError, GameDefinition, Move, Replay, Table, load_game
from aurum_states.engine.record import Recorder
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Mode
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent
from aurum_states.simulate.case import Case
from aurum_states.simulate.playing import play
from aurum_states.testing.conformance.setups import Kind, startable
from tools.benchmarks.footprint import resident

EXAMPLES = Path(__file__).parents[2] / "examples"
EVERY = {"paranoid": 61, "example": 10, "replay": 7, "bots": 97}
"""One in so many games is paranoid, one of the examples, recorded and run again, one of bots."""
BOTS = ("greedy", "random")
ODD = 0.1
"""How often something else than a move is asked for."""
LONGEST = 5_000


class Held(NamedTuple):
    """What a process holds: objects that the collector knows, blocks of memory, resident bytes."""

    objects: int
    blocks: int
    resident: int


def held() -> Held:
    """Count, after everything that can be collected is."""
    gc.collect()
    return Held(len(gc.get_objects()), sys.getallocatedblocks(), resident())


def nothing_said(games: int, now: Held) -> None:
    """Say nothing."""


def play_many(
    games: int,
    parts: int,
    say: Callable[[int, Held], None] = nothing_said,
    play: Callable[[int], None] | None = None,
) -> list[Held]:
    """Play so many games and return what is held after each part of them."""
    play = play or play_everything
    seen = []
    for part in range(parts):
        for number in range(part * games // parts, (part + 1) * games // parts):
            play(number)
        seen.append(held())
        say((part + 1) * games // parts, seen[-1])
    return seen


ALLOWED = {"objects": (60, 0.002), "blocks": (500, 0.02)}
"""By how much the second half of all games may grow: what caches with a limit still take in, and for each game."""


def too_much(seen: list[Held], games: int) -> str:
    """Return what grew in the second half of all games, an empty text where nothing did."""
    middle, end = seen[len(seen) // 2 - 1], seen[-1]
    found = []
    for name, (base, each) in ALLOWED.items():
        grown = getattr(end, name) - getattr(middle, name)
        if grown > base + each * games / 2:
            found.append(f"{grown:,} {name} more, {grown / games * 2:.3f} a game")
    return ", ".join(found)


def grown_lines(first: int, games: int, most: int = 10) -> list[str]:
    """Play games from ``first`` on under tracemalloc; return the lines whose memory has grown most."""
    tracemalloc.start(8)
    try:
        gc.collect()
        before = tracemalloc.take_snapshot()
        for number in range(first, first + games):
            play_everything(number)
        gc.collect()
        found = tracemalloc.take_snapshot().compare_to(before, "lineno")
    finally:
        tracemalloc.stop()
    return [str(line) for line in found[:most] if line.size_diff > 0]


def traced_growth(first: int, games: int) -> int:
    """Return by how many bytes the memory that Python has allocated grows over some games."""
    tracemalloc.start()
    try:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(first, first + games):
            play_everything(number)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


# -- one game


def play_everything(number: int) -> None:
    """Play game ``number``: the next kind of table, moves at random, and all else that a table can be asked."""
    rng = Random(number)
    mode: Mode = (
        "paranoid" if number % EVERY["paranoid"] == 0 else "simulation" if number % 3 == 0 else "full"
    )
    definition, kind = _kind(number)
    setup = kind.setup(definition, f"growing/{number}")
    if number % EVERY["bots"] == 0 and definition.name == "aurum":
        played = play(
            Case.of(setup, tuple(BOTS[(number + seat) % 2] for seat in range(kind.players))), number
        )
        assert played.failure is None, played.failure
        return
    if mode == "full" and number % EVERY["replay"] == 0:
        result = run(Replay.parse(recorded(partial(_recorded_game, setup, rng))), definition)
        assert result.mismatch is None, result.mismatch
        return
    table = Table.seated(setup, None, mode)
    for _ in range(LONGEST):
        if table.is_over:
            break
        if mode != "simulation" and rng.random() < ODD:
            table = rng.choice(ODDITIES)(table, rng)
        else:
            _move(table, rng)
    for seat in (None, *(player.id for player in table.players)):
        table.view_for(seat)
    table.ranking()
    table.results()


@cache
def _kinds() -> tuple[list[tuple[GameDefinition, Kind]], list[tuple[GameDefinition, Kind]]]:
    """Return every kind of table of Aurum, and of the examples."""
    folders = sorted(file.parents[1] for file in EXAMPLES.glob("*/config/states.yaml"))
    definitions = [load_game("aurum"), *map(load_game, folders)]
    found = [
        [(definition, kind) for kind in startable(definition, definition.infos.players)[0]]
        for definition in definitions
    ]
    return found[0], [one for of_example in found[1:] for one in of_example]


def _kind(number: int) -> tuple[GameDefinition, Kind]:
    aurum, examples = _kinds()
    nth, rest = divmod(number, EVERY["example"])
    return aurum[number % len(aurum)] if rest else examples[nth % len(examples)]


def _recorded_game(setup: Setup, rng: Random, recorder: Recorder) -> Table:
    table = Table.seated(setup, recorder)
    for _ in range(LONGEST):
        if table.is_over:
            break
        _move(table, rng)
    return table


def _move(table: Table, rng: Random) -> None:
    active = table.active_players
    if not active:
        return
    player = rng.choice(active)
    agent = RandomAgent(str(rng.random()))
    action, option = agent.choose(table, player)
    try:
        table.apply(player, action, option)
    except ActionError as error:
        assert error.code == "action.rule", error


# -- all else


def _refused(table: Table, rng: Random) -> Table:
    player = rng.choice(table.players).id
    wrong = [
        Move("actNothing"),
        Move(f"act{rng.randrange(1000)}"),
        *(Move(one.action, dict.fromkeys(one.args, "x")) for one in _some(table, player)),
        *(Move(one.action, {**one.args, f"n{rng.randrange(1000)}": 1}) for one in _some(table, player)),
    ]
    for move in wrong:
        try:
            table.act(player, move.action, move.args)
        except ActionError as error:
            assert str(error)
    return table


def _some(table: Table, player: int) -> Iterator[Move]:
    if player in table.active_players:
        yield from table.possible_moves(player)[:1]


def _seen(table: Table, rng: Random) -> Table:
    for seat in (None, *(player.id for player in table.players)):
        table.view_for(seat)
        table.title_for(seat)
        table.args_for(seat)
    for player in table.active_players:
        for move in table.possible_moves(player)[:3]:
            table.parse_move(player, table.label_move(player, move))
    return table


def _forked(table: Table, rng: Random) -> Table:
    fork = table.fork()
    for _ in range(3):
        _move(fork, rng)
    return table


def _restored(table: Table, rng: Random) -> Table:
    return Table.restore(table.definition, table.snapshot())


def _taken_back(table: Table, rng: Random) -> Table:
    for player in table.players:
        if table.undoable(player.id):
            table.undo(player.id)
    return table


def _preferring(table: Table, rng: Random) -> Table:
    preferences = table.definition.preferences
    if preferences:
        number = rng.choice([*preferences])
        player, value = rng.choice(table.players).id, rng.choice([*preferences[number].values])
        try:
            table.set_preference(player, number, value)
        except ActionError as error:
            assert str(error)
    return table


def _away(table: Table, rng: Random) -> Table:
    """Let somebody leave, and come back after a while, on another table."""
    gone = table.fork()
    player = rng.choice(gone.players).id
    try:
        gone.quit(player)
        _move(gone, rng)
        gone.back(player)
        gone.concede(player)
    except ActionError as error:
        assert str(error)
    return table


ODDITIES = (_refused, _seen, _forked, _restored, _taken_back, _preferring, _away)
