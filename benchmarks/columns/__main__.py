"""Columns from aligned syntax and base phrases: the tables of the paper, CoNLL-2000, and speed.

    python -m benchmarks.columns paper chunks --treebank craft --models training/columns_bench
    python -m benchmarks.columns paper chunks --treebank wsj
    python -m benchmarks.columns paper chunks --split dev --tagger FOLDER    for development
    python -m benchmarks.columns conll [--fold]
    python -m benchmarks.columns speed [--models training/columns_bench]
    python -m benchmarks.columns shipped
    python -m benchmarks.columns shipped --gate    quality only; fails below a floor

Paper: Roark B (2007) Structural alignment for finite-state syntactic processing. Its treebank is
not public; CRAFT and a sample of it stand in, and its figures are printed for orientation only.

``paper`` is Tables 1 to 3 and the purity of roles, ``chunks`` Table 4 with a bootstrap, ``conll``
the shared task beside another chunker, ``speed`` sentences a second, ``shipped`` what the package's
own pipeline finds. Models are trained on train; the parts of one run share them, and ``--models``
keeps them. On CRAFT, with 4,000 seeds, the distances of an alignment take minutes, as does a column
model after them; a CRF with words takes a quarter of an hour or more.

Parts are in ``tables``, ``chunks``, ``conll``, ``speed`` and ``shipped``, what they share in
``data`` and ``systems``, the other chunker in ``tutorial_chunker``.
"""

import argparse
import os
import sys
from pathlib import Path

from ..common import ONE_THREAD, data_folder
from ..recording import add_record_option

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

from .data import FOLDERS, TREEBANKS

PARTS = ("paper", "chunks", "conll", "speed", "shipped")
ANCHORS = {"all": None, "100": 100, "10": 10, "5": 5}
PIPELINE = "spacy_citalign"


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", choices=PARTS)
    parser.add_argument("--pipeline", default=PIPELINE, help="a name or a folder")
    parser.add_argument("--limit", type=int, help="so many sentences of each part, for a try")
    parser.add_argument("--models", type=Path, metavar="DIR", help="keep models there")
    trees = parser.add_argument_group("paper, chunks")
    trees.add_argument("--treebank", choices=TREEBANKS, default="craft")
    trees.add_argument("--split", choices=("test", "dev"), default="test", help="what to test on")
    trees.add_argument("--tagger", metavar="FOLDER", help="a pipeline to tag with, else --pipeline")
    trees.add_argument("--seeds", type=int, default=4000, help="aligned pair by pair")
    trees.add_argument("--iterations", type=int, default=6)
    trees.add_argument("--systems", nargs="+", metavar="NAME", help="paper: some column models")
    trees.add_argument("--anchors", nargs="+", choices=ANCHORS, default=["5"], help="chunks")
    trees.add_argument("--no-words", action="store_true", help="chunks: systems by tags alone")
    some = parser.add_argument_group("conll, shipped")
    some.add_argument("--fold", action="store_true", help="conll: test on the last tenth of train")
    some.add_argument("--no-peers", action="store_true", help="conll: ours alone")
    some.add_argument("--gate", action="store_true", help="shipped: only quality, with floors")
    add_record_option(parser)
    args = parser.parse_args()
    if args.split == "dev" and (args.treebank != "craft" or args.tagger is None):
        parser.error(
            "--split dev is of CRAFT, and the pipeline that ships has seen it: give --tagger a "
            "pipeline trained on train only"
        )
    return args


def main() -> None:
    """Run parts of the benchmark."""
    args = arguments()
    for part in args.parts:
        if part == "shipped":
            from .shipped import gate, shipped

            (gate if args.gate else shipped)(args.pipeline, args.limit, keep=args.record)
        elif part == "speed":
            require("craft/trees")
            from .speed import speed

            speed(args.pipeline, args.models, args.limit)
        elif part == "conll":
            require("conll2000")
            from .conll import conll

            conll(fold=args.fold, limit=args.limit, peers=not args.no_peers)
    on_trees = [part for part in args.parts if part in ("paper", "chunks")]
    if on_trees:
        require(FOLDERS[args.treebank])
        run(on_trees, args)


def run(parts: list[str], args: argparse.Namespace) -> None:
    """Run the parts that train on a treebank."""
    from .chunks import chunks
    from .systems import COLUMNS, Bench, Setup
    from .tables import paper

    unknown = set(args.systems or ()) - set(COLUMNS)
    if unknown:
        sys.exit(f"no system is called {sorted(unknown)}; choose from {list(COLUMNS)}")
    bench = Bench(
        Setup(
            args.treebank,
            args.split,
            args.tagger or args.pipeline,
            args.seeds,
            args.iterations,
            args.limit,
            args.models,
        )
    )
    for part in parts:
        if part == "paper":
            paper(bench, args.systems or list(COLUMNS))
        else:
            chunks(bench, [ANCHORS[name] for name in args.anchors], words=not args.no_words)


def require(folder: str) -> None:
    """Exit if a corpus is not there."""
    if not (data_folder() / folder).is_dir():
        sys.exit(f"no folder {folder} in {data_folder()}; set CITALIGN_DATA to its place")


if __name__ == "__main__":
    main()
