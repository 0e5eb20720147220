"""Cards for tests of Aurum's pure rules."""

import pytest

from aurum_states.games.aurum.material import card_label, parse_card


class Faces:
    """Cards named by a test: each label becomes a card with an id of its own and a face to look up."""

    def __init__(self) -> None:
        self.suits: list[str] = []
        self.numbers: list[int] = []

    def __call__(self, labels: str | list[str]) -> list[int]:
        """Return new ids for the labels of a list, or of a text such as ``"S7 G3"``."""
        return [self._card(label) for label in (labels.split() if isinstance(labels, str) else labels)]

    def _card(self, label: str) -> int:
        face = parse_card(label)
        assert face is not None, f"{label!r} is no card"
        self.suits.append(face[0])
        self.numbers.append(face[1])
        return len(self.suits) - 1

    def label(self, card: int) -> str:
        return card_label(self.suits[card], self.numbers[card])

    def labels(self, cards: list[int]) -> str:
        """Return labels as a text, in the order of the cards."""
        return " ".join(map(self.label, cards))


@pytest.fixture
def cards() -> Faces:
    return Faces()
