"""Files that are no definition file at all: one clear problem each."""

import os
from pathlib import Path

import pytest

from aurum_states.definitions.sources import MAX_BYTES, read_document, shown
from aurum_states.problems import Report


def codes(path: Path) -> list[str]:
    report = Report()
    read_document(path, report)
    return [f"{problem.severity} {problem.code}" for problem in report]


@pytest.mark.parametrize("name", ["f.yaml", "f.json", "f.jsonc"])
@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file.empty"),
        (b" \n\t\n", "file.empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "file.binary"),
        (b"a: 1\nb: \xff\n", "file.encoding"),
        ("a: 1".encode("utf-16"), "file.encoding"),
        (b"#" * (MAX_BYTES + 1), "file.size"),
    ],
)
def test_content_that_is_no_text(tmp_path: Path, name: str, content: bytes, code: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert codes(path) == [f"error {code}"]


def test_missing_folder_and_unreadable(tmp_path: Path) -> None:
    assert codes(tmp_path / "none.yaml") == ["error file.missing"]
    assert codes(tmp_path / "none" / "deeper.yaml") == ["error file.missing"]
    assert codes(tmp_path) == ["error file.directory"]
    assert codes(Path("a\0b")) == ["error file.unreadable"]
    assert codes(tmp_path / ("x" * 300)) == ["error file.unreadable"]
    (tmp_path / "file").write_text("x")
    assert codes(tmp_path / "file" / "below.yaml") == ["error file.unreadable"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    assert codes(path) == ["error file.unreadable"]


def test_byte_order_mark(tmp_path: Path) -> None:
    for name, content, severity in [("f.yaml", "a: 1", "warning"), ("f.json", '{"a": 1}', "error")]:
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + content.encode())
        report = Report()
        document = read_document(path, report)
        assert document is not None
        assert document.data == {"a": 1}
        assert [(problem.code, problem.severity) for problem in report] == [("file.bom", severity)]


def test_encoding_problem_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes("ü: 1\né: ".encode() + b"\xe9\n")
    report = Report()
    read_document(path, report)
    (problem,) = report
    assert (problem.place.line, problem.place.column) == (2, 4)


def test_paths_are_shown_as_short_as_they_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(tmp_path / "a" / "b.yaml") == str(Path("a", "b.yaml"))
    assert shown(Path("./a/b.yaml")) == str(Path("a", "b.yaml"))
    assert shown(tmp_path.parent / "c.yaml") == str(tmp_path.parent / "c.yaml")
