"""Rules about notifications: types of BGA's own, texts, placeholders, as far as the source tells."""

import pytest

from tests.checks.small import CODE, STATES, changed, codes, the

TAKE = "        self.state.left -= count\n"


def telling(line: str, more: str = "") -> str:
    return changed(CODE, (TAKE, f"{TAKE}        {line}\n")) + more


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("self.notify.all('zombieBack', '')", "notify.type.framework"),
        ("self.notify.player(1, 'gameStateChange', '')", "notify.type.framework"),
        ("self.notify.all(TYPE, '')", "notify.type.framework"),
        ("self.notify.all('x' if count else 'infomsg', '')", "notify.type.framework"),
        ("n = self.notify\n        n.all('yourturnack', '')", "notify.type.framework"),
        ("self.notify.all('x', None)", "notify.log.none"),
        ("self.notify.player(1, 'x', None)", "notify.log.none"),
        ("self.notify.all('x', '${a} ${b}', a=1)", "notify.placeholder.missing"),
        ("self.notify.all('x', clienttranslate('${a}'))", "notify.placeholder.missing"),
        ("self.notify.all('x', '' if count else clienttranslate('${a}'), b=1)", "notify.placeholder.missing"),
        ("self.notify.all('x', '${player_name2}', player_id=1)", "notify.placeholder.missing"),
        ("self.notify.all('x', '${_private.a}')", "notify.placeholder.missing"),
        ("tell(self)", "notify.placeholder.missing"),
    ],
)
def test_what_cannot_be_told(small, line, code):
    more = "\nTYPE = 'resultsAvailable'\n"
    if line == "tell(self)":
        more += "\ndef tell(game):\n    game.notify.all('x', '${a}')\n"
    problem = the(small.problems(STATES, telling(line, more)), code)
    assert (problem.severity, problem.certainty) == ("error", "certain")
    assert problem.place.file.endswith("game.py")


@pytest.mark.parametrize(
    "line",
    [
        "self.notify.all('message', 'x')",
        "self.notify.all('x')",
        "self.notify.all('x', '')",
        "self.notify.all('x', '${a}', a=1)",
        "self.notify.all('x', '${a}', **{'a': 1})",
        "self.notify.all(*['x', '${a}'])",
        "self.notify.all('x', text(count))",
        "self.notify.all('x', '${player_name} ${player_name2}', player_id=1, player_id2=2)",
        "self.notify.all('x', '${player_name}', player_no=1)",
        "self.notify.all('x', '${_private.a}', _private={1: {'a': 2}})",
        "other.notified.all('infomsg', None)",
        "self.notify.add_decorator(lambda log, args: args)\n        self.notify.all('x', '${a}')",
    ],
)
def test_what_is_right_or_not_known(small, line):
    more = "\nother = __import__('other')\n\ndef text(count):\n    return str(count)\n"
    found = [code for code in codes(small.problems(STATES, telling(line, more))) if code.startswith("notify")]
    assert found == []


def test_a_slip_in_an_argument_is_named(small):
    line = "self.notify.all('x', '${count}', cuont=count)"
    problem = the(small.problems(STATES, telling(line)), "notify.placeholder.missing")
    assert problem.message == (
        "the text has the placeholder ${count}, but the arguments have no 'count' (did you mean 'cuont'?) (given: cuont)"
    )
