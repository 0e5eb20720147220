"""Rules about the space of options: what is told, where, and what plain ``check`` leaves out."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
Write = Callable[..., Path]

ON_OFF = {"1": {"name": "Off"}, "2": {"name": "On"}}
INFOS = "game_name: mine\nplayers: [2, 3, 4, 5, 6]\n"


def option(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "default": 1, "values": ON_OFF, **keys}


def is_(number: int, value: int | list[int], **keys: Any) -> dict[str, Any]:
    return {"type": "otheroption", "id": number, "value": value, **keys}


def is_not(number: int, value: int) -> dict[str, Any]:
    return {"type": "otheroptionisnot", "id": number, "value": value, "message": "not both"}


@pytest.fixture
def found(run: Run, write: Write) -> Callable[..., list[str]]:
    """Return what ``check --space`` says of options, in a game of two to six players."""

    def found(options: dict[str, Any], *words: str, infos: str = INFOS) -> list[str]:
        write(json.dumps(options, indent=1), "mine/gameoptions.json")
        write(infos, "mine/gameinfos.yaml")
        _, out, _ = run("check", "mine", "--space", "--select", "space", *words)
        return [line.partition("gameoptions.json:")[2] for line in out.splitlines()]

    return found


def test_an_option_that_needs_what_the_game_has_not(found: Callable[..., list[str]]) -> None:
    """A chain of conditions down to a number of players that cannot be, each link named once."""
    options = {
        "104": option("Map", displaycondition=[{"type": "minplayers", "value": 7}]),
        "103": option("Ships", displaycondition=[is_(104, 2)]),
        "105": option("Fog"),
    }
    assert found(options) == [
        "31:3: warning space.option.never option 103 (Ships) can never be shown: it is shown only if 104 (Map) "
        "is 2 (On), 104 (Map) is shown only with at least 7 players, 104 (Map) has its default 1 (Off) where it "
        "is not shown and the game is played by 2 to 6"
    ]


def test_defaults_that_some_tables_cannot_start_with(found: Callable[..., list[str]]) -> None:
    at_most = {"type": "maxplayers", "value": 4, "message": "Only for 4"}
    assert found({"100": option("Box", startcondition={"1": [at_most]})}) == [
        "15:5: info space.default with 5 or 6 players a table cannot start with its defaults: 'Only for 4'; "
        "players must change an option first; another default would start"
    ]
    training = {"100": option("Box", startcondition={"1": is_(201, 1, message="Training only")})}
    assert found(training)[0].startswith(
        "14:9: info space.default in normal or arena mode a table cannot start"
    )
    slow = {"100": option("Box", startcondition={"1": is_(200, list(range(10, 22)), message="Slow only")})}
    assert "space.default real time a table cannot start" in found(slow)[0]
    both = {"100": option("Box", startcondition={"1": [at_most, is_(201, 1, message="Training only")]})}
    assert len(found(both)) == 2


def test_the_page_and_the_codes_of_one_condition_alone(found: Callable[..., list[str]]) -> None:
    """Another rule tells of a player count alone, at the condition itself; nothing is told twice."""
    closed = option(
        "Later",
        displaycondition=[{"type": "maxplayers", "value": 0}],
        startcondition={"2": [{"type": "maxplayers", "value": 0, "message": "Not yet"}]},
    )
    assert found({"100": closed}) == []
    assert found({"100": option("Two", displaycondition=[{"type": "maxplayers", "value": 6}])}) == []


def test_a_file_by_itself_has_any_number_of_players(run: Run, write: Write) -> None:
    few, many_ = [{"type": "maxplayers", "value": 4}], [{"type": "minplayers", "value": 5}, is_(100, 2)]
    options = {"100": option("Box", displaycondition=few), "101": option("Map", displaycondition=many_)}
    write(json.dumps(options), "gameoptions.json")
    code, out, _ = run("check", "gameoptions.json")
    assert (code, "space.option.never" in out) == (0, True)
    assert "the game is played by" not in out
    write(json.dumps({"100": option("Box", displaycondition=few)}), "gameoptions.json")
    assert "space." not in run("check", "gameoptions.json")[1]


def test_a_table_that_never_starts(found: Callable[..., list[str]]) -> None:
    """What gamestartonly lets through is shown by an example, which plain check leaves to the rule about it."""
    late = {"2": is_(101, 2, message="Not so", gamestartonly=True)}
    assert found({"100": option("Box", startcondition=late), "101": option("Map")}) == [
        "14:9: info space.gamestartonly.stuck players can make a table that never starts: 100=2 101=1 with 2 "
        "players; without gamestartonly BGA refuses the choice itself"
    ]


def test_options_that_cannot_all_be_read_are_not_judged(run: Run, write: Write) -> None:
    options = {"100": option("Box", displaycondition=[is_(101, 1), is_(101, 2)]), "101": {"name": "Broken"}}
    write(json.dumps(options), "gameoptions.json")
    assert "space." not in run("check", "gameoptions.json")[1]


def many(count: int, first: int = 100, on: int | None = None) -> dict[str, Any]:
    """Return options in a row, each of which needs the one before to be on; the first excludes ``on`` at 2."""
    options = {str(first): option("First", startcondition={"2": is_not(on, 2)} if on else {})}
    for number in range(first + 1, first + count):
        options[str(number)] = option(
            f"Option {number}", startcondition={"2": [is_(number - 1, 2, message="m")]}
        )
    return options


def test_two_options_that_lock_each_other(found: Callable[..., list[str]]) -> None:
    """The trap of BGA's page: both combinations are allowed, and none leads to the other."""
    options = {
        "100": option("Mine", startcondition={value: is_not(101, int(value)) for value in ON_OFF}),
        "101": option(
            "Yours", default=2, startcondition={value: is_not(100, int(value)) for value in ON_OFF}
        ),
    }
    first, second = found(options)
    assert first == (
        "20:4: warning space.trap from 100=1 101=2 players cannot get to option 100 (Mine) at 2 (On): the page "
        "refuses every way there, change by change; the change itself is refused: 'not both'; from other choices "
        "there is no way to 1 (Off)"
    )
    assert "players cannot get to option 101 (Yours) at 1 (Off)" in second
    assert [line for line in found(options | many(12, first=102, on=100)) if "space.trap " in line] != []


def test_large_groups_are_searched_over_as_many_steps_as_there_are_options(
    found: Callable[..., list[str]],
) -> None:
    """Three options with three values, no two alike, can change none; with others they are too many to list."""
    three = {str(value): {"name": f"Side {value}"} for value in (1, 2, 3)}
    options = many(9, first=103, on=102)
    for number in (100, 101, 102):
        others = [one for one in (100, 101, 102) if one != number]
        conditions = {value: [is_not(other, int(value)) for other in others] for value in three}
        options[str(number)] = option(
            f"Place {number}", values=three, default=number - 99, startcondition=conditions
        )
    lines = found(options)
    assert len(lines) == 3
    assert (
        "info space.trap.possible from the defaults players cannot get to option 100 (Place 100) at"
        in lines[0]
    )
    assert "by a way that was found: none of up to 12 changes" in lines[0]
    assert found(many(12)) == [], "a way of twelve changes is found"


def test_plain_check_says_what_it_leaves_out(run: Run, write: Write) -> None:
    write(json.dumps(many(12)), "gameoptions.json")
    code, out, err = run("check", "gameoptions.json")
    assert (code, "space." in out) == (0, False)
    assert "gameoptions.json: ways over the page of options are looked at with --space only\n" in err
    assert "looked at" not in run("check", "gameoptions.json", "--space")[2]
    assert "looked at" not in run("check", "gameoptions.json", "-q")[2]
    assert "looked at" not in run("check", "gameoptions.json", "--ignore", "space")[2]


def test_without_the_extra(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    write(json.dumps({"100": option("Box")}), "gameoptions.json")
    assert run("check", "gameoptions.json") == (0, "", "no problems in 1 file\n")
    code, out, err = run("check", "gameoptions.json", "--space")
    assert (code, out) == (2, "")
    assert err == (
        "error: --space asks a solver, and python-sat is not installed: pip install 'aurum-states[space]'\n"
    )
    write(json.dumps(many(2)), "gameoptions.json")
    code, out, err = run("check", "gameoptions.json")
    assert (code, out) == (0, "")
    assert "nothing is said about what conditions of options allow together: python-sat is not" in err


NOBODY = [{"type": "minplayers", "value": 5}, {"type": "maxplayers", "value": 2}]
LATER = [{"type": "minplayers", "value": 99}, {"type": "maxplayers", "value": 0}]


@pytest.mark.parametrize(
    ("extra", "count"),
    [
        ({"displaycondition": LATER[:1]}, 1),
        ({"displaycondition": NOBODY}, 1),
        ({"displaycondition": LATER, "displayconditionoperand": "or"}, 2),
        ({"startcondition": {"2": [LATER[0] | {"message": "no"}]}}, 1),
        ({"startcondition": {"2": [one | {"message": "no"} for one in NOBODY]}}, 1),
    ],
)
def test_what_no_number_of_players_meets_is_told_once(
    run: Run, write: Write, extra: dict[str, Any], count: int
) -> None:
    write(json.dumps({"100": option("Box", **extra)}), "gameoptions.json")
    _, out, _ = run("check", "gameoptions.json", "-q")
    assert (out.count("option.condition.never"), out.count(" warning ")) == (count, count)


LISTED = [{"type": "minplayers", "value": [2, 7]}, {"type": "minplayers", "value": 4}]
FOUR, THREE = (
    {"type": "minplayers", "value": 4},
    {"type": "maxplayers", "value": 3, "message": "Three at most"},
)


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"displaycondition": LISTED}, "space.option.never"),
        ({"displaycondition": [FOUR], "startcondition": {"2": [THREE]}}, "space.start.never"),
    ],
)
def test_what_is_impossible_in_this_game_only_is_told(
    found: Callable[..., list[str]], extra: dict[str, Any], code: str
) -> None:
    """No rule about one condition says it: each holds for some number of players of the game."""
    (told,) = found({"100": option("Box", **extra)})
    assert code in told
