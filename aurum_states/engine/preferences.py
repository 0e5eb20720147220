"""What the players prefer, which they may change at any time: ``self.user_preferences`` of a game.

Preferences are no part of the game's state: no undo takes them back, and no digest knows them. What a game
makes of them it keeps in its state (``on_game_user_preference_changed``), or asks for when it needs it.
"""

from collections.abc import Mapping

from aurum_states.definitions.preferences import Preference
from aurum_states.engine.players import PlayerId

Chosen = Mapping[PlayerId, Mapping[int, int]]
"""What players have set, by player and preference; nothing for those who never set any."""


class Preferences:
    """BGA's ``userPreferences`` of one table: what players have set, else the defaults of the file."""

    __slots__ = ("_declared", "_players", "chosen", "in_setup")

    def __init__(
        self, declared: Mapping[int, Preference], players: tuple[PlayerId, ...], chosen: Chosen
    ) -> None:
        self._declared = declared
        self._players = players
        self.chosen = chosen
        """What has been set by now. It is replaced as a whole, never changed."""
        self.in_setup = True
        """Whether ``setup_new_game`` is still running."""

    def get(self, player_id: PlayerId, preference_id: int) -> int | None:
        """Return a player's value (BGA: ``userPreferences->get``).

        None for a preference or player that does not exist. While ``setup_new_game`` runs also for one that
        the player never set, as in BGA's ``player_preferences``; afterwards that has its default.
        """
        value = self.chosen.get(player_id, {}).get(preference_id)
        if value is not None or self.in_setup or player_id not in self._players:
            return value
        declared = self._declared.get(preference_id)
        return None if declared is None else declared.default

    def set_by(self, player_id: PlayerId) -> dict[int, int] | None:
        """Return what a player has ever set, None for nothing (BGA: ``player_preferences[$player_id]``)."""
        return dict(self.chosen[player_id]) if self.chosen.get(player_id) else None

    def changed(self, player_id: PlayerId, preference_id: int, value: int) -> Chosen:
        """Return what would be set with one more change, players and preferences in their usual order."""
        own = {**self.chosen.get(player_id, {}), preference_id: value}
        chosen = {**self.chosen, player_id: {key: own[key] for key in self._declared if key in own}}
        return {player: chosen[player] for player in self._players if player in chosen}
