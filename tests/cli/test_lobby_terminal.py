"""The lobby's page at a real terminal: choices change one by one."""

import json
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="a pseudo-terminal is needed")

from .test_terminal import STYLE, Terminal


def test_a_person_changes_the_table(here: Path) -> None:
    values = {"1": {"name": "Red"}, "2": {"name": "Blue"}, "3": {"name": "By chance"}}
    sides = {
        str(number): {
            "name": f"Side {number}",
            "values": values,
            "default": default,
            "startcondition": {
                value: [
                    {
                        "type": "otheroptionisnot",
                        "id": other,
                        "value": int(value),
                        "message": f"Both are {value}",
                    }
                ]
                for value in ("1", "2")
            },
        }
        for number, other, default in ((100, 101, 1), (101, 100, 2))
    }
    hidden = {
        "name": "Hidden",
        "values": {"1": {"name": "off"}, "2": {"name": "on"}},
        "displaycondition": [{"type": "otheroption", "id": 201, "value": 1}],
        "level": "additional",
    }
    (here / "gameoptions.json").write_text(json.dumps({**sides, "102": hidden}))
    at = Terminal(here, "gameoptions.json", "--players", "2", command="lobby")

    def answer(text: str, expected: str) -> None:
        at.press(text)
        assert expected in STYLE.sub("", at.until("lobby>"))

    at.until("lobby>")
    answer("100=2", "BGA refuses: Both are 2")
    answer("?", "another number of players")
    answer("100=7", "has no value 7")
    answer("102=2", "is not shown, so it cannot be changed")
    answer("mode traning", "did you mean 'training'?")
    answer("mode training", "Additional options (102 Hidden: off)")
    answer("all", "102 Hidden")
    answer("102=2", "> 2 on")
    answer("players 5", "5 players, training mode")
    answer("speed turn-based", "turn based")
    answer("dance", "'dance' is no answer here")
    answer("100=3", "> 3 By chance")
    answer("reset", "> 1 Red")
    at.press("quit")
    assert at.end()[0] == 0


def test_a_way_around_what_is_refused(here: Path) -> None:
    """The order of changes that BGA takes is told where there is one."""
    at = Terminal(here, "gameoptions.json", "--players", "2", command="lobby")
    assert at.end()[0] == 2  # no such file: nothing is asked

    file = {
        "100": {
            "name": "Box",
            "values": {"1": {"name": "Small"}, "2": {"name": "Big"}},
            "startcondition": {
                "2": [{"type": "otheroption", "id": 101, "value": 2, "message": "Needs the map"}]
            },
        },
        "101": {"name": "Map", "values": {"1": {"name": "None"}, "2": {"name": "One"}}},
    }
    (here / "gameoptions.json").write_text(json.dumps(file))
    at = Terminal(here, "gameoptions.json", "--players", "2", command="lobby")
    at.until("lobby>")
    at.press("100=2")
    assert "BGA takes it in this order: 101=2, 100=2" in STYLE.sub("", at.until("lobby>"))
    at.press("\x04")
    assert at.end()[0] == 0
