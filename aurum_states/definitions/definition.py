"""A whole game as its files declare it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aurum_states.definitions.document import Document
from aurum_states.definitions.framework import FRAMEWORKS, Framework
from aurum_states.definitions.gameinfos import GameInfos
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.options import Option
from aurum_states.definitions.preferences import Preference
from aurum_states.definitions.settings import Setting
from aurum_states.definitions.stats import Stats


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """The graph, options, preferences, statistics and facts of one game, and its class once that is imported.

    ``name`` is what replays call the game: the name it is installed under, else ``game_name`` in gameinfos,
    else the folder's name. ``folder`` is the game folder. Options and preferences are by id, settings by
    name, all in file order. ``documents`` holds the files read, by what they declare: ``gameinfos``,
    ``states``, ``gameoptions``, ``gamepreferences``, ``stats``. ``dbmodel`` is the text of ``dbmodel.sql``,
    which is read as SQL only for a game that keeps a database; ``dbmodel_file`` its path as messages show it.
    """

    name: str
    folder: Path
    infos: GameInfos
    graph: StateGraph
    options: Mapping[int, Option]
    preferences: Mapping[int, Preference]
    stats: Stats
    settings: Mapping[str, Setting]
    documents: Mapping[str, Document]
    game_class: type | None = None
    dbmodel: str = ""
    dbmodel_file: str = ""

    @property
    def framework(self) -> Framework:
        """The year of BGA's framework that its tables behave like."""
        return FRAMEWORKS[self.infos.framework]
