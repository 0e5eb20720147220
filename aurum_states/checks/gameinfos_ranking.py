"""Rules about how ``gameinfos`` has a game ranked: alone, together, losers, rating of cooperative games."""

from collections.abc import Iterator, Mapping
from typing import Any

from aurum_states.checks.declared_ids import values_by_id
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import as_map, number_of
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.options import FIRST_OPTION, LAST_OPTION
from aurum_states.definitions.shapes import described
from aurum_states.names import listed
from aurum_states.problems import Problem

COOP_TYPE = "points_references"
"""The one type of ``coop_elo_mode``."""

_PATH: DataPath = ("coop_elo_mode",)


def flags(subject: Subject) -> Iterator[Problem]:
    """Find switches that BGA's documentation forbids for such a game, or that do nothing."""
    document, infos = subject.documents.get("gameinfos"), subject.infos
    if document is None or infos is None:
        return
    if infos.losers_not_ranked and (infos.is_coop or max(infos.players) < 3):
        kind = "a cooperative game" if infos.is_coop else "a game for at most two players"
        yield document.problem(
            "gameinfos.losers",
            f"losers_not_ranked is set for {kind}: rating points would not change as they should",
            ("losers_not_ranked",),
            severity="warning",
            help="BGA's documentation says not to use it there",
        )
    if infos.solo_mode_ranked and 1 not in infos.players:
        yield document.problem(
            "gameinfos.solo",
            "solo_mode_ranked is set, and nobody can play alone",
            ("solo_mode_ranked",),
            severity="warning",
            help=f"players are {listed(infos.players)}",
        )
    if infos.coop_elo_mode is not None and not infos.is_coop:
        yield document.problem(
            "gameinfos.coop.unused",
            "coop_elo_mode is set for a game that is not cooperative",
            _PATH,
            key=True,
            severity="warning",
            help="set is_coop to 1, or remove it",
        )


def suggested(subject: Subject) -> Iterator[Problem]:
    """Find numbers of players that are recommended, or not, and cannot play."""
    document, infos = subject.documents.get("gameinfos"), subject.infos
    if document is None or infos is None:
        return
    found: list[tuple[DataPath, int]] = []
    if infos.suggest_player_number is not None:
        found.append((("suggest_player_number",), infos.suggest_player_number))
    for index, number in enumerate(infos.not_recommend_player_number or ()):
        found.append((("not_recommend_player_number", index), number))
    for path, number in found:
        if number not in infos.players:
            yield _unknown_players(document, path, f"{path[0]} names {number}", infos.players)


def coop(subject: Subject) -> Iterator[Problem]:
    """Find a ``coop_elo_mode`` that does not have BGA's form, or names what the game has not."""
    document, infos = subject.documents.get("gameinfos"), subject.infos
    if document is None or infos is None or infos.coop_elo_mode is None:
        return
    mode = infos.coop_elo_mode
    references = mode.get("references") if isinstance(mode, dict) else None
    if not isinstance(mode, dict) or mode.get("type") != COOP_TYPE or not isinstance(references, list):
        yield document.problem(
            "gameinfos.coop.shape",
            f"coop_elo_mode must be {{type: {COOP_TYPE}, references: [...]}}",
            _PATH,
            severity="warning",
        )
        return
    for index, reference in enumerate(references):
        path: DataPath = (*_PATH, "references", index)
        if not isinstance(reference, dict):
            message = f"a reference of coop_elo_mode must be an object, not {described(reference)}"
            yield document.problem("gameinfos.coop.shape", message, path, severity="warning")
            continue
        yield from _reference(subject, document, reference, path)


def _reference(
    subject: Subject, document: Document, reference: Mapping[str, Any], path: DataPath
) -> Iterator[Problem]:
    assert subject.infos is not None
    players, elo = reference.get("players_nbr"), as_map(reference.get("elo"))
    if players is not None and players not in subject.infos.players:
        what = f"coop_elo_mode names {players} players"
        yield _unknown_players(document, (*path, "players_nbr"), what, subject.infos.players)
    if not isinstance(elo, dict) or not elo or not all(_is_rating(*entry) for entry in elo.items()):
        yield document.problem(
            "gameinfos.coop.shape",
            "elo must say for scores what rating they stand for, such as {0: 1000, 1: 1400}",
            (*path, "elo"),
            severity="warning",
        )
    chosen = as_map(reference.get("options"))
    for key, value in chosen.items() if isinstance(chosen, dict) else ():
        yield from _option(subject, document, str(key), value, (*path, "options", key))


def _option(
    subject: Subject, document: Document, key: str, value: object, path: DataPath
) -> Iterator[Problem]:
    number, options = number_of(key), values_by_id(subject, "gameoptions")
    if options is None or (number is not None and not FIRST_OPTION <= number <= LAST_OPTION):
        return
    if number is None or number not in options:
        said = f"coop_elo_mode names the option {key}, which the game does not have"
        right = f"options are {listed(options)}"
    elif value not in options[number]:
        said = f"coop_elo_mode names the value {value!r} of option {key}, which it does not have"
        right = f"values are {listed(options[number])}"
    else:
        return
    yield document.problem("gameinfos.coop.option", said, path, severity="warning", help=right)


def _is_rating(score: object, rating: object) -> bool:
    return number_of(str(score)) is not None and isinstance(rating, int | float)


def _unknown_players(document: Document, path: DataPath, what: str, players: list[int]) -> Problem:
    return document.problem(
        "gameinfos.players.unknown",
        f"{what}, and the game is not played by so many",
        path,
        severity="warning",
        help=f"players are {listed(players)}",
    )


RULES: tuple[Rule, ...] = (flags, suggested, coop)
