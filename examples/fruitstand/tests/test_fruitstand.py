"""The game as a whole; its recording beside this folder is a test, too."""

from pathlib import Path

from aurum_states.testing import check_game


def test_the_game_as_a_whole() -> None:
    """Check what holds of every game: offers are accepted, all else is refused, it ends, nothing leaks."""
    check_game(Path(__file__).parents[1], games=1, players=[2], quit_every=40).raise_for_findings()
