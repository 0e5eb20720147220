"""gameinfos and the settings in it."""

from collections.abc import Callable

import pytest

from aurum_states.definitions.document import Reading
from aurum_states.definitions.gameinfos import DEFAULT_COLORS, read_gameinfos
from aurum_states.definitions.settings import written

YamlReading = Callable[[str], Reading]


def test_defaults(yaml_reading: YamlReading) -> None:
    infos = read_gameinfos(yaml_reading("players: [2]"))
    assert infos is not None
    assert infos.player_colors == list(DEFAULT_COLORS)
    assert (infos.game_class, infos.rules, infos.runs_rules, infos.framework) == (None, "1", [], 2026)
    assert dict(infos.settings) == {}


def test_everything(yaml_reading: YamlReading) -> None:
    reading = yaml_reading(
        """
game_name: Test
players: [2, 3]
player_colors: ["ff0000", 00FF00, 0000ff]
is_coop: 1
losers_not_ranked: true
tie_breaker_split: [100, 1]
designer: kept
language_dependency: {1: en}
gameClass: sub/game.py:My
rules: "3"
runs_rules: ["1", "2"]
framework: 2024
settings:
  speed: {type: int?, default: null, description: d}
  mode: {type: string, default: slow, values: [slow, fast]}
  on: {type: bool, default: true}
"""
    )
    infos = read_gameinfos(reading)
    assert str(reading.report) == ""
    assert infos is not None
    assert infos.is_coop is True
    assert infos.player_colors == ["ff0000", "00FF00", "0000ff"]
    assert dict(infos.extras) == {"designer": "kept"}
    assert (infos.rules, infos.runs_rules, infos.framework) == ("3", ["1", "2"], 2024)
    assert list(infos.settings) == ["speed", "mode", "on"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", "$ error gameinfos.shape the file must be a mapping"),
        ("game_name: x", "$ error gameinfos.key.missing gameinfos has no players"),
        (
            "players: 3",
            "$.players error gameinfos.value.type gameinfos: players must be a list, not the number 3",
        ),
        (
            "players: []",
            "$.players error gameinfos.value.invalid gameinfos: players must list the possible numbers",
        ),
        ("players: [0, 2]", "players cannot hold 0: a table has at least one player"),
        ("players: [2, 2]", "players lists a number twice"),
        (
            "players: [2, two]",
            "$.players[1] error gameinfos.value.type gameinfos: players[1] must be a whole number",
        ),
        (
            "players: [2]\nplayer_colors: [red, 0000ff]",
            "player_colors[0] must be six hexadecimal digits such as ff0000",
        ),
        (
            "players: [2]\nplayer_colors: [ff0000, 112233]",
            "player_colors[1] must be text, not the number 112233: put",
        ),
        (
            "players: [2]\nplayer_colors: [ff0000]",
            "$.player_colors warning gameinfos.colors 2 players need 2",
        ),
        (
            "players: [13]",
            "$.players warning gameinfos.colors 13 players need 13 player_colors, there are 12",
        ),
        (
            "players: [2]\ngameClass: Game",
            "$.gameClass error gameinfos.value.invalid gameinfos: gameClass must be",
        ),
        ("players: [2]\ngameClass: game.py", "gameClass must be game.py:ClassName or module:ClassName"),
        ("players: [2]\ngameClass: ../game.py:X", "gameClass must name a file inside the game folder"),
        ("players: [2]\ngameClass: /a/game.py:X", "gameClass must name a file inside the game folder"),
        ("players: [2]\ngameClass: a b:X", "gameClass must be game.py:ClassName"),
        ("players: [2]\ngameclass: game.py:X", "$.gameclass error gameinfos.key.misspelt"),
        (
            "players: [2]\nsetings: {}",
            "$.setings error gameinfos.key.misspelt gameinfos has an unknown key setings",
        ),
        ("players: [2]\nplayer_colours: []", "$.player_colours warning gameinfos.key.misspelt"),
        ("player: [2]", "$.player error gameinfos.key.misspelt"),
        (
            "players: [2]\nrules: 1",
            "$.rules error gameinfos.value.type gameinfos: rules must be text, not the number 1",
        ),
        (
            "players: [2]\nruns_rules: '1'",
            "$.runs_rules error gameinfos.value.type gameinfos: runs_rules must be a list",
        ),
        (
            "players: [2]\nframework: 2025",
            "$.framework error gameinfos.value.unknown gameinfos: framework may not be",
        ),
        (
            "players: [2]\nis_coop: 2",
            "$.is_coop error gameinfos.value.type gameinfos: is_coop must be true or false",
        ),
        ("players: [2]\nsettings: 5", "$.settings error setting.value.type settings must be a mapping"),
        (
            "players: [2]\nsettings: {a: 5}",
            "$.settings.a error setting.value.type setting 'a' must be a mapping",
        ),
        ("players: [2]\nsettings: {a b: {type: int, default: 1}}", "$.settings['a b'] error setting.name"),
        (
            "players: [2]\nsettings: {a: {default: 1}}",
            "$.settings.a error setting.key.missing setting 'a' has no type",
        ),
        ("players: [2]\nsettings: {a: {type: int}}", "setting.key.missing setting 'a' has no default"),
        (
            "players: [2]\nsettings: {a: {type: integer, default: 1}}",
            "$.settings.a.type error setting.value.unknown",
        ),
        (
            "players: [2]\nsettings: {a: {typ: int, default: 1}}",
            "$.settings.a.typ error setting.key.misspelt",
        ),
        (
            "players: [2]\nsettings: {a: {type: int, default: null}}",
            "$.settings.a.default error setting.default.unkn",
        ),
        (
            "players: [2]\nsettings: {a: {type: bool, default: on}}",
            "default must be true or false, not the text 'on'",
        ),
        (
            "players: [2]\nsettings: {a: {type: int, default: true}}",
            "default must be a whole number, not true",
        ),
        (
            "players: [2]\nsettings: {a: {type: string, default: z, values: [x, y]}}",
            "setting 'a': default may be x, y, not the text 'z'",
        ),
        (
            "players: [2]\nsettings: {a: {type: int, default: 1, values: [1, b]}}",
            "$.settings.a['values'][1] error",
        ),
    ],
)
def test_slips(yaml_reading: YamlReading, text: str, expected: str) -> None:
    reading = yaml_reading(text)
    read_gameinfos(reading)
    (problem,) = reading.report
    expected = expected.replace("['values']", ".values")
    assert expected in f"{problem.path} {problem.severity} {problem.code} {problem.message}"


def test_settings_refuse_and_parse(yaml_reading: YamlReading) -> None:
    infos = read_gameinfos(
        yaml_reading(
            "players: [2]\nsettings:\n  n: {type: int?, default: 1}\n  b: {type: bool, default: false}\n"
            "  s: {type: string, default: narrow, values: [narrow, strict]}\n"
        )
    )
    assert infos is not None
    number, flag, text = infos.settings.values()
    assert [
        number.parse("3"),
        number.parse("-3"),
        number.parse("null"),
        flag.parse("true"),
        text.parse("strict"),
    ] == [
        3,
        -3,
        None,
        True,
        "strict",
    ]
    assert number.refuse(True) == "must be a whole number or null, not true"
    assert flag.refuse(1) == "must be true or false, not the number 1"
    assert text.refuse("strickt") == "may be narrow, strict, not the text 'strickt' (did you mean 'strict'?)"
    assert text.refuse(None) == "must be text, not nothing (null)"
    assert text.refuse(["x"]) == "must be text, not a list"
    for setting, wrong in [(number, "x"), (number, "9" * 30), (flag, "yes"), (flag, "null"), (text, "wide")]:
        with pytest.raises(ValueError, match=f"^setting {setting.name} m"):
            setting.parse(wrong)
    assert [written(value) for value in (True, False, None, 1, "x")] == ["true", "false", "null", "1", "x"]
