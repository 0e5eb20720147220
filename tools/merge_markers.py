"""Looks for what a merge left behind: a step of the gate.

Only text files that git tracks are looked at. A row of ``=`` alone is no sign: it also underlines headings.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATTERN = "^(<{7}|>{7}) "


def marked_lines(folder: Path) -> list[str]:
    """Return the lines of tracked files in a folder that begin with a marker, as ``FILE:LINE:TEXT``.

    Raises:
        subprocess.CalledProcessError: the folder is in no checkout; ``stderr`` has git's words.
        FileNotFoundError: there is no git.
    """
    command = ["git", "grep", "--no-color", "--line-number", "-I", "--extended-regexp", "-e", PATTERN]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode > 1:  # 1: there is none
        done.check_returncode()
    return done.stdout.decode("utf-8", "replace").splitlines()


def main(folder: Path = ROOT) -> int:
    """Print what is found; return 0 when there is nothing, else 1."""
    try:
        found = marked_lines(folder)
    except FileNotFoundError:
        print("not looked for: git is not installed")
        return 0
    except subprocess.CalledProcessError as error:
        print(f"not looked for: git says: {error.stderr.decode('utf-8', 'replace').strip()}")
        return 0
    for line in found:
        print(f"{line}\n  a merge left this line; keep one of the two sides, and neither marker")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
