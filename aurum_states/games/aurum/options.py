"""Ids of what a table and its players can choose, as in ``config/gameoptions.json`` and its neighbour."""

EXPERT = 100
"""Option: nobody starts a round with a gold 0 (R15)."""
OVERTRICKS = 101
"""Option: what tricks above the bid score (R56, A26)."""
BID_ONLY = 2
"""Value of ``OVERTRICKS``: only the bid scores."""

AUTO_SKIP = 100
"""Preference: not to be asked about a change of the bid (R66)."""
AUTO_CONFIRM = 101
"""Preference: bids and plays take effect without a Confirm button (R68)."""

ON = 2
"""Value of what can be on or off."""
