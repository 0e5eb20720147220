"""Settings: house rules that a game declares in ``gameinfos.yaml`` and a table may change.

They are ours, not BGA's: no player sees them in a lobby, and they are chosen in code, on the command
line or in a replay's header.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic import Field

from aurum_states.definitions.corrections import renamed
from aurum_states.definitions.document import DataPath, Reading
from aurum_states.definitions.shapes import Declared, checked, described
from aurum_states.definitions.spelling import near_miss
from aurum_states.names import did_you_mean, listed

SettingValue: TypeAlias = bool | int | str | None
"""What a setting can hold."""

_KINDS: dict[str, tuple[type, str]] = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number"),
    "string": (str, "text"),
}


class Setting(Declared):
    """One setting: ``type`` is bool, int or string, with ``?`` behind it null is a value too.

    ``values`` lists what is allowed; empty means anything of the type.
    """

    name: str
    type: Literal["bool", "int", "string", "bool?", "int?", "string?"]
    default: Any
    values: list[Any] = Field(default_factory=list)
    description: str = ""

    def refuse(self, value: Any) -> str | None:
        """Return why a value is not allowed, or None when it is."""
        kind, spoken = _KINDS[self.type.rstrip("?")]
        nullable = self.type.endswith("?")
        if value is None and nullable:
            return None
        if type(value) is not kind:
            return f"must be {spoken}{' or null' if nullable else ''}, not {described(value)}"
        if self.values and value not in self.values:
            hint = did_you_mean(value, map(str, self.values)) if isinstance(value, str) else ""
            return f"may be {listed(map(written, self.values))}, not {described(value)}{hint}"
        return None

    def parse(self, text: str) -> SettingValue:
        """Return the value that a text on the command line means; a ValueError says what is allowed."""
        value: SettingValue = text
        kind = self.type.rstrip("?")
        if text == "null" and self.type.endswith("?"):
            value = None
        elif kind == "bool":
            value = {"true": True, "false": False}.get(text, text)
        elif kind == "int" and text.removeprefix("-").isdecimal() and len(text) < 19:
            value = int(text)
        reason = self.refuse(value)
        if reason is not None:
            raise ValueError(f"setting {self.name} {reason}")
        return value


def written(value: SettingValue) -> str:
    """Return a setting's value as YAML and the command line write it."""
    return value if isinstance(value, str) else json.dumps(value)


def read_settings(data: Any, reading: Reading, path: DataPath) -> Mapping[str, Setting]:
    """Return the settings declared at a path of a document, those that are right; report the others."""
    if data is None or data == []:
        return {}
    if not isinstance(data, dict):
        reading.add(
            "setting.value.type",
            f"settings must be a mapping of name to {{type, default}}, not {described(data)}",
            path,
        )
        return {}
    settings = {}
    for name, declared in data.items():
        setting = _read_setting(name, declared, reading, (*path, name))
        if setting is not None:
            settings[name] = setting
    return settings


def _read_setting(name: str, declared: Any, reading: Reading, path: DataPath) -> Setting | None:
    what = f"setting {name!r}"
    if not name.isidentifier():
        reading.add("setting.name", f"{what} is no name of letters, digits and _", path, key=True)
        return None
    if not isinstance(declared, dict):
        reading.add(
            "setting.value.type",
            f"{what} must be a mapping, not {described(declared)}",
            path,
            key=True,
            help="write {type: int, default: 1}",
        )
        return None
    errors = reading.errors
    for key in declared:
        meant = near_miss(key, ("type", "default", "values", "description"))
        if meant is not None and meant != key:
            reading.add(
                "setting.key.misspelt",
                f"{what} has an unknown key {key}",
                (*path, key),
                key=True,
                help=f"did you mean {meant}?",
                fix=None if meant in declared else renamed(reading.document, (*path, key), meant),
            )
    if reading.errors > errors:
        return None
    data = {**declared, "name": name}
    setting = checked(Setting, data, reading, kind="setting", what=what, path=path)
    if setting is None:
        return None
    for index, value in enumerate(setting.values):
        reason = setting.model_copy(update={"values": []}).refuse(value)
        if reason is not None:
            place = (*path, "values", index)
            reading.add("setting.value.type", f"{what}: each value {reason}", place)
    reason = setting.refuse(setting.default)
    if reason is not None:
        place = (*path, "default")
        reading.add("setting.default.unknown", f"{what}: default {reason}", place)
    return setting if reading.errors == errors else None
