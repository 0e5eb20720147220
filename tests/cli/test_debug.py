"""``play --debug``: traces on standard error, dumps, and the game's own debug methods."""

from pathlib import Path

from .conftest import Run, change


def debugged(run: Run, *answers: str, game: str = "stones") -> tuple[str, str]:
    ran = run(
        "play", game, "--bots", "none", "--seed", "S", "--debug", "--replay", "a.jsonl", "--force",
        answers="\n".join(answers) + "\n",
    )  # fmt: skip
    assert ran.code in (0, 130)
    return ran.out, ran.err


def test_each_step_is_traced(run: Run, stones: Path) -> None:
    _, err = debugged(run, "take 2")
    assert "[debug] move 0\n        gameSetup -" in err
    assert (
        "[debug] move 1\n        playerTurn -taken-> nextPlayer\n        nextPlayer -turn-> playerTurn\n"
        in err
    )
    assert '        taken to all {"player_id":' in err
    assert '        args {"left":13}\n        digest ' in err


def test_dump(run: Run, stones: Path) -> None:
    out, _ = debugged(run, "take 2", "dump")
    assert '"state": "playerTurn"' in out
    assert '"left": 13' in out


def test_a_debug_method_changes_the_table_and_ends_the_recording(run: Run, stones: Path, here: Path) -> None:
    out, err = debugged(run, "take 2", "debug", "debug_leave 1", "take 1")
    assert "debug_leave count:int" in out
    assert "left: 1" in out
    assert "takes 1: 0 left" in out
    assert "Winner" in out
    assert (
        "debug_leave has changed the table, which no replay can repeat: the recording a.jsonl ends before it"
        in err
    )
    ran = run("replay", "--game", "stones", "a.jsonl")
    assert ran.out == "a.jsonl: 1 moves, the same as far as it goes, in state playerTurn\n"


def test_studios_spelling_and_transitions(run: Run, stones: Path) -> None:
    change(
        stones / "game.py",
        "    def debug_leave(",
        '    def debug_go_over(self, why: str = "so") -> str:\n'
        '        """Skip a turn."""\n'
        '        return "taken"\n\n'
        "    def debug_leave(",
    )
    out, err = debugged(run, "debug", "debug_goOver", "take 1")
    assert "debug_go_over why:str='so'" in out
    assert "[debug] move 0\n        playerTurn -taken-> nextPlayer" in err
    first, second = (
        line.split(">")[0] for line in out.splitlines() if line.endswith((" debug_goOver", " take 1"))
    )
    assert first != second


def test_what_is_refused_changes_nothing(run: Run, stones: Path) -> None:
    change(
        stones / "game.py",
        "        self.state.left = count\n",
        "        self.state.left = count\n        1 / count\n",
    )
    out, err = debugged(run, "debug_leave", "debug_leave x", "debug_laeve 1", "debug_leave 0", "take 1")
    assert "debug_leave takes 1 arguments, not 0: debug_leave count:int" in err
    assert "debug_leave: argument 'count': " in err
    assert (
        "there is no debug method 'debug_laeve' (did you mean 'debug_leave'?); the game has debug_leave"
        in err
    )
    assert "ZeroDivisionError: division by zero" in err
    assert "the recording" not in err.split("recorded so far")[0]
    assert "takes 1: 14 left" in out
    assert run("replay", "--game", "stones", "a.jsonl").code == 0


def test_a_game_without_debug_methods(run: Run) -> None:
    out, _ = debugged(run, "debug", game="aurum")
    assert "This game has no method whose name begins with debug_." in out


def test_a_games_log_is_shown(run: Run, stones: Path) -> None:
    change(
        stones / "game.py",
        "        self.state.left -= count\n",
        '        self.state.left -= count\n        self.trace(f"took {count}")\n        self.dump("state", self.state)\n',
    )
    _, err = debugged(run, "take 2")
    assert "[trace] took 2\n[debug] state: " in err
    assert err.count("took 2") == 1
