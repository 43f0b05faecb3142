"""Articles in JATS: their citations and citing sentences, and the whole way from them to a page.

    python -m benchmarks.articles jats [--rounds 9]
    python -m benchmarks.articles formats [--rounds 9]
    python -m benchmarks.articles sentences
    python -m benchmarks.articles report [--folder FOLDER]
    python -m benchmarks.articles gate               quality only; fails below a floor

``jats`` is said in ``jats``, ``formats`` in ``formats``, the others in ``harvest``.
"""

import argparse
import tempfile
from pathlib import Path

from ..recording import add_record_option
from .formats import four_formats
from .harvest import gate, report, sentences
from .jats import readers_side_by_side


def main() -> None:
    """Run a part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=["jats", "formats", "sentences", "report", "gate"])
    parser.add_argument(
        "--rounds", type=int, default=9, help="jats, formats: how often speed is measured"
    )
    parser.add_argument("--errors", action="store_true", help="sentences: print those that differ")
    parser.add_argument("--folder", type=Path, help="report: where it is written")
    add_record_option(parser)
    options = parser.parse_args()
    if options.part == "jats":
        readers_side_by_side(options.rounds, keep=options.record)
    elif options.part == "formats":
        four_formats(options.rounds, keep=options.record)
    elif options.part == "sentences":
        sentences(options.errors, keep=options.record)
    elif options.part == "gate":
        gate(keep=options.record)
    elif options.folder:
        report(options.folder, keep=options.record)
    else:
        with tempfile.TemporaryDirectory() as folder:
            report(Path(folder), keep=options.record)


if __name__ == "__main__":
    main()
