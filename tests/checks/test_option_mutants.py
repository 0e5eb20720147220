"""Slips in right files of options and preferences: every one is found."""

import itertools
import os
from collections import Counter

from aurum_states.checks.run import check
from tests.checks.option_mutants import KINDS, Slips
from tests.checks.test_traits import ACCEPTED, FOLDER, TOLD

MUTANTS = int(os.environ.get("OPTION_MUTANTS", "300"))
"""How many are tried; a long run tries more."""


WITHOUT = {"language.gameoptions.json": "which values BGA's option 207 has is written nowhere"}


def said(path):
    return [problem for problem in check([path]).problems if problem.severity != "info"]


def test_slips_are_found(tmp_path):
    names = [name for name in (*ACCEPTED, *TOLD) if name.endswith(".json") and name not in WITHOUT]
    slips = {name: Slips((FOLDER / name).read_text("utf-8"), f"{name}/1").mutants() for name in names}
    tried: Counter[str] = Counter()
    missed = []
    for name in itertools.islice(itertools.cycle(names), 100 * MUTANTS):
        mutant = next(slips[name], None)
        if mutant is None:
            continue
        path = tmp_path / name
        path.write_text(mutant.text, "utf-8")
        tried[mutant.kind] += 1
        if not any(map(mutant.is_told_by, said(path))):
            missed.append((name, mutant.kind, mutant.what, [str(one) for one in check([path]).problems]))
        if tried.total() == MUTANTS:
            break
    assert not missed
    assert set(tried) == set(KINDS)
    assert tried.total() == MUTANTS
