"""Time and memory, mostly against another version in one run; the measurement is named.

python -m benchmarks.speed commands --before CHECKOUT     report, large works, start
python -m benchmarks.speed pipeline --against PYTHON      memory, one text, paragraphs
python -m benchmarks.speed parent --before CHECKOUT       what of a report is the parent's own
python -m benchmarks.speed memory                         peak memory by the size of the input
python -m benchmarks.speed profile                        the costliest functions by component
python -m benchmarks.speed kernels                        what compiled code could give at most
python -m benchmarks.speed peers                          other systems on the same texts
python -m benchmarks.speed load                           starting, beside a pipeline of spaCy's
"""

import sys
from importlib import import_module

# No module is named profile: probe.py, which is run as a file, would import it as Python's own.
_NAMES = ("commands", "kernels", "load", "memory", "parent", "peers", "pipeline")
MODULES = {name: name for name in _NAMES} | {"profile": "costliest"}


def main() -> None:
    """Run the measurement that the command line names; its options are what follows."""
    if sys.argv[1:2] and sys.argv[1] in MODULES:
        import_module(f".{MODULES[sys.argv.pop(1)]}", __package__).main()
    else:
        print(__doc__)


if __name__ == "__main__":
    main()
