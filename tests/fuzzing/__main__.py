"""`python tests/fuzzing`: fuzz targets, list them, or give one of them one input."""

import sys
from pathlib import Path

if __package__ in (None, ""):  # started by the name of the folder
    tests = Path(__file__).resolve().parents[1]
    sys.path[:1] = [str(tests.parent), str(tests), str(tests / "helpers")]

from tests.fuzzing.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
