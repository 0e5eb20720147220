"""For the tests of games: tables in the words of the table, ``check_game``, play by properties, the plugin.

Everything public is listed in ``__all__`` and loaded at its first use: the pytest plugin lies in here, and a
test suite without replays must not notice it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.testing.checking import check_game
    from aurum_states.testing.conformance.aspect import Finding
    from aurum_states.testing.conformance.report import ConformanceReport
    from aurum_states.testing.playing_machine import game_machine
    from aurum_states.testing.tabletop import Tabletop

_HOME = {
    "ConformanceReport": "conformance.report",
    "Finding": "conformance.aspect",
    "Tabletop": "tabletop",
    "check_game": "checking",
    "game_machine": "playing_machine",
}

__all__ = ["ConformanceReport", "Finding", "Tabletop", "check_game", "game_machine"]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'aurum_states.testing' has no attribute {name!r}")
    value = getattr(import_module(f"aurum_states.testing.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
