"""Comments that silence a problem, and those that silence none."""

import pytest

from aurum_states.checks.run import check

DOUBLE = "[actTake, actTake]"


def found(write, text, name="states.yaml"):
    return [
        (problem.code, problem.place.line)
        for problem in check([write(text, name)]).problems
        if not problem.code.startswith(("graph.", "title."))
    ]


def states(actions, above="    # x"):
    return (
        "states:\n  play:\n    type: activeplayer\n    description: x\n"
        f"{above}\n    possibleActions: {actions}\n    updateGameProgression: true\n"
        "    transitions: {over: gameEnd}\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        states(f"{DOUBLE} # aurum-states: ignore state.actions.twice"),
        states(f"{DOUBLE} #aurum-states: ignore state.actions.twice, state.name.repeated because").replace(
            ", state.name.repeated", ""
        ),
        states(f"{DOUBLE} # note # aurum-states: ignore state.actions.twice").replace("note # ", ""),
        states(DOUBLE, "    # aurum-states: ignore state.actions.twice"),
        states(DOUBLE, "# aurum-states: ignore state.actions\n\n    # y".replace("\n\n", "\n")),
        states(f"{DOUBLE} # aurum-states: ignore: state.actions.twice"),
    ],
)
def test_silenced(write, text):
    assert found(write, text) == []


def test_several_codes(write):
    text = states("[take, take] # aurum-states: ignore state.actions.twice, state.actions.prefix")
    assert found(write, text) == []


@pytest.mark.parametrize(
    "text",
    [
        states(DOUBLE),
        states(DOUBLE).replace("description: x", "description: '# aurum-states: ignore state.actions.twice'"),
        states(DOUBLE).replace(
            "description: x", "description: |\n      # aurum-states: ignore state.actions.twice"
        ),
        states(DOUBLE).replace("description: x", "description: x#aurum-states:ignore state.actions.twice"),
    ],
)
def test_not_silenced_by_a_text(write, text):
    assert [code for code, _ in found(write, text)] == ["state.actions.twice"]


def test_a_comment_two_lines_above_or_behind_a_value_above_silences_nothing(write):
    text = states(DOUBLE, "    # aurum-states: ignore state.actions.twice\n    name: x")
    assert found(write, text) == [("ignore.unused", 5), ("state.actions.twice", 7)]
    text = states(DOUBLE, "    name: x # aurum-states: ignore state.actions.twice")
    assert found(write, text) == [("ignore.unused", 5), ("state.actions.twice", 6)]


def test_unused_and_unknown_codes_are_warnings(write):
    text = states("[actTake] # aurum-states: ignore state.actions.twice, state.actoins.twice")
    problems = check([write(text)]).problems
    assert [problem.code for problem in problems] == ["ignore.unused", "ignore.unused"]
    assert {problem.severity for problem in problems} == {"warning"}
    assert "which is not found on line 6" in problems[0].message
    assert "did you mean 'state.actions.twice'?" in problems[1].help


def test_a_comment_without_a_code_silences_nothing(write):
    assert found(write, states(f"{DOUBLE} # aurum-states: ignore")) == [
        ("state.actions.twice", 6),
        ("ignore.code", 6),
    ]


def test_an_unused_comment_can_be_left_out(write):
    write("[tool.aurum-states]\nignore = ['ignore.unused']\n", "pyproject.toml")
    assert found(write, states("[actTake] # aurum-states: ignore state.actions.twice")) == []


def test_nothing_hides_a_syntax_error(write):
    text = "# aurum-states: ignore yaml.syntax\nstates: [\n"
    assert [code for code, _ in found(write, text)] == ["yaml.syntax"]


def test_jsonc(write):
    option = '{"name": "x", "default": 0, "values": [{"name": "// y"}, {"name": "z"}]}'
    text = f'{{"99": {option} // aurum-states: ignore option.id.range\n}}'
    assert found(write, text, "gameoptions.jsonc") == []
    above = f'{{\n// aurum-states: ignore option.id.range\n"99": {option}}}'
    assert found(write, above, "gameoptions.jsonc") == []
    inside = f'{{"99": {option.replace("// y", "// aurum-states: ignore option.id.range")}}}'
    assert found(write, inside, "gameoptions.jsonc") == [("option.id.range", 1)]


@pytest.mark.parametrize(
    ("name", "mark"),
    [("gameoptions.jsonc", "//"), ("gameoptions.yaml", "#"), ("gamepreferences.jsonc", "//")],
)
def test_findings_of_rules_in_bgas_files(write, name, mark):
    kind = "option" if "options" in name else "preference"
    values = '"default": "1", "values": {"0": {"name": "x"}, "1": {"name": "y"}}'
    lines = [
        '{"100": {"name": "a",',
        f'  "tm_display": "", {mark} aurum-states: ignore {kind}.key',
        values,
        "}}",
    ]
    assert found(write, "\n".join(lines), name) == [(f"{kind}.default.text", 3)]
    lines.insert(2, f"{mark} aurum-states: ignore {kind}.default.text, {kind}.default.first")
    assert found(write, "\n".join(lines), name) == [("ignore.unused", 3)]


def test_codes_of_rules_that_had_nothing_to_look_at_are_not_called_unused(write, monkeypatch):
    from aurum_states.checks import catalogue as module
    from aurum_states.checks.catalogue import catalogue

    pages = dict(catalogue())
    needs = next(code for code, page in pages.items() if page.needs == "class")
    monkeypatch.setattr(module, "catalogue", lambda: pages)
    assert found(write, states(f"[actTake] # aurum-states: ignore {needs}")) == []
