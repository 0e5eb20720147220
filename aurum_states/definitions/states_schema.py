"""The JSON Schema of ``states.yaml``."""

from aurum_states.definitions.schema_parts import Schema, head, object_of
from aurum_states.definitions.states import SECOND_SPELLINGS, StateDeclaration, StateType

_METHOD = "[A-Za-z_][A-Za-z0-9_]*"
_TARGET = {"type": ["string", "integer"]}

_ABOUT = {
    "id": "BGA's id, which no other state has. 1 and 99 are BGA's own; without an id the next free one.",
    "name": "BGA's name of the state; by default its label.",
    "type": "Who acts. activeplayer: one player; multipleactiveplayer: several at once; private: each by "
    "themselves, inside a multipleactiveplayer state; game: nobody, its action moves on; manager: gameSetup "
    "and gameEnd only.",
    "description": "The title for players who wait. ${actplayer} is who acts, ${...} what args return.",
    "descriptionMyTurn": "The title for players who act. ${you} stands for them.",
    "action": "The method that runs on entering (stNextPlayer is st_next_player in the class).",
    "args": "The method that gives the args for titles and the client (argPlayerTurn, arg_player_turn).",
    "possibleActions": "What players can do: the names of methods (actPlayCard, act_play_card).",
    "transitions": "Where the state leads: name of a transition -> label or id of a state. '' is a name too.",
    "updateGameProgression": "Whether entering the state computes the progression anew.",
    "initialPrivate": "The private state that each player starts in; makes this state their master.",
}
"""What an editor shows beside a key of a state."""

_NARROWER: dict[str, Schema] = {
    "action": {"pattern": f"^({_METHOD})?$"},
    "args": {"pattern": f"^({_METHOD})?$"},
    "possibleActions": {"items": {"type": "string", "pattern": f"^{_METHOD}$"}},
    "transitions": {"type": ["object", "array", "null"], "additionalProperties": _TARGET, "maxItems": 0},
    "initialPrivate": {"type": ["string", "integer", "null"]},
}
"""What ``graph_reader``, ``state_rules`` and ``targets`` ask of a key beyond its type in the model."""


def states_schema() -> Schema:
    """Return the schema of ``states.yaml``."""
    return {
        **head("states.yaml", "The state graph of a game."),
        "type": "object",
        "required": ["states"],
        "properties": {
            "initialState": {
                "description": "Label or id of the first state after the set-up; by default the first one.",
                "type": ["string", "integer", "null"],
            },
            "states": {
                "description": "The states by their labels, in any order.",
                "type": "object",
                "minProperties": 1,
                "propertyNames": {"pattern": "\\S"},
                "additionalProperties": {"$ref": "#/$defs/state"},
            },
        },
        "$defs": {"state": _state()},
    }


def _state() -> Schema:
    state = object_of(StateDeclaration, _ABOUT, _NARROWER)
    properties = state["properties"]
    older = {f"^{other}$": {**properties[key], "deprecated": True} for other, key in SECOND_SPELLINGS.items()}
    return {
        **state,
        "patternProperties": older,  # so that no editor offers them
        "allOf": [*_type_rules(), *({"not": {"required": list(pair)}} for pair in SECOND_SPELLINGS.items())],
    }


def _type_rules() -> list[Schema]:
    """Return what a state needs, or cannot have, because of its type."""

    def of(kind: StateType) -> Schema:
        return {"required": ["type"], "properties": {"type": {"const": str(kind)}}}

    spellings = ("initialPrivate", "initialprivate")
    private = {"type": ["string", "integer"]}
    return [
        {
            "if": of(StateType.GAME),
            "then": {"required": ["action"], "properties": {"action": {"type": "string", "minLength": 1}}},
        },
        {
            "if": {"anyOf": [{"required": [key], "properties": {key: private}} for key in spellings]},
            "then": {"properties": {"type": {"const": str(StateType.MULTIPLE_ACTIVE_PLAYER)}}},
        },
    ]
