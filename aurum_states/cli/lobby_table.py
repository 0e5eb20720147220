"""The table that ``lobby`` shows: whose options they are, how many play, what is chosen."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from aurum_states.cli.output import CannotError
from aurum_states.errors import AurumStatesError, DefinitionError

if TYPE_CHECKING:
    from aurum_states.definitions.conditions import Options, TableChoice
    from aurum_states.definitions.gameinfos import GameInfos

_OPTION = re.compile(r"(\d{1,9})=(\d{1,9})", re.ASCII)

_SPEEDS = {"real-time": 0, "turn-based": 10}


@dataclass(slots=True)
class LobbyTable:
    """A game's options and what is chosen. ``counts`` are the numbers of players that the game has."""

    name: str
    options: "Options"
    counts: tuple[int, ...]
    choice: "TableChoice"

    @staticmethod
    def open(source: str | None, players: int | None) -> "LobbyTable":
        """Read the options of a game's name or folder, or of a file and the gameinfos beside it.

        Raises:
            GameNotFoundError: there is no such game, folder or file.
            DefinitionError: a file is wrong; carries every problem.
            CannotError: nobody says how many play, or the game is not played by so many.
        """
        from aurum_states.cli.new_table import usual_number
        from aurum_states.definitions.conditions import TableChoice

        name, options, infos = _read(source)
        counts, usual = ((), None) if infos is None else (tuple(infos.players), usual_number(infos))
        if players is None and usual is None:
            raise CannotError([f"error: {name} says nothing of the number of players; say --players N"])
        table = LobbyTable(name, options, counts, TableChoice(usual or 1))
        problem = None if players is None else table.set_players(players)
        if problem:
            raise CannotError([f"error: {problem}"])
        return table

    def choose(self, mode: str, speed: str, options: Iterable[str]) -> list[str]:
        """Take what the command line says; return what is wrong with it."""
        problems = [problem for problem in (self.set_mode(mode), self.set_speed(speed)) if problem]
        chosen: dict[int, int] = {}
        for text in options:
            match = _OPTION.fullmatch(text.strip())
            if match is None:
                problems.append(f"--set {text!r:.60}: write ID=VALUE, such as 100=2")
                continue
            number, value = int(match[1]), int(match[2])
            problem = f"--set {number} is given twice" if number in chosen else self.refuse(number, value)
            if problem:
                problems.append(problem)
            chosen[number] = value
        if not problems:
            for number, value in chosen.items():
                self.set_option(number, value)
        return [f"error: {problem}" for problem in problems]

    def set_players(self, players: int) -> str | None:
        """Change the number of players; return what is wrong with it."""
        from aurum_states.definitions.conditions import either

        if self.counts and players not in self.counts:
            return f"{self.name} is played by {either(map(str, self.counts))} players, not {players}"
        if players < 1:
            return f"a table has at least one player, not {players}"
        self.choice = replace(self.choice, players=players)
        return None

    def set_mode(self, mode: str) -> str | None:
        """Change the game mode; return what is wrong with it."""
        from aurum_states.definitions.conditions import MODES
        from aurum_states.names import did_you_mean, listed

        number = MODES.get(mode.strip().lower())
        if number is None and mode.isdecimal() and int(mode) in MODES.values():
            number = int(mode)
        if number is None:
            return f"there is no mode {mode!r:.60}{did_you_mean(mode, MODES)}; modes are {listed(MODES)}"
        self.choice = replace(self.choice, mode=number)
        return None

    def set_speed(self, speed: str) -> str | None:
        """Change the game speed; return what is wrong with it."""
        from aurum_states.definitions.conditions import SPEEDS
        from aurum_states.names import did_you_mean

        number = _SPEEDS.get(speed.strip().lower().replace(" ", "-"))
        if number is None and speed.isdecimal() and len(speed) < 3 and int(speed) in SPEEDS:
            number = int(speed)
        if number is None:
            right = "real-time, turn-based, or BGA's number: 0, 1, 2, 9, or 10 to 21"
            return f"there is no speed {speed!r:.60}{did_you_mean(speed, _SPEEDS)}; speeds are {right}"
        self.choice = replace(self.choice, speed=number)
        return None

    def refuse(self, number: int, value: int) -> str | None:
        """Return why an option cannot have a value, whatever the other options."""
        from aurum_states.definitions.conditions import MODE, MODES, SPEED, SPEEDS, value_name
        from aurum_states.names import listed

        option = self.options.get(number)
        if option is not None and value not in option.values:
            known = listed(value_name(number, one, self.options) for one in option.values)
            return f"option {number} ({option.name}) has no value {value}; its values: {known}"
        if option is not None or number in self._reserved():
            return None
        if number in (MODE, SPEED):
            right = MODES.values() if number == MODE else SPEEDS
            return None if value in right else f"option {number} has no value {value}; it has {listed(right)}"
        known = listed(f"{one} ({entry.name})" for one, entry in self.options.items())
        return f"there is no option {number}; {self.name} has: {known}"

    def set_option(self, number: int, value: int) -> None:
        """Choose a value, also for BGA's own options."""
        from aurum_states.definitions.conditions import MODE, SPEED

        if number == MODE:
            self.choice = replace(self.choice, mode=value)
        elif number == SPEED:
            self.choice = replace(self.choice, speed=value)
        else:
            self.choice = replace(self.choice, options={**self.choice.options, number: value})

    def reset(self) -> None:
        """Put every option back to its default."""
        self.choice = replace(self.choice, options={})

    def _reserved(self) -> frozenset[int]:
        """Return the options of BGA that conditions name, apart from speed and mode."""
        from aurum_states.definitions.conditions import MODE, SPEED, conditions_of, named_by
        from aurum_states.definitions.options import LAST_OPTION

        named = named_by(conditions_of(self.options))
        return frozenset(one for one in named if one > LAST_OPTION and one not in (MODE, SPEED))


def known_choices(source: str | None, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield what can follow ``--set``, with names: ids, or ids with values."""
    try:
        _, options, _ = _read(source)
    except (AurumStatesError, OSError):
        return
    for number, option in options.items():
        if whole:
            yield from ((f"{number}={value}", given.name) for value, given in option.values.items())
        else:
            yield f"{number}=", option.name


def _read(source: str | None) -> "tuple[str, Options, GameInfos | None]":
    """Return name, options and facts of a game; of files by themselves those that lie beside each other."""
    from aurum_states.definitions.loader import files_in, load_definition
    from aurum_states.definitions.registry import find_game, is_game_folder

    if source is not None:
        path = Path(source)
        if path.suffix in (".json", ".jsonc", ".yaml", ".yml") and not path.is_dir():
            if path.is_file():
                return source, *_of_file(path)
            raise CannotError([f"error: there is no file {source}"])
        folders = () if is_game_folder(path) else (path, path / "config")
        for kind, file in (one for folder in folders for one in files_in(folder)):
            if kind == "gameoptions":
                return str(file), *_of_file(file)
    definition = load_definition(find_game(source))
    return definition.name, definition.options, definition.infos


def _of_file(path: Path) -> "tuple[Options, GameInfos | None]":
    from aurum_states.definitions.document import Reading
    from aurum_states.definitions.gameinfos import read_gameinfos
    from aurum_states.definitions.loader import files_in
    from aurum_states.definitions.options import read_options
    from aurum_states.definitions.sources import read_document
    from aurum_states.problems import Report

    report = Report()
    document = read_document(path, report)
    options = {} if document is None else read_options(Reading(document, report))
    beside = next((file for kind, file in files_in(path.parent) if kind == "gameinfos"), None)
    facts = None if beside is None else read_document(beside, report)
    infos = None if facts is None else read_gameinfos(Reading(facts, report))
    if document is None or not report.ok:
        raise DefinitionError(report)
    return options, infos
