"""Every trait of real option and preference files, each in a file of its own, with what is said of it.

Games run on BGA with what is accepted, told or warned of: none of it is an error.
"""

from pathlib import Path

import pytest

from aurum_states.checks.run import check

FOLDER = Path(__file__).parents[1] / "data" / "traits"

ACCEPTED = (
    "comment.gameoptions.jsonc",
    "comment.gamepreferences.jsonc",
    "trailing-comma.gameoptions.jsonc",
    "trailing-comma.gamepreferences.jsonc",
    "crlf.gameoptions.json",
    "tabs.gameoptions.json",
    "no-final-newline.gameoptions.json",
    "empty-object.gameoptions.json",
    "empty-object.gamepreferences.json",
    "empty-list.gameoptions.json",
    "empty-list.gamepreferences.json",
    "every-key.gameoptions.json",
    "every-key.gamepreferences.json",
    "dollar-keys.gameoptions.json",
    "dollar-keys.gamepreferences.json",
    "disable.gameoptions.json",
    "is-coop.gameoptions.json",
    "attribute.gamepreferences.json",
    "generic.gamepreferences.json",
    "description.gamepreferences.json",
    "description-of-value.gamepreferences.json",
    "default-zero.gameoptions.json",
    "explicit-false.gameoptions.json",
    "values-as-list.gameoptions.json",
    "values-as-list.gamepreferences.json",
    "startcondition-as-list.gameoptions.json",
    "startcondition-as-object.gameoptions.json",
    "displaycondition-as-object.gameoptions.json",
    "minplayers-list.gameoptions.json",
    "maxplayers-list.gameoptions.json",
    "otheroptionisnot-list.gameoptions.json",
    "condition-value-list.gameoptions.json",
    "large-value-ids.gameoptions.json",
    "order.gameoptions.json",
    "order.gamepreferences.json",
    "html-in-texts.gameoptions.json",
    "speed.gameoptions.json",
    "mode.gameoptions.json",
    "operand-or.gameoptions.json",
    "level-base.gameoptions.json",
    "gamestartonly-false.gameoptions.json",
    "forward-reference.gameoptions.json",
    "empty-conditions.gameoptions.json",
    "startcondition-empty-list.gameoptions.json",
    "yes-no.gameoptions.json",
    "on-off.gameoptions.json",
    "enabled-disabled.gameoptions.json",
)
TOLD = {
    "default-cannot-start.gameoptions.json": "space.default",
    "default-absent.gameoptions.json": "option.default.first",
    "default-absent.gamepreferences.json": "preference.default.first",
    "empty-names.gamepreferences.json": "preference.name.empty",
    "id-7.gamepreferences.json": "preference.id.range",
    "id-210.gamepreferences.json": "preference.id.range",
    "id-300.gamepreferences.json": "preference.id.range",
    "id-402.gamepreferences.json": "preference.id.range",
    "one-value.gameoptions.json": "option.values.single",
    "html.gameoptions.json": "option.name.html",
    "one-value.gamepreferences.json": "preference.values.single",
    "html.gamepreferences.json": "preference.name.html",
    "same-name-shown-in-turn.gameoptions.json": "option.name.twice",
    "language.gameoptions.json": "option.condition.framework",
    "operand-single.gameoptions.json": "option.operand.single",
    "eight-at-once.gameoptions.json": "option.level.additional",
    "message-never-shown.gameoptions.json": "option.message.unused",
    "on-no.gameoptions.json": "option.checkbox",
    "same-tmdisplay.gameoptions.json": "option.tmdisplay.same",
    "tmdisplay-of-default.gameoptions.json": "option.tmdisplay.default",
}
WARNED = {
    "unknown-key.gameoptions.json": "option.key.unknown",
    "key-switched-off.gameoptions.json": "option.key.unknown",
    "description-at-option.gameoptions.json": "option.key.misplaced",
    "tmdisplay-at-option.gameoptions.json": "option.key.misplaced",
    "nobeginner-at-option.gameoptions.json": "option.key.misplaced",
    "default-in-value.gameoptions.json": "option.key.misplaced",
    "level-in-value.gameoptions.json": "option.key.misplaced",
    "tmpdisplay.gameoptions.json": "option.key.misspelt",
    "no-beginner.gameoptions.json": "option.key.misspelt",
    "capitals-in-key.gameoptions.json": "option.key.misspelt",
    "blank-in-key.gameoptions.json": "option.key.misspelt",
    "message-in-displaycondition.gameoptions.json": "option.key.misplaced",
    "id-of-a-player-count.gameoptions.json": "option.key.misplaced",
    "unknown-key.gamepreferences.json": "preference.key.unknown",
    "level.gamepreferences.json": "preference.key.misplaced",
    "displaycondition.gamepreferences.json": "preference.key.misplaced",
    "tmdisplay-of-value.gamepreferences.json": "preference.key.misplaced",
    "value-of-value.gamepreferences.json": "preference.key.unknown",
    "csspref-at-preference.gamepreferences.json": "preference.key.misplaced",
    "need-reload.gamepreferences.json": "preference.key.misspelt",
    "default-text.gameoptions.json": "option.default.text",
    "default-text.gamepreferences.json": "preference.default.text",
    "empty-name.gameoptions.json": "option.name.empty",
    "tooltips.gamepreferences.json": "preference.framework",
    "tooltips-empty.gamepreferences.json": "preference.framework",
    "same-name.gameoptions.json": "option.name.twice",
    "same-name-of-values.gameoptions.json": "option.name.twice",
    "same-name.gamepreferences.json": "preference.name.twice",
    "same-name-of-values.gamepreferences.json": "preference.name.twice",
    "mode-unknown.gameoptions.json": "option.condition.framework",
    "message-missing.gameoptions.json": "option.condition.message.missing",
    "message-empty.gameoptions.json": "option.condition.message.missing",
    "start-of-unknown-value.gameoptions.json": "option.startcondition.value",
    "gamestartonly.gameoptions.json": "option.condition.gamestartonly",
    "maxplayers-zero.gameoptions.json": "option.condition.never",
    "minplayers-99.gameoptions.json": "option.condition.never",
    "players-contradict.gameoptions.json": "option.condition.never",
    "every-value-excluded.gameoptions.json": "option.condition.never",
    "no-with-blank.gameoptions.json": "option.checkbox",
}
REJECTED = {
    "trailing-comma.gameoptions.json": "json.syntax",
    "missing-colon.gameoptions.json": "json.syntax",
    "missing-comma.gameoptions.json": "json.syntax",
    "comment.gameoptions.json": "json.syntax",
    "duplicate-id.gameoptions.json": "json.key.duplicate",
    "duplicate-key.gameoptions.json": "json.key.duplicate",
    "top-level-list.gameoptions.json": "option.shape",
    "top-level-text.gameoptions.json": "option.shape",
    "minplayers-list-at-start.gameoptions.json": "option.condition.players.list",
    "id-below.gameoptions.json": "option.id.range",
    "id-above.gameoptions.json": "option.id.range",
    "id-of-framework.gameoptions.json": "option.id.framework",
    "id-word.gameoptions.json": "option.id",
    "id-word.gamepreferences.json": "preference.id",
    "no-name.gameoptions.json": "option.key.missing",
    "no-values.gameoptions.json": "option.key.missing",
    "empty-values.gameoptions.json": "option.values.none",
    "value-without-name.gameoptions.json": "option.key.missing",
    "default-unknown.gameoptions.json": "option.default.unknown",
    "no-name.gamepreferences.json": "preference.key.missing",
    "no-values.gamepreferences.json": "preference.key.missing",
    "empty-values.gamepreferences.json": "preference.values.none",
    "value-without-name.gamepreferences.json": "preference.key.missing",
    "default-unknown.gamepreferences.json": "preference.default.unknown",
    "missing-option.gameoptions.json": "option.condition.option",
    "missing-value.gameoptions.json": "option.condition.value",
    "itself.gameoptions.json": "option.condition.self",
    "condition-type.gameoptions.json": "option.value.unknown",
    "condition-without-id.gameoptions.json": "option.condition.id.missing",
    "condition-without-value.gameoptions.json": "option.key.missing",
    "condition-of-no-value.gameoptions.json": "option.condition.value.none",
    "operand-unknown.gameoptions.json": "option.value.unknown",
    "level-unknown.gameoptions.json": "option.value.unknown",
    "two-majors.gameoptions.json": "option.level.major",
}

SEVERITIES = {"info": TOLD, "warning": WARNED, "error": REJECTED}


def found(name: str) -> set[tuple[str, str]]:
    """Return code and severity of what is said of a file; an info beside an error does not matter."""
    problems = {(problem.code, problem.severity) for problem in check([FOLDER / name]).problems}
    worse = {(code, severity) for code, severity in problems if severity != "info"}
    return worse if name in REJECTED else problems


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    assert found(name) == set()


@pytest.mark.parametrize(
    ("name", "code", "severity"),
    [(name, code, severity) for severity, files in SEVERITIES.items() for name, code in files.items()],
)
def test_said_of(name, code, severity):
    """Exactly one thing is said of a trait, so that no other rule meddles with it."""
    assert found(name) == {(code, severity)}


def test_every_file_has_a_verdict():
    names = [*ACCEPTED, *TOLD, *WARNED, *REJECTED]
    assert sorted(names) == sorted(path.name for path in FOLDER.iterdir())
