"""A game whose one action runs the code it is given, then fails where it is told to."""

from aurum_states import Table
from tests.engine.small_games import ADA

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actRun]
"""

CODE = '''
class Suit(Enum):
    BLUE = "blue"
    RED = "red"

class Rank(IntEnum):
    LOW = 1
    HIGH = 2

class Tile(msgspec.Struct, frozen=True):
    x: int
    y: int = 0

class SmallState(State):
    FIELDS

class Small(Game[SmallState]):
    """Runs the code it is given, then fails where it is told to."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState(VALUES)

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actRun": ANY}

    def act_run(self, code: str, fail: bool = False):
        exec(code, globals(), {"self": self, "s": self.state})
        if fail:
            raise UserException("no")
'''


def code_for(fields: str, values: str = "") -> str:
    return CODE.replace("FIELDS", "\n    ".join(fields.split("; "))).replace("VALUES", values)


def table_for(games, fields: str, values: str = "", mode: str = "full") -> Table:
    return games.table(STATES, code_for(fields, values), mode=mode)


def run(table: Table, code: str, *, fail: bool = False):
    return table.act(ADA, "actRun", {"code": code, "fail": fail})
