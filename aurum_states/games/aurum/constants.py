"""Names for what the game's files declare. Made by ``aurum-states constants``."""

from enum import IntEnum, StrEnum


class Option(IntEnum):
    """The game's options by id."""

    EXPERT_VARIANT = 100
    OVERTRICKS = 101


class ExpertVariant(IntEnum):
    """Values of option 100."""

    OFF = 1
    ON = 2


class Overtricks(IntEnum):
    """Values of option 101."""

    SCORE_THE_TRICKS_WON = 1
    SCORE_ONLY_THE_BID = 2


class Preference(IntEnum):
    """The game's preferences by id."""

    AUTO_SKIP_CHANGE_BID = 100  # Auto-skip change bid
    AUTO_CONFIRM_BID_AND_PLAYED_CARDS = 101  # Auto-confirm bid and played cards


class AutoSkipChangeBid(IntEnum):
    """Values of preference 100."""

    OFF = 1
    ON = 2


class AutoConfirmBidAndPlayedCards(IntEnum):
    """Values of preference 101."""

    OFF = 1
    ON = 2


class TableStatistic(StrEnum):
    """Statistics of the table by key."""

    ROUNDS = "rounds"  # Rounds played
    TRICKS = "tricks"  # Tricks played
    GOLD_TRICKS = "gold_tricks"  # Tricks won with gold
    TIED_ROUNDS = "tied_rounds"  # Rounds tied on points


class PlayerStatistic(StrEnum):
    """Statistics of each player by key."""

    TRICKS_WON = "tricks_won"
    BIDS_EXACT = "bids_exact"  # Bids met exactly
    BIDS_OVER = "bids_over"  # Bids exceeded
    BIDS_UNDER = "bids_under"  # Bids missed
    BID_CHANGES = "bid_changes"  # Bid cards changed
    GOLD_WON = "gold_won"  # Gold cards won
    GOLD_PLAYED = "gold_played"  # Gold cards played
    GOLD_POINTS = "gold_points"  # Points for gold kept
    PASSES = "passes"  # Rounds ended by passing
    ROUND_POINTS = "round_points"  # Points in all rounds
    NUGGETS = "nuggets"  # Gold nuggets won


class StateId(IntEnum):
    """States by id."""

    GAME_SETUP = 1
    DEALING = 10
    BIDDING = 20
    NEXT_CHANGE = 30
    CHANGE_BID = 31
    PLAYER_TURN = 40
    NEXT_PLAYER = 41
    TRICK_END = 50
    ROUND_SCORE = 60
    GAME_END = 99
