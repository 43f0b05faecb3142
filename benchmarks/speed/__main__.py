"""Time and memory, mostly against another version in one run; the measurement is named.

python -m benchmarks.speed commands --before CHECKOUT     report, large works, start
python -m benchmarks.speed pipeline --against PYTHON      memory, one text, paragraphs
python -m benchmarks.speed memory                         peak memory by the size of the input
"""

import sys
from importlib import import_module

COMMANDS = ("commands", "memory", "pipeline")


def main() -> None:
    """Run the measurement that the command line names; its options are what follows."""
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        import_module(f".{sys.argv.pop(1)}", __package__).main()
    else:
        print(__doc__)


if __name__ == "__main__":
    main()
