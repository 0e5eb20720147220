"""The long run of mutants: a few of them, and what is said of those that no test has noticed."""

import pytest

from tools.mutants import EQUIVALENT, ROOT, RULES, TESTS, Mutant, prepare, report, run


def test_mutants_of_some_functions_are_caught(tmp_path):
    pytest.importorskip("mutmut")
    prepare(tmp_path, ["tests/games/aurum/test_scoring.py"])
    count, left = run(tmp_path, 1, 1, ["*x_winners*", "*x_next_marker*"])
    assert {one.name.split(".x_")[1].split("__")[0] for one in left} == {"next_marker"}, "of another file"
    caught = count - len(left)
    assert caught >= 2
    assert next(report(count, left)) == (
        f"{count} mutants, {caught} caught, 0 that change nothing, {len(left)} not caught"
    )


def test_what_was_not_noticed_is_shown_unless_it_changes_nothing():
    same = Mutant("a", "survived", *next(iter(EQUIVALENT)))
    other = Mutant("b", "survived", "return bid", "return None")
    assert [*report(9, [same])] == ["9 mutants, 8 caught, 1 that change nothing, 0 not caught"]
    assert [*report(9, [same, other])] == [
        "9 mutants, 7 caught, 1 that change nothing, 1 not caught",
        "  b (survived)",
        "    - return bid",
        "    + return None",
    ]


def test_the_lines_named_are_those_of_the_rules():
    lines = [line.strip() for line in (ROOT / RULES).read_text(encoding="utf-8").splitlines()]
    assert {line for line, _ in EQUIVALENT} <= {*lines}
    assert all((ROOT / test).is_file() for test in TESTS)
