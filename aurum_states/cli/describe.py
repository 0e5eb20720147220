"""``aurum-states describe``: a game's names, their Python methods, and where each stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from aurum_states.cli.arguments import game_argument, given, quiet_option

if TYPE_CHECKING:
    from aurum_states.charts.description import ChoiceLine, Description, MethodLine, StateLine
    from aurum_states.problems import Place

EPILOG = """\b
Examples:
  aurum-states describe
  aurum-states describe mygame --format json
  aurum-states describe mygame --notifications

Exit codes: 0; with --notifications 1 where a placeholder is not filled or a packet too large for BGA.
"""

FRAMEWORK = "(framework)"
"""Stands for the place of what the game leaves to the framework."""


@click.command(epilog=EPILOG)
@game_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the result.",
)
@click.option(
    "--notifications",
    is_flag=True,
    help="List what the game tells its players instead, from its source and by playing random games.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="With --notifications: how many games.",
)
@click.option(
    "--seed", default="S", show_default=True, help="With --notifications: what the games come from."
)
@quiet_option("Leave out the headings.")
def command(game: str | None, form: str, notifications: bool, games: int, seed: str, quiet: bool) -> int:
    """List the states of GAME with BGA's names, the Python methods they stand for, and file and line.

    Options, preferences, settings and statistics follow. GAME is a registered name or a game folder; without
    it the current folder if it is a game, else Aurum. The game's class is imported.
    """
    without = [] if notifications else given("games", "seed")
    if without:
        raise click.UsageError(f"{without[0]} goes with --notifications")
    if notifications:
        return _notifications(game, form, games, seed)
    from aurum_states.charts.description import describe
    from aurum_states.cli.trace import encoded
    from aurum_states.engine.loading import load_game

    description = describe(load_game(game))
    if form == "json":
        click.echo(encoded(_data(description), indent=2))
    else:
        click.echo("\n".join(_text(description, headings=not quiet)))
    return 0


def _notifications(game: str | None, form: str, games: int, seed: str) -> int:
    from aurum_states.cli.describe_notifications import data, telling, text
    from aurum_states.cli.output import Exit, note
    from aurum_states.cli.trace import encoded
    from aurum_states.engine.loading import load_game

    found = telling(load_game(game), games, seed)
    click.echo(encoded(data(found), indent=2) if form == "json" else "\n".join(text(found)))
    for problem in found.account.problems:
        note(f"warning: {problem}")
    return Exit.BAD if found.account.problems else Exit.DONE


# -- text ----------------------------------------------------------------------------------------------


def _text(description: "Description", *, headings: bool) -> Iterator[str]:
    if headings:
        yield f"{description.game}: {description.class_name}  {description.class_place}"
        yield ""
    states = [row for line in description.states for row in _state_rows(line)]
    yield from _table(
        ("state", "id", "type", "BGA name", "Python method", "place"), states, headings=headings
    )
    kinds = dict.fromkeys(choice.kind for choice in description.choices)
    for kind in kinds:
        rows = [_choice_row(choice) for choice in description.choices if choice.kind == kind]
        yield ""
        yield from _table((kind, "facts", "place", "name"), rows, headings=headings)


def _state_rows(line: "StateLine") -> Iterator[tuple[str, ...]]:
    state = line.state
    name = "" if state.name == state.label else state.name
    yield state.label, str(state.id), str(state.type), name, "", _at(line.place)
    for method in line.methods:
        yield "", "", f"  {method.role}", method.name, method.method, _at(method.place)


def _choice_row(choice: "ChoiceLine") -> tuple[str, ...]:
    return choice.key, _facts(choice.facts), _at(choice.place), choice.name


def _facts(facts: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_fact(value)}" for key, value in facts.items() if value not in ([], {}))


def _fact(value: Any) -> str:
    from aurum_states.definitions.settings import written

    if isinstance(value, dict):
        return " ".join(f"{number}={name!r}" for number, name in value.items())
    return "|".join(map(written, value)) if isinstance(value, list) else written(value)


def _at(place: "Place") -> str:
    """Return file and line, which a terminal or an editor makes a link of."""
    return f"{place.file}:{place.line}" if place.line else place.file or FRAMEWORK


def _table(heads: Sequence[str], rows: Sequence[tuple[str, ...]], *, headings: bool) -> Iterator[str]:
    lines = [tuple(heads), *rows] if headings else list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


# -- JSON ----------------------------------------------------------------------------------------------


def _data(description: "Description") -> dict[str, Any]:
    """Return the description as JSON data (version 1)."""
    return {
        "version": 1,
        "game": description.game,
        "class": {"name": description.class_name, **_where(description.class_place)},
        "states": [_state_data(line) for line in description.states],
        "choices": [
            {"kind": one.kind, "key": one.key, "name": one.name, **one.facts, **_where(one.place)}
            for one in description.choices
        ],
    }


def _state_data(line: "StateLine") -> dict[str, Any]:
    state = line.state
    return {
        "label": state.label,
        "id": state.id,
        "type": str(state.type),
        "name": state.name,
        **_where(line.place),
        "methods": [_method_data(method) for method in line.methods],
    }


def _method_data(method: "MethodLine") -> dict[str, Any]:
    named = {"role": method.role, "name": method.name or None, "method": method.method or None}
    return named | _where(method.place)


def _where(place: "Place") -> dict[str, Any]:
    return {"file": place.file or None, "line": place.line}
