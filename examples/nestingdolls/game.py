"""Nesting Dolls: effects inside effects, of several players, any of which may end the game at once."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal

import msgspec

from aurum_states import (
    Args,
    Game,
    GameResult,
    Move,
    Moves,
    Options,
    PlayerId,
    ResultPlayer,
    State,
    clienttranslate,
    invariant,
)
from aurum_states.components import Statistics

OF_EACH = 4
ROW = 2
CROWNED = 3

EFFECTS: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("share", "gain"),),
    2: (("demand", "pay"),),
    3: (("demand", "pay"), ("owner", "crown")),
    4: (("share", "open"),),
    5: (("owner", "open"), ("owner", "open")),
}
"""What each doll does, step by step: for whom, and what."""


class OpenDoll(msgspec.Struct, frozen=True):
    """A doll whose effect is under way: a frame of the stack."""

    owner: PlayerId
    doll: int
    todo: tuple[tuple[PlayerId, str], ...]
    """What is still to be done, and by whom."""
    shared: bool = False
    """Whether somebody else had a share in it, for which the owner draws a doll."""


class NestingDollsState(State):
    """Everything that changes. Coins are the players' scores."""

    stats: Statistics
    pile: list[int]
    """Dolls to be drawn, the next one last."""
    rows: dict[PlayerId, list[int]]
    turn_of: PlayerId
    stack: list[OpenDoll] = []
    """The dolls that are open, the innermost last."""
    choice: str = ""
    """What the player asked has chosen for the first thing that the innermost doll has to do."""


class NestingDolls(Game[NestingDollsState]):
    """Nesting Dolls for two to four players."""

    def setup_new_game(self, options: Options) -> NestingDollsState:
        """Shuffle the dolls and give some to each player."""
        pile = [doll for doll in EFFECTS for _ in range(OF_EACH)]
        self.shuffle(pile)
        rows = {player: sorted(pile.pop() for _ in range(ROW)) for player in self.players}
        stats = self.create_statistics()
        stats.init_table(["turns", "depth"], 0)
        stats.init_player("opened", 0)
        return NestingDollsState(stats, pile, rows, turn_of=self.players[-1])

    # -- turns ------------------------------------------------------------------------------------

    def st_next_player(self) -> Literal["turn", "pileEmpty"]:
        """Go on after the player whose turn it was, whoever was asked last."""
        s = self.state
        if not s.pile:
            return "pileEmpty"
        s.turn_of = self.next_player(s.turn_of)
        s.stats.inc_table("turns", 1)
        self.gamestate.change_active_player(s.turn_of)
        return "turn"

    def moves_turn(self, player: PlayerId) -> Moves:
        """Draw, or open any doll of one's row."""
        return {"actDraw": [()], "actOpen": sorted(set(self.state.rows[player]))}

    def act_draw(self, active_player_id: PlayerId) -> Literal["drawn"]:
        """Draw a doll."""
        self._draw(active_player_id)
        return "drawn"

    def act_open(self, doll: int, active_player_id: PlayerId) -> Literal["opened"]:
        """Open a doll."""
        self._open(active_player_id, doll)
        return "opened"

    # -- the nest ---------------------------------------------------------------------------------

    def st_resolve(self) -> Literal["choose", "closed"] | GameResult:
        """Do what there is to do, one thing after the other, the innermost doll first."""
        stack = self.state.stack
        while stack:
            top = stack[-1]
            if not top.todo:
                stack.pop()
                if top.shared and not self._draw(top.owner):
                    return GameResult.individual_ranking()  # nothing to draw: over at once, coins count
                continue
            player, what = top.todo[0]
            choices = self._choices(top, player, what)
            if len(choices) > 1 and not self.state.choice:
                self.gamestate.change_active_player(player)
                return "choose"
            shared = player != top.owner and what != "pay" and bool(choices)
            stack[-1] = msgspec.structs.replace(top, todo=top.todo[1:], shared=top.shared or shared)
            if not choices:
                continue  # do as much as you can: this was nothing
            chosen, self.state.choice = self.state.choice or choices[0], ""
            if what == "crown":
                return self._crowned(player)
            self._do(top, player, what, chosen)
        return "closed"

    def _choices(self, top: OpenDoll, player: PlayerId, what: str) -> list[str]:
        """Return what a player can do about a thing: nothing, just one, or a choice."""
        s = self.state
        row = s.rows[player]
        if what == "gain":
            return ["coin", "doll"] if s.pile else ["coin"]
        if what == "pay":
            payable = {"coin": self.player_score.get(player), "doll": len(row)}
            return [kind for kind, count in payable.items() if count]
        if what == "open":
            return [str(doll) for doll in sorted(set(row)) if doll < top.doll]
        longest = max(len(other) for owner, other in s.rows.items() if owner != player)
        return ["crown"] if len(row) >= CROWNED and len(row) > longest else []

    def _do(self, top: OpenDoll, player: PlayerId, what: str, chosen: str) -> None:
        if what == "open":
            self._open(player, int(chosen))
        elif what == "gain" and chosen == "coin":
            self.player_score.inc(player, 1, clienttranslate("${player_name} takes a coin"))
        elif what == "gain":
            self._draw(player)
        elif chosen == "coin":
            self.player_score.inc(player, -1, clienttranslate("${player_name} pays a coin"))
            self.player_score.inc(top.owner, 1)
        else:
            doll = self.state.rows[player].pop(0)
            self._add(top.owner, doll)
            self.notify.all(
                "dollPaid",
                clienttranslate("${player_name} pays doll ${doll}"),
                player_id=player,
                doll=doll,
                to=top.owner,
            )

    def _open(self, owner: PlayerId, doll: int) -> None:
        """Put a doll away and its effect on the stack; who does what is settled now."""
        s = self.state
        s.rows[owner].remove(doll)
        s.stats.inc_player("opened", 1, owner)
        self.notify.all(
            "opened", clienttranslate("${player_name} opens doll ${doll}"), player_id=owner, doll=doll
        )
        after = self.players.index(owner) + 1
        others = self.players[after:] + self.players[: after - 1]
        own = len(s.rows[owner])
        affected = {
            "owner": [owner],
            "share": [*(one for one in others if len(s.rows[one]) > own), owner],
            "demand": [one for one in others if len(s.rows[one]) <= own],
        }
        todo = tuple((player, what) for whom, what in EFFECTS[doll] for player in affected[whom])
        s.stack.append(OpenDoll(owner, doll, todo))
        s.stats.set_table("depth", max(len(s.stack), int(s.stats.get_table("depth"))))

    def _draw(self, player: PlayerId) -> bool:
        """Draw a doll; return False where there is none."""
        if not self.state.pile:
            return False
        doll = self.state.pile.pop()
        self._add(player, doll)
        self.notify.all(
            "drawn", clienttranslate("${player_name} draws doll ${doll}"), player_id=player, doll=doll
        )
        return True

    def _add(self, player: PlayerId, doll: int) -> None:
        self.state.rows[player].append(doll)
        self.state.rows[player].sort()

    def _crowned(self, winner: PlayerId) -> GameResult:
        """End the game, however many dolls are open: one wins, whatever the coins."""
        self.notify.all("crowned", clienttranslate("${player_name} wears the crown"), player_id=winner)
        return GameResult.individual_ranking(
            [ResultPlayer(player, int(player == winner)) for player in self.players]
        )

    # -- choose -----------------------------------------------------------------------------------

    def arg_choose(self) -> Args:
        """Tell whose doll asks."""
        top = self.state.stack[-1]
        return {
            "doll": top.doll,
            "otherplayer": self.player_name(top.owner),
            "otherplayer_id": top.owner,
            "what": top.todo[0][1],
        }

    def moves_choose(self, player: PlayerId) -> Moves:
        """Offer what can be done about the first thing to do."""
        top = self.state.stack[-1]
        return {"actChoose": self._choices(top, player, top.todo[0][1])}

    def act_choose(self, choice: str) -> Literal["chosen"]:
        """Remember the choice; it is done where everything is."""
        self.state.choice = choice
        return "chosen"

    # -- what is shown ----------------------------------------------------------------------------

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        """Show everything but the order of the pile."""
        s = self.state
        return {
            "pile": len(s.pile),
            "players": {player: {"row": row} for player, row in s.rows.items()},
            "open": [[top.owner, top.doll] for top in s.stack],
        }

    def get_game_progression(self) -> float:
        """Measure the pile."""
        return 100 - 100 * len(self.state.pile) / (len(EFFECTS) * OF_EACH)

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """Write ``draw``, ``open 4``, ``choose coin``."""
        return " ".join([move.action.removeprefix("act").lower(), *map(str, move.args.values())])

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """Read what ``label_move`` writes."""
        verb, _, what = text.strip().lower().partition(" ")
        if verb == "open" and what.isdecimal():
            return Move("actOpen", {"doll": int(what)})
        if verb == "choose" and what:
            return Move("actChoose", {"choice": what})
        return Move("actDraw") if verb == "draw" and not what else None

    # -- for players who have left, and for tests -------------------------------------------------

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> str:
        """Draw, or choose what comes first."""
        if state == "turn":
            return self.act_draw(active_player_id)
        return self.act_choose(self.legal_moves(active_player_id)["actChoose"][0])

    def arrange(self, position: Mapping[str, Any]) -> str:
        """Start with ``rows`` and ``coins`` by seat, and the ``pile``, the next doll last."""
        s = self.state
        s.pile[:] = position.get("pile", s.pile)
        for player, row in zip(self.players, position["rows"], strict=True):
            s.rows[player] = sorted(row)
        for player, coins in zip(self.players, position.get("coins", ()), strict=False):
            self.player_score.set(player, coins, None)
        return "nextPlayer"

    @invariant
    def dolls_open_smaller_ones(self) -> list[str]:
        """Demand that what opens inside a doll is smaller, so that every nest comes to an end."""
        dolls = [top.doll for top in self.state.stack]
        return [f"doll {inner} is open in doll {outer}" for outer, inner in pairwise(dolls) if inner >= outer]
