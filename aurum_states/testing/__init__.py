"""For the tests of games: tables that are spoken to in the words of the table; replays as pytest items.

Everything public is listed in ``__all__`` and loaded at its first use: the pytest plugin lies in here, and a
test suite without replays must not notice it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.testing.tabletop import Tabletop

_HOME = {"Tabletop": "tabletop"}

__all__ = ["Tabletop"]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'aurum_states.testing' has no attribute {name!r}")
    value = getattr(import_module(f"aurum_states.testing.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
