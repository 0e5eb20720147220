"""The JSON Schemas of ``gameoptions`` and ``gamepreferences``."""

from aurum_states.definitions.options import Condition, Option, OptionValue
from aurum_states.definitions.preferences import TOOLTIPS, Preference, PreferenceValue
from aurum_states.definitions.schema_parts import COMMENT_KEY, NUMBER_KEY, Schema, by_number, head, object_of

_DEFAULT: Schema = {"type": ["integer", "string", "null"], "pattern": f"^{NUMBER_KEY}$"}

_OPTION = {
    "name": "What players read beside the choice; translated by BGA.",
    "values": "What can be chosen, by the number that the game reads, in the order of the list.",
    "default": "The value at the beginning; the first listed one without it.",
    "displaycondition": "What must hold for the option to be shown: all of them, or one (see the operand).",
    "displayconditionoperand": "Whether all display conditions must hold (and) or one of them (or).",
    "startcondition": "By value: what must hold for a table to start while that value is chosen.",
    "notdisplayedmessage": "What is shown in place of the option while it is hidden.",
    "level": "base; major: the one choice at the top, with a picture; additional: folded away at first.",
    "disable": "Seen in a published game; what it does is written nowhere.",
}
_VALUE = {
    "name": "What players read; translated by BGA.",
    "description": "Shown below the option while this value is chosen.",
    "tmdisplay": "What a table in the lobby says of this value; empty to say nothing.",
    "nobeginner": "Whether beginners are advised against it.",
    "firstgameonly": "Whether it is meant for a first game.",
    "beta": "Whether players are warned that it is not finished.",
    "alpha": "Whether it starts in training mode only.",
    "premium": "Whether only premium members can choose it.",
    "is_coop": "Whether the game is cooperative with it. Not documented, used by published games.",
}
_CONDITION = {
    "type": "minplayers, maxplayers: how many players; otheroption, otheroptionisnot: what is chosen at id",
    "value": "A number of players, or the numbers that count; a value of option id, or several.",
    "id": "The option that is looked at: one of this file, or 200 (speed) and 201 (mode).",
    "message": "What players are told when the table cannot start.",
    "gamestartonly": "Looked at only when the game starts. Never use it: tables are made that cannot start.",
}
_PREFERENCE = {
    "name": "What the player reads in the menu; translated by BGA.",
    "values": "What can be chosen, by the number that the game reads, in the order of the list.",
    "default": "The value of who never chose; the first listed one without it.",
    "needReload": "Whether the page is loaded anew after a change.",
    "attribute": "Read by some games' own client code.",
    "generic": "Seen at preferences that Studio wrote itself.",
    "description": "Read by some games' own client code.",
}
_PREFERENCE_VALUE = {
    "name": "What the player reads; translated by BGA.",
    "cssPref": "The CSS class that the page has while this value is chosen.",
    "description": "Read by some games' own client code.",
}
_CONDITIONS: Schema = {
    "type": ["array", "object"],
    "if": {"type": "object"},
    "then": {"$ref": "#/$defs/condition"},
    "items": {"$ref": "#/$defs/condition"},
}
"""A list of conditions; a single object stands for a list of one."""
_COUNTS = {"properties": {"type": {"const": "minplayers"}}, "required": ["type"]}
_OF_OPTION = {"properties": {"type": {"enum": ["otheroption", "otheroptionisnot"]}}, "required": ["type"]}


def gameoptions_schema() -> Schema:
    """Return the schema of ``gameoptions.json``."""
    start = {
        **_CONDITIONS,
        "then": {"$ref": "#/$defs/startCondition"},
        "items": {"$ref": "#/$defs/startCondition"},
    }
    narrower = {
        "values": by_number({"$ref": "#/$defs/value"}, least=1),
        "default": _DEFAULT,
        "displaycondition": _CONDITIONS,
        "startcondition": by_number(start),
    }
    option = object_of(Option, _OPTION, narrower, without=("id",))
    option["required"].remove("default")
    condition = object_of(
        Condition, _CONDITION, {"value": {"type": ["integer", "array"], "items": {"type": "integer"}}}
    )
    return {
        **head(
            "gameoptions.json", "The options of a game by their ids, which are 100 to 199, in BGA's order."
        ),
        **_file("1[0-9][0-9]", {"$ref": "#/$defs/option"}),
        "$defs": {
            "option": option,
            "value": object_of(OptionValue, _VALUE),
            "condition": {**condition, "if": _OF_OPTION, "then": {"required": ["id"]}},
            "startCondition": {
                "$ref": "#/$defs/condition",
                "if": _COUNTS,
                "then": {"properties": {"value": {"type": "integer"}}},
            },
        },
    }


def gamepreferences_schema() -> Schema:
    """Return the schema of ``gamepreferences.json``."""
    narrower = {"values": by_number({"$ref": "#/$defs/value"}, least=1), "default": _DEFAULT}
    preference = object_of(Preference, _PREFERENCE, narrower, without=("id",))
    preference["required"].remove("default")
    schema = _file("(0|[1-9][0-9]{0,9})", {"$ref": "#/$defs/preference"})
    schema["patternProperties"] = {
        f"^(?!{TOOLTIPS}$)(0|[1-9][0-9]{{0,9}})$": {"$ref": "#/$defs/preference"},
        f"^{TOOLTIPS}$": {"type": "object"},  # BGA's own, which Studio writes into the file
    }
    return {
        **head("gamepreferences.json", "The preferences of each player by their ids, in BGA's order."),
        **schema,
        "$defs": {"preference": preference, "value": object_of(PreferenceValue, _PREFERENCE_VALUE)},
    }


def _file(key: str, entry: Schema) -> Schema:
    """Return the schema of a file: entries by id, comments, or the empty list that PHP writes for none."""
    return {
        "type": ["object", "array"],
        "maxItems": 0,
        "propertyNames": {"pattern": f"^({key}|{COMMENT_KEY})$"},
        "patternProperties": {f"^{key}$": entry},
    }
