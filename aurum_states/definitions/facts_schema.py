"""The JSON Schemas of ``stats`` and ``gameinfos``."""

from aurum_states.definitions.gameinfos import GAME_CLASS, GameInfos
from aurum_states.definitions.schema_parts import Schema, by_number, head, object_of
from aurum_states.definitions.settings import Setting
from aurum_states.definitions.stats import FIRST_STATISTIC, SECTIONS, Statistic

_STATISTIC = {
    "id": "BGA's number of the statistic, from 10, once in its section; that of a deleted one is not free.",
    "name": "What players read; translated by BGA.",
    "type": "What is counted: a whole number, a number, or yes and no.",
    "display": "limited where players do not see it.",
}
_SECTION = {
    "table": "What is counted once for the whole table.",
    "player": "What is counted for each player.",
}
_GAMEINFOS = {
    "game_name": "The English name of the game.",
    "players": "The numbers of players, such as [3, 4].",
    "suggest_player_number": "The number of players that is best, or null.",
    "not_recommend_player_number": "Numbers of players that are possible and not so good, or null.",
    "estimated_duration": "How long a game takes, in minutes.",
    "player_colors": "Six hexadecimal digits for each seat, such as ff0000; at least as many as players.",
    "favorite_colors_support": "Whether players get the colour they like.",
    "disable_player_order_swap_on_rematch": "Whether the order of players stays in a rematch.",
    "tie_breaker_description": "How ties are broken, on one line.",
    "tie_breaker_split": "How the tie-break number splits into several, such as [10000, 100, 1].",
    "losers_not_ranked": "Whether only the winner has a rank; not for two players or cooperative games.",
    "solo_mode_ranked": "Whether a game of one player counts.",
    "is_coop": "Whether all players win or lose together.",
    "db_undo_support": "Whether the game uses BGA's undo.",
    "publisher": "The publisher's name, empty if there is none.",
    "publisher_website": "The publisher's page, empty if there is none.",
    "publisher_bgg_id": "The publisher's number at BoardGameGeek, 0 if there is none.",
    "bgg_id": "The game's number at BoardGameGeek, 0 if there is none.",
    "fast_additional_time": "Seconds that a player gets for a turn at the fast speed.",
    "medium_additional_time": "Seconds that a player gets for a turn at the medium speed.",
    "slow_additional_time": "Seconds that a player gets for a turn at the slow speed.",
    "coop_elo_mode": "How the rating changes in a cooperative game.",
    "language_dependency": "Whether players need one language; a map of number to language makes option 207.",
    "game_interface_width": "The width of the page: {min, max, autoscale}.",
    "exception_on_warning": "Whether a warning of PHP stops the move.",
    "is_sandbox": "Whether the game has no rules.",
    "turnControl": "How turns go on: simple, circuit or complex.",
    "enable_3d": "Whether the 3D view can be switched on.",
    "specific_time_profile": "A clock of the game's own.",
    "gameClass": "Where the class is: game.py:ClassName in the game folder, or module:ClassName.",
    "settings": "House rules that a table may change: name -> {type, default, values, description}.",
    "rules": "The version of the rules that the class plays, as text.",
    "runs_rules": "Older versions of the rules that it can still play.",
    "zombie_level": "Who plays for players who have left: 0 passes, 1 plays at random, 2 takes the best.",
    "step_undo": "Whether players may take back their moves one by one.",
    "framework": "Which year's BGA framework a table behaves like.",
}
_SETTING = {
    "type": "bool, int or string; with ? behind it null is a value too.",
    "default": "The value of a table that says nothing.",
    "values": "All values that are allowed; without them any of the type.",
    "description": "What the setting does.",
}
_FLAG: Schema = {"type": ["boolean", "integer"], "enum": [True, False, 0, 1]}
_COLOR: Schema = {"type": "string", "pattern": "^[0-9a-fA-F]{6}$"}


def stats_schema() -> Schema:
    """Return the schema of ``stats.json``."""
    statistic = object_of(
        Statistic,
        _STATISTIC,
        {"id": {"minimum": FIRST_STATISTIC}, "type": {"enum": ["int", "float", "bool", "boolean"]}},
        without=("key",),
    )
    labels = by_number(by_number({"type": "string"}))
    section = {
        "type": ["object", "array", "null"],
        "maxItems": 0,
        "patternProperties": {"^[^$]|^$": {"$ref": "#/$defs/statistic"}},
    }
    about = "Names for values: id of a statistic -> value -> text."
    return {
        **head("stats.json", "The statistics that BGA shows after a game, in the order of the list."),
        "type": ["object", "array"],
        "maxItems": 0,
        "properties": {
            **{name: {"description": _SECTION[name], **section} for name in SECTIONS},
            "value_labels": {"description": about, **labels, "type": ["object", "array", "null"]},
        },
        "$defs": {"statistic": statistic},
    }


def gameinfos_schema() -> Schema:
    """Return the schema of ``gameinfos.json`` and ``gameinfos.yaml``."""
    flags = [name for name, said in _bools().items() if said]
    settings = {
        "type": ["object", "array", "null"],
        "maxItems": 0,
        "propertyNames": {"pattern": "^[^\\W\\d]\\w*$"},
        "additionalProperties": {"$ref": "#/$defs/setting"},
    }
    narrower: dict[str, Schema] = {
        **dict.fromkeys(flags, _FLAG),
        "players": {"items": {"type": "integer", "minimum": 1}, "minItems": 1, "uniqueItems": True},
        "suggest_player_number": {
            "type": ["integer", "null", "array"],
            "items": {"type": "integer"},
            "maxItems": 1,
        },
        "player_colors": {"type": ["array", "object"], "items": _COLOR, "additionalProperties": _COLOR},
        "gameClass": {"pattern": GAME_CLASS},
        "framework": {"type": "integer"},
        "settings": settings,
    }
    return {
        **head("gameinfos", "Facts about a game: BGA's keys, and those of aurum-states."),
        **object_of(GameInfos, _GAMEINFOS, narrower),
        "$defs": {"setting": object_of(Setting, _SETTING, without=("name",))},
    }


def _bools() -> dict[str, bool]:
    """Return for each key of gameinfos whether it is true or false, for which PHP files write 1 and 0."""
    properties = GameInfos.model_json_schema()["properties"]
    return {key: value.get("type") == "boolean" for key, value in properties.items()}
