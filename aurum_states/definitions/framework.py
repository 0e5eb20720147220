"""What differs between the years of BGA's framework, all in one place.

A game names its year in ``gameinfos`` (``framework: 2024`` or ``2026``). Code that behaves by a difference
reads its field here; each says what holds where it is true.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Framework(NamedTuple):
    """BGA's framework of one year. Each field says what holds in that year."""

    year: int
    active_player_can_hand_over: bool
    """In an activeplayer state the active player may be changed, if the same move leaves that state; else
    ``changeActivePlayer`` fails there."""
    targets_can_be_states: bool
    """``nextState``, the setters and what handlers return take ids and states, the setters also a callable;
    else names of transitions only."""
    private_args_come_first: bool
    """A private state's args are made and told before its action runs; else after it, unless the action
    returns True."""
    private_can_merge: bool
    """``_merge_private`` in args puts a player's private part among the public ones; else it says nothing."""
    progression_needs_true: bool
    """``updateGameProgression: false`` is like no such key; else whatever it says counts (``isset``)."""
    reserved_states_are_implied: bool
    """The states 1 and 99 need not be written out."""
    first_state_is_returned: bool
    """``setupNewGame`` chooses the first state (here ``first_state``); else the transition of state 1."""
    all_means_who_plays: bool
    """``setAllPlayersMultiactive`` leaves out zombies and eliminated players."""


FRAMEWORKS: Mapping[int, Framework] = {
    2024: Framework(2024, *[False] * 8),
    2026: Framework(2026, *[True] * 8),
}
"""The frameworks by year."""
