#!/usr/bin/env python3
"""Records the golden replays of ``tests/data/replays`` anew, and snapshots of them.

Run it in the environment of ``tools/dev.py`` after a change that is meant to change them:
``python tools/record_goldens.py``. With ``--check`` nothing is written and a difference is exit 1. The same
code gives the same bytes, on every platform and Python version.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from aurum_states import ActionError, Replay, Table, load_game  # noqa: E402 - found from any folder
from aurum_states.engine.record import encode_line  # noqa: E402
from aurum_states.replay.format import SUFFIX, header_of  # noqa: E402
from aurum_states.replay.recorder import end_of  # noqa: E402
from aurum_states.replay.timeline import Timeline  # noqa: E402

FOLDER = ROOT / "tests" / "data" / "replays"
SNAPSHOTS = ROOT / "tests" / "data" / "snapshots"
FIRST = 2300001
AUTO_SKIP = {100: 2}

_encode = msgspec.json.Encoder().encode
Request = tuple[int, str, dict[str, Any]]


class Golden(NamedTuple):
    """How one golden game is set up.

    ``leaver`` is played for by the game from the first trick on. With ``switching`` players turn auto-skip on
    and off, in their options and in their score panel.
    """

    players: int
    seed: str
    options: Mapping[int, int] = {}
    preferences: Mapping[int, Mapping[int, int]] = {}
    settings: Mapping[str, Any] = {}
    position: Mapping[str, Any] | None = None
    leaver: int = 0
    switching: bool = False


GOLDENS: Mapping[str, Golden] = {
    "3-base": Golden(3, "golden 222"),
    "3-expert-bid-only": Golden(3, "golden 51", {100: 2, 101: 2}),
    "4-base-bid-only": Golden(4, "golden 220", {101: 2}),
    "4-expert": Golden(4, "golden 144", {100: 2}),
    "3-house-rules": Golden(
        3,
        "golden 168",
        preferences={FIRST: AUTO_SKIP},
        settings={
            "swaps_per_trick": None,
            "tiebreak": "strict",
            "gold_tie": "collected",
            "zero_beats_none": False,
            "drop_suit_3p": "C",
            "no_change_if_starter_empty": True,
        },
        leaver=FIRST + 1,
    ),
    "4-position": Golden(
        4,
        "golden 47",
        settings={"bid4": "simultaneous"},
        position={
            "hands": [["S1", "P6"], ["B9", "Z1"], ["C7", "C8"], ["Z4", "S6"]],
            "bids": ["S2", "B3", "C4", "P5"],
            "gold": [["G0"], ["G2"], [], []],
            "tricks": [1, 0, 2, 1],
            "nuggets": [1, 1],
            "marker": 3,
            "leader": 2,
        },
    ),
    "3-auto-skip": Golden(3, "golden 7", preferences={FIRST + 2: AUTO_SKIP}, switching=True),
    "4-auto-skip": Golden(4, "golden 12", switching=True),
}


def record(golden: Golden) -> bytes:
    """Play a golden game and return its replay file."""
    lines: list[bytes] = []
    table = Table.create(
        load_game("aurum"),
        golden.players,
        seed=golden.seed,
        options=golden.options,
        preferences=golden.preferences,
        settings=golden.settings,
        position=golden.position,
        recorder=lambda *made: lines.extend(map(encode_line, made)),
    )
    lines.append(_encode(header_of(table.setup)))
    refused: set[tuple[str, str]] = set()
    pick = random.Random(f"moves of {golden.seed}").random  # noqa: S311 - moves, no secrets
    while not table.is_over:
        for request in requests(table):
            note_refusal(table, request, refused, lines)
        if golden.switching and pick() < 0.2:
            switch(table, pick)
        player = table.active_players[0]
        if player == golden.leaver and table.state == "playerTurn":
            table.zombie_turn(player)
        else:
            table.act(*choose(table, player, pick))
    lines.append(_encode(end_of(table)))
    for request in requests(table):
        note_refusal(table, request, refused, lines)
    return b"\n".join([*lines, b""])


def choose(table: Table, player: int, pick: Callable[[], float]) -> Request:
    """Choose a move that makes a short and varied game: pass where allowed, keep mostly, take bids back."""
    legal = table.legal_moves(player)
    if table.state == "bidding" and pick() < 0.3:
        for bidder in (one.id for one in table.players):
            if "actCancelBid" in table.legal_moves(bidder):
                return bidder, "actCancelBid", {}
    if "actPass" in legal:
        return player, "actPass", {}
    if "actKeepBid" in legal and pick() < 0.8:
        return player, "actKeepBid", {}
    moves = [move for move in table.possible_moves(player) if move.action != "actKeepBid"]
    move = moves[int(pick() * len(moves))]
    return player, move.action, move.args


def switch(table: Table, pick: Callable[[], float]) -> None:
    """Let a player turn auto-skip on or off: in the options, or for this round in the score panel (R67)."""
    player = table.players[int(pick() * len(table.players))].id
    skip = pick() < 0.5
    if pick() < 0.5:
        table.set_preference(player, 100, 2 if skip else 1)
    else:
        table.act(player, "actSetAutoSkip", {"autoSkip": skip})


def requests(table: Table) -> list[Request]:
    """Return requests that are refused now, at least one for every reason there is."""
    ids = [player.id for player in table.players]
    if table.is_over:
        return [(ids[0], "actPlayCard", {"cardId": 1}), (ids[0], "actFly", {})]
    active = table.active_players[0]
    waiting = next((player for player in ids if player not in table.active_players), active + 100)
    action, options = next(iter(table.legal_moves(active).items()))
    possible = table.definition.graph[table.state].possible_actions
    elsewhere = "actKeepBid" if "actKeepBid" not in possible else "actPass"
    foreign = next(card for card in range(1, 100) if card not in options)
    swap = {"goldCardId": foreign, "cardId": foreign, "bidPlayerId": active}
    return [
        (active, "actFly", {}),
        (active, elsewhere, {}),
        (waiting, action, {}),
        (active, action, {"cardId": "twelve"}),
        (active, action, swap if action == "actChangeBid" else {"cardId": foreign}),
    ]


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


def snapshot(recording: bytes) -> bytes:
    """Return the table in the middle of a recorded game as a snapshot."""
    timeline = Timeline(Replay.parse(recording), load_game("aurum"))
    return msgspec.json.format(_encode(timeline.at(timeline.last // 2).snapshot()), indent=1) + b"\n"


def files() -> Iterator[tuple[Path, bytes]]:
    """Yield every file with what belongs into it."""
    for name, golden in GOLDENS.items():
        recording = record(golden)
        yield FOLDER / f"{name}{SUFFIX}", recording
        yield SNAPSHOTS / f"{name}.json", snapshot(recording)


def main() -> int:
    """Record or check all goldens; return the exit code."""
    parser = argparse.ArgumentParser(description="Record the golden replays anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    check = parser.parse_args().check
    changed = []
    for path, made in files():
        if path.exists() and path.read_bytes() == made:
            continue
        changed.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
    for path in changed:
        print(f"{'differs' if check else 'recorded'}: {path.relative_to(ROOT)}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
