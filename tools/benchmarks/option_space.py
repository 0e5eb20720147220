"""How long it takes to ask everything about the space of 30 options, which have 4**30 combinations."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from aurum_states.definitions.options import Option
from aurum_states.space.answers import answers
from aurum_states.space.option_space import OptionSpace
from aurum_states.space.traps import traps_of
from tools.benchmarks.measure import Candidate, timed

OPTIONS, VALUES = 30, 4
"""4**30 are 1.15 * 10**18 combinations, for every number of players."""

PLAYERS = (2, 3, 4, 5)


def options_of(seed: int) -> Mapping[int, Option]:
    """Return options that hang together: about half have display conditions, half start conditions."""
    rng = Random(f"option space {seed}")  # noqa: S311 - the same options each time
    ids = range(100, 100 + OPTIONS)
    return {number: Option.model_validate(_option(number, ids, rng)) for number in ids}


def _option(number: int, ids: range, rng: Random) -> dict[str, Any]:
    values = range(1, VALUES + 1)
    data: dict[str, Any] = {
        "id": number,
        "name": f"Option {number}",
        "values": {str(value): {"name": f"Value {value}"} for value in values},
        "default": 1,
    }
    earlier = range(ids.start, number)
    if earlier and rng.random() < 0.5:
        kind, wanted = rng.choice(["otheroption", "otheroptionisnot"]), rng.sample(values, 2)
        data["displaycondition"] = [{"type": kind, "id": rng.choice(earlier), "value": wanted}]
        if rng.random() < 0.3:
            data["displaycondition"].append({"type": "minplayers", "value": rng.randint(2, 4)})
    if rng.random() < 0.5:
        data["startcondition"] = {
            str(value): {
                "type": "otheroptionisnot",
                "id": rng.choice([other for other in ids if other != number]),
                "value": rng.choice(values),
                "message": f"Not with value {value}",
            }
            for value in values[1:]
        }
    return data


def asked(options: Mapping[int, Option]) -> Callable[[], int]:
    """Return the work of asking everything, ways between pages included; its unit is a whole file."""

    def work() -> int:
        space = OptionSpace(options, PLAYERS)
        answers(space)
        traps_of(space)
        return 1

    return work


def candidates() -> dict[str, Candidate]:
    """Return the timings of three files."""
    return {f"options {seed}": timed(asked(options_of(seed))) for seed in range(3)}
