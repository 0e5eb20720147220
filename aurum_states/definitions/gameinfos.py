"""``gameinfos``: BGA's facts about a game, and our keys beside them."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from aurum_states.definitions.corrections import renamed
from aurum_states.definitions.document import Reading
from aurum_states.definitions.settings import Setting, read_settings
from aurum_states.definitions.shapes import Declared, checked, described, wrong
from aurum_states.definitions.spelling import near_miss

OUR_KEYS = ("gameClass", "settings", "rules", "runs_rules", "framework", "zombie_level", "step_undo")
"""Keys that BGA does not know; an export leaves them out."""

DEFAULT_COLORS = (
    "ff0000", "008000", "0000ff", "ffa500", "000000", "ffffff",
    "e94190", "982fff", "72c3b1", "f07f16", "bdd002", "7b7b7b",
)  # fmt: skip
"""BGA's player colours, given out where a game names none."""

_COLOR = re.compile(r"[0-9a-fA-F]{6}")
_GAME_CLASS = re.compile(r"(?P<file>[^:\\]+\.py)|(?P<module>[A-Za-z_]\w*(\.[A-Za-z_]\w*)*)")
GAME_CLASS = r"^([^:\\]+\.py|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*):[^\W\d]\w*$"
"""Pattern of ``gameClass``: a file or a module, and the name of a class in it."""


def _players(counts: list[int]) -> list[int]:
    if not counts:
        raise wrong("must list the possible numbers of players, such as [3, 4]")
    if min(counts) < 1:
        raise wrong(f"cannot hold {min(counts)}: a table has at least one player")
    if len(set(counts)) < len(counts):
        raise wrong("lists a number twice")
    return counts


def is_color(text: str) -> bool:
    """Whether a text is a colour as BGA writes them: six hexadecimal digits."""
    return _COLOR.fullmatch(text) is not None


def _color(color: Any) -> Any:
    if isinstance(color, int) and not isinstance(color, bool):
        raise wrong(f"must be text, not the number {color}: put it into quotes")
    if isinstance(color, str) and not is_color(color):
        raise wrong(f"must be six hexadecimal digits such as ff0000, not {color!r}")
    return color


def _colors(value: Any) -> Any:
    return list(value.values()) if isinstance(value, dict) else value


def _one_number(value: Any) -> Any:
    return next(iter(value), None) if isinstance(value, list) and len(value) < 2 else value


def _flag(value: Any) -> Any:
    return bool(value) if value in (0, 1) else value


def _game_class(text: str) -> str:
    location, colon, name = text.rpartition(":")
    match = _GAME_CLASS.fullmatch(location)
    parts = location.split("/")
    if not colon or not name.isidentifier() or match is None:
        raise wrong(f"must be game.py:ClassName or module:ClassName, not {text!r}")
    if match["file"] and (location.startswith("/") or {"", ".", ".."} & set(parts)):
        raise wrong("must name a file inside the game folder")
    return text


Flag = Annotated[bool, BeforeValidator(_flag)]
"""True or false; BGA's PHP files also write 1 and 0."""

PlayerColors = Annotated[list[Annotated[str, BeforeValidator(_color)]], BeforeValidator(_colors)]
"""Colours in the order of the seats; of a mapping, as PHP files have it, its values."""


class GameInfos(Declared):
    """What ``gameinfos`` declares. Typed is what this package uses; BGA's other keys are kept as they are."""

    game_name: str = ""
    players: Annotated[list[int], AfterValidator(_players)]
    suggest_player_number: Annotated[int | None, BeforeValidator(_one_number)] = None
    not_recommend_player_number: list[int] | None = None
    estimated_duration: int | None = None
    player_colors: PlayerColors = Field(default=list(DEFAULT_COLORS))
    favorite_colors_support: Flag = False
    disable_player_order_swap_on_rematch: Flag = False
    tie_breaker_description: str = ""
    tie_breaker_split: list[int] = Field([])
    losers_not_ranked: Flag = False
    solo_mode_ranked: Flag = False
    is_coop: Flag = False
    db_undo_support: Flag = False

    publisher: Any = None
    publisher_website: Any = None
    publisher_bgg_id: Any = None
    bgg_id: Any = None
    fast_additional_time: Any = None
    medium_additional_time: Any = None
    slow_additional_time: Any = None
    coop_elo_mode: Any = None
    language_dependency: Any = None
    game_interface_width: Any = None
    exception_on_warning: Any = None
    is_sandbox: Any = None
    turn_control: Any = Field(None, alias="turnControl")
    enable_3d: Any = None
    specific_time_profile: Any = None

    game_class: Annotated[str, AfterValidator(_game_class)] | None = Field(None, alias="gameClass")
    """Where the author's class is: ``game.py:ClassName`` in the game folder, or ``module:ClassName``."""
    settings: Mapping[str, Setting] = {}
    """The game's settings by name, in file order."""
    rules: str = "1"
    """Version of the rules that the game's class plays."""
    runs_rules: list[str] = Field([])
    """Older versions that it can still play."""
    step_undo: Flag = False
    """Whether players may take back their moves one by one, as long as nobody has learned anything."""
    framework: Literal[2024, 2026] = 2026
    """Which year's BGA framework a table behaves like."""
    zombie_level: Literal[0, 1, 2] | None = None
    """How the framework plays for players who have left, where the class does not: 0 passes, 1 plays at
    random, 2 what looks best. None: it does not."""

    @property
    def playable_rules(self) -> tuple[str, ...]:
        """Every version of the rules that the game's class can play, the current one first."""
        return (self.rules, *self.runs_rules)


def read_gameinfos(reading: Reading) -> GameInfos | None:
    """Return what a ``gameinfos`` file declares, or None after reporting what is wrong."""
    data = reading.data
    if not isinstance(data, dict):
        message = f"the file must be a mapping of keys to values, not {described(data)}"
        reading.add("gameinfos.shape", message)
        return None
    keys = [field.alias or name for name, field in GameInfos.model_fields.items()]
    misspelt = _misspelt_keys(data, keys, reading)
    settings = read_settings(data.get("settings"), reading, ("settings",))
    fields = {misspelt.get(key, key): value for key, value in data.items() if key != "settings"}
    infos = checked(GameInfos, {**fields, "settings": {}}, reading, kind="gameinfos", what="gameinfos")
    if infos is None:
        return None
    _check_colors(infos, reading)
    return infos.model_copy(update={"settings": settings})


def _misspelt_keys(data: dict[str, Any], known: list[str], reading: Reading) -> dict[str, str]:
    """Report slips of known keys (errors for ours, warnings for BGA's); return ours with what is meant."""
    misspelt = {}
    for key in data:
        if key in known or key.startswith("$"):
            continue
        meant = near_miss(key, [name for name in known if name not in data])
        if meant is None:
            continue
        ours = meant in OUR_KEYS or meant == "players"
        if ours:
            misspelt[key] = meant
        reading.add(
            "gameinfos.key.misspelt",
            f"gameinfos has an unknown key {key}",
            (key,),
            key=True,
            severity="error" if ours else "warning",
            help=f"did you mean {meant}?",
            fix=renamed(reading.document, (key,), meant) if ours else None,
        )
    return misspelt


def _check_colors(infos: GameInfos, reading: Reading) -> None:
    most, colors = max(infos.players), infos.player_colors
    if len(colors) < most:
        path = ("player_colors",) if "player_colors" in reading.data else ("players",)
        reading.add(
            "gameinfos.colors",
            f"{most} players need {most} player_colors, there are {len(colors)}",
            path,
            severity="warning",
        )
