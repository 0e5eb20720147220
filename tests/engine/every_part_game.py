"""A game that uses every setter, component and service of the framework, in an order that players choose."""

from pathlib import Path
from typing import Any

from tests.engine.small_games import GameMaker

STATES = """\
states:
  fair:
    type: activeplayer
    description: ""
    args: argFair
    possibleActions: [actDo, actGather, actWave]
    transitions: {again: fair, together: together, next: next}
  together:
    id: 10
    type: multipleactiveplayer
    description: ""
    args: argTogether
    action: stTogether
    initialPrivate: pick
    possibleActions: [actMaster, actWave]
    transitions: {done: next}
  pick:
    id: 11
    type: private
    descriptionMyTurn: ""
    args: argPick
    action: stPick
    possibleActions: [actPick]
    transitions: {pick: pick, sure: sure}
  sure:
    id: 12
    type: private
    descriptionMyTurn: ""
    possibleActions: [actPick]
    transitions: {pick: pick, sure: sure}
  aside:
    id: 20
    type: game
    action: stAside
    transitions: {fair: fair}
  next:
    id: 21
    type: game
    action: stNext
    updateGameProgression: true
    transitions: {fair: fair, over: gameEnd}
"""

CODE = '''
DECISIONS = 30


class FairState(State):
    cards: Deck
    total: TableCounter
    taken: PlayerCounter
    memory: Globals
    labels: GameStateLabels
    legacy: LegacyData
    stats: Statistics
    left: int = DECISIONS
    """Decisions until the game ends."""
    cubes: list[int] = []
    rows: dict[PlayerId, list[int]] = {}
    rolled: tuple[int, ...] = ()


class Fair(Game[FairState]):
    def setup_new_game(self, options: Options) -> FairState:
        cards = self.create_deck()
        cards.create_cards([{"type": "a", "type_arg": n, "nbr": 1} for n in range(1, 6)])
        cards.shuffle("deck")
        cards.autoreshuffle = True
        cards.autoreshuffle_trigger = "reshuffled"
        stats = self.create_statistics()
        stats.init_table("turns", 0)
        stats.init_player("cards", 0)
        return FairState(
            cards=cards,
            total=self.create_table_counter("total"),
            taken=self.create_player_counter("taken"),
            memory=self.create_globals(),
            labels=self.create_game_state_labels({"turn": 10}),
            legacy=self.create_legacy(),
            stats=stats,
            rows={player: [] for player in self.players},
        )

    def first_state(self) -> str:
        return "next"

    def get_game_progression(self) -> float:
        return 100 * (DECISIONS - max(0, self.state.left)) / DECISIONS

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        s = self.state
        row = list(s.rows.get(current_player_id, []))
        return {"cubes": list(s.cubes), "left": s.left, "row": row, "memory": s.memory.get_all()}

    def redeal(self, player_id: PlayerId | None, draw: Any) -> int:
        return 0

    def on_game_user_preference_changed(self, player_id: PlayerId, preference_id: int, value: int) -> None:
        self.state.cubes.append(value)
        self.notify.player(player_id, "noted", "", value=value)

    def on_concede(self, player_id: PlayerId) -> None:
        self.state.cubes.clear()
        self.player_score.set(player_id, -1)

    def zombie_turn(self, state: str, active_player_id: PlayerId):
        self.state.left -= 1
        if state == "fair":
            return "next"
        self.gamestate.set_player_non_multiactive(active_player_id, "done")

    def reshuffled(self, location: str) -> None:
        self.notify.all("reshuffled", "", location=location)

    # -- fair

    def arg_fair(self) -> Args:
        return {"left": self.state.left, "_private": {player: row[:] for player, row in self.state.rows.items()}}

    def moves_fair(self, player: PlayerId) -> Moves:
        how = ["cube", "row", "parts", "memory", "roll", "cards", "save", "restore", "time", "colors", "hand", "jump"]
        if player != self.gamestate.active_player_id:
            return {"actWave": [()]}
        return {"actDo": [*how, "next", "nextState"], "actGather": [()]}

    def act_do(self, how: str, active_player_id: PlayerId, args: Args):
        s, g, me = self.state, self.gamestate, active_player_id
        s.left -= 1
        if how == "cube":
            s.cubes.append(len(s.cubes))
            self.notify.all("cube", "${player_name} places a cube", player_id=me)
        elif how == "row":
            s.rows[me].append(s.left)
        elif how == "parts":
            self.parts(me)
        elif how == "memory":
            self.remember(me)
        elif how == "roll":
            s.rolled = (self.bga_rand(1, 6), self.bga_rand(1, 6))
            return "again"
        elif how == "cards":
            self.draw_cards(me)
        elif how in ("save", "restore"):
            self.notify.all(how, "")
            self.undo_savepoint() if how == "save" else self.undo_restore_point()
        elif how == "time":
            self.give_extra_time(me)
            self.trace("time")
        elif how == "colors":
            self.reattribute_colors_based_on_preferences()
        elif how == "hand":
            g.change_active_player(self.next_player(me))
            return "again"
        elif how == "jump":
            g.jump_to_state("aside")
        elif how == "nextState":
            g.next_state("next")
        else:
            return how

    def act_gather(self) -> Literal["together"]:
        self.state.left -= 1
        return "together"

    def parts(self, me: PlayerId) -> None:
        s = self.state
        s.total.inc(1, "${name} is ${value}")
        s.taken.inc(me, 1)
        s.taken.set_all(s.total.get(), None)
        s.stats.inc_table("turns", 1)
        s.stats.inc_player("cards", 1, me)
        self.player_score.inc(me, 1)
        self.player_score_aux.set(me, s.left)

    def remember(self, me: PlayerId) -> None:
        s = self.state
        s.labels.inc_game_state_value("turn", 1)
        s.legacy.set("wins", me, s.left, 30)
        s.legacy.delete("wins", self.next_player(me))
        s.legacy.set_team("games", [1, 2])
        s.memory.set("count", 1) if not s.memory.has("count") else s.memory.inc("count", 1)
        s.memory.set("last", {"player": me, "cubes": list(s.cubes)})
        s.memory.delete("nothing", "last")

    def draw_cards(self, me: PlayerId) -> None:
        cards = self.state.cards
        for card in cards.pick_cards(2, "deck", me):
            cards.play_card(card.id)
        cards.insert_card_on_extreme_position(cards.pick_ids(1, "deck", "hand", me)[0], "deck", on_top=False)
        cards.move_all_cards_in_location("hand", "discard", me)
        self.notify.player(me, "drawn", "", left=cards.count_cards_in_location("deck"))

    @action(check_active=False)
    def act_wave(self, current_player_id: PlayerId) -> None:
        self.state.rows[current_player_id].append(0)
        self.notify.all("wave", "${player_name} waves", player_id=current_player_id, _private={current_player_id: {"x": 1}})

    # -- together

    def st_together(self) -> None:
        g = self.gamestate
        if self.state.left % 2:
            g.set_all_players_multiactive()
            g.initialize_private_state_for_all_active_players()
        else:
            g.set_players_multiactive(self.players[1:], "done", exclusive=True)

    def arg_together(self) -> Args:
        return {"total": self.state.total.get()}

    def moves_together(self, player: PlayerId) -> Moves:
        how = ["enter", "anew", "wait", "all", "none", "only", "update", "unset"]
        return {"actMaster": how if self.state.left > 0 else ["wait"], "actWave": [()]}

    def act_master(self, how: str, current_player_id: PlayerId) -> None:
        g, me = self.gamestate, current_player_id
        self.state.left -= 1
        if how == "enter":
            g.initialize_private_state(me)
        elif how == "anew":
            g.set_private_state(me, "sure")
        elif how == "wait":
            g.set_player_non_multiactive(me, "done")
        elif how == "all":
            g.set_all_players_multiactive()
            g.initialize_private_state_for_players(self.players)
        elif how == "none":
            g.set_all_players_non_multiactive("done")
        elif how == "only":
            g.set_players_multiactive([me], "done", exclusive=True)
        elif how == "update":
            g.update_multiactive_or_next_state("done")
        else:
            g.unset_private_state_for_all_players()

    def arg_pick(self, player_id: PlayerId) -> Args:
        return {"row": list(self.state.rows[player_id])}

    def st_pick(self, player_id: PlayerId, args: Args) -> Literal["sure"] | None:
        return "sure" if len(args["row"]) % 3 == 2 else None

    def moves_pick(self, player: PlayerId) -> Moves:
        how = ["sure", "take", "several", "leave", "leaveBoth", "done"]
        inside = all(self.gamestate.get_current_state(one).type == "private" for one in self.gamestate.active_players)
        return {"actPick": how + ["everybody"] * inside if self.state.left > 0 else ["done"]}

    moves_sure = moves_pick

    def act_pick(self, how: str, current_player_id: PlayerId, args: Args):
        g, me = self.gamestate, current_player_id
        self.state.left -= 1
        self.state.rows[me].append(len(args))
        if how == "take":
            g.next_private_state(me, "sure")
        elif how == "several":
            g.next_private_state_for_players([me], "pick")
        elif how == "everybody":
            g.next_private_state_for_all_active_players("sure")
        elif how == "leave":
            g.unset_private_state(me)
        elif how == "leaveBoth":
            g.unset_private_state_for_players([me])
        elif how == "done":
            g.set_player_non_multiactive(me, "done")
        else:
            return "sure"

    # -- nobody asked

    def st_aside(self) -> Literal["fair"]:
        self.gamestate.active_prev_player()
        return "fair"

    def st_next(self) -> Literal["fair", "over"]:
        s = self.state
        s.stats.inc_table("turns", 1)
        if s.left <= 0:
            return "over"
        backwards = s.left % 3 == 1
        g = self.gamestate
        following = g.active_prev_player() if backwards else g.active_next_player()
        self.give_extra_time(following)
        other = self.next_player(following)
        if s.left % 7 == 0 and len(self.gamestate.playing) > 2:
            self.eliminate_player(other)
        return "fair"
'''

FILES = {
    "stats.json": {
        "table": {"turns": {"id": 10, "name": "Turns", "type": "int"}},
        "player": {"cards": {"id": 10, "name": "Cards", "type": "int"}},
    },
    "gamepreferences.json": {
        "100": {"name": "Help", "values": {"1": {"name": "No"}, "2": {"name": "Yes"}}, "default": 1}
    },
}


def write_fair(maker: GameMaker) -> Path:
    """Write the game's folder."""
    more: dict[str, Any] = {"name": "fair", "game_class": "Fair", "players": [2, 3, 4], "files": FILES}
    return maker.write(STATES, CODE, **more, db_undo_support=True, step_undo=True)
