"""Fruit Stand: a game whose data lives in SQL tables, as a port of a BGA game keeps them.

Take fruits from the market, sell many of one kind at once: one earns 1, two earn 3, three earn 6, and so on.
"""

from typing import Any, Literal

from aurum_states import Args, Game, Moves, Options, PlayerId, State, clienttranslate
from aurum_states.components import Database

KINDS = ("apple", "banana", "cherry", "date", "elderberry")
OF_EACH = 6
MARKET = 4
BASKET = 5


class FruitStandState(State):
    """Everything that changes is in the database."""

    db: Database


class FruitStand(Game[FruitStandState]):
    """Fruit Stand for two to four players."""

    def setup_new_game(self, options: Options) -> FruitStandState:
        """Shuffle the fruits and lay out the market; the players are in their table already."""
        db = self.create_database()
        fruits = [kind for kind in KINDS for _ in range(OF_EACH)]
        self.shuffle(fruits)
        rows = ", ".join(f"('{kind}', {order})" for order, kind in enumerate(fruits))
        db.db_query(f"INSERT INTO fruit (fruit_kind, fruit_order) VALUES {rows}")
        self._fill_market()
        self.gamestate.active_next_player()
        return FruitStandState(db)

    def _fill_market(self) -> None:
        free = MARKET - self._count("fruit_place = 'market'")
        self.db.db_query(
            "UPDATE fruit SET fruit_place = 'market' WHERE fruit_place = 'stack' "
            f"ORDER BY fruit_order LIMIT {free}"
        )

    def _count(self, where: str) -> int:
        return int(self.db.get_unique_value_from_db(f"SELECT COUNT(*) FROM fruit WHERE {where}") or 0)

    def _basket(self, player_id: PlayerId) -> dict[str, int]:
        """Return how many fruits of each kind a player has."""
        kinds = self.db.get_collection_from_db(
            "SELECT fruit_kind, COUNT(*) FROM fruit "
            f"WHERE fruit_place = 'basket' AND player_id = {player_id} GROUP BY fruit_kind",
            single=True,
        )
        return {str(kind): int(count) for kind, count in kinds.items()}

    # -- playerTurn

    def moves_player_turn(self, player: PlayerId) -> Moves:
        """Take from the market unless the basket is full; sell any kind there is."""
        basket = self._basket(player)
        market = self.db.get_object_list_from_db(
            "SELECT fruit_id FROM fruit WHERE fruit_place = 'market' ORDER BY fruit_order", unique=True
        )
        full = sum(basket.values()) >= BASKET
        return {"actTake": [] if full else [int(fruit_id) for fruit_id in market], "actSell": list(basket)}

    def arg_player_turn(self) -> Args:
        """Tell how many fruits are still to come."""
        return {"stack": self._count("fruit_place = 'stack'")}

    def act_take(self, fruit_id: int, active_player_id: PlayerId) -> Literal["done"]:
        """Put a fruit into the basket; the next one comes to the market."""
        self.db.db_query(
            f"UPDATE fruit SET fruit_place = 'basket', player_id = {active_player_id} "
            f"WHERE fruit_id = {fruit_id}"
        )
        self._fill_market()
        self.notify.all(
            "taken",
            clienttranslate("${player_name} takes ${kind}"),
            player_id=active_player_id,
            kind=self.db.get_unique_value_from_db(
                f"SELECT fruit_kind FROM fruit WHERE fruit_id = {fruit_id}"
            ),
            market=self._market(),
        )
        return "done"

    def act_sell(self, kind: str, active_player_id: PlayerId) -> Literal["done"]:
        """Sell all fruits of a kind."""
        db = self.db
        db.db_query(
            "UPDATE fruit SET fruit_place = 'sold' WHERE fruit_place = 'basket' "
            f"AND player_id = {active_player_id} AND fruit_kind = '{db.escape_string_for_db(kind)}'"
        )
        count = db.db_affected_row()
        earned = count * (count + 1) // 2
        db.db_query(
            f"UPDATE player SET player_score = player_score + {earned}, player_sales = player_sales + 1 "
            f"WHERE player_id = {active_player_id}"
        )
        self.notify.all(
            "sold",
            clienttranslate("${player_name} sells ${count} ${kind} for ${earned}"),
            player_id=active_player_id,
            count=count,
            kind=kind,
            earned=earned,
        )
        return "done"

    # -- nextPlayer

    def st_next_player(self) -> Literal["turn", "marketEmpty"]:
        """Go on while there are fruits; what is left in the baskets then earns 1 each, sales break ties."""
        if self._count("fruit_place = 'market'"):
            self.gamestate.active_next_player()
            return "turn"
        self.db.db_query(
            "UPDATE player SET player_score_aux = player_sales, player_score = player_score + "
            "(SELECT COUNT(*) FROM fruit f WHERE f.fruit_place = 'basket' AND f.player_id = player.player_id)"
        )
        return "marketEmpty"

    # -- what is shown

    def _market(self) -> list[dict[str, Any]]:
        return self.db.get_object_list_from_db(
            "SELECT fruit_id id, fruit_kind kind FROM fruit WHERE fruit_place = 'market' ORDER BY fruit_order"
        )

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        """Show market, baskets and sales: all is open but the stack."""
        players = self.db.get_collection_from_db("SELECT player_id id, player_sales sales FROM player")
        for player_id in self.players:
            players[player_id]["basket"] = self._basket(player_id)
        return {"players": players, "market": self._market()}

    def get_game_progression(self) -> float:
        """Measure how many fruits have left the market."""
        gone = self._count("fruit_place IN ('basket', 'sold')")
        return 100 * gone / (len(KINDS) * OF_EACH)

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> str:
        """Sell the most of one kind when the basket is full, else take the oldest fruit."""
        moves = self.legal_moves(active_player_id)
        if moves["actTake"]:
            return self.act_take(moves["actTake"][0], active_player_id)
        basket = self._basket(active_player_id)
        return self.act_sell(max(basket, key=lambda kind: basket[kind]), active_player_id)
