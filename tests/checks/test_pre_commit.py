"""The hook, with the real pre-commit on a scratch repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.checks.conftest import ROOT, STATES

HOOKS = ROOT / ".pre-commit-hooks.yaml"

pytest.importorskip("pre_commit")
if shutil.which("git") is None:
    pytest.skip("git is not installed", allow_module_level=True)


@pytest.fixture
def environment(tmp_path):
    """What the commands run in: a home of their own, and this checkout's program on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "aurum-states"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m aurum_states "$@"\n')
    program.chmod(0o755)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))},
        "HOME": str(tmp_path),
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GIT_CONFIG_GLOBAL": os.devnull,
        **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "Ada"),
        **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "ada@example.org"),
    }


@pytest.fixture
def hooks(tmp_path, environment):
    """A repository with the hook as it is, but for the package it would install: the checkout's is used."""
    folder = tmp_path / "hooks"
    folder.mkdir()
    hook = yaml.safe_load(HOOKS.read_text("utf-8"))
    assert [each.pop("language") for each in hook] == ["python"]
    (folder / HOOKS.name).write_text(yaml.safe_dump([{**each, "language": "system"} for each in hook]))
    git(folder, environment, "init", "-q")
    git(folder, environment, "add", ".")
    git(folder, environment, "commit", "-qm", "hooks")
    return folder


@pytest.fixture
def project(tmp_path, environment, hooks):
    """A repository that uses the hook."""
    folder = tmp_path / "project"
    folder.mkdir()
    rev = git(hooks, environment, "rev-parse", "HEAD").strip()
    config = {"repos": [{"repo": str(hooks), "rev": rev, "hooks": [{"id": "aurum-states-check"}]}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(folder, environment, "init", "-q")
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=folder, env=environment, check=True, stdout=-3
    )
    return folder


def git(folder: Path, environment, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True)
    return done.stdout.decode()


def commit(folder: Path, environment, files: dict[str, str]):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(folder, environment, "add", ".")
    return subprocess.run(
        ["git", "commit", "-m", "change"], cwd=folder, env=environment, capture_output=True, text=True
    )


def test_a_commit_with_an_error_is_refused_and_one_without_is_made(project, environment):
    wrong = {
        "games/one/config/states.yaml": STATES.replace("next: play", "next: plya"),
        "games/two/gameoptions.jsonc": '{"100"}',
        "notes.yaml": "states: [",
        "data.json": '{"100"}',
    }
    done = commit(project, environment, wrong)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "games/one/config/states.yaml:8:25: error state.target.unknown" in said
    assert "games/two/gameoptions.jsonc:1:7: error json.syntax" in said
    assert "notes.yaml" not in said
    assert "data.json" not in said
    done = commit(
        project,
        environment,
        {**wrong, "games/one/config/states.yaml": STATES, "games/two/gameoptions.jsonc": "{}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stderr + done.stdout


def test_the_program_that_the_hook_names_exists():
    import tomllib

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert yaml.safe_load(HOOKS.read_text("utf-8"))[0]["entry"].split()[0] in scripts
