"""``python -m aurum_states``: the command line."""

import sys

from aurum_states.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
