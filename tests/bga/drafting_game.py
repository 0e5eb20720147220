"""A whole small game with private states: draft a card, confirm it or think again, pass the hands on."""

from pathlib import Path

from tests.engine.small_games import GameMaker

STATES = """
initialState: draft
states:
  draft:
    id: 10
    type: multipleactiveplayer
    description: Other players must draft
    descriptionMyTurn: ${you} must draft
    action: stDraft
    args: argDraft
    initialPrivate: choose
    possibleActions: [actThinkAgain]
    updateGameProgression: true
    transitions: {everybody: passOn}
  choose:
    id: 11
    type: private
    descriptionMyTurn: ${you} must choose one of ${count} cards
    args: argChoose
    possibleActions: [actChoose]
    transitions: {chosen: confirm}
  confirm:
    id: 12
    type: private
    descriptionMyTurn: ${you} must confirm ${card}
    args: argConfirm
    action: stConfirm
    possibleActions: [actConfirm, actThinkAgain]
    transitions: {thinkAgain: choose}
  passOn:
    id: 20
    type: game
    action: stPassOn
    transitions: {again: draft, over: gameEnd}
"""

CODE = """
class DraftState(State):
    hands: dict[PlayerId, list[int]]
    chosen: dict[PlayerId, int] = {}
    drafted: dict[PlayerId, list[int]] = {}


class Draft(Game[DraftState]):
    def setup_new_game(self, options: Options) -> DraftState:
        cards = list(range(1, 13))
        self.shuffle(cards)
        return DraftState(
            hands={player: sorted(cards[4 * seat : 4 * seat + 4]) for seat, player in enumerate(self.players)},
            drafted={player: [] for player in self.players},
        )

    def st_draft(self) -> None:
        self.gamestate.set_players_multiactive(self.players, "everybody")  # also who has left must draft
        self.gamestate.initialize_private_state_for_all_active_players()

    def arg_draft(self) -> Args:
        return {"left": len(self.state.hands[self.players[0]])}

    def moves_draft(self, player: PlayerId) -> Moves:
        return {"actThinkAgain": [()] if player in self.state.chosen else []}

    def moves_choose(self, player: PlayerId) -> Moves:
        return {"actChoose": list(self.state.hands[player])}

    def arg_choose(self, player_id: PlayerId) -> Args:
        return {"count": len(self.state.hands[player_id]), "hand": list(self.state.hands[player_id])}

    def act_choose(self, card: int, current_player_id: PlayerId) -> Literal["chosen"]:
        self.state.chosen[current_player_id] = card
        return "chosen"

    def moves_confirm(self, player: PlayerId) -> Moves:
        return {"actConfirm": [()], "actThinkAgain": [()]}

    def arg_confirm(self, player_id: PlayerId) -> Args:
        return {"card": self.state.chosen[player_id]}

    def st_confirm(self, player_id: PlayerId, args: Args) -> Literal["thinkAgain"] | None:
        if len(self.state.hands[player_id]) == 1:  # nothing to confirm
            self.gamestate.set_player_non_multiactive(player_id, "everybody")
        return None

    def act_confirm(self, current_player_id: PlayerId) -> None:
        self.notify.all("ready", "${player_name} is ready", player_id=current_player_id)
        self.gamestate.set_player_non_multiactive(current_player_id, "everybody")

    @action(check_active=False)
    def act_think_again(self, current_player_id: PlayerId) -> None:
        del self.state.chosen[current_player_id]
        self.gamestate.set_players_multiactive([current_player_id], "everybody")
        self.gamestate.next_private_state(current_player_id, "thinkAgain")

    def st_pass_on(self) -> Literal["again", "over"]:
        s = self.state
        for player in self.players:
            s.hands[player].remove(s.chosen[player])
            s.drafted[player].append(s.chosen[player])
        s.chosen.clear()
        hands = [list(s.hands[player]) for player in self.players]
        for player, hand in zip(self.players, hands[-1:] + hands[:-1]):
            s.hands[player] = hand
        if hands[0]:
            return "again"
        for player in self.players:
            self.player_score.set(player, sum(s.drafted[player]))
        return "over"

    def get_game_progression(self) -> float:
        return 100 - 25 * len(self.state.hands[self.players[0]])

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> None:
        self.state.chosen.setdefault(active_player_id, self.state.hands[active_player_id][0])
        self.gamestate.set_player_non_multiactive(active_player_id, "everybody")
"""


def write_draft(maker: GameMaker) -> Path:
    """Write the game's folder."""
    return maker.write(STATES, CODE, name="draft", game_class="Draft", players=[2, 3])
