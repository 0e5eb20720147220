"""Who has won: final places, and a result that a game states itself (BGA: ``GameResult``).

BGA's order: who has conceded comes last, then score, then tie-breaker. Equals share a rank and the next one
skips: 1, 1, 3.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import Ranked
from aurum_states.errors import GameError
from aurum_states.names import listed

if TYPE_CHECKING:
    from aurum_states.definitions.gameinfos import GameInfos
    from aurum_states.engine.plan import Core
    from aurum_states.engine.setup import Setup
    from aurum_states.engine.standing import Standing

ABANDONED_AUX = -4242
"""The tie-breaker of everybody at a table that all players have left."""


class ResultPlayer(msgspec.Struct, frozen=True):
    """A player's final score as a game states it (BGA: ``Player`` of ``GameResult``)."""

    id: PlayerId
    score: int
    score_aux: int = 0


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result that ends the game when the action of a state returns it.

    Without ``players`` the scores on the table count. Reversed, the lowest comes first. ``victory`` is what a
    solo game says itself; None leaves it to the score.
    """

    players: tuple[ResultPlayer, ...] = ()
    reverse_score: bool = False
    reverse_score_aux: bool = False
    victory: bool | None = None

    @classmethod
    def individual_ranking(
        cls,
        players: Sequence[ResultPlayer] = (),
        reverse_score: bool = False,
        reverse_score_aux: bool = False,
    ) -> Self:
        """Rank every player by score and tie-breaker (BGA: ``individualRanking``)."""
        return cls(tuple(players), reverse_score, reverse_score_aux)

    @classmethod
    def solo(cls, player_id: PlayerId, score: int | None = None, victory: bool = True) -> Self:
        """State whether the only player has won; a score of None leaves the one on the table."""
        stated = () if score is None else (ResultPlayer(player_id, score),)
        return cls(stated, victory=victory)

    def checked(self, player_ids: Sequence[PlayerId]) -> Self:
        """Return it if it speaks of players of the table only.

        Raises:
            GameError: it does not.
        """
        strange = [one.id for one in self.players if one.id not in player_ids]
        if strange:
            raise GameError(
                f"GameResult: {listed(strange)} are no players of this table (players: {listed(player_ids)})"
            )
        return self


class PlayerResult(msgspec.Struct, frozen=True):
    """One player's line of the final result, as BGA's page of it shows.

    ``aux`` is the tie-breaker, ``parts`` the same taken apart by ``tie_breaker_split``. ``tie``: somebody
    else has this rank too. ``victory`` is for the players together in a cooperative game.
    """

    id: PlayerId
    name: str
    color: str
    score: int
    aux: int
    parts: tuple[int, ...]
    rank: int
    tie: bool
    victory: bool
    zombie: bool
    concede: bool


def rank(
    scores: Sequence[tuple[PlayerId, int, int]],
    *,
    reverse: bool = False,
    reverse_aux: bool = False,
    last: Sequence[PlayerId] = (),
    losers_ranked: bool = True,
) -> list[Ranked]:
    """Rank (player, score, tie-breaker) best first; players who are equal keep their seating order.

    Players in ``last`` come after all others. Without ``losers_ranked`` all who do not win share a rank.
    """

    def place(entry: tuple[PlayerId, int, int]) -> tuple[bool, int, int]:
        player_id, score, aux = entry
        return player_id in last, score if reverse else -score, aux if reverse_aux else -aux

    ordered = sorted(scores, key=place)
    ranked: list[Ranked] = []
    for position, entry in enumerate(ordered, 1):
        equal = ranked and place(entry) == place(ordered[position - 2])
        loses = ranked and ranked[-1].rank > 1 and not losers_ranked
        ranked.append(Ranked(*entry, ranked[-1].rank if equal or loses else position))
    return ranked


def abandoned(setup: "Setup", standing: "Standing") -> bool:
    """Whether nobody is left at the table who could act."""
    return bool(standing.zombies) and len(standing.gone) == len(setup.players)


def ranking(setup: "Setup", core: "Core", standing: "Standing") -> list[Ranked]:
    """Return the players, best first, as BGA counts them.

    Once somebody has left, nobody loses by it: everybody has 1 point, and who left first none. A table that
    all have left counts for nobody.
    """
    infos = setup.definition.infos
    score, aux = core.score.values, core.score_aux.values
    rows = [(player.id, score[player.id], aux[player.id]) for player in setup.players]
    if abandoned(setup, standing):
        return rank([(player_id, 0, ABANDONED_AUX) for player_id, _, _ in rows])
    if standing.neutralized:
        return rank(
            [(player_id, int(player_id != standing.neutralized_player), 0) for player_id, _, _ in rows]
        )
    result = standing.result or GameResult()
    stated = {one.id: one for one in result.players}
    rows = [(row[0], one.score, one.score_aux) if (one := stated.get(row[0])) else row for row in rows]
    if infos.is_coop:
        return [Ranked(*row, 1) for row in rows]
    return rank(
        rows,
        reverse=result.reverse_score,
        reverse_aux=result.reverse_score_aux,
        last=standing.conceded,
        losers_ranked=len(rows) == 2 or not infos.losers_not_ranked,
    )


def results(
    setup: "Setup", core: "Core", standing: "Standing", colored: Callable[[PlayerId], str]
) -> list[PlayerResult]:
    """Return the final result, best first; ``colored`` gives a player's colour."""
    infos = setup.definition.infos
    places = ranking(setup, core, standing)
    shared = [place.rank for place in places]
    return [
        PlayerResult(
            id=place.id,
            name=setup.names[place.id],
            color=colored(place.id),
            score=place.score,
            aux=place.aux,
            parts=split_aux(place.aux, infos.tie_breaker_split),
            rank=place.rank,
            tie=shared.count(place.rank) > 1,
            victory=_victory(place, len(places), infos, standing),
            zombie=place.id in standing.zombies and place.id not in standing.conceded,
            concede=place.id in standing.conceded,
        )
        for place in places
    ]


def _victory(place: Ranked, players: int, infos: "GameInfos", standing: "Standing") -> bool:
    if standing.result is not None and standing.result.victory is not None:
        return standing.result.victory
    if infos.is_coop or players == 1:
        return place.score > 0  # 0 is a defeat
    return place.rank == 1


def split_aux(aux: int, split: Sequence[int]) -> tuple[int, ...]:
    """Take a tie-breaker apart as BGA's ``tie_breaker_split`` does: 30402 by [10000, 100, 1] is 3, 4, 2."""
    if not split:
        return (aux,)
    sign, rest = (-1 if aux < 0 else 1), abs(aux)
    parts = []
    for unit in split:
        part, rest = divmod(rest, max(1, unit))
        parts.append(sign * part)
    return tuple(parts)


def end_message(found: Sequence[PlayerResult], player_id: PlayerId | None, *, together: bool) -> str:
    """Return what a seat reads at the end, None being a spectator.

    ``together`` is for cooperative and solo games. Otherwise it goes by the number of players who share the
    first rank, as on BGA.
    """
    if together:
        return "Victory!" if found[0].victory else "Defeat"
    first = [one for one in found if one.rank == 1]
    if player_id is not None and all(one.id != player_id for one in first):
        return "Defeat"
    if len(first) > 1:
        return "Tie"
    return "Victory!" if player_id is not None else f"{first[0].name} wins"
