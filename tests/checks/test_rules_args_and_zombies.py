"""Rules about methods that only tell (args, moves), and about the one that plays for who has left."""

import pytest

from aurum_states.checks.run import check
from tests.checks.small import CODE, STATES, changed, the, with_method


@pytest.mark.parametrize(
    "body",
    [
        "self.state.left = 1", "self.state.left += 1", "self.state.hand[1] = 2", "del self.state.hand[1]",
        "self.state.hand.append(1)", "s = self.state\ns.left = 1", "h = self.state.hands[1]\nh.sort()",
        "self.state.cards.move_card(1, 'hand')", "self.bga_rand(1, 6)", "self.notify.all('x')",
        "self.gamestate.change_active_player(1)", "self.player_score.inc(1, 1)", "self.helper()", "change(self)",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["moves_play(self, player)", "arg_play(self)"])
def test_what_only_tells_must_not_write(small, body, method):
    states = changed(STATES, ("    possible", "    args: argPlay\n    possible"))
    code = CODE.replace('    def moves_play(self, player):\n        return {"actTake": [1, 2]}\n', "")
    other = "arg_play(self)" if method.startswith("moves") else "moves_play(self, player)"
    lines = "".join(f"\n    {line}" for line in body.split("\n"))
    code = with_method(
        code,
        f"def {method}:{lines}\n    return {{}}\n\ndef {other}:\n    return {{}}\n\ndef helper(self):\n    self.state.left = 1\n",
    )
    code += "\ndef change(game):\n    game.state.left = 1\n"
    problem = the(small.problems(states, code), "handler.args.writes")
    assert (problem.severity, problem.certainty) == ("error", "likely")
    assert problem.place.file.endswith("game.py")


@pytest.mark.parametrize(
    "body",
    [
        "hand = list(self.state.hand)\nhand.sort()", "left = self.state.left\nleft += 1", "moves = {}\nmoves['a'] = 1",
        "hand = [*self.state.hand]\nhand.append(1)", "self.legal_moves(1)", "sorted(self.state.hand)",
        "hand = self.state.hand\nhand = [1]\nhand.append(1)",
    ],
)  # fmt: skip
def test_work_on_copies_is_no_writing(small, body):
    lines = "".join(f"\n        {line}" for line in body.split("\n"))
    code = changed(CODE, ("    def moves_play(self, player):", f"    def moves_play(self, player):{lines}"))
    assert not small.problems(STATES, code)


LAST = STATES + STATES.split("  deal:")[0].removeprefix("states:\n").replace("  play:", "  last:")
LAST = changed(
    LAST,
    ("transitions: {next: deal, over: gameEnd}\n  deal", "transitions: {next: last, over: gameEnd}\n  deal"),
)


def zombie(body: str, **files: str) -> str:
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    code = changed(CODE, ("        return self.act_take(1)\n", lines))
    return with_method(code, "def moves_last(self, player):\n    return {}")


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ('if state == "play":\n    return self.act_take(1)\nraise ValueError(state)', True),
        ('if state == "play":\n    return self.act_take(1)', True),
        ('if state in ("play", "last"):\n    return self.act_take(1)\nraise ValueError(state)', False),
        (
            'if state == "play":\n    return "next"\nelif "last" == state:\n    return "over"\nelse:\n    raise ValueError(state)',
            False,
        ),
        ('if state == "play":\n    return "next"\nreturn self.act_take(1)', False),
        (
            'match state:\n    case "play":\n        return "next"\n    case _:\n        raise ValueError(state)',
            True,
        ),
        ('match state:\n    case "play" | "last":\n        return "next"', False),
        ("raise ValueError(state)", True),
        ("if self.state.left:\n    return self.act_take(1)\nraise ValueError(state)", False),
        ("return turn(self, state, active_player_id)", True),
    ],
)
def test_states_that_a_zombie_does_not_play(small, body, missing):
    turn = '\ndef turn(game, now, player):\n    if now == "play":\n        return game.act_take(1)\n    raise ValueError\n'
    problems = [
        one for one in small.problems(LAST, zombie(body) + turn) if one.code == "handler.zombie.state"
    ]
    assert bool(problems) is missing
    assert all(one.certainty == "likely" for one in problems)


def test_a_zombie_that_asks_for_a_state_that_is_none(small):
    problem = the(
        small.problems(LAST, zombie('if state == "paly":\n    return "next"\nreturn "over"')),
        "handler.zombie.unknown",
    )
    assert "did you mean 'play'?" in problem.message


TURN = """
    def zombie_turn(self, state, active_player_id):
        return self.act_take(1)
"""


def test_a_zombie_may_have_a_method_of_its_state_or_a_level(small):
    code = with_method(changed(CODE, (TURN, "")), "def moves_last(self, player):\n    return {}")
    one = with_method(code, "def zombie_play(self, player_id):\n    return self.act_take(1)")
    assert "a player leaves in last" in the(small.problems(LAST, one), "handler.zombie.missing").message
    both = with_method(one, "def zombie_last(self, player_id):\n    return 'over'")
    assert not small.problems(LAST, both)
    folder = small.write(LAST, code)
    with (folder / "gameinfos.yaml").open("a", encoding="utf-8") as infos:
        infos.write("zombie_level: 1\n")
    assert not check([folder]).problems
    asking = zombie('if state == "play":\n    return self.act_take(1)\nraise ValueError(state)')
    own = with_method(asking, "def zombie_last(self, player_id):\n    return 'over'")
    assert not small.problems(LAST, own)


def test_a_zombies_method_of_a_state_that_is_none(small):
    code = with_method(CODE, "def zombie_plya(self, player_id):\n    return self.act_take(1)")
    problem = the(small.problems(STATES, code), "handler.zombie.unknown")
    assert problem.message == (
        "zombie_plya belongs to no state where players act (did you mean 'zombie_play'?)"
    )
    assert problem.help == "there can be zombie_play"


def test_what_a_zombies_method_takes_is_looked_at(small):
    code = with_method(CODE, "def zombie_play(self, player_id):\n    return 'nxt'")
    problem = the(small.problems(STATES, code), "handler.transition.unknown")
    assert problem.message.startswith("zombie_play returns 'nxt', no transition of state 'play'")
