"""Sentences of two texts that say the same: the gospels of the paper, drafts, speed, what ships.

    pip install -e ".[plots]" nltk
    python -m benchmarks.sentences gospels versions drafts --models training/sentences_bench
    python -m benchmarks.sentences gospels --plot figure6.png
    python -m benchmarks.sentences gospels versions drafts --dev     for development
    python -m benchmarks.sentences speed
    python -m benchmarks.sentences shipped
    python -m benchmarks.sentences shipped --gate    fails below a floor

Paper: Nelken R and Shieber SM (2006) Towards robust context-sensitive sentence alignment for
monolingual corpora, EACL. Its encyclopedias are not public; its gospels are.

``gospels`` is its experiment with its methods, Gale-Church, reciprocal best hits and ours,
``versions`` two translations verse by verse, ``drafts`` document pairs aligned by hand in English
and German, ``speed`` time and memory against the length of texts, ``shipped`` what the package's
model finds as a component. "Ours" are models trained here by the recipe of what ships
(``configs/scripts/verse_pairs.py``); ``--models`` keeps them, and their names say data and settings
but not the code: delete them after a change.

With ``--dev`` nothing is tested on a test part: the gospels that calibrate stand for it, halves of
Mark, and folds of the training groups.

Parts are in ``gospels``, ``versions``, ``drafts``, ``speed`` and ``shipped``, what they share in
``data``, ``training``, ``systems`` and ``scores``, the paper's methods in ``paper``, other aligners
in ``peers``.
"""

import argparse
import os
import sys
from pathlib import Path

from ..common import ONE_THREAD, data_folder
from ..recording import add_record_option

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

PARTS = ("gospels", "versions", "drafts", "speed", "shipped")
DEVELOPED = ("gospels", "versions", "drafts")
FOLDERS = ("gospels", "wiki_manual")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", choices=PARTS)
    parser.add_argument("--dev", action="store_true", help="test on nothing but training data")
    parser.add_argument("--models", type=Path, metavar="DIR", help="keep models there")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="gospels: curves, PNG or SVG")
    parser.add_argument("--gate", action="store_true", help="shipped: fail below a floor")
    parser.add_argument("--sizes", type=int, nargs="+", help="speed: sentences a text")
    add_record_option(parser)
    args = parser.parse_args()
    if args.dev and not set(args.parts) <= set(DEVELOPED):
        parser.error(f"--dev is of {', '.join(DEVELOPED)}; the others have no part for it")
    return args


def main() -> None:
    """Run parts of the benchmark."""
    args = arguments()
    missing = [folder for folder in FOLDERS if not (data_folder() / folder).is_dir()]
    if missing:
        sys.exit(f"no folder {missing[0]} in {data_folder()}; set CITALIGN_DATA to its place")
    for part in args.parts:
        if part == "gospels":
            from .gospels import gospel_tables

            gospel_tables(args.models, args.plot, dev=args.dev)
        elif part == "versions":
            from .versions import version_table

            version_table(args.models, dev=args.dev)
        elif part == "drafts":
            from .drafts import draft_tables

            draft_tables(args.models, dev=args.dev)
        elif part == "speed":
            from .speed import speed

            speed(args.models, args.sizes)
        else:
            from .shipped import gate, shipped

            (gate if args.gate else shipped)(keep=args.record)


if __name__ == "__main__":
    main()
