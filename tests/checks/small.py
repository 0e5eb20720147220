"""Small games for the rules: states and a class given as text, checked in a folder of their own."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from aurum_states.checks.class_source import ClassSource, read_class
from aurum_states.checks.run import check
from aurum_states.definitions.loader import read_definition
from aurum_states.problems import Problem

STATES = """\
states:
  play:
    type: activeplayer
    description: ${actplayer} must take
    descriptionMyTurn: ${you} must take
    possibleActions: [actTake]
    transitions: {next: deal, over: gameEnd}
  deal:
    type: game
    action: stDeal
    updateGameProgression: true
    transitions: {again: play}
"""
CODE = """\
from typing import TYPE_CHECKING, Any, Literal
from aurum_states import Args, Game, Moves, PlayerId, State, action
from aurum_states.components import Deck

class StonesState(State):
    left: int = 9

class Stones(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def act_take(self, count: int) -> Literal["next", "over"]:
        self.state.left -= count
        return "next" if self.state.left > 0 else "over"

    def st_deal(self) -> Literal["again"]:
        return "again"

    def zombie_turn(self, state, active_player_id):
        return self.act_take(1)
"""
"""A game in which nothing is wrong."""


class Small:
    """Writes games into one folder and checks them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = 0

    def write(self, states: str = STATES, code: str | None = CODE, **files: str) -> Path:
        """Write a game folder; ``files`` are more Python files by name. ``code`` None: no class."""
        self._number += 1
        folder = self.folder / f"game{self._number}"
        folder.mkdir()
        named = "" if code is None else "gameClass: game.py:Stones\n"
        (folder / "gameinfos.yaml").write_text("players: [2]\n" + named, encoding="utf-8")
        (folder / "states.yaml").write_text(dedent(states), encoding="utf-8")
        texts = dict(files) if code is None else {"game": code, **files}
        for name, text in texts.items():
            path = folder / f"{name.replace('__', '/', 1)}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        return folder

    def problems(self, states: str = STATES, code: str | None = CODE, **files: str) -> list[Problem]:
        """Return everything that is wrong with a game."""
        return check([self.write(states, code, **files)]).problems

    def alone(self, states: str) -> list[Problem]:
        """Return everything that is wrong with a states.yaml by itself."""
        path = self.folder / "alone.yaml"
        path.write_text(dedent(states), encoding="utf-8")
        return check([path]).problems

    def source(self, code: str, **files: str) -> ClassSource:
        """Return the class of a game as its source says it is."""
        definition, report = read_definition(self.write(STATES, code, **files))
        assert definition is not None, str(report)
        reading = read_class(definition)
        assert reading.source is not None, reading.note
        return reading.source


def codes(problems: Sequence[Problem]) -> list[str]:
    """Return the codes of problems, sorted."""
    return sorted(problem.code for problem in problems)


def the(problems: Sequence[Problem], code: str) -> Problem:
    """Return the one problem of a code."""
    [found] = [problem for problem in problems if problem.code == code]
    return found


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """Return a text with pieces replaced, each of which must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def with_method(code: str, method: str) -> str:
    """Return a class with one more method."""
    return code + "\n" + "".join(f"    {line}\n" if line else "\n" for line in dedent(method).splitlines())
