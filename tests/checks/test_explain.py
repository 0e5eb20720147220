"""``aurum-states explain``."""

from aurum_states.checks.catalogue import catalogue


def test_a_code(run):
    code, out, err = run("explain", "state.target.unknown")
    assert (code, err) == (0, "")
    assert out.startswith("state.target.unknown (error)\nA transition leads to no state\n\nBGA finds out")
    assert "Wrong:\n    play:\n" in out
    assert "Right:\n" in out
    assert "Source: BGA Studio wiki" in out


def test_every_code(run):
    for page in catalogue().values():
        code, out, _ = run("explain", page.code)
        assert code == 0
        assert page.title in out


def test_the_list(run):
    code, out, _ = run("explain", "--list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(catalogue())


def test_the_beginning_of_codes(run):
    code, out, _ = run("explain", "state.actions")
    assert code == 0
    assert len(out.splitlines()) > 3
    assert all(line.startswith("state.actions.") for line in out.splitlines())


def test_a_misspelt_code(run):
    code, out, err = run("explain", "state.target.unknwon")
    assert (code, out) == (2, "")
    assert "did you mean 'state.target.unknown'?" in err


def test_nothing(run):
    code, _, err = run("explain")
    assert code == 2
    assert "--list" in err
