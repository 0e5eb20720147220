"""``gameoptions``: the variants of a game, chosen when a table is made (BGA's JSON)."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, WrapValidator

from aurum_states.definitions.choices import as_list, by_id, check_default, entries_of, path_in, with_default
from aurum_states.definitions.document import Reading
from aurum_states.definitions.shapes import Declared, checked

FIRST_OPTION, LAST_OPTION = 100, 199
"""BGA's range for a game's own options."""
FRAMEWORK_OPTIONS = range(200, 300)
"""Ids of the options that BGA's framework adds to every game."""

CHECKBOX_PAIRS = ({"yes", "no"}, {"on", "off"}, {"enabled", "disabled"})
"""The names, in any capitals, of two values that BGA draws as a checkbox."""


_ONE = TypeAdapter(int, config=ConfigDict(strict=True))
_SEVERAL = TypeAdapter(list[int], config=ConfigDict(strict=True))


def _one_or_several(value: Any, _: Any) -> int | list[int]:
    """Validate a number or a list of them as the one that is written: one slip makes one problem."""
    return _SEVERAL.validate_python(value) if isinstance(value, list) else _ONE.validate_python(value)


class OptionValue(Declared):
    """One value of an option. ``tmdisplay`` is what the lobby says of a table that has it."""

    name: str
    description: str = ""
    tmdisplay: str | None = None
    nobeginner: bool = False
    firstgameonly: bool = False
    beta: bool = False
    alpha: bool = False
    premium: bool = False
    is_coop: bool = False


class Condition(Declared):
    """What must hold for an option to be shown or for a table to start.

    ``value`` is one number or several: a player count, or values of the option ``id``; for player counts one
    number is a bound, several are the counts themselves. ``message`` is shown when a start condition fails.
    """

    type: Literal["minplayers", "maxplayers", "otheroption", "otheroptionisnot"]
    value: Annotated[int | list[int], WrapValidator(_one_or_several)]
    id: int | None = None
    message: str = ""
    gamestartonly: bool = False


Conditions = Annotated[list[Condition], BeforeValidator(as_list)]
"""Conditions of which all must hold; a single object stands for a list of one."""


class Option(Declared):
    """One option. ``values`` are in BGA's order; the first is the default if none is named."""

    id: int
    name: str
    values: Annotated[Mapping[int, OptionValue], BeforeValidator(by_id)]
    default: int
    display_condition: Conditions = Field([], alias="displaycondition")
    display_condition_operand: Literal["and", "or"] = Field("and", alias="displayconditionoperand")
    start_condition: Annotated[Mapping[int, Conditions], BeforeValidator(by_id)] = Field(
        {}, alias="startcondition"
    )
    not_displayed_message: str = Field("", alias="notdisplayedmessage")
    level: Literal["base", "major", "additional"] = "base"
    disable: Any = None

    @property
    def is_checkbox(self) -> bool:
        """Whether BGA draws a checkbox: two values named on/off, yes/no or enabled/disabled."""
        return {value.name.lower() for value in self.values.values()} in CHECKBOX_PAIRS


def read_options(reading: Reading) -> Mapping[int, Option]:
    """Return the options that a ``gameoptions`` file declares, by id and in file order."""
    options = {}
    for number, data in entries_of(reading, kind="option").items():
        path = (str(number),)
        if number in FRAMEWORK_OPTIONS:
            reading.add(
                "option.id.framework",
                f"option {number} is the framework's: BGA takes its own instead of this one",
                path,
                key=True,
                help=f"give it an id from {FIRST_OPTION} to {LAST_OPTION}",
            )
            continue
        if not FIRST_OPTION <= number <= LAST_OPTION:
            reading.add(
                "option.id.range",
                f"option {number}: ids of options are {FIRST_OPTION} to {LAST_OPTION}",
                path,
                key=True,
            )
            continue
        option = _read_option(number, data, reading)
        if option is not None:
            options[number] = option
    return options


def _read_option(number: int, data: dict[str, Any], reading: Reading) -> Option | None:
    fields = with_default(number, data)
    option = checked(
        Option,
        fields,
        reading,
        kind="option",
        what=f"option {number}",
        path=(str(number),),
        written=partial(path_in, data),
    )
    if option is None:
        return None
    right = check_default(option.default, option.values, reading, kind="option", number=number)
    return option if right else None
