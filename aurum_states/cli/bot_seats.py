"""Which seats bots take at a table in the terminal, and which bots: ``--bots``."""

import re
from typing import TYPE_CHECKING

from aurum_states.cli.new_table import no_seat

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition

USUAL = "random"
"""The bot of a seat that names none."""

_PART = re.compile(r"(\d{1,18}|all)(?:=(.+))?", re.ASCII | re.IGNORECASE)


def bot_seats(
    wanted: str | None,
    definition: "GameDefinition",
    count: int | None,
    *,
    person: bool,
    problems: list[str],
) -> dict[int, str]:
    """Return the bot of each seat (from 1) that a bot takes.

    ``wanted`` is ``all``, ``none`` or seats such as ``2,3``, each with a bot or not: ``2=greedy,3``. Where
    nobody says, one person plays in the first seat, or nobody does where there is no ``person`` at the
    keyboard. Without a ``count`` there is no such table, and only the words are looked at.
    """
    seats = range(1, (count or 0) + 1)
    if wanted is None:
        return dict.fromkeys(seats[1:] if person else seats, USUAL)
    if wanted.strip().lower() == "none":
        return {}
    chosen: dict[int, str] = {}
    for part in wanted.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            problems.append(
                f"error: --bots {wanted!r:.60}: write all, none, or seats from 1 on, such as 2,3 or "
                "2=greedy,3=random"
            )
            return chosen
        word = match[2] or USUAL
        _check(word, definition, problems)
        chosen.update(dict.fromkeys(seats if match[1].lower() == "all" else [int(match[1])], word))
    if count is not None:
        problems += [no_seat("--bots", seat, count) for seat in sorted(chosen.keys() - {*seats})]
    return {seat: chosen[seat] for seat in seats if seat in chosen}


def as_option(bots: dict[int, str], count: int) -> list[str]:
    """Return the option that gives bots these seats again at a table of ``count``; none where it is usual."""
    if bots == dict.fromkeys(range(2, count + 1), USUAL):
        return []
    if len(bots) == count and len(set(bots.values())) == 1:
        word = next(iter(bots.values()))
        return ["--bots", "all" if word == USUAL else f"all={word}"]
    seats = [str(seat) if word == USUAL else f"{seat}={word}" for seat, word in bots.items()]
    return ["--bots", ",".join(seats) or "none"]


def _check(word: str, definition: "GameDefinition", problems: list[str]) -> None:
    if word == USUAL:
        return
    from aurum_states.simulate.bots import BotError, bot

    try:
        bot(word, definition)
    except BotError as error:
        problems.append(f"error: --bots: {error}")
