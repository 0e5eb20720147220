#!/usr/bin/env python3
"""Writes the published JSON Schemas from the models: run it when a model has changed."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from aurum_states.definitions.json_schema import FOLDER, SCHEMAS


def text_of(kind: str) -> str:
    """Return the text of a schema as it is published."""
    return json.dumps(SCHEMAS[kind](), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write every schema."""
    for kind in SCHEMAS:
        file = FOLDER / f"{kind}.schema.json"
        file.write_text(text_of(kind), encoding="utf-8", newline="\n")
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
