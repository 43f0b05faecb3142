"""Gene mentions: the systems side by side, or another measurement that is named first.

python -m benchmarks.genes [--gate]              see ``comparison``
python -m benchmarks.genes confidence            how far confidences can be believed
python -m benchmarks.genes elsewhere             corpora that the tagger was not made for
python -m benchmarks.genes guidelines            each guideline on four corpora
python -m benchmarks.genes nogenes               false positives where there are no genes
python -m benchmarks.genes thresholds            precision and recall by threshold, mentions and ids
python -m benchmarks.genes heldout FILE          the choices behind what ships
python -m benchmarks.genes tmvar                 genes with ids, beside named systems
python -m benchmarks.genes paper STEP DIR        the paper's features, models and strategies
python -m benchmarks.genes analysis STEP         the paper's analyses
python -m benchmarks.genes optimizers            optimisers of CRFs side by side
"""

import sys
from importlib import import_module

COMMANDS = (
    "analysis",
    "confidence",
    "elsewhere",
    "guidelines",
    "heldout",
    "nogenes",
    "optimizers",
    "paper",
    "thresholds",
    "tmvar",
)


def main() -> None:
    """Run the measurement that the command line names; its options are what follows."""
    if sys.argv[1:2] == ["--help"]:
        print(f"{__doc__}\nOptions of the systems side by side:\n")
    name = "comparison"
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        name = sys.argv.pop(1)
    import_module(f".{name}", __package__).main()


if __name__ == "__main__":
    main()
