#!/usr/bin/env python3
"""Records the golden replays of every game and example anew, and snapshots of them.

Run it in the environment of ``tools/dev.py`` after a change that is meant to change them:
``python tools/record_goldens.py``; it prints what is different. With ``--check`` nothing is written and a
difference is exit 1. The same code gives the same bytes, on every platform and Python version.

Moves are chosen by chance. States and transitions that no golden game of a game gets to are looked for by
``reach``; what is found is recorded beside them, under a name that begins with ``reach-``.
"""

import argparse
import difflib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from aurum_states import ActionError, Replay, Table  # noqa: E402 - found from any folder
from aurum_states.engine.record import encode_line  # noqa: E402
from aurum_states.engine.setup import Setup  # noqa: E402
from aurum_states.replay.coverage import Coverage  # noqa: E402
from aurum_states.replay.format import header_of  # noqa: E402
from aurum_states.replay.recorder import end_of  # noqa: E402
from aurum_states.replay.runner import run  # noqa: E402
from aurum_states.replay.timeline import Timeline  # noqa: E402
from aurum_states.simulate.reach import Found, Goal, Step, reach  # noqa: E402
from tools.golden_games import FOUND, Golden, GoldenGame, Pick, Request, golden_games, picks  # noqa: E402

BUDGET = 40_000
"""How many moves are tried from each set-up to get where no golden game gets."""
SHOWN = 6
"""So many lines that differ are printed of a file."""

_encode = msgspec.json.Encoder().encode


def record(game: GoldenGame, name: str) -> bytes:
    """Play a golden game and return its replay file."""
    return _played(game, game.goldens[name], game.setup(name), ())


def found(game: GoldenGame, coverage: Coverage) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the replay file of games that get where the golden ones do not, by search.

    Each is looked for from the set-up of every golden game in turn; it is then played to its end. What they
    reach is added to ``coverage``.
    """
    for item in [*coverage.missing("transition"), *coverage.missing("state")]:
        if coverage.counts[item]:
            continue  # a game that was found before went there, too
        goal = Goal(item.name[0], item.name[1] if item.kind == "transition" else None)
        for name, golden in game.goldens.items():
            way = reach(game.setup(name), goal, budget=BUDGET)
            if isinstance(way, Found):
                plain = golden._replace(leaver=0, away=range(0), switching=False)
                made = _played(game, plain, way.setup, way.steps)
                own = f"{FOUND}{'-'.join(item.name[:2])}"
                add(coverage, game, own, made)
                yield own, made
                break


def add(coverage: Coverage, game: GoldenGame, name: str, recording: bytes) -> None:
    """Count what a recording reaches."""
    run(Replay.parse(recording), game.load(), watch=coverage.watch(name))


def _played(game: GoldenGame, golden: Golden, setup: Setup, steps: Sequence[Step]) -> bytes:
    """Play a game to its end, after these first steps, and return its replay file."""
    lines: list[bytes] = []
    table = Table.seated(setup, lambda *made: lines.extend(map(encode_line, made)))
    lines.append(_encode(header_of(table.setup)))
    for step in steps:
        table.apply(*step)
    refused: set[tuple[str, str]] = set()
    pick = picks(golden)
    while not table.is_over:
        for request in requests(table):
            note_refusal(table, request, refused, lines)
        if golden.switching and pick() < 0.2:
            switch(table, pick)
        last = table.players[-1].id
        if (last in table.zombies) != (table.moves_made in golden.away):
            table.back(last) if last in table.zombies else table.quit(last)
            continue
        player = table.active_players[0]
        if player == golden.leaver and table.state == "playerTurn":
            table.zombie_turn(player)
        else:
            table.act(*game.choose(table, player, pick))
    lines.append(_encode(end_of(table)))
    for request in requests(table):
        note_refusal(table, request, refused, lines)
    return b"\n".join([*lines, b""])


def switch(table: Table, pick: Pick) -> None:
    """Let a player turn auto-skip on or off: in the options, or for this round in the score panel (R67)."""
    player = table.players[int(pick() * len(table.players))].id
    skip = pick() < 0.5
    if pick() < 0.5:
        table.set_preference(player, 100, 2 if skip else 1)
    else:
        table.act(player, "actSetAutoSkip", {"autoSkip": skip})


def requests(table: Table) -> Iterator[Request]:
    """Yield requests that are refused now, one for every reason to refuse that this position has."""
    graph = table.definition.graph
    actions = list(dict.fromkeys(name for state in graph for name in state.possible_actions))
    if table.is_over:
        yield table.players[0].id, actions[0], {}
        yield table.players[0].id, "actFly", {}
        return
    active = table.active_players[0]
    yield active, "actFly", {}
    now = {*graph[table.state].possible_actions, *graph[table.state_for(active)].possible_actions}
    yield from ((active, name, {}) for name in actions if name not in now)
    legal = table.possible_moves(active)
    waiting = (player.id for player in table.players if player.id not in table.active_players)
    yield next(waiting, active + 100), legal[0].action, {}
    move = next((one for one in legal if one.args), None)
    if move is None:
        yield active, legal[0].action, {"nonsense": 1}
        return
    key, value = next(iter(move.args.items()))
    yield active, move.action, {**move.args, key: [value]}
    offered = {one.args[key] for one in legal if one.action == move.action}
    foreign = next(n for n in range(1, 1000) if n not in offered) if isinstance(value, int) else "nothing"
    yield active, move.action, {**move.args, key: foreign}


def note_refusal(table: Table, request: Request, seen: set[tuple[str, str]], lines: list[bytes]) -> None:
    """Make a request that is refused, and note it the first time its reason comes in a state."""
    player, action, args = request
    try:
        table.act(player, action, args)
    except ActionError as error:
        if (table.state, error.code) not in seen:
            seen.add((table.state, error.code))
            refused = {"player": player, "action": action, "args": args, "code": error.code}
            lines.append(_encode({"refused": refused}))
    else:
        raise AssertionError(f"{request} was accepted in state {table.state}")


def snapshot(game: GoldenGame, recording: bytes) -> bytes:
    """Return the table in the middle of a recorded game as a snapshot."""
    timeline = Timeline(Replay.parse(recording), game.load())
    return msgspec.json.format(_encode(timeline.at(timeline.last // 2).snapshot()), indent=1) + b"\n"


def files() -> Iterator[tuple[Path, bytes]]:
    """Yield every file with what belongs into it."""
    for game in golden_games():
        for name, recording in recordings(game):
            yield game.file(name), recording
            yield game.snapshot(name), snapshot(game, recording)


def recordings(game: GoldenGame) -> Iterator[tuple[str, bytes]]:
    """Yield the golden games of a game, and those that a search finds to fill what they miss together."""
    definition = game.load()
    coverage = Coverage(definition.name, definition.graph)
    for name in game.goldens:
        made = record(game, name)
        add(coverage, game, name, made)
        yield name, made
    yield from found(game, coverage)


def differences(before: bytes, after: bytes) -> list[str]:
    """Return the first lines that differ, the old ones marked with ``-``, the new ones with ``+``."""
    old, new = (text.decode().splitlines() for text in (before, after))
    lines = [line for line in difflib.ndiff(old, new) if line[0] in "-+"]
    more = [f"  ... and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return [*(f"  {line}" for line in lines[:SHOWN]), *more]


def main() -> int:
    """Record or check all goldens; return the exit code."""
    parser = argparse.ArgumentParser(description="Record the golden replays anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    check = parser.parse_args().check
    wanted, changed = set(), False
    for path, made in files():
        wanted.add(path)
        old = path.read_bytes() if path.exists() else b""
        if old == made:
            continue
        changed = True
        print(f"{'differs' if check else 'recorded'}: {path.relative_to(ROOT)}")
        print("\n".join(differences(old, made)) if old else "  new")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
    for path in sorted(found for folder in {path.parent for path in wanted} for found in folder.iterdir()):
        if path not in wanted and path.name.endswith((".replay.jsonl", ".json")):
            changed = True
            print(f"of no golden game: {path.relative_to(ROOT)}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
