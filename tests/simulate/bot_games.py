"""How often the Aurum bot wins, and how often it should."""

from aurum_states import load_game
from aurum_states.engine.setup import Setup
from aurum_states.simulate.arena import alone, duels
from aurum_states.simulate.estimates import Estimate
from aurum_states.simulate.ranges import Work
from aurum_states.simulate.results import Result
from aurum_states.simulate.workers import played

GOALS = ((3, "random", 0.95), (4, "random", 0.95), (3, "plain", 0.45), (4, "plain", 0.60))
"""Players, opponents, and the share of games that the bot is to win as one of three or as one of two teams."""


def share(bot: str, other: str, players: int, games: int, jobs: int = 1) -> Estimate:
    """Return how often a bot wins on one side against another on all others; shared wins count in part."""
    setup = Setup(load_game("aurum"), players, None, None, None, f"bots {players} {other}", None)
    ranges = alone(setup, bot, other, games)
    result = Result(one.case for one in ranges)
    for part in played(Work(ranges, jobs), jobs):
        result.add(part)
    assert result.total.finished == games
    return next(one.share for one in duels(result) if one.bot == bot)
