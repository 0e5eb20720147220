"""How ``lobby`` shows a page: as lines for a person, and as data."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.cli.lobby_table import LobbyTable
    from aurum_states.cli.screen import Screen
    from aurum_states.definitions.lobby import Lobby, LobbyOption, LobbyValue
    from aurum_states.space.pairs import Covering


def show_lobby(
    lobby: "Lobby", table: "LobbyTable", screen: "Screen", *, unfold: bool, quiet: bool = False
) -> None:
    """Show the page from the top down, then the table's line in the lobby, and whether it may start."""
    screen.line(heading(lobby, table), style="bold")
    for option in lobby.options:
        if option.option.level == "additional" and not unfold:
            continue
        if not option.shown and quiet:
            continue
        screen.line()
        _show_option(option, screen, quiet=quiet)
    if lobby.folded and not unfold:
        screen.line()
        names = ", ".join(f"{one.id} {one.option.name}: {one.selected.value.name}" for one in lobby.folded)
        screen.line(f"Additional options ({names})", style="dim")
    screen.line()
    screen.line(f"In the lobby: {', '.join(lobby.line) or '(nothing said)'}")
    if not lobby.refusals:
        screen.line("Start: allowed", style="green")
        return
    screen.line("Start: refused", style="bold red")
    for refusal in lobby.refusals:
        late = "  (told at the start only: gamestartonly)" if refusal.condition.gamestartonly else ""
        screen.line(f"  {refusal.message}{late}", style="red")


def heading(lobby: "Lobby", table: "LobbyTable") -> str:
    """Return what kind of table it is: ``Aurum: 3 players, training mode, real time``."""
    from aurum_states.definitions.conditions import MODES, speed_name

    choice = lobby.choice
    modes = {number: name for name, number in MODES.items()}
    players = f"{choice.players} player{'' if choice.players == 1 else 's'}"
    beside = [f"{number}={value}" for number, value in choice.options.items() if number not in table.options]
    kind = [players, f"{modes[choice.mode]} mode", speed_name(choice.speed), *beside]
    return f"{table.name}: {', '.join(kind)}"


def _show_option(option: "LobbyOption", screen: "Screen", *, quiet: bool) -> None:
    level = "" if option.option.level == "base" else f"  [{option.option.level}]"
    if not option.shown:
        message = option.option.not_displayed_message
        said = message or f"not shown, needs: {option.needs}"
        screen.line(f"{option.id} {option.option.name}{level}: {said}", style="dim")
        return
    if option.option.is_checkbox:
        box = "x" if option.selected.value.name.lower() in ("yes", "on", "enabled") else " "
        screen.line(f"{option.id} {option.option.name}{level}  [{box}]", style="bold")
    else:
        screen.line(f"{option.id} {option.option.name}{level}", style="bold")
    for value in option.values:
        screen.line(_value_line(value), style="" if value.refused is None else "dim")
        if value.selected and value.value.description and not quiet:
            screen.line(f"        {value.value.description}")


def _value_line(value: "LobbyValue") -> str:
    from aurum_states.definitions.lobby import MARKS

    told = [*(["default"] if value.default else []), *(MARKS[mark] for mark in value.marks)]
    marks = f"  ({', '.join(told)})" if told else ""
    refused = "" if value.refused is None else f"  refused: {value.refused}"
    return f"  {'>' if value.selected else ' '} {value.id} {value.value.name}{marks}{refused}"


# -- JSON ------------------------------------------------------------------------------------------------


def data_of(lobby: "Lobby", table: "LobbyTable") -> dict[str, Any]:
    """Return the page as JSON data (version 1)."""
    choice = lobby.choice
    return {
        "version": 1,
        "game": table.name,
        "players": choice.players,
        "mode": choice.mode,
        "speed": choice.speed,
        "options": [_option_data(option) for option in lobby.options],
        "line": list(lobby.line),
        "start": not lobby.refusals,
        "refusals": [
            {
                "option": one.option,
                "value": one.value,
                "message": one.message,
                "gamestartonly": one.condition.gamestartonly,
            }
            for one in lobby.refusals
        ],
    }


def _option_data(option: "LobbyOption") -> dict[str, Any]:
    return {
        "id": option.id,
        "name": option.option.name,
        "level": option.option.level,
        "shown": option.shown,
        "notdisplayedmessage": None if option.shown else option.option.not_displayed_message,
        "needs": option.needs or None,
        "checkbox": option.option.is_checkbox,
        "value": option.selected.id,
        "values": [
            {
                "id": value.id,
                "name": value.value.name,
                "description": value.value.description,
                "tmdisplay": value.value.tmdisplay,
                "default": value.default,
                "selected": value.selected,
                "marks": list(value.marks),
                "refused": value.refused,
            }
            for value in option.values
        ],
    }


def pairs_text(found: "Covering") -> Iterator[str]:
    """Yield one table a line, as ``play`` and ``lobby`` take it, then what they cover."""
    for table in found.tables:
        yield " ".join(
            [f"--players {table.players}", *(f"--set {one}={value}" for one, value in table.options.items())]
        )


def pairs_summary(found: "Covering") -> str:
    """Return how much the tables cover."""
    count = len(found.tables)
    tables = f"{count} table{'' if count == 1 else 's'}"
    without = f"; {len(found.impossible)} more can never start" if found.impossible else ""
    return f"{tables} with all {found.pairs} pairs of values that can start{without}"


def pairs_data(found: "Covering") -> dict[str, Any]:
    """Return tables that cover all pairs as JSON data (version 1)."""
    return {
        "version": 1,
        "tables": [
            {
                "players": one.players,
                "mode": one.mode,
                "speed": one.speed,
                "options": {str(k): v for k, v in one.options.items()},
            }
            for one in found.tables
        ],
        "pairs": found.pairs,
        "impossible": [[_setting(one), _setting(other)] for one, other in found.impossible],
    }


def _setting(setting: tuple[int, int]) -> dict[str, int]:
    """Return an option's value as data; 0 stands for the number of players."""
    number, value = setting
    return {"players": value} if number == 0 else {"option": number, "value": value}
