"""BGA's older globals: whole numbers by label, each label standing for an id."""

from collections.abc import Mapping

import msgspec

from aurum_states.components.part import ComponentError, Part
from aurum_states.names import did_you_mean, listed

OWN_IDS = range(10, 90)
"""Ids of a game's own values."""
OPTION_IDS = range(100, 200)
"""Ids of the table's options, which a label may stand for as well."""


class GameStateLabelError(ComponentError):
    """An unknown label, an id that is not a game's to use, or a value that is no whole number."""


class GameStateLabels(Part, dict=True, omit_defaults=True):
    """Whole numbers by label (BGA: ``initGameStateLabels`` and its kin).

    A field of the state is better; this is for ports. A label with an option's id reads that option.

    Args:
        labels: id of each label.
        values: the values set so far, by id.
    """

    labels: dict[str, int] = msgspec.field(default_factory=dict)
    values: dict[int, int] = msgspec.field(default_factory=dict)

    def init_game_state_labels(self, labels: Mapping[str, int]) -> None:
        """Declare all labels with their ids; called again it replaces them, the values stay.

        Raises:
            GameStateLabelError: an id is not from 10 to 89, nor that of an option (100 to 199).
        """
        for label, number in labels.items():
            if type(number) is not int or not (number in OWN_IDS or number in OPTION_IDS):
                raise GameStateLabelError(
                    f"label {label!r}: the id is 10 to 89, or an option's, 100 to 199, not {number!r}"
                )
        self.labels = dict(labels)

    def set_game_state_initial_value(self, label: str, value: int) -> None:
        """Give a label its first value (BGA keeps this for ``setupNewGame``). Raises as the setter does."""
        self.set_game_state_value(label, value)

    def get_game_state_value(self, label: str, default: int | None = None) -> int:
        """Return a value, or the default (0 unless given) where none has been set.

        Raises:
            GameStateLabelError: the label is unknown.
        """
        number = self._id(label)
        if number in OPTION_IDS:
            return self.services.options.get(number, default or 0)
        return self.values.get(number, default or 0)

    def set_game_state_value(self, label: str, value: int) -> None:
        """Set a value.

        Raises:
            GameStateLabelError: the label is unknown or an option's, or the value is no whole number.
        """
        number = self._id(label)
        if number in OPTION_IDS:
            raise GameStateLabelError(
                f"label {label!r} is option {number}: options do not change during a game"
            )
        if type(value) is not int:
            raise GameStateLabelError(f"label {label!r} holds whole numbers, not {value!r}")
        self.values[number] = value

    def inc_game_state_value(self, label: str, increment: int) -> int:
        """Add to a value and return the sum. Raises as the setter does."""
        value = self.get_game_state_value(label) + increment
        self.set_game_state_value(label, value)
        return value

    def as_data(self) -> dict[str, int]:
        """Return the values by label; one whose label is gone by its id."""
        names = {number: label for label, number in self.labels.items()}
        return {names.get(number, str(number)): value for number, value in self.values.items()}

    def _id(self, label: str) -> int:
        try:
            return self.labels[label]
        except KeyError:
            near = did_you_mean(label, self.labels) or f" (there are: {listed(self.labels)})"
            raise GameStateLabelError(f"Unknown gamestate label: {label}{near}") from None
