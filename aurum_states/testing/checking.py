"""``check_game``: everything that is demanded of any game, tried by playing it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from aurum_states.checks.run import check
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.errors import AurumStatesError, DefinitionError, ReplayError
from aurum_states.names import did_you_mean, listed
from aurum_states.replay.format import SUFFIX
from aurum_states.replay.replay import Replay, files_in
from aurum_states.testing.conformance.aspect import Aspect, Findings
from aurum_states.testing.conformance.course import Endings, Progression
from aurum_states.testing.conformance.leaks import Leaks
from aurum_states.testing.conformance.moves import PossibleMoves, Refusals
from aurum_states.testing.conformance.play import Player
from aurum_states.testing.conformance.quits import Quits
from aurum_states.testing.conformance.report import ConformanceReport, explained
from aurum_states.testing.conformance.restoring import Restoring
from aurum_states.testing.conformance.setups import Kind, startable
from aurum_states.testing.conformance.telling import Placeholders
from aurum_states.testing.conformance.twins import Twins

ASPECTS: tuple[type[Aspect], ...] = (
    PossibleMoves,
    Refusals,
    Twins,
    Restoring,
    Leaks,
    Quits,
    Placeholders,
    Progression,
    Endings,
)
"""What watches every game."""
KINDS = ("loads", "fails", "recordings", *(aspect.name for aspect in ASPECTS))
"""The kinds of findings."""
MOST_MOVES = 10_000
"""How many moves a game may have before it counts as endless."""


def check_game(
    game: GameDefinition | str | Path | None = None,
    *,
    games: int = 2,
    seed: str = "check",
    players: Sequence[int] | None = None,
    recordings: str | Path | Iterable[str | Path] | None = None,
    ends_within: int = MOST_MOVES,
    quit_every: int = 1,
    explain: Mapping[str, str] | None = None,
) -> ConformanceReport:
    """Try everything that is demanded of any game; report what was tried, how often, and what was found.

    Args:
        game: a game, its registered name or its folder; the current folder's by default.
        games: how many random games of each kind of table are played: each player count with the defaults,
            and with each other value of each option; preferences have all their other values together.
        seed: the same seed tries the same.
        players: player counts; by default all that the game has.
        recordings: replay files, or folders of them; by default all in the game's folder. Every decision of
            theirs is looked at as well.
        ends_within: how many moves a game may have.
        quit_every: players leave at each so many-th decision of a random game.
        explain: a reason by kind of finding (``{"progression": "points can be lost"}``): such findings are
            reported and do not fail.

    Raises:
        GameNotFoundError: there is no such game.
        ValueError: an argument is wrong.
    """
    reasons = explain or {}
    for name, reason in reasons.items():
        if name not in KINDS or not reason.strip():
            right = "a reason is needed" if name in KINDS else f"{did_you_mean(name, KINDS)}: {listed(KINDS)}"
            raise ValueError(f"explain: {name!r}: {right}")
    findings = Findings()
    definition = _loaded(game, findings)
    if definition is None:
        return ConformanceReport(str(game), findings=list(findings))
    report = ConformanceReport(definition.name)
    aspects = [aspect(definition, findings, seed) for aspect in ASPECTS]
    quits = next(aspect for aspect in aspects if isinstance(aspect, Quits))
    quits.every, quits.limit = quit_every, ends_within
    player = Player(aspects, findings, ends_within)
    try:
        for replay in _recordings(definition, recordings, findings):
            player.replay(replay)
            report.recordings += 1
        kinds = _kinds(definition, players or definition.infos.players, report)
        for kind in kinds if games else ():
            for number in range(games):
                own = f"{seed} {number}"
                player.play(kind.setup(definition, own), f"{kind}/{own}", f"{kind}, seed {own!r}")
                report.games += 1
            quits.play(kind.setup(definition, f"{seed} quits"), seed)
    finally:
        findings.table, findings.source = None, ""
        for aspect in aspects:
            aspect.close()
    report.moves = player.moves
    report.tried |= {aspect.name: aspect.tried for aspect in aspects}
    report.notes |= {aspect.name: aspect.notes for aspect in aspects}
    report.explained = explained(list(findings), reasons)
    report.findings = [one for one in findings if one.kind not in reasons]
    return report


def _loaded(game: GameDefinition | str | Path | None, findings: Findings) -> GameDefinition | None:
    """Return the game; what ``check`` finds wrong is a finding, and so is a game that cannot be loaded."""
    try:
        definition = game if isinstance(game, GameDefinition) else load_game(game)
    except DefinitionError as error:
        findings.add("loads", "the game cannot be loaded", *map(str, error.report.errors))
        return None
    except AurumStatesError as error:
        findings.add("loads", f"the game cannot be loaded: {error}")
        return None
    for problem in check([definition.folder]).problems:
        if problem.severity == "error":
            findings.add("loads", str(problem), like=str(problem))
    return definition


def _kinds(definition: GameDefinition, counts: Sequence[int], report: ConformanceReport) -> list[Kind]:
    """Return the kinds of tables to play; the report gets them, and what cannot start."""
    found, refused = startable(definition, counts)
    report.kinds = [*map(str, found)]
    report.notes["tables"] = [
        f"option {option}={value} cannot start: {why}" for (option, value), why in refused.items()
    ]
    return found


def _recordings(
    definition: GameDefinition, given: str | Path | Iterable[str | Path] | None, findings: Findings
) -> list[Replay]:
    """Return the recordings to run; one that cannot be read, and a place with none, is a finding."""
    if given is None:
        files = files_in(definition.folder) if _is_own_folder(definition) else []
    else:
        files = []
        for path in map(Path, [given] if isinstance(given, str | Path) else given):
            there = files_in(path) if path.is_dir() else [path]
            if not there:
                findings.add("recordings", f"no recording (*{SUFFIX}) lies in {path}")
            files += there
    read = []
    for file in files:
        try:
            read.append(Replay.read(file))
        except ReplayError as error:
            findings.add("recordings", f"{file}: {error}")
    return read


def _is_own_folder(definition: GameDefinition) -> bool:
    """Whether what lies in the game's folder is the game's: not so for one that a package brings."""
    from aurum_states.definitions.registry import folder_of

    return not folder_of(definition.folder).registered
