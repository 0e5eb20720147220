"""Small games for tests: real folders with YAML and a class, loaded as any author's game is."""

import itertools
import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

from aurum_states import GameDefinition, Table, load_game

IMPORTS = """\
from enum import Enum, IntEnum
from typing import Any, Literal, Optional

import msgspec

from aurum_states import (
    ANY, Args, Game, Moves, Options, PlayerId, State, UserException, VisibleSystemException, action, invariant
)
from aurum_states.components import (
    Database, Deck, GameStateLabels, Globals, LegacyData, PlayerCounter, Statistics, TableCounter
)

"""

ADA, BEN, CLEO = 2300001, 2300002, 2300003


class GameMaker:
    """Writes game folders below one folder, each with a name of its own, and loads them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._numbers = itertools.count(1)

    def write(
        self,
        states: str | dict[str, Any],
        code: str,
        *,
        name: str = "small",
        game_class: str = "Small",
        files: dict[str, Any] | None = None,
        **infos: Any,
    ) -> Path:
        """Write a folder: ``states`` is YAML or data, ``code`` the module below ``IMPORTS``."""
        folder = self.root / str(next(self._numbers)) / name
        folder.mkdir(parents=True)
        text = dedent(states) if isinstance(states, str) else json.dumps(states, ensure_ascii=False)
        (folder / "states.yaml").write_text(text, encoding="utf-8")
        facts = {"game_name": name, "players": [1, 2, 3], "gameClass": f"game.py:{game_class}", **infos}
        (folder / "gameinfos.yaml").write_text(yaml.safe_dump(facts, sort_keys=False), encoding="utf-8")
        (folder / "game.py").write_text(IMPORTS + dedent(code), encoding="utf-8")
        for file, content in (files or {}).items():
            (folder / file).write_text(json.dumps(content), encoding="utf-8")
        return folder

    def load(self, states: str | dict[str, Any], code: str, **more: Any) -> GameDefinition:
        """Write a folder and load it."""
        return load_game(self.write(states, code, **more))

    def table(self, states: str | dict[str, Any], code: str, players: int = 2, **more: Any) -> Table:
        """Write a folder, load it and start a table; ``mode`` and ``recorder`` go to the table."""
        given = {key: more.pop(key) for key in ("mode", "recorder", "seed", "position") if key in more}
        return Table.create(self.load(states, code, **more), players, **{"seed": "S", **given})


TALLY_STATES = """\
states:
  turn:
    type: activeplayer
    description: ${actplayer} must act
    descriptionMyTurn: ${you} must act
    args: argTurn
    possibleActions: [actTake, actRoll, actDraw, actStop, actBreak]
    transitions: {next: next, stop: gameEnd}
  next:
    type: game
    action: stNext
    updateGameProgression: true
    transitions: {turn: turn}
"""

TALLY_CODE = '''\
class TallyState(State):
    pile: list[int]
    hands: dict[PlayerId, list[int]]
    cards: Deck
    total: TableCounter
    taken: PlayerCounter
    last: tuple[PlayerId, int] | None = None
    rolls: list[int] = []
    rows: list[list[int]] = []
    note: str = ""


class Tally(Game[TallyState]):
    """Players take numbers from a pile, roll dice and draw cards, in turn, until somebody stops."""

    def setup_new_game(self, options: Options) -> TallyState:
        cards = self.create_deck()
        cards.create_cards([{"type": "a", "type_arg": n, "nbr": 1} for n in range(1, 9)])
        cards.shuffle("deck")
        pile = list(range(1, 9))
        self.shuffle(pile)
        return TallyState(
            pile=pile,
            hands={player: [] for player in self.players},
            cards=cards,
            total=self.create_table_counter("total"),
            taken=self.create_player_counter("taken"),
            rows=[[1], [2, 3]],
        )

    def moves_turn(self, player: PlayerId) -> Moves:
        return {
            "actTake": sorted(self.state.pile),
            "actRoll": [()],
            "actDraw": [()],
            "actStop": [()],
            "actBreak": ANY,
        }

    def arg_turn(self, active_player_id: PlayerId) -> Args:
        return {"left": len(self.state.pile), "_private": {active_player_id: self.state.hands[active_player_id]}}

    def act_take(self, number: int, active_player_id: PlayerId) -> Literal["next"]:
        s = self.state
        s.pile.remove(number)
        s.hands[active_player_id].append(number)
        s.rows[0].append(number)
        s.total.inc(number)
        s.taken.inc(active_player_id, 1)
        s.last = (active_player_id, number)
        self.player_score.inc(active_player_id, number)
        self.notify.all("took", "${player_name} takes ${number}", player_id=active_player_id, number=number)
        return "next"

    def act_roll(self, active_player_id: PlayerId) -> None:
        rolled = self.bga_rand(1, 6)
        self.state.rolls.append(rolled)
        self.notify.player(active_player_id, "rolled", "", rolled=rolled)

    def act_draw(self, active_player_id: PlayerId) -> Literal["next"]:
        self.state.cards.pick_card("deck", active_player_id)
        return "next"

    def act_stop(self) -> Literal["stop"]:
        return "stop"

    def act_break(self, how: str, active_player_id: PlayerId) -> Literal["next"]:
        """Change everything there is, then fail."""
        s = self.state
        s.pile.clear()
        s.hands[active_player_id].append(99)
        s.hands[-1] = [5]
        s.rows[1].clear()
        s.rows.append([7])
        s.rolls = [self.bga_rand(1, 6), 3]
        s.cards.pick_card("deck", active_player_id)
        s.total.inc(5)
        s.note = "broken"
        s.last = None
        self.player_score.set(active_player_id, 77)
        self.notify.all("broken", "", how=how)
        self.gamestate.next_state("next")
        if how == "user":
            raise UserException("not so")
        if how == "system":
            raise VisibleSystemException("cannot be")
        if how == "interrupt":
            raise KeyboardInterrupt
        if how == "exit":
            raise SystemExit(3)
        if how == "recursion":
            return self.act_break(how, active_player_id) if self.deeper() else "next"
        if how == "unsaved":
            s.rolls.append(object())
            return None
        raise ValueError(how)

    def deeper(self) -> bool:
        return self.deeper()

    def st_next(self, active_player_id: PlayerId) -> Literal["turn"]:
        self.gamestate.active_next_player()
        return "turn"

    def zombie_turn(self, state: str, active_player_id: PlayerId):
        pile = self.state.pile
        return self.act_take(min(pile), active_player_id) if pile else self.act_stop()

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        hand = None if current_player_id is None else self.state.hands[current_player_id]
        return {"pile": self.state.pile, "hand": hand, "players": {self.players[0]: {"first": True}}}

    def get_game_progression(self) -> float:
        return 100 * (8 - len(self.state.pile)) / 8

    def arrange(self, position: dict[str, Any]) -> str:
        if min(position["pile"], default=0) < 1:
            raise UserException("a pile holds numbers from 1")
        self.state.pile = list(position["pile"])
        self.gamestate.change_active_player(self.players[position.get("seat", 0)])
        return "turn"

    @invariant
    def small_numbers(self) -> list[str]:
        return [f"{number} is above 8" for number in self.state.pile if number > 8]

    def first_state(self) -> str:
        return "next"
'''


def write_tally(maker: GameMaker, code: str = TALLY_CODE, **more: Any) -> Path:
    """Write the game that most tests play: containers, components, chance, private and public news."""
    return maker.write(
        TALLY_STATES,
        code,
        **{
            "name": "tally",
            "game_class": "Tally",
            "players": [2, 3],
            "settings": {
                "speed": {"type": "int", "default": 1},
                "kind": {"type": "string?", "default": None},
            },
            "files": {
                "gameoptions.json": {
                    "100": {
                        "name": "Variant",
                        "values": {"1": {"name": "Off"}, "2": {"name": "On"}},
                        "default": 1,
                    }
                },
                "gamepreferences.json": {
                    "100": {
                        "name": "Help",
                        "values": {"1": {"name": "No"}, "2": {"name": "Yes"}},
                        "default": 1,
                    }
                },
            },
            **more,
        },
    )


def facts(table: Table) -> dict[str, Any]:
    """Everything that can be seen of a table, for comparing two."""
    return {
        "snapshot": table.snapshot(),
        "digest": table.digest,
        "state": table.state,
        "active": table.active_players,
        "moves": {player.id: table.legal_moves(player.id) for player in table.players},
        "views": {seat: table.view_for(seat) for seat in (None, *(player.id for player in table.players))},
        "ranking": table.ranking(),
    }
