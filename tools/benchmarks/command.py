"""The command line of the benchmark."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.benchmarks import figures as measured
from tools.benchmarks.figures import Figure
from tools.benchmarks.growth import measure_growth
from tools.benchmarks.report import Services, as_json, as_text, write_page

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; return the exit code."""
    parser = _parser()
    wanted = parser.parse_args(arguments)
    if wanted.growth:
        if wanted.ci or wanted.write:
            parser.error("--growth measures some figures only: without --ci and --write")
        return _show(measure_growth(wanted.rounds or 5, _say), {}, wanted.json)
    quick = wanted.ci
    rounds = wanted.rounds or (5 if quick else 15)
    games = wanted.games or (4 if quick else 12)
    measured.check_games(1 if quick else 5, _say)
    figures = measured.measure_dispatch(rounds, _say)
    figures += measured.measure_games(rounds, games, _say)
    figures += measured.measure_checking(rounds, _say)
    services: Services = {}
    if not quick:
        figures += measured.measure_footprint(1000, _say)
        figures += measured.measure_start_up(21, _say)
        figures += measured.measure_check_times(21, _say)
        figures += measured.measure_option_space(7, _say)
        figures += measure_growth(5, _say)
        services = measured.measure_services(rounds, games, _say)
    _show(figures, services, wanted.json)
    if wanted.write:
        chosen = {"rounds": wanted.rounds, "games": wanted.games}
        options = "".join(f" --{name} {value}" for name, value in chosen.items() if value)
        write_page(PAGE, f"python3 tools/dev.py bench --write{options}", figures, services)
        _say(f"written: {PAGE}")
    return _gate(figures) if quick else 0


def _show(figures: Sequence[Figure], services: Services, as_data: bool) -> int:
    print(json.dumps(as_json(figures, services), indent=2) if as_data else as_text(figures, services))
    return 0


def _gate(figures: Sequence[Figure]) -> int:
    worse = [figure for figure in figures if not figure.holds]
    for figure in worse:
        measured_at = figure.measured.median if figure.measured else 0
        _say(f"FAILED: {figure.aim.name} is {measured_at:.2f}; the gate is {figure.aim.gate}")
    return 1 if worse else 0


def _say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools/bench.py", description=__doc__)
    parser.add_argument(
        "--ci",
        action="store_true",
        help="few rounds and ratios within this process only; exit 1 when one is beyond its gate",
    )
    parser.add_argument("--growth", action="store_true", help="measure only what could grow")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--write", action="store_true", help="write the results to docs/benchmarks.md")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of each measurement (default 15)")
    parser.add_argument("--games", type=int, metavar="N", help="games of each kind in a round (default 12)")
    return parser
