"""Rules about ``stats`` and ``gameinfos`` by themselves: what they find, how it is put right."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aurum_states.checks.fixing import fixed_files
from aurum_states.checks.run import check
from aurum_states.problems import Problem
from tests.checks.small import codes, the

TURNS = {"id": 10, "name": "Turns", "type": "int"}

Find = Callable[..., list[Problem]]


@pytest.fixture
def infos(tmp_path: Path) -> Find:
    """Check a gameinfos.json with more keys than ``players``."""

    def infos(**keys: Any) -> list[Problem]:
        path = tmp_path / "gameinfos.json"
        path.write_text(json.dumps({"players": [2, 3]} | keys, indent=1), encoding="utf-8")
        return check([path]).problems

    return infos


@pytest.fixture
def stats(tmp_path: Path) -> Find:
    """Check a stats.json; ``text`` is its text, else its data is given."""

    def stats(data: Any) -> list[Problem]:
        path = tmp_path / "stats.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data, indent=1), encoding="utf-8")
        return check([path]).problems

    return stats


def fixed(path: Path) -> str:
    """Return the text of a file with every fix that its check offers."""
    checked = check([path])
    sources = {file: document.source for file, document in checked.documents.items()}
    [file] = fixed_files(checked.problems, sources)
    assert not file.refused
    return file.after


# -- stats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"table": [], "player": []},
        {"table": {"turns": TURNS}, "player": {"turns": TURNS}, "value_labels": []},
        {"table": {"turns": TURNS | {"display": "limited", "$comment": "x"}}, "$schema": "x"},
        {"table": {"a": TURNS | {"type": "bool"}, "b": TURNS | {"id": 11, "name": "T", "type": "float"}}},
        {"player": {"turns": TURNS}, "value_labels": {"10": ["a", "b"]}},
        {"player": {"turns": TURNS}, "value_labels": {"10": {"0": "a", "7": "b"}}},
        {"table": {str(n): TURNS | {"id": n, "name": "", "display": "limited"} for n in range(10, 20)}},
    ],
)
def test_statistics_in_order(stats, data):
    assert not stats(data)


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        ({"players": {"turns": TURNS}}, "stats.key.misspelt", "an unknown key players"),
        (
            {"player": {"t": TURNS | {"dispaly": "limited"}}},
            "stats.key.misspelt",
            "'t' has an unknown key dispaly",
        ),
        ({"table": {"t": TURNS | {"unit": "x"}}}, "stats.key.unknown", "an unknown key unit"),
        ({"table": {}, "labels": {}}, "stats.key.unknown", "stats has an unknown key labels"),
        ({"table": {"tür": TURNS, "a:b": TURNS | {"id": 11, "name": "x"}}}, "stats.key.name", "'tür', 'a:b'"),
        ({"table": {"t": {"id": 10, "name": "T"}}}, "stats.type.missing", "has no type"),
        ({"table": {"": TURNS}}, "stats.key.name", "''"),
        ({"table": {"t": TURNS | {"name": " "}}}, "stats.name.empty", "empty name"),
        ({"table": {"t": TURNS, "u": TURNS | {"id": 11, "name": "turns "}}}, "stats.name.repeated", "of 't'"),
        ({"table": {"t": TURNS | {"type": "boolean"}}}, "stats.type.boolean", "a statistic has"),
        ({"table": {"t": TURNS | {"display": "Limited"}}}, "stats.display.unknown", "'Limited'"),
        ({"table": {"t": TURNS}, "value_labels": {"11": ["a"]}}, "stats.labels.unknown", "the statistic 11"),
        ({"table": {"t": TURNS}, "value_labels": [["a"]]}, "stats.labels.unknown", "the statistic 0"),
    ],
)
def test_odd_statistics(stats, data, code, said):
    problem = the(stats(data), code)
    assert said in problem.message
    assert problem.severity in {"warning", "info"}


def test_a_statistic_with_another_mistake_has_its_labels(stats):
    wrong = {"table": {"t": {"id": 10, "type": "int"}}, "value_labels": {"10": ["a"]}}
    assert codes(stats(wrong)) == ["stats.key.missing"]


def test_all_booleans_are_mended_at_once(stats, tmp_path):
    both = {"a": TURNS | {"type": "boolean"}, "b": TURNS | {"id": 11, "name": "b", "type": "boolean"}}
    problem = the(stats({"table": both}), "stats.type.boolean")
    assert problem.message.startswith("2 statistics have the type boolean")
    mended = fixed(tmp_path / "stats.json")
    assert [one["type"] for one in json.loads(mended)["table"].values()] == ["bool", "bool"]
    path = tmp_path / "stats.yaml"
    path.write_text(
        "table:\n  a: {id: 10, name: A, type: boolean}\n  b: {id: 11, name: B, type: 'boolean'}\n"
    )
    assert fixed(path) == "table:\n  a: {id: 10, name: A, type: bool}\n  b: {id: 11, name: B, type: 'bool'}\n"


def test_misspelt_keys_are_mended(stats, tmp_path):
    stats('{"tabel": {"t": {"id": 10, "nmae": "T", "type": "int", "display": "limeted"}}}')
    text = fixed(tmp_path / "stats.json")
    assert text == '{"table": {"t": {"id": 10, "nmae": "T", "type": "int", "display": "limeted"}}}'
    (tmp_path / "stats.json").write_text(text)
    right = '{"table": {"t": {"id": 10, "name": "T", "type": "int", "display": "limited"}}}'
    assert fixed(tmp_path / "stats.json") == right


@pytest.mark.parametrize(
    ("table", "player", "players", "severity"),
    [
        (30, 90, 10, None),
        (31, 90, 10, "warning"),
        (80, 90, 10, "warning"),
        (81, 90, 10, "error"),
        (0, 940, 0, "warning"),
    ],
)
def test_the_number_of_values(tmp_path, table, player, players, severity):
    sections = {
        section: {f"s{n}": TURNS | {"id": 10 + n, "name": f"s{n}"} for n in range(number)}
        for section, number in {"table": table, "player": player}.items()
    }
    (tmp_path / "stats.json").write_text(json.dumps(sections))
    if players:
        (tmp_path / "gameinfos.json").write_text(json.dumps({"players": [2, players]}))
    found = [one for one in check([tmp_path]).problems if one.code == "stats.cells"]
    assert [one.severity for one in found] == ([severity] if severity else [])


# -- gameinfos -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"player_colors": {"1": "ff0000", "2": "00ff00", "3": "0000ff"}},
        {"suggest_player_number": 3, "not_recommend_player_number": [2]},
        {"suggest_player_number": None, "not_recommend_player_number": None},
        {"game_interface_width": {"min": 320, "max": None, "autoscale": "viewport"}},
        {"game_interface_width": {"min": 1200, "autoscale": False}},
        {"tie_breaker_split": [10000, 100, 1], "tie_breaker_description": "Cards, then coins, then luck"},
        {"language_dependency": True},
        {"language_dependency": {"1": "en", "2": "pt-BR"}},
        {"language_dependency": 0, "is_sandbox": 1, "enable_3d": False, "turnControl": "circuit"},
        {"fast_additional_time": 30, "medium_additional_time": 30, "slow_additional_time": 60},
        {"specific_time_profile": {"anything": 1}, "$comment": "x"},
        {"losers_not_ranked": True, "solo_mode_ranked": False},
        {"players": [2], "losers_not_ranked": False, "is_coop": 1, "coop_elo_mode": None},
    ],
)
def test_facts_in_order(infos, keys):
    assert not infos(**keys)


@pytest.mark.parametrize(
    ("keys", "code", "said"),
    [
        (
            {"bgg_id": "12"},
            "gameinfos.value.type",
            "bgg_id must be a whole number, 0 for none, not the text '12'",
        ),
        ({"publisher": None}, "gameinfos.value.type", "publisher must be text"),
        ({"suggest_player_number": [2]}, "gameinfos.value.type", "must be one number or null, not a list"),
        ({"slow_additional_time": "50"}, "gameinfos.value.type", "whole number of seconds"),
        ({"fast_additional_time": True}, "gameinfos.value.type", "not true"),
        (
            {"language_dependency": "en"},
            "gameinfos.value.type",
            "language_dependency must be true, false, or",
        ),
        ({"language_dependency": {"1": "English"}}, "gameinfos.value.type", "language_dependency"),
        ({"exception_on_warning": "on"}, "gameinfos.value.type", "true or false"),
        ({"game_interface_width": 740}, "gameinfos.value.type", "must be an object such as {min: 740}"),
        ({"game_interface_width": {"min": "740"}}, "gameinfos.value.type", "min of game_interface_width"),
        ({"game_interface_width": {"autoscale": "viewprt"}}, "gameinfos.value.unknown", "autoscale"),
        ({"turnControl": "simpel"}, "gameinfos.value.unknown", "turnControl may not be the text 'simpel'"),
        ({"turnControl": ["simple"]}, "gameinfos.value.unknown", "a list"),
        ({"game_interface_width": {"min": 319}}, "gameinfos.value.range", "the smallest width is 319"),
        (
            {"game_interface_width": {"max": 700}},
            "gameinfos.value.range",
            "the largest width is 700, less than 740",
        ),
        ({"game_interface_width": {"min": 900, "max": 800}}, "gameinfos.value.range", "less than 900"),
        ({"estimated_duration": 0}, "gameinfos.value.range", "estimated_duration is 0, which is no time"),
        (
            {"fast_additional_time": 50, "medium_additional_time": 40},
            "gameinfos.value.range",
            "less than fast",
        ),
        ({"tie_breaker_description": "a\nb"}, "gameinfos.tie_breaker.lines", "more than one line"),
        ({"tie_breaker_split": [1, 100]}, "gameinfos.tie_breaker.split", "does not fall"),
        ({"tie_breaker_split": [100, 0]}, "gameinfos.tie_breaker.split", "does not fall"),
        ({"tie_breaker_split": [100, 1]}, "gameinfos.tie_breaker.split", "none is described"),
        ({"player_colors": ["ff0000", "00ff00", "FF0000"]}, "gameinfos.color.repeated", "FF0000 twice"),
        (
            {"player_colors": {"a": "ff0000", "b": "ff0000", "c": "0000ff"}},
            "gameinfos.color.repeated",
            "ff0000",
        ),
        ({"player_colors": ["ff0000", "00ff00"]}, "gameinfos.colors", "3 players need 3 player_colors"),
        ({"designer": "x", "year": 1}, "gameinfos.retired", "BGA no longer reads designer, year here"),
        ({"languages": ["en"]}, "gameinfos.key.unknown", "an unknown key languages"),
        ({"suggest_player_number": 4}, "gameinfos.players.unknown", "suggest_player_number names 4"),
        ({"suggest_player_number": [4]}, "gameinfos.players.unknown", "suggest_player_number names 4"),
        ({"not_recommend_player_number": [2, 5]}, "gameinfos.players.unknown", "names 5"),
        ({"players": [1, 2], "losers_not_ranked": True}, "gameinfos.losers", "at most two players"),
        ({"is_coop": 1, "losers_not_ranked": True}, "gameinfos.losers", "a cooperative game"),
        ({"solo_mode_ranked": True}, "gameinfos.solo", "nobody can play alone"),
        ({"coop_elo_mode": {}}, "gameinfos.coop.unused", "not cooperative"),
        ({"is_coop": 1, "coop_elo_mode": []}, "gameinfos.coop.shape", "coop_elo_mode must be {type:"),
        (
            {"is_coop": 1, "coop_elo_mode": {"type": "points_references", "references": [2]}},
            "gameinfos.coop.shape",
            "must be an object, not the number 2",
        ),
        (
            {"is_coop": 1, "coop_elo_mode": {"type": "points_references", "references": [{"elo": {"a": 1}}]}},
            "gameinfos.coop.shape",
            "elo must say for scores",
        ),
    ],
)
def test_odd_facts(infos, keys, code, said):
    problem = the([one for one in infos(**keys) if said in one.message], code)
    assert problem.severity == ("error" if code == "gameinfos.tie_breaker.lines" else problem.severity)
    assert problem.place.line


def test_a_slip_is_told_once(infos):
    assert codes(infos(tie_braker_description="x")) == ["gameinfos.key.misspelt"]


def test_numbers_in_quotes_are_mended(infos, tmp_path):
    infos(bgg_id="12", exception_on_warning="true", turnControl="simpel")
    assert '"bgg_id": 12,\n "exception_on_warning": true,\n "turnControl": "simple"' in fixed(
        tmp_path / "gameinfos.json"
    )
