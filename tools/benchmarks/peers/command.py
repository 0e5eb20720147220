"""The command line of the benchmark against the peers."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.benchmarks.command import PAGE
from tools.benchmarks.peers.catalogue import BOARDGAME_IO, COMPARISONS, NODE_ALONE, PEERS, Comparison
from tools.benchmarks.peers.environments import Environment, NotInstalledError
from tools.benchmarks.peers.page import as_json, as_text, section, waiting, write_section
from tools.benchmarks.peers.running import ROOT, measure
from tools.benchmarks.peers.same_games import check_same, recorded_games

CACHE = ROOT / ".venv-peers"
ROUNDS, SECONDS, SAME = 7, 2.0, 50
QUICK_ROUNDS, QUICK_SECONDS, QUICK_SAME = 1, 0.1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return the exit code: 0, or 1 where a peer could not be measured or plays another game."""
    parser = _parser()
    wanted = parser.parse_args(arguments)
    if wanted.write and (wanted.only or wanted.quick):
        parser.error("--write takes a whole run: without --only and --quick")
    comparisons = [one for one in COMPARISONS if not wanted.only or one.peer in wanted.only]
    cache = wanted.cache.resolve()
    rounds = wanted.rounds or (QUICK_ROUNDS if wanted.quick else ROUNDS)
    seconds = wanted.seconds or (QUICK_SECONDS if wanted.quick else SECONDS)
    try:
        _check_same(comparisons, cache, QUICK_SAME if wanted.quick else SAME)
    except AssertionError as error:
        _say(f"FAILED: another game: {error}")
        return 1
    figures = measure(comparisons, cache, rounds, seconds, _say)
    print(json.dumps(as_json(figures), indent=2) if wanted.json else as_text(figures))
    if busy := waiting(figures):
        _say(busy)
    if wanted.write:
        asked = [f" --{name} {vars(wanted)[name]:g}" for name in ("rounds", "seconds") if vars(wanted)[name]]
        write_section(PAGE, section(f"python3 tools/dev.py peers --write{''.join(asked)}", figures))
        _say(f"written: {PAGE}")
    return int(any(figure.measured is None for figure in figures))


def _check_same(comparisons: Sequence[Comparison], cache: Path, games: int) -> None:
    """Prove that the JavaScript game is ours, where it is measured and can be.

    Raises:
        AssertionError: it is another game.
    """
    peers = {comparison.peer for comparison in comparisons}
    recorded = recorded_games(games) if "boardgame.io" in peers or "node" in peers else []
    kinds: tuple[tuple[Environment, str], ...] = ((NODE_ALONE, "plain"), (BOARDGAME_IO, "boardgame.io"))
    for environment, kind in kinds:
        if environment.name not in peers:
            continue
        try:
            environment.prepare(cache)
        except NotInstalledError:
            continue  # the rows of the table say why
        played, moves = check_same(environment, kind, cache, recorded)
        _say(f"same games in JavaScript, {kind}: {played} games, {moves:,} moves")


def _say(text: str) -> None:
    print(f"bench_peers: {text}", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tools/bench_peers.py",
        description="Measures the engine against its peers, in environments made from the package indexes.",
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=PEERS,
        metavar="PEER",
        help=f"measure this peer only; can be given more than once: {', '.join(PEERS)}",
    )
    parser.add_argument("--rounds", type=_count, metavar="N", help=f"rounds (default {ROUNDS})")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=f"seconds of each process that count (default {SECONDS:g})"
    )
    parser.add_argument("--quick", action="store_true", help="one short round, to see that everything runs")
    parser.add_argument(
        "--cache",
        type=Path,
        default=CACHE,
        metavar="DIR",
        help=f"where the peers' environments are kept (default {CACHE.name} here); delete it for newer peers",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--write", action="store_true", help="write the results to docs/benchmarks.md")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number
