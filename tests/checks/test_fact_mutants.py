"""Slips in right files of statistics and facts: every one is found."""

import itertools
import os
from collections import Counter
from pathlib import Path

from aurum_states.checks.run import check
from tests.checks.fact_mutants import SLIPS
from tests.checks.option_mutants import KINDS

FOLDER = Path(__file__).parents[1] / "data" / "mutated"
MUTANTS = int(os.environ.get("FACT_MUTANTS", "150"))
"""How many are tried; a long run tries more."""


def test_slips_are_found(tmp_path):
    files = sorted(FOLDER.iterdir())
    slips = [
        (file.name, SLIPS[file.stem.rpartition(".")[2]](file.read_text("utf-8"), file.name).mutants())
        for file in files
    ]
    assert not check(files).problems
    tried: Counter[str] = Counter()
    missed = []
    for name, mutants in itertools.islice(itertools.cycle(slips), 100 * MUTANTS):
        mutant = next(mutants, None)
        if mutant is None:
            continue
        path = tmp_path / name
        path.write_text(mutant.text, "utf-8")
        tried[mutant.kind] += 1
        problems = check([path]).problems
        if not any(map(mutant.is_told_by, problems)):
            missed.append((name, mutant.kind, mutant.what, mutant.names, [str(one) for one in problems]))
        if tried.total() == MUTANTS:
            break
    assert not missed
    assert set(tried) == set(KINDS)
    assert tried.total() == MUTANTS
