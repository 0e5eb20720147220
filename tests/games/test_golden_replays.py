"""Recorded games of every game and example: they replay, reach all there is, and recording changes nothing.

They prove that nothing has changed, not that it is right: that is what the golden cases and the plain model
are for. ``tools/record_goldens.py`` records them anew.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aurum_states import Replay
from aurum_states.definitions.conditions import TableChoice, start_refusals
from aurum_states.replay.coverage import KINDS, Coverage, Item
from aurum_states.replay.format import BackEntry, PreferenceEntry, QuitEntry, ZombieEntry
from aurum_states.replay.mass import judge
from aurum_states.replay.runner import run
from tools.golden_games import GoldenGame, golden_games
from tools.record_goldens import differences, record

ROOT = Path(__file__).parents[2]
GAMES = list(golden_games())
FILES = [pytest.param(game, name, id=f"{game.name} {name}") for game in GAMES for name in game.goldens]
MOST_BYTES = 1_000_000
"""Of all recordings together."""

every_golden = pytest.mark.parametrize(("game", "name"), FILES)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def headers(game: GoldenGame) -> list[Any]:
    return [Replay.read(game.file(name)).header for name in game.goldens]


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@every_golden
def test_a_golden_game_replays(game: GoldenGame, name: str, mode: Any) -> None:
    result = run(Replay.read(game.file(name)), game.load(), mode=mode)
    assert result.mismatch is None
    assert result.ended
    assert result.table.is_over


@every_golden
def test_a_golden_game_is_the_same_among_thousands(game: GoldenGame, name: str) -> None:
    outcome = judge(game.file(name), game.source)
    assert (outcome.verdict, outcome.message) == ("same", "")


@every_golden
def test_a_quiet_table_has_the_same_digests_and_tells_nobody(game: GoldenGame, name: str) -> None:
    if game.load().infos.db_undo_support:
        pytest.skip("a savepoint is made only where somebody was told something")
    told: list[Any] = []
    watch = lambda _table, _entry, result: told.extend(result.notifications if result else ())  # noqa: E731
    result = run(Replay.read(game.file(name)), game.load(), mode="quiet", watch=watch)
    assert result.mismatch is None
    assert result.ended
    assert told == []


@every_golden
def test_recording_again_gives_the_same_bytes(game: GoldenGame, name: str) -> None:
    assert record(game, game.goldens[name]) == game.file(name).read_bytes()


def test_recording_again_in_another_process_changes_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "record_goldens.py"), "--check"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PYTHONHASHSEED": "7"}, cwd=ROOT.anchor
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_changed_is_shown_and_not_all_of_it() -> None:
    old = b"".join(b"line %d\n" % number for number in range(20))
    assert differences(old, old.replace(b"line 3", b"line three")) == ["  - line 3", "  + line three"]
    assert differences(old, b"")[-1] == "  ... and 14 lines more"


def test_the_files_are_small_and_a_line_is_a_move() -> None:
    files = [game.file(name) for game in GAMES for name in game.goldens]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    for file in files:
        assert max(map(len, file.read_bytes().splitlines()[1:])) < 600, file.name


@every_game
def test_together_they_reach_everything(game: GoldenGame) -> None:
    """Every state, transition, action, reason to refuse, and turn of somebody who has left.

    No handler of these games refuses what ``moves_`` offers: their moves say all there is.
    """
    definition = game.load()
    coverage = Coverage(definition.name, definition.graph)
    for name in game.goldens:
        run(Replay.read(game.file(name)), definition, watch=coverage.watch(name))
    missing = [item for kind in KINDS for item in coverage.missing(kind)]
    assert missing == [Item("refusal", ("action.rule",))], [*map(str, missing)]


@every_game
def test_every_number_of_players_is_played_with_every_value_of_every_option(game: GoldenGame) -> None:
    definition = game.load()
    wanted = {(count, None, None) for count in definition.infos.players}
    for count in definition.infos.players:
        for number, option in definition.options.items():
            wanted |= {
                (count, number, value)
                for value in option.values
                if not start_refusals(definition.options, TableChoice(count, {number: value}))
            }
    played: set[tuple[int, int | None, int | None]] = set()
    for head in headers(game):
        count = len(head["players"])
        played |= {
            (count, None, None),
            *((count, int(one), value) for one, value in head["options"].items()),
        }
    assert wanted - played == set()


@every_game
def test_every_value_of_preferences_and_settings_is_played(game: GoldenGame) -> None:
    definition = game.load()
    settings = {
        (name, value)
        for name, setting in definition.infos.settings.items()
        for value in (setting.values or {"bool": [False, True]}.get(setting.type, [setting.default]))
    }
    played = {
        (name, head["settings"].get(name, setting.default))
        for name, setting in definition.infos.settings.items()
        for head in headers(game)
    }
    assert settings - played == set()
    preferences = {(number, value) for number, one in definition.preferences.items() for value in one.values}
    assert preferences == set(values_of_preferences(game))


def values_of_preferences(game: GoldenGame) -> Iterator[tuple[int, int]]:
    """Yield what players had from the start, and what they changed to."""
    for name in game.goldens:
        replay = Replay.read(game.file(name))
        for player in replay.header["players"]:
            own = replay.header["preferences"].get(str(player["id"]), {})
            for number, preference in game.load().preferences.items():
                yield number, own.get(str(number), preference.default)
        for _, entry in replay.entries:
            if isinstance(entry, PreferenceEntry):
                yield entry.preference.id, entry.preference.value


@every_game
def test_somebody_leaves_and_comes_back(game: GoldenGame) -> None:
    replays = [Replay.read(game.file(name)) for name in game.goldens]
    assert {type(entry) for one in replays for _, entry in one.entries} >= {QuitEntry, ZombieEntry, BackEntry}
