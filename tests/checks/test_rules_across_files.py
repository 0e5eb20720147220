"""Rules that compare one file with another, or with the game's class."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aurum_states.checks.run import check
from aurum_states.problems import Problem
from tests.checks.small import CODE, STATES, changed, codes, the, with_method

OPTIONS = {
    "100": {"name": "Length", "values": {"1": {"name": "short"}, "2": {"name": "long"}}, "default": 1},
    "101": {"name": "Teams", "values": [{"name": "off"}, {"name": "on"}], "default": 0},
}
STATS = {
    "table": {"turns": {"id": 10, "name": "Turns", "type": "int"}},
    "player": {"stones": {"id": 10, "name": "Stones", "type": "int"}},
}
COUNTING = changed(
    CODE,
    ("components import Deck", "components import Statistics"),
    ("    left: int = 9", "    stats: Statistics\n    left: int = 9"),
    (
        "        return StonesState()",
        "        stats = self.create_statistics()\n"
        '        stats.init_table("turns", 0)\n'
        '        stats.init_player(["stones"], 0)\n'
        "        return StonesState(stats)",
    ),
    (
        "        self.state.left -= count\n",
        "        stats, state = self.state.stats, self.state\n"
        '        stats.inc_table("turns", 1)\n'
        '        state.stats.inc_player("stones", count, 1)\n'
        "        self.state.left -= count\n",
    ),
)
"""A game whose statistics are all set."""

NAMES = """\
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aurum_states import Options
    from .game import Stones

class Choice(IntEnum):
    TEAMS = 103
"""
FUNCTIONS = {
    "typed": 'def typed(game: "Stones") -> int:\n    return game.options[ID]\n',
    "untyped": "def untyped(game):\n    return game.options[ID]\n",
    "of_options": 'def of_options(options: "Options") -> int:\n    return options[ID]\n',
}
"""Functions outside the class that read an option."""

Problems = Callable[..., list[Problem]]


@pytest.fixture
def problems(small: Any) -> Problems:
    """Check a game with the JSON files given by name."""

    def problems(
        code: str | None = CODE, modules: dict[str, str] | None = None, **files: Any
    ) -> list[Problem]:
        folder: Path = small.write(STATES, code, **(modules or {}))
        for name, data in files.items():
            text = data if isinstance(data, str) else json.dumps(data)
            suffix = "yaml" if name == "gameinfos" else "json"
            with (folder / f"{name}.{suffix}").open("a" if name == "gameinfos" else "w") as stream:
                stream.write(text)
        return check([folder]).problems

    return problems


def reading(expression: str, *lines: str) -> str:
    """Return a game that reads both options, and then does as ``expression`` says in an action."""
    body = "".join(f"        {line}\n" for line in lines)
    return changed(
        CODE,
        ("        return StonesState()", "        options[100], options[101]\n        return StonesState()"),
        (
            "        self.state.left -= count\n",
            f"{body}        {expression}\n        self.state.left -= count\n",
        ),
    )


# -- options that the class reads ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "lines", "severity"),
    [
        ("self.options[103]", (), "error"),
        ("self.options['Lenght']", (), "error"),
        ("self.options.get(103)", (), "warning"),
        ("103 in self.options", (), "warning"),
        ("chosen[103]", ("chosen = self.options",), "error"),
        ("game.options[103]", ("game = self",), "error"),
        ("self.options[number]", ("number = 100 if count else 103",), "error"),
        ("self.options[self.TEAMS]", (), "error"),
        ("self.options[Choice.TEAMS]", (), "error"),
        ("self.options[Choice.TEAMS.value]", (), "error"),
        ("typed(self)", (), "error"),
        ("untyped(self)", (), "error"),
        ("of_options(self.options)", (), "error"),
    ],
)
def test_an_option_that_is_not_there(problems, expression, lines, severity):
    code = changed(
        reading(expression, *lines),
        ("class StonesState", "from .names import Choice, of_options, typed, untyped\n\nclass StonesState"),
        ("    def setup_new_game", "    TEAMS = 103\n\n    def setup_new_game"),
    )
    functions = [
        function.replace("ID", "103" if expression.startswith(f"{name}(") else "100")
        for name, function in FUNCTIONS.items()
    ]
    found = problems(code, {"names": "\n".join([NAMES, *functions])}, gameoptions=OPTIONS)
    problem = the(found, "option.read.unknown")
    assert (problem.severity, problem.certainty) == (severity, "certain")
    assert problem.place.line
    assert codes(found) == ["option.read.unknown"]


@pytest.mark.parametrize(
    "expression",
    [
        "self.options[100] == 2",
        "self.options['Teams'] in (0, 1)",
        "self.options[200] >= 10",
        "self.options[201]",
        "self.options[count]",
        "self.other.options[103]",
        "self.preference(1, 200)",
    ],
)
def test_options_that_are_there(problems, expression):
    assert not problems(reading(expression), gameoptions=OPTIONS)


def test_a_name_is_close(problems):
    problem = the(problems(reading("self.options['Team']"), gameoptions=OPTIONS), "option.read.unknown")
    assert problem.message == "there is no option 'Team' (did you mean 'Teams'?)"


def test_a_value_that_an_option_does_not_have(problems):
    found = problems(reading("self.options[101] not in (1, 2)"), gameoptions=OPTIONS)
    problem = the(found, "option.read.value")
    assert "option 101 is compared with 2" in problem.message
    assert problem.help == "values are 0, 1"


def test_an_option_that_something_is_wrong_with_is_still_there(problems):
    wrong = OPTIONS | {"101": {"name": "Teams", "values": {"1": {"name": "on"}}, "default": 7}}
    assert "option.read.unknown" not in codes(problems(reading("0"), gameoptions=wrong))


def test_nothing_is_said_of_a_file_that_cannot_be_read(problems):
    found = problems(reading("self.preference(1, 100)"), gameoptions="{", gamepreferences="[")
    assert not [code for code in codes(found) if ".read." in code]


def test_a_game_without_the_file_has_no_options(problems):
    found = problems(reading("self.preference(1, 105)"))
    assert codes(found) == ["option.read.unknown", "option.read.unknown", "preference.read.unknown"]


def test_preferences(problems):
    preferences = {
        "100": {"name": "Skip", "values": {"0": {"name": "no"}, "1": {"name": "yes"}}, "default": 0}
    }
    found = problems(
        reading("(self.preference(1, preference_id=105), self.user_preferences.get(1, 106))"),
        gameoptions=OPTIONS,
        gamepreferences=preferences,
    )
    assert [(one.severity, one.message[-4:]) for one in found] == [("error", " 105"), ("warning", " 106")]
    found = problems(
        reading("self.preference(1, 100) == 2"), gameoptions=OPTIONS, gamepreferences=preferences
    )
    assert "preference 100 is compared with 2" in the(found, "preference.read.value").message


def test_an_option_that_nothing_reads(problems):
    found = problems(
        changed(reading("0"), ("options[100], options[101]", "options[100]")), gameoptions=OPTIONS
    )
    problem = the(found, "option.unread")
    assert (problem.severity, problem.certainty) == ("info", "possible")
    assert "option 101" in problem.message


@pytest.mark.parametrize(
    "expression",
    ["options[100], options[count]", "options[100], self.of(101)", "options[100], self.of(Choice.TEAMS)"],
)
def test_an_option_that_something_may_read(problems, expression):
    code = changed(
        reading("0"),
        ("options[100], options[101]", expression),
        ("class StonesState", "from .names import Choice\n\nclass StonesState"),
    )
    names = "from enum import IntEnum\n\nclass Choice(IntEnum):\n    TEAMS = 101\n"
    assert not problems(code, {"names": names}, gameoptions=OPTIONS)


def test_a_constant_alone_reads_nothing(problems):
    code = changed(
        reading("0"),
        ("options[100], options[101]", "options[Choice.LENGTH]"),
        ("class StonesState", "from .names import Choice\n\nclass StonesState"),
    )
    names = "from enum import IntEnum\n\nclass Choice(IntEnum):\n    LENGTH = 100\n    TEAMS = 101\n"
    assert codes(problems(code, {"names": names}, gameoptions=OPTIONS)) == ["option.unread"]


# -- statistics ----------------------------------------------------------------------------------------


def test_statistics_that_are_all_set(problems):
    assert not problems(COUNTING, stats=STATS)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'inc_table("turns"',
            'inc_table("turn"',
            "there is no table statistic 'turn' (did you mean 'turns'?)",
        ),
        ('inc_player("stones"', 'inc_player("stone"', "there is no player statistic 'stone'"),
        ('(["stones"], 0)', '(["stones", "gems"], 0)', "there is no player statistic 'gems'"),
        (
            'inc_player("stones", count, 1)',
            'inc_player("stones", count, 1, True)',
            "there is no table statistic",
        ),
        ('inc_table("turns"', 'inc_table("stones"', "there is no table statistic 'stones'"),
        ('(["stones"], 0)', "([*NAMES], 0)", "there is no player statistic 'gems'"),
    ],
)
def test_a_statistic_that_is_not_declared(problems, old, new, said):
    code = changed(
        COUNTING, (old, new), ("class StonesState", 'NAMES = ("stones", "gems")\n\nclass StonesState')
    )
    problem = the(problems(code, stats=STATS), "stats.set.unknown")
    assert said in problem.message
    assert (problem.severity, problem.certainty) == ("error", "certain")


@pytest.mark.parametrize(
    ("call", "section"),
    [
        ('stats.table_stats.inc("gems", 1)', "table"),
        ('self.state.stats.player_stats.set_all("gems", 1)', "player"),
        ('stats.player_stats.get_all("gems")', "player"),
        ('stats.init_stat("player", "gems", 0)', "player"),
        ('stats.inc_stat(1, "gems")', "table"),
        ('stats.get_stat("gems")', "table"),
        ('stats.inc_stat(1, "gems", count)', None),
        ('self.other.table_stats.inc("gems", 1)', None),
    ],
)
def test_bgas_own_names_of_the_methods(problems, call, section):
    code = changed(
        COUNTING,
        ("        self.state.left -= count\n", f"        {call}\n        self.state.left -= count\n"),
    )
    found = problems(code, stats=STATS)
    assert [one.message.partition("(")[0].strip() for one in found] == (
        [f"there is no {section} statistic 'gems'"] if section else []
    )


def test_the_other_section_has_the_name(problems):
    code = changed(COUNTING, ('inc_table("turns"', 'inc_table("stones"'))
    assert "there is one of the player" in the(problems(code, stats=STATS), "stats.set.unknown").help


def test_other_methods_of_such_a_name_are_no_statistics(problems):
    assert not problems(
        with_method(COUNTING, "def other(self, seats):\n    seats.set_player('x', 1)"), stats=STATS
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('stats.inc_table("turns", 1)', "pass", "is given its first value, and nothing changes it"),
        ('stats.init_table("turns", 0)\n        ', "", None),
        ('"turns"', '"turns_"', "is never set"),
    ],
)
def test_a_statistic_that_nothing_sets(problems, old, new, said):
    found = [one for one in problems(COUNTING.replace(old, new), stats=STATS) if one.code == "stats.unset"]
    assert [one.message for one in found] == ([f"table statistic 'turns' {said}"] if said else [])


def test_a_computed_name_may_be_any(problems):
    code = changed(COUNTING, ('inc_player("stones"', 'inc_player("st" + "ones"'))
    assert not problems(code, stats=STATS)


def test_a_name_that_stands_elsewhere_may_be_set(problems):
    code = changed(COUNTING, ('inc_player("stones", count, 1)', 'other(self.state.stats, "stones")'))
    assert not problems(code, stats=STATS)


def test_a_bare_class_is_no_call(problems):
    assert codes(problems(CODE, stats=STATS)) == ["stats.unset", "stats.unset"]


# -- numbers of players --------------------------------------------------------------------------------

PLAYER_CODES = {f"option.condition.players.{end}" for end in ("never", "unknown", "always")}


@pytest.mark.parametrize(
    ("type_", "value", "code"),
    [
        ("minplayers", 5, "option.condition.players.never"),
        ("minplayers", 4, None),
        ("minplayers", 2, "option.condition.players.always"),
        ("minplayers", 99, None),
        ("maxplayers", 0, None),
        ("maxplayers", 2, None),
        ("maxplayers", 4, "option.condition.players.always"),
        ("maxplayers", 8, "option.condition.players.always"),
        ("minplayers", [2, 4], None),
        ("minplayers", [2, 3, 4], "option.condition.players.always"),
        ("minplayers", [4, 5], "option.condition.players.unknown"),
        ("maxplayers", [3, 4], None),
        ("minplayers", [5, 6], "option.condition.players.never"),
        ("minplayers", "4", None),
        ("minplayers", [], None),
        ("minplayers", "many", None),
    ],
)
@pytest.mark.parametrize("where", ["display", "single", "start"])
def test_conditions_on_players(tmp_path, type_, value, code, where):
    condition = {"type": type_, "value": value}
    place = {
        "display": {"displaycondition": [condition]},
        "single": {"displaycondition": condition},
        "start": {"startcondition": {"2": [condition | {"message": "no"}]}},
    }[where]
    option = {"name": "Teams", "values": {"1": {"name": "no"}, "2": {"name": "yes"}}} | place
    (tmp_path / "gameoptions.json").write_text(json.dumps({"100": option}))
    (tmp_path / "gameinfos.json").write_text(json.dumps({"players": [4, 2, 3]}))
    found = [one for one in check([tmp_path]).problems if one.code in PLAYER_CODES]
    assert codes(found) == ([code] if code else [])
    if found:
        assert found[0].path.endswith(".value")
        assert "2, 3, 4" in found[0].message


def test_without_gameinfos_nothing_is_known_of_players(tmp_path):
    option = {
        "name": "x",
        "values": [{"name": "a"}],
        "displaycondition": [{"type": "maxplayers", "value": 0}],
    }
    (tmp_path / "gameoptions.json").write_text(json.dumps({"100": option}))
    assert not [one for one in check([tmp_path]).problems if one.code in PLAYER_CODES]


# -- ratings of cooperative games ----------------------------------------------------------------------


def test_a_rating_for_what_the_game_does_not_have(tmp_path):
    references = [
        {"players_nbr": 5, "options": {"100": 2}, "elo": {"0": 1000}},
        {"players_nbr": 2, "options": {"100": 3, "102": 1, "201": 0}, "elo": [1000, 1400]},
    ]
    infos = {
        "players": [2],
        "is_coop": 1,
        "coop_elo_mode": {"type": "points_references", "references": references},
    }
    (tmp_path / "gameoptions.json").write_text(json.dumps(OPTIONS))
    (tmp_path / "gameinfos.json").write_text(json.dumps(infos))
    found = check([tmp_path]).problems
    assert codes(found) == ["gameinfos.coop.option", "gameinfos.coop.option", "gameinfos.players.unknown"]
    assert {one.path.removeprefix("$.coop_elo_mode.references") for one in found} == {
        "[0].players_nbr",
        "[1].options['100']",
        "[1].options['102']",
    }


def test_a_file_is_judged_with_what_lies_beside_it(tmp_path):
    option = {"name": "Teams", "default": 1, "values": {"1": {"name": "no"}, "2": {"name": "yes"}}}
    few = {"displaycondition": [{"type": "minplayers", "value": 5}]}
    path = tmp_path / "gameoptions.json"
    path.write_text(json.dumps({"100": option | few}))
    (tmp_path / "gameinfos.json").write_text('{"players": [2, "3"]}')
    assert codes(check([path]).problems) == []
    (tmp_path / "gameinfos.json").write_text('{"players": [2, 3]}')
    assert codes(check([path]).problems) == ["option.condition.players.never"]
    assert check([path]).files == [str(path)]


def test_of_two_files_of_one_kind_the_first_is_read(tmp_path):
    for name in ("gameoptions.json", "gameoptions.jsonc"):
        (tmp_path / name).write_text("{}" if name.endswith(".json") else '{"99": {}}')
    found = check([tmp_path])
    assert codes(found.problems) == ["file.twice"]
    assert found.files == [str(tmp_path / "gameoptions.json")]
    assert "option.id.range" in codes(check([tmp_path / "gameoptions.jsonc"]).problems)
