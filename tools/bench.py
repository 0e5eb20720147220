#!/usr/bin/env python3
"""Measures the engine against the figures that bind it; see docs/benchmarks.md.

Run it in the environment of the project: ``python3 tools/dev.py bench [--ci] [--json] [--write]``.
"""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # the checkout: its package and its tools

from tools.benchmarks.command import main  # noqa: E402 - needs the path

if __name__ == "__main__":
    sys.exit(main())
