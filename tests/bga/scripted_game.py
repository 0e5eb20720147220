"""A game whose handlers do what the test says: ``scripts`` holds an expression for each, by its name.

In an expression ``g`` is gamestate, ``s`` the state, ``log`` notes something, ``player`` is who acts or is in the
private state, ``args`` the args where the framework gives them.
"""

from typing import Any

from aurum_states import GameDefinition, Table
from tests.engine.small_games import GameMaker

STATES = """
states:
  gameSetup: {type: manager, transitions: {"": one}}
  one:
    type: activeplayer
    description: ""
    args: argOne
    possibleActions: [actDo, actWave, actOne]
    transitions: {plan: plan, game: auto, one: one, other: other, end: gameEnd}
  plan:
    id: 10
    type: multipleactiveplayer
    description: ${actplayer} must plan
    descriptionMyTurn: ${you} must plan
    args: argPlan
    action: stPlan
    initialPrivate: choose
    possibleActions: [actDo, actWave, actMaster]
    transitions: {one: one, plan: plan, game: auto}
  choose:
    id: 20
    type: private
    descriptionMyTurn: ${you} choose ${what}
    args: argChoose
    action: stChoose
    possibleActions: [actDo, actPick]
    transitions: {confirm: confirm, again: choose}
  confirm:
    id: 30
    type: private
    descriptionMyTurn: ${you} confirm
    action: stConfirm
    possibleActions: [actDo, actWave]
    transitions: {"": choose, back: choose}
  other:
    id: 40
    type: multipleactiveplayer
    description: ""
    possibleActions: [actDo]
    transitions: {one: one, plan: plan}
  auto:
    id: 50
    type: game
    action: stAuto
    possibleActions: [actOne]
    updateGameProgression: false
    transitions: {one: one, plan: plan, other: other}
  gameEnd: {type: manager}
"""

CODE = """
class SmallState(State):
    log: list[str] = []
    scripts: dict[str, str] = {}

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        self.gamestate.change_active_player(self.players[0])
        return SmallState()

    def run(self, code: str, player=0, args=None):
        names = {"self": self, "g": self.gamestate, "s": self.state, "player": player, "args": args}
        return eval(code, {**names, "log": lambda what: self.state.log.append(str(what))})

    def script(self, name: str, player=0, args=None):
        return self.run(self.state.scripts.get(name, "None"), player, args)

    def get_game_progression(self):
        return self.script("progression") or 0

    def moves_one(self, player) -> Moves:
        return {"actDo": ANY, "actWave": [()], "actOne": [()]}

    def moves_plan(self, player) -> Moves:
        return {"actDo": ANY, "actWave": [()], "actMaster": [()]}

    def moves_choose(self, player) -> Moves:
        return {"actDo": ANY, "actPick": [self.player_no(player), 7]}

    def moves_confirm(self, player) -> Moves:
        return {"actDo": ANY, "actWave": [()]}

    def moves_other(self, player) -> Moves:
        return {"actDo": ANY}

    def act_do(self, code: str, current_player_id: PlayerId):
        done = self.run(code, current_player_id)
        return None if isinstance(done, bool) else done

    @action(check_active=False)
    def act_wave(self, current_player_id: PlayerId, args):
        self.state.log.append(f"wave {args}")
        return self.script("wave", current_player_id)

    def act_one(self): ...

    def act_master(self): ...

    def act_pick(self, number: int, current_player_no: int, args):
        self.state.log.append(f"pick {number} of {current_player_no} {args}")
        return "confirm"

    def arg_one(self):
        return self.script("arg_one") or {}

    def arg_plan(self):
        return self.script("arg_plan") or {}

    def arg_choose(self, player_id: PlayerId, current_player_no: int):
        return self.script("arg_choose", player_id) or {"what": f"a card {current_player_no}"}

    def st_plan(self):
        return self.script("st_plan")

    def st_choose(self, player_id: PlayerId):
        return self.script("st_choose", player_id)

    def st_confirm(self, current_player_id: PlayerId):
        return self.script("st_confirm", current_player_id)

    def st_auto(self):
        return self.script("st_auto")
"""


class Scripted:
    """A table of three at that game, ``framework`` and mode as the test wants."""

    def __init__(self, games: GameMaker, framework: int = 2026, mode: Any = "full", **more: Any) -> None:
        self.definition: GameDefinition = games.load(STATES, CODE, framework=framework, **more)
        self.table = Table.create(self.definition, 3, seed="S", mode=mode)

    def do(self, code: str, player: int | None = None) -> Any:
        """Let a player, the first active one where none is named, run an expression."""
        player = self.table.active_players[0] if player is None else player
        return self.table.act(player, "actDo", {"code": code})

    def script(self, **scripts: str) -> None:
        """Set what handlers do."""
        self.do(f"s.scripts.update({scripts!r})")

    def plan(self, *players: int) -> Any:
        """Go to the master with these players active and in the first private state."""
        self.script(st_plan="g.initialize_private_state_for_all_active_players()")
        return self.do(f"g.set_players_multiactive({list(players)}, None, exclusive=True) or 'plan'")

    @property
    def log(self) -> list[str]:
        """What handlers have noted."""
        noted: list[str] = self.table.snapshot()["state"].get("log", [])
        return noted

    @property
    def private(self) -> dict[int, str]:
        """Where players are, by the core: whether it counts or not."""
        saved = self.table.snapshot()["core"].get("private", {})
        return {int(player): label for player, label in saved.items()}
