"""What a work is cited for, and who differs from it: against statements found by reading.

    python -m benchmarks.statements first              the first card of works read whole
    python -m benchmarks.statements shared [--dev]     statements: readers, this package, others
    python -m benchmarks.statements differing [--dev]  sentences that differ from the work
    python -m benchmarks.statements quiet [--dev]      rows that are shown first: content or not
    python -m benchmarks.statements copies             sentences in nearly the same words
    python -m benchmarks.statements kinds [--weights FILE]   findings, reviews, methods; the weights
    python -m benchmarks.statements directions         sentences that cannot both be right
    python -m benchmarks.statements odd [--weights FILE]     sentences that may not belong

Works were drawn by the MD5 of their keys from ``citation_integrity`` and ``scisumm``, none of them
annotated for the aligner; ``gold/works.json`` has the numbers of the sentences of each statement
that a reader wrote down, half of the works read twice. A statement of a system is the set of its
supporting sentences; it finds a reader's statement if their Jaccard overlap is .4 or more, each
once, the largest overlaps first; P and R are pooled over works, seven statements of a work at most.
"""

import argparse
import os
from pathlib import Path

from ..common import ONE_THREAD
from ..recording import add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy

SECTIONS = {
    "first": "The first card: is the sentence that is shown first right?",
    "shared": "Statements: readers, this package, central sentences, the largest classes",
    "differing": "Who differs",
    "quiet": "Quiet: what stands first in the table of a work",
    "copies": "Near copies",
    "kinds": "Kind of work: finding, review, method or resource",
    "directions": "Directions and numbers: sentences that cannot both be right",
    "odd": "Odd ones out: sentences that may not belong",
}


def main() -> None:
    """Run a part of the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=SECTIONS)
    parser.add_argument("--dev", action="store_true", help="the works and sentences for tuning")
    parser.add_argument("--weights", type=Path, help="kinds, odd, differing: where to")
    parser.add_argument("--pipeline", default="spacy_citalign", help="annotates and aligns")
    add_record_option(parser)
    args = parser.parse_args()
    if args.part == "shared":
        from .shared import shared

        tables = shared(spacy.load(args.pipeline), dev=args.dev)
    elif args.part == "first":
        from .first import first

        tables = first(spacy.load(args.pipeline))
    elif args.part == "quiet":
        from .quiet import quiet

        tables = quiet(spacy.load(args.pipeline), dev=args.dev)
    elif args.part == "copies":
        from .copies import copies

        tables = copies()
    elif args.part == "kinds":
        from .kinds import kind_tables

        tables = kind_tables(args.weights)
    elif args.part == "odd":
        from .odd import odd_tables

        tables = odd_tables(args.weights)
    elif args.part == "directions":
        from .directions import directions

        tables = directions()
    else:
        from .differing import differing

        tables = differing(dev=args.dev)
        if not args.dev:
            from .disputes import dispute_tables

            tables += dispute_tables(args.weights)
    publish("statements", SECTIONS[args.part], tables, keep=args.record)


if __name__ == "__main__":
    main()
