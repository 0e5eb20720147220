"""A game that walks through states as a test lays them out, and notes what it sees."""

HEAD = """
class SmallState(State):
    count: int = 0
    seen: list[str] = []
    way: str = ""

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.change_active_player(self.players[0])
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actGo": ANY}

    def note(self, text: str) -> None:
        self.state.seen.append(f"{text} {self.state.count}")
        self.notify.all("note", "", text=text)
"""

TURN = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {next: there}
"""
