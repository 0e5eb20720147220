"""``gamepreferences``: what each player chooses for themselves (BGA's JSON)."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from aurum_states.definitions.choices import by_id, check_default, entries_of, with_default
from aurum_states.definitions.document import Reading
from aurum_states.definitions.shapes import Declared, checked

TOOLTIPS = 200
"""Id of the preference that BGA's framework adds to every game."""


class PreferenceValue(Declared):
    """One value of a preference. ``css_pref`` is the class that BGA's client puts on the page."""

    name: str
    css_pref: str = Field("", alias="cssPref")
    description: str = ""


class Preference(Declared):
    """One preference. ``values`` are in BGA's order; the first is the default if none is named."""

    id: int
    name: str
    values: Annotated[Mapping[int, PreferenceValue], BeforeValidator(by_id)]
    default: int
    need_reload: bool = Field(False, alias="needReload")
    attribute: Any = None
    generic: Any = None
    description: str = ""


def read_preferences(reading: Reading) -> Mapping[int, Preference]:
    """Return the preferences that a ``gamepreferences`` file declares, by id and in file order."""
    preferences = {}
    for number, data in entries_of(reading, kind="preference").items():
        if number == TOOLTIPS:
            reading.add(
                "preference.framework",
                f"preference {TOOLTIPS} is BGA's own (display tooltips) and wins over this one",
                (str(number),),
                key=True,
                severity="warning",
                help="remove it",
            )
            continue
        preference = checked(
            Preference,
            with_default(number, data),
            reading,
            kind="preference",
            what=f"preference {number}",
            path=(str(number),),
        )
        if preference is not None and check_default(
            preference.default, preference.values, reading, kind="preference", number=number
        ):
            preferences[number] = preference
    return preferences
