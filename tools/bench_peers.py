#!/usr/bin/env python3
"""Measures the engine against its peers; see the section "Peers" of docs/benchmarks.md.

Run it in the environment of the project: ``python3 tools/dev.py peers [--only PEER] [--quick] [--write]``.
"""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # the checkout: its package and its tools

from tools.benchmarks.peers.command import main  # noqa: E402 - needs the path

if __name__ == "__main__":
    sys.exit(main())
