"""Random small option files, as BGA's JSON."""

from random import Random
from typing import Any

from aurum_states.definitions.options import Option

Raw = dict[int, dict[str, Any]]

PLAYERS = (2, 3, 4)
MODES = (0, 1, 2)
SPEEDS = (0, 2, 9, 10, 11, 21)
"""Those that the conditions name, and one that they do not."""
LANGUAGES = (1, 2)


def small_file(rng: Random) -> Raw:
    """Return one to four options of up to three values, with conditions of every kind, circles among them."""
    ids = rng.sample(range(100, 106), rng.randint(1, 4))
    values = {number: rng.sample(range(4), rng.randint(1, 3)) for number in ids}
    return {number: _option(number, values, rng) for number in ids}


def tight_file(rng: Random) -> Raw:
    """Return two or three options whose values exclude one another, so that some pages are hard to leave."""
    ids = rng.sample(range(100, 103), rng.randint(2, 3))
    values = {number: list(range(rng.randint(2, 3))) for number in ids}
    raw: Raw = {}
    for number in ids:
        others = [one for one in ids if one != number]
        raw[number] = {
            "values": {str(value): {"name": f"value {value}"} for value in values[number]},
            "default": 0,
            "startcondition": {
                str(value): [_exclusion(rng.choice(others), values, rng) for _ in range(rng.randint(0, 2))]
                for value in values[number]
            },
        }
        if rng.random() < 0.2:
            raw[number]["displaycondition"] = [_condition(values, rng, lists=True)]
    return raw


def _exclusion(other: int, values: dict[int, list[int]], rng: Random) -> dict[str, Any]:
    kind = "otheroption" if rng.random() < 0.2 else "otheroptionisnot"
    condition = {"type": kind, "id": other, "value": rng.choice(values[other]), "message": "message"}
    return condition | ({"gamestartonly": True} if rng.random() < 0.2 else {})


def models(raw: Raw) -> dict[int, Option]:
    return {
        number: Option.model_validate({"id": number, "name": f"Option {number}", **data})
        for number, data in raw.items()
    }


def _option(number: int, values: dict[int, list[int]], rng: Random) -> dict[str, Any]:
    data: dict[str, Any] = {
        "values": {str(value): {"name": f"value {value}"} for value in values[number]},
        "default": rng.choice(values[number]),
    }
    if rng.random() < 0.5:
        data["displaycondition"] = [_condition(values, rng, lists=True) for _ in range(rng.randint(0, 3))]
        if rng.random() < 0.3:
            data["displayconditionoperand"] = "or"
    if rng.random() < 0.6:
        data["startcondition"] = {
            str(value): [_start_condition(values, rng) for _ in range(rng.randint(0, 2))]
            for value in values[number]
            if rng.random() < 0.7
        }
    return data


def _start_condition(values: dict[int, list[int]], rng: Random) -> dict[str, Any]:
    condition = _condition(values, rng, lists=False) | {"message": f"message {rng.randrange(1000)}"}
    return condition | ({"gamestartonly": True} if rng.random() < 0.25 else {})


def _condition(values: dict[int, list[int]], rng: Random, *, lists: bool) -> dict[str, Any]:
    if rng.random() < 0.3:
        counts: int | list[int] = rng.randint(1, 5)
        if lists and rng.random() < 0.4:
            counts = sorted(rng.sample(range(1, 6), rng.randint(1, 3)))
        return {"type": rng.choice(["minplayers", "maxplayers"]), "value": counts}
    domains = {**values, 200: [0, 2, 9, 10, 11], 201: list(MODES), 207: [1, 2], 199: [1, 2]}
    number = rng.choice([*list(values) * 4, 200, 201, 201, 207, 199])
    domain = domains[number]
    value = rng.choice(domain) if rng.random() < 0.6 else rng.sample(domain, rng.randint(1, len(domain)))
    return {"type": rng.choice(["otheroption", "otheroptionisnot"]), "id": number, "value": value}
