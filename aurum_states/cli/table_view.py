"""How a table looks at the terminal: as its game draws it, else its view in plain lines."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aurum_states.cli.screen import Screen

if TYPE_CHECKING:
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.setup import Setup
    from aurum_states.engine.table import Table

_FRAMEWORK = (
    *("players", "playerorder", "gamestate"),
    *("game_result_neutralized", "neutralized_player_id"),
)
_SEATED = ("id", "no", "name", "color", "score", "zombie", "eliminated")


def show_table(table: "Table", player: "PlayerId | None", screen: Screen) -> None:
    """Show the table as a player sees it; None is a spectator."""
    from aurum_states.engine.views import drawing

    drawn = drawing(table, player)
    screen.line()
    screen.draw(plain(table.view_for(player)) if drawn is None else drawn)


def plain(view: Mapping[str, Any]) -> str:
    """Return a view as text: a line a player, a line for everything else."""
    lines = []
    for player in view["playerorder"]:
        seen = view["players"][player]
        own = "".join(f", {name} {_short(value)}" for name, value in seen.items() if name not in _SEATED)
        lines.append(f"  {seen['name']}{gone(seen)}: score {seen['score']}{own}")
    lines += [f"  {name}: {_short(value)}" for name, value in view.items() if name not in _FRAMEWORK]
    return "\n".join(lines)


def gone(seat: Mapping[str, Any]) -> str:
    """Return what is said behind the name of a player in a view who is no longer there."""
    if seat.get("eliminated"):
        return " (eliminated)"
    return " (has left)" if seat.get("zombie") else ""


def show_heading(setup: "Setup", bots: Mapping[int, str], screen: Screen) -> None:
    """Show what is played, by whom and with which options."""
    definition = setup.definition
    names = [player.name for player in setup.players]
    seated = ", ".join(
        f"{name} ({_bot(bots[seat])})" if seat in bots else name for seat, name in enumerate(names, 1)
    )
    screen.line(f"{definition.infos.game_name or definition.name}: {seated}", style="bold")
    chosen = [
        f"{definition.options[key].name}: {definition.options[key].values[value].name}"
        for key, value in setup.options.items()
        if value != definition.options[key].default
    ]
    chosen += [f"{name}: {_short(value)}" for name, value in setup.changed_settings.items()]
    if chosen:
        screen.line("  " + ", ".join(chosen))


def _bot(word: str) -> str:
    return "bot" if word == "random" else f"bot: {word}"


def show_ranking(table: "Table", screen: Screen) -> None:
    """Show the final places and who has won."""
    places = table.results()
    names = table.setup.names
    width = max(len(place.name) for place in places)
    aux = any(place.aux for place in places)
    described = table.definition.infos.tie_breaker_description or "tie-breaker"
    screen.line()
    screen.line("Final result", style="bold")
    for place in places:
        parts = " / ".join(map(str, place.parts))
        second = f"  ({described} {parts})" if aux else ""
        second += "  (conceded)" if place.concede else "  (has left)" if place.zombie else ""
        screen.line(f"  {place.rank}. {place.name:<{width}}  {place.score:>3}{second}")
    if table.definition.infos.is_coop or len(places) == 1:
        screen.line(table.end_message(None), style="bold")
        return
    winners = [names[place.id] for place in places if place.rank == 1]
    screen.line(f"{'Winner' if len(winners) == 1 else 'Winners'}: {', '.join(winners)}", style="bold")


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
