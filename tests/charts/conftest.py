"""What reads our drawings: Mermaid itself, in a program that runs on, and Graphviz."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MODULES = ROOT / ".venv-node" / "node_modules"
READER = Path(__file__).parent / "mermaid" / "reader.mjs"

Read = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def mermaid_reader() -> Iterator[Read]:
    """Mermaid's own reading of a text: its nodes, edges and boxes; with ``draw`` the labels of the picture."""
    node = shutil.which("node")
    if node is None or not (MODULES / "mermaid").is_dir():
        pytest.skip("needs Mermaid: .ci/drawing-tools installs it")
    with subprocess.Popen(
        [node, READER, MODULES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as program:

        def read(text: str, *, draw: bool = False) -> dict[str, Any]:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(json.dumps({"text": text, "draw": draw}) + "\n")
            program.stdin.flush()
            answer: dict[str, Any] = json.loads(program.stdout.readline())
            assert "error" not in answer, f"{answer['error']}\n{text}"
            return answer

        yield read
        program.terminate()


@pytest.fixture
def graphviz() -> None:
    if shutil.which("dot") is None:
        pytest.skip("needs Graphviz: .ci/drawing-tools installs it")
