"""Propositional terms: the tables of the paper, its boundary step, and the field, on two corpora.

    python -m benchmarks.terms paper errors alpha --models training/term_folds
    python -m benchmarks.terms levels [--lexicons] [--levels words rates]
    python -m benchmarks.terms test [--dev] [--no-peers] [--unlabelled FILE ...]
    python -m benchmarks.terms shipped [--dev]
    python -m benchmarks.terms shipped --gate     quality only; fails below a floor
    python -m benchmarks.terms thresholds [--held-out FOLDER]
    python -m benchmarks.terms peers              how many terms of other packages are kept

Paper: Chang RY, Wu CH (2009) Propositional term extraction over short text using word cohesiveness
and conditional random fields with multi-level features. ROCLING. Its 260 abstracts are not public;
ACL RD-TEC 2.0 and SciERC stand in for them, and its figures are printed for orientation only.

``paper`` is Tables 1 and 2, ``levels`` Tables 3 and 4, ``errors`` Table 5, ``alpha`` the boundary
step of section 2.5 by its settings: all by ten-fold cross-validation over train and dev. ``test``
compares with other packages and a second annotator on the test part, ``shipped`` is what the
package's own pipeline finds, ``thresholds`` what it finds by least probability and in texts of
other fields (FOLDER has a pipeline that has not seen SciERC's development part), ``peers`` is what
``Peer.top`` was chosen by. Perfect hits (exact) have the characters of the gold, imperfect ones
share a character with it. Several parts of one run share their models; ``--models`` keeps these.

Parts are in ``tables``, ``boundaries``, ``comparison``, ``shipped`` and ``thresholds``, what they
share in ``data``, ``folds`` and ``systems``, other packages in ``peers``, and baselines that only
the benchmark has in ``morphology`` and ``nc_value``.
"""

import argparse
import os
import sys
from pathlib import Path

from ..common import ONE_THREAD, data_folder
from ..recording import add_record_option

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

from spacy_citalign.terms.feature_levels import LEVELS

PARTS = ("paper", "levels", "errors", "alpha", "test", "shipped", "thresholds", "peers")
CORPORA = ("rd-tec", "scierc")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", choices=PARTS)
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=list(CORPORA))
    parser.add_argument("--limit", type=int, help="so many documents of each, for a try")
    training = parser.add_argument_group("models")
    training.add_argument("--folds", type=int, default=10, help="of cross-validation, 2 or more")
    training.add_argument("--jobs", type=int, default=1, help="trainings at a time")
    training.add_argument("--models", type=Path, metavar="DIR", help="keep models there")
    training.add_argument(
        "--unlabelled", type=Path, nargs="+", default=[], metavar="FILE", help="texts, one a line"
    )
    some = parser.add_argument_group("parts")
    some.add_argument("--levels", nargs="*", choices=LEVELS, default=list(LEVELS), metavar="LEVEL")
    some.add_argument("--lexicons", action="store_true", help="levels: with the user's lists, too")
    some.add_argument("--dev", action="store_true", help="test, shipped: not the test parts")
    some.add_argument("--no-peers", action="store_true", help="test: without other packages")
    some.add_argument("--held-out", type=Path, metavar="FOLDER", help="thresholds: a pipeline")
    some.add_argument("--pipeline", default="spacy_citalign", help="shipped: a name or a folder")
    some.add_argument("--gate", action="store_true", help="shipped: only quality, with floors")
    some.add_argument("--floors", type=float, nargs=2, metavar=("EXACT", "IMPERFECT"))
    add_record_option(parser)
    args = parser.parse_args()
    if args.folds < 2:
        parser.error("--folds is below 2")
    return args


def main() -> None:
    """Run parts of the benchmark."""
    args = arguments()
    for folder in ("acl_rd_tec", "scierc"):
        if not (data_folder() / folder).is_dir():
            sys.exit(f"no folder {folder} in {data_folder()}; set CITALIGN_DATA to its place")
    for part in args.parts:
        if part == "shipped":
            from .shipped import FLOORS, gate, shipped

            if args.gate:
                gate(args.pipeline, args.floors or FLOORS, args.limit, keep=args.record)
            else:
                shipped(args.pipeline, dev=args.dev, limit=args.limit, keep=args.record)
        elif part == "thresholds":
            from .thresholds import thresholds

            thresholds(args.pipeline, args.held_out, args.limit, keep=args.record)
        elif part == "peers":
            from .peers import choose

            choose()
    others = [part for part in args.parts if part not in ("shipped", "thresholds", "peers")]
    if others:
        run(others, args)


def run(parts: list[str], args: argparse.Namespace) -> None:
    """Run the parts that train models."""
    from .boundaries import alpha
    from .comparison import compare
    from .folds import Bench
    from .tables import errors, levels, paper

    bench = Bench(args.folds, args.jobs, args.models, args.limit, args.unlabelled)
    for part in parts:
        if part == "paper":
            paper(bench, args.corpora)
        elif part == "levels":
            for lexicons in (False, True)[: 1 + args.lexicons]:
                levels(bench, args.corpora, args.levels, lexicons=lexicons)
        elif part == "errors":
            errors(bench, args.corpora)
        elif part == "alpha":
            alpha(bench, args.corpora)
        else:
            compare(bench, args.corpora, dev=args.dev, peers=not args.no_peers)


if __name__ == "__main__":
    main()
