"""A game that does what a test says: actions and zombies run the code of an expression or statement."""

from typing import Any

from aurum_states import ActionResult, Table

STATES = """
states:
  one:
    type: activeplayer
    description: ""
    possibleActions: [actDo, actSet]
    transitions: {one: one, many: many, auto: auto, scores: scores, over: gameEnd}
  many:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actDo, actSet]
    transitions: {one: one, many: many, auto: auto, scores: scores, over: gameEnd}
  auto:
    type: game
    action: stAuto
    transitions: {one: one, many: many, auto: auto, over: gameEnd}
  scores:
    type: game
    action: stScores
    transitions: {one: one, over: gameEnd}
"""

CODE = '''
from aurum_states import GameResult, ResultPlayer

class SmallState(State):
    auto: str = "'one'"
    zombie: str = "'auto'"
    log: list[str] = []
    progress: int = 0

class Small(Game[SmallState]):
    """``s`` is the state, ``g`` gamestate, ``self`` the game; what an expression gives is the outcome."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.active_next_player()
        return "one"

    def run(self, code: str, **names):
        known = {"self": self, "g": self.gamestate, "s": self.state, "GameResult": GameResult,
                 "ResultPlayer": ResultPlayer, "UserException": UserException, **names}
        done = None
        for part in code.split("; "):
            done = eval(part, known)
        return done if isinstance(done, (str, int, GameResult)) and not isinstance(done, bool) else None

    def moves_one(self, player) -> Moves:
        return {"actDo": ANY, "actSet": ANY}

    moves_many = moves_one

    def act_do(self, code: str):
        return self.run(code)

    def act_set(self, name: Literal["auto", "zombie"], code: str) -> None:
        setattr(self.state, name, code)

    def st_auto(self):
        return self.run(self.state.auto)

    def st_scores(self):
        return self.run(self.state.auto)

    def zombie_turn(self, state: str, active_player_id: PlayerId):
        self.state.log.append(f"zombie {active_player_id} in {state}")
        return self.run(self.state.zombie, state=state, player=active_player_id)

    def get_game_progression(self):
        return self.state.progress
'''

NEXT = "s.log.append('next'); g.active_next_player(); 'one'"
"""Code of the game state: the next player's turn."""


def do(table: Table, code: str, player_id: int = 0) -> ActionResult:
    """Let a player, else the first active one, run code."""
    return table.act(player_id or table.active_players[0], "actDo", {"code": code})


def script(table: Table, **code: str) -> None:
    """Set what the game (``auto``) and zombies (``zombie``) run."""
    for name, text in code.items():
        table.act(table.active_players[0], "actSet", {"name": name, "code": text})


def path(result: ActionResult) -> list[Any]:
    """Return the names of the transitions taken."""
    return [transition.name for transition in result.transitions]


def told(result: ActionResult, type: str) -> list[dict[str, Any]]:  # noqa: A002
    """Return the arguments of all notifications of a type."""
    return [one.args for one in result.notifications if one.type == type]
