"""The page about files of real games."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "compatibility.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *map(str, arguments), "--date", "2026-01-02", "--print"]
    return subprocess.run(command, capture_output=True, text=True)


def test_findings_by_repository_and_code(tmp_path: Path) -> None:
    good, bad = tmp_path / "a+good", tmp_path / "B+bad+one" / "source"
    for folder in (good, bad, good / "node_modules" / "x", tmp_path / "C+none"):
        folder.mkdir(parents=True)
    (good / "stats.json").write_text("{}")
    (good / "node_modules" / "x" / "stats.json").write_text("no")
    (bad / "gameinfos.jsonc").write_text('{"players": [2], // two\n}')
    option = {
        "name": "x",
        "values": [{"name": "a"}],
        "startcondition": [[{"type": "minplayers", "value": 3}]],
    }
    (bad / "gameoptions.json").write_text(json.dumps({"100": option}))
    (bad / "stats.jsonc").write_text('{"table": {\n"a": {"id": 1, "name": "A", "type": "int"}}}')
    ran = run(tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(
        "On 2026-01-02: 2 repositories, 4 files (1 gameinfos, 1 gameoptions, 2 stats)."
    )
    assert "- `B/bad+one/source/stats.jsonc:2` stats.id.range: table statistic 'a' has the id 1" in ran.stdout
    assert (
        "| [option.condition.players.never](problems/option.condition.players.never.md) | warning | 1 | 1 |\n"
        in ran.stdout
    )
    first, second = ran.stdout.splitlines()[-2:]
    assert first == "| a/good | | 1 | | | |"
    assert second.startswith("| B/bad+one | | 3 | 1 | ")


def test_a_folder_without_files(tmp_path: Path) -> None:
    ran = run(tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "no repository" in ran.stderr


def test_the_page_names_the_tool_that_writes_it() -> None:
    page = (ROOT / "docs" / "compatibility.md").read_text("utf-8")
    assert page.count("<!-- Below this line everything is written by tools/compatibility.py. -->\n") == 1
    assert "## Errors" in page.partition("<!--")[2]
