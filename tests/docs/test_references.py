"""What the pages point to exists: files, anchors, numbers, names of the API. And what they may not say."""

import re
import tomllib
from pathlib import Path

import pytest

from .pages import PAGES, ROOT, SHOWN_ONLY, blocks_of, name_of, prose_of

PARTS = [ROOT / name for name in ("aurum_states", "config", "docs", "tests", "tools")]
SUFFIXES = (".py", ".md", ".yaml", ".json", ".jsonl", ".toml")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")

pages = pytest.mark.parametrize("page", PAGES, ids=name_of)


@pages
def test_links_lead_somewhere(page: Path) -> None:
    wrong = []
    for target in _LINK.findall(prose_of(page)):
        if target.startswith(("https://", "mailto:")):
            continue
        file, _, anchor = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        if not path.exists() or (anchor and anchor not in anchors(path)):
            wrong.append(target)
    assert wrong == []


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as hosting sites make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pages
def test_paths_exist(page: Path) -> None:
    made = {block.file for block in blocks_of(page)} - {None}
    made |= {path.name for folder in PARTS for path in folder.rglob("*")}  # a bare name: any file of ours
    roots = [ROOT, page.parent, ROOT / "aurum_states", ROOT / "docs"]
    cited = [text for text in _CODE.findall(prose_of(page)) if is_path(text)]
    wrong = [
        text
        for text in cited
        if not any((root / text).exists() for root in roots)
        and not any(f"/{file}".endswith(f"/{text}") or file.startswith(text) for file in made)
    ]
    assert wrong == []


def is_path(text: str) -> bool:
    """Whether a piece of inline code means a file or folder of this project."""
    if not _PATH.fullmatch(text):
        return False
    known = {entry.name for entry in ROOT.iterdir()} | {e.name for e in (ROOT / "aurum_states").iterdir()}
    first, slash, _ = text.partition("/")
    return text.endswith(SUFFIXES) or (slash == "/" and first in known)


@pages
def test_blocks_say_what_they_are(page: Path) -> None:
    wrong = [
        f"{name_of(page)}:{block.line}: ```{block.language} {block.role}"
        for block in blocks_of(page)
        if block.language not in SHOWN_ONLY | {"console"} and block.role != "run" and block.file is None
    ]
    assert wrong == []


@pages
def test_pages_speak_of_the_project_only(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    forbidden = r"\bissue #?\d|\bsession|\bhelper|/(?:work|tmp|home)/|pypi|\bTODO\b|\bworktree"
    assert re.findall(forbidden, text, re.IGNORECASE) == []


def test_the_words_of_the_api_exist() -> None:
    """Each ``self.x.y`` that the page for BGA developers names is an attribute of the class it belongs to."""
    from aurum_states import Game
    from aurum_states.components import Deck, Globals, PlayerCounter, Statistics
    from aurum_states.engine.gamestate import GamestateMachine
    from aurum_states.engine.notifications import Notify

    owners = {
        "self": Game,
        "self.gamestate": GamestateMachine,
        "self.notify": Notify,
        "self.player_score": PlayerCounter,
        "self.player_score_aux": PlayerCounter,
        "s.cards": Deck,
        "s.money": PlayerCounter,
        "s.notes": Globals,
        "s.stats": Statistics,
    }
    text = (ROOT / "docs" / "for-bga-developers.md").read_text(encoding="utf-8")
    used = re.findall(r"(?<![\w.>$])((?:self|s)(?:\.[a-z_]+)?)\.([a-z_]+)\b(?=\()", text)
    calls = {(owner, name) for owner, name in used if owner in owners}
    calls = {(owner, name) for owner, name in calls if not name.startswith("act_")}  # the page's own games'
    assert len(calls) > 40
    assert [call for call in calls if not hasattr(owners[call[0]], call[1])] == []


def test_every_package_is_in_the_picture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "aurum_states"
    folders = [path for path in package.iterdir() if (path / "__init__.py").exists()]
    listed = set(re.findall(r"^\| `([\w/.]+)`", text, re.MULTILINE))
    assert {path.name for path in folders} <= {name.removesuffix("/") for name in listed}


def test_every_dependency_has_its_reason() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [each for extra in declared["optional-dependencies"].values() for each in extra]
    wanted = [*declared["dependencies"], *(each for each in extras if not each.startswith("aurum-states"))]
    names = {re.match(r"[\w-]+", each)[0].lower() for each in wanted}  # type: ignore[index]
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([\w-]+)`", page, re.MULTILINE)) == names


def test_every_decision_is_listed_and_has_its_three_parts() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    decisions = [path for path in folder.glob("*.md") if path.name != "README.md"]
    assert len(decisions) >= 8
    for path in decisions:
        assert f"({path.name})" in index, path.name
        text = path.read_text(encoding="utf-8")
        if path.name != "dependencies.md":
            parts = re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE)
            assert parts[:3] == ["Question", "Choice", "Price"], path.name
