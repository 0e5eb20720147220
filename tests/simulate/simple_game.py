"""A small game that simulations play: it ends, or gets stuck, fails or goes on for ever, as its first die says."""

from collections.abc import Callable
from pathlib import Path

from aurum_states.engine.loading import load_game
from aurum_states.engine.setup import Setup
from aurum_states.simulate.case import Case
from tests.engine.small_games import GameMaker

STATES = """\
states:
  turn:
    type: activeplayer
    description: ''
    possibleActions: [actGo, actStay]
    transitions: {on: next, stay: turn, end: gameEnd}
  next:
    type: game
    action: stNext
    transitions: {turn: turn}
"""

CODE = '''\
class DiceState(State):
    fate: int
    at: int = 0


class Dice(Game[DiceState]):
    """Walk five steps. ``settings``: what happens of each game on the way, by a die."""

    action_words = {"go": "actGo", "stay": "actStay"}

    def setup_new_game(self, options: Options) -> DiceState:
        self.gamestate.active_next_player()
        self.observe("set up with", options[100])
        return DiceState(fate=self.bga_rand(1, 100))

    def moves_turn(self, player: PlayerId) -> Moves:
        if self.state.at == 3 and self.state.fate <= self.settings["stuck"]:
            return {"actGo": []}
        return {"actGo": [1, 2] if options_small(self) else [1, 2, 3], "actStay": [()]}

    def act_go(self, by: int, active_player_id: PlayerId) -> Literal["on", "end"]:
        s = self.state
        s.at += 1
        if s.at == 2 and 100 - s.fate < self.settings["broken"]:
            raise ValueError(f"fate {s.fate}")
        if s.at >= 5 and not self.settings["endless"]:
            self.player_score.inc(active_player_id, by)
            self.observe("the last step", "large" if by > 1 else "small")
            return "end"
        return "on"

    def act_stay(self) -> Literal["stay"]:
        return "stay"

    def st_next(self) -> Literal["turn"]:
        self.gamestate.active_next_player()
        return "turn"


def options_small(game: Dice) -> bool:
    return game.options[100] == 1
'''

OPTIONS = {
    "100": {"name": "Steps", "values": {"1": {"name": "Small"}, "2": {"name": "Large"}}, "default": 1},
    "101": {"name": "Colour", "values": {"1": {"name": "Red"}, "2": {"name": "Blue"}}, "default": 1},
}
SETTINGS = {
    "stuck": {"type": "int", "default": 0},
    "broken": {"type": "int", "default": 0},
    "endless": {"type": "bool", "default": False},
}


def dice_folder(root: Path, changed: Callable[[str], str] = str) -> Path:
    """Write the game, its code as ``changed`` makes it."""
    files = {"gameoptions.json": OPTIONS}
    return GameMaker(root).write(
        STATES, changed(CODE), name="dice", game_class="Dice", files=files, settings=SETTINGS
    )


def dice_case(
    folder: Path, seed: str = "S", bots: str = "random", limit: int = 200, **settings: object
) -> Case:
    """Return a case of two players."""
    setup = Setup(load_game(folder), 2, {}, {}, settings, seed, None)
    return Case.of(setup, (bots, bots), limit=limit)
