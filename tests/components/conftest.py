"""A table's services for components tested alone: seeded chance, and notifications kept in a list."""

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from aurum_states.components import Services


class SeededRandom:
    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def draw(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffle(self, items: list[Any]) -> None:
        self._random.shuffle(items)


@dataclass
class Sent:
    """Keeps what was sent as (player or None, type, log, args)."""

    sent: list[tuple[int | None, str, str, dict[str, Any]]] = field(default_factory=list)

    def all(self, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        self.sent.append((None, type, log, args))

    def player(self, player_id: int, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        self.sent.append((player_id, type, log, args))


@pytest.fixture
def notify() -> Sent:
    return Sent()


@pytest.fixture
def services(notify: Sent) -> Services:
    stat = {name: SimpleNamespace(type=name) for name in ("int", "float", "bool")}
    stats = SimpleNamespace(
        table={"rounds": stat["int"], "length": stat["float"], "nuggets": stat["bool"]},
        player={"tricks": stat["int"], "average": stat["float"], "passed": stat["bool"]},
    )
    return Services(SeededRandom(), notify, (11, 12, 13), stats)
