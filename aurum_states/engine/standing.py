"""What sets players apart once a game is under way: who is gone, other colours, a result that was stated.

Most games never need it: the core then holds None, which costs nothing and leaves digests as they are.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from aurum_states.engine.players import PlayerId
from aurum_states.engine.results import GameResult

if TYPE_CHECKING:
    from aurum_states.engine.plan import Core


class Standing(Struct, frozen=True, omit_defaults=True):
    """One value; a change makes a new one (see ``change``)."""

    zombies: tuple[PlayerId, ...] = ()
    """Who has left, in that order; the game plays for them."""
    eliminated: tuple[PlayerId, ...] = ()
    """Who is out of the game."""
    conceded: tuple[PlayerId, ...] = ()
    """Who has given up; they are zombies too."""
    neutralized: int = 0
    """The progression at which somebody left first, from 1 on; 0 for never (BGA: global 301)."""
    neutralized_player: PlayerId = 0
    """Who that was (BGA: global 302)."""
    colors: dict[PlayerId, str] = {}
    """Colours that are not those of the set-up."""
    result: GameResult | None = None
    """What the game itself has stated as its result."""

    @property
    def gone(self) -> tuple[PlayerId, ...]:
        """Whoever is not there to act."""
        if not self.eliminated:
            return self.zombies
        return (*self.zombies, *(player for player in self.eliminated if player not in self.zombies))


AS_SEATED = Standing()
"""Everybody there, nobody out."""


def standing(core: "Core") -> Standing:
    """Return how the players of a table stand."""
    return core.standing or AS_SEATED


def change(core: "Core", **values: Any) -> None:
    """Change how the players of a table stand."""
    core.standing = structs.replace(standing(core), **values)


def still_gone(then: Standing | None, now: Standing | None) -> Standing | None:
    """Return how players stood ``then``, with who has left by ``now``: an undo brings nobody back."""
    if now is None:
        return then
    return structs.replace(
        then or AS_SEATED,
        zombies=now.zombies,
        conceded=now.conceded,
        neutralized=now.neutralized,
        neutralized_player=now.neutralized_player,
    )
