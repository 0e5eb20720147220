"""How Aurum looks on a terminal: cards in the colours of their suits, the table, the scores of a round.

What is returned are rich renderables; rich is imported only when something is drawn.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from aurum_states.games.aurum import material

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from aurum_states import Notification, PlayerId

_COLOURS = {
    "B": "magenta",
    "C": "dark_orange3",
    "P": "green",
    "S": "grey62",
    "Z": "dodger_blue2",
    "G": "yellow3",
}

HIGHLIGHTS = {rf"\b{suit}([1-9]|10|0)\b": f"bold {colour}" for suit, colour in _COLOURS.items()}
"""Cards in texts."""

_NUGGET = "●"
_TURN = "▶"


def table(view: Mapping[str, Any], suits: str) -> Any:
    """Draw the table of a view: everybody's bid, tricks and gold, the trick, the supply, one's own hand.

    ``suits`` are the letters of the suits in play, for the legend.
    """
    from rich.console import Group
    from rich.panel import Panel
    from rich.table import Table

    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="dim")
    lines.add_column()
    lines.add_row("Supply", _cards(_sorted(view["supply"].values())))
    if view["extra"]:
        lines.add_row("Left over", _cards(_sorted(view["extra"].values())))
    names = {player: seat["name"] for player, seat in view["players"].items()}
    if view["trick"]:
        lines.add_row("Trick", _trick(view["trick"], names))
    elif view["lastTrick"]:
        lines.add_row("Last trick", _trick(view["lastTrick"], names))
    if view["hand"]:
        lines.add_row("Hand", _hand(view["hand"].values()))
    legend = " · ".join(f"{suit} {material.NAMES[suit]}" for suit in suits + material.GOLD)
    return Panel(
        Group(_players(view), "", lines),
        title=f"Aurum, round {view['round']}",
        title_align="left",
        subtitle=legend,
        subtitle_align="right",
        expand=False,
    )


def notification(told: "Notification", name_of: Callable[["PlayerId"], str]) -> Any:
    """Draw the start of a round and its scores; None for everything else."""
    if told.type == "newRound":
        from rich.rule import Rule

        return Rule(told.text, align="left")
    if told.type == "roundScored":
        return _scores(told, name_of)
    return None


def _scores(told: "Notification", name_of: Callable[["PlayerId"], str]) -> Any:
    """Draw the scores of a round, a side a line (R53-R61)."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    args = told.args
    kept = {int(player): labels for player, labels in args["kept"].items()}
    scores = Table(box=box.SIMPLE_HEAD, title=f"Scores of round {args['round']}", title_justify="left")
    scores.add_column("")
    for heading in ("Bid", "Tricks", "for tricks"):
        scores.add_column(heading, justify="right")
    scores.add_column("Gold kept")
    for heading in ("for gold", "Points"):
        scores.add_column(heading, justify="right")
    scores.add_column("Nuggets")
    for side in args["sides"]:
        gold = [label for player in side["players"] for label in kept[player]]
        scores.add_row(
            " and ".join(map(name_of, side["players"])),
            str(side["bid"]),
            f"{side['tricks']}{' =' if side['exact'] else ''}",
            str(side["trickPoints"]),
            _cards(_sorted(gold)),
            str(side["goldPoints"]),
            Text(str(side["points"]), style="bold"),
            Text(_NUGGET * side["nuggets"], style="yellow3")
            + (Text(" +1", "bold") if side["nugget"] else Text()),
        )
    return Group("", scores, Text(told.text, style="bold"))


def _players(view: Mapping[str, Any]) -> "Table":
    from rich import box
    from rich.table import Table

    asked = view["gamestate"].get("multiactive") or [view["gamestate"]["active_player"]]
    teams = {player: number for number, side in enumerate(view["sides"], 1) for player in side}
    in_teams = any(len(side) > 1 for side in view["sides"])
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    made.add_column("")
    made.add_column("Player")
    if in_teams:
        made.add_column("Team", justify="right")
    for heading in ("Nuggets", "Bid"):
        made.add_column(heading)
    made.add_column("Tricks", justify="right")
    made.add_column("Gold")
    made.add_column("Cards", justify="right")
    for player in view["playerorder"]:
        seat = view["players"][player]
        row: list[Any] = [_TURN if player in asked else "", _name(view, player)]
        row += [str(teams[player])] if in_teams else []
        row += [
            _nuggets(seat["nuggets"]),
            _bid(seat),
            str(seat["tricks"]),
            _gold(seat),
            str(seat["handCount"]),
        ]
        made.add_row(*row, style="bold" if player in asked else "")
    return made


def _name(view: Mapping[str, Any], player: "PlayerId") -> "Text":
    from rich.text import Text

    seat = view["players"][player]
    roles = [role for role, key in (("marker", "marker"), ("starts", "starter")) if view[key] == player]
    roles += ["has left"] if seat["zombie"] else []
    name = Text.assemble(("■ ", f"#{seat['color']}"), seat["name"])
    return name.append(f"  {', '.join(roles)}", style="dim not bold") if roles else name


def _nuggets(count: int) -> "Text":
    from rich.text import Text

    return Text(_NUGGET * count or "-", style="yellow3" if count else "dim")


def _bid(seat: Mapping[str, Any]) -> "Text":
    from rich.text import Text

    return (
        _cards(seat["bid"].values())
        if seat["bid"]
        else Text("face down" if seat["hasBid"] else "-", style="dim")
    )


def _gold(seat: Mapping[str, Any]) -> "Text":
    from rich.text import Text

    if not seat["gold"]:
        return Text("-", style="dim")
    points = seat["goldPoints"]
    return _cards(_sorted(seat["gold"].values())).append(
        f"  {points} point{'' if points == 1 else 's'}", style="dim not bold"
    )


def _trick(played: Iterable[tuple["PlayerId", int, str]], names: Mapping["PlayerId", str]) -> "Text":
    from rich.text import Text

    return Text("  ").join(Text(f"{names[player]} ") + _cards([label]) for player, _, label in played)


def _hand(labels: Iterable[str]) -> "Text":
    """Draw a hand by suit, low to high (the order of ``material.SUITS``)."""
    from rich.text import Text

    ordered = _sorted(labels)
    suits = dict.fromkeys(label[0] for label in ordered)
    return Text("   ").join(_cards(label for label in ordered if label[0] == suit) for suit in suits)


def _cards(labels: Iterable[str]) -> "Text":
    """Cards side by side, each in the colour of its suit."""
    from rich.text import Text

    return Text(" ").join(Text(label, style=f"bold {_COLOURS[label[0]]}") for label in labels)


def _sorted(labels: Iterable[str]) -> list[str]:
    order = material.SUITS + material.GOLD
    return sorted(labels, key=lambda label: (order.index(label[0]), int(label[1:])))
