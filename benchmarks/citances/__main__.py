"""Citance alignment: the paper's system, edit distance, and this package, on every gold group.

    python -m benchmarks.citances groups [--dev]    all systems on test, or on development groups
    python -m benchmarks.citances crossval          the default method: F by threshold, confidences
    python -m benchmarks.citances ablation          the same without each family of evidence
    python -m benchmarks.citances curve             the same with fewer groups to learn from
    python -m benchmarks.citances errors            kinds of missed and wrong pairs, the same
    python -m benchmarks.citances pairs [--dev]     word alignment of pairs of sentences
    python -m benchmarks.citances speed             against group size
    python -m benchmarks.citances large             by types of words, against the exact alignment
    python -m benchmarks.citances abbreviations     invented ones, in groups without gold
    python -m benchmarks.citances sheet             classes to be read by eye

Paper: Schwartz AS, Divoli A, Hearst MA (2007) Multiple alignment of citation sentences with
conditional random fields and posterior decoding. EMNLP-CoNLL, pages 847-857. Its annotations are
not public; ``citance_groups`` stands in for them. P, R, F and AMA are means over groups.

"crossval", "ablation", "curve" and "errors" train five models each time, some four minutes, from
the word statistics that ``configs/scripts/word_statistics.py`` makes; the others but "speed" and
"abbreviations" train the paper's CRF. What systems there are says ``groups``.
"""

import argparse
import os
from pathlib import Path

from ..common import ONE_THREAD
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy

from .crossvalidation import SETS

SECTIONS = {
    "groups": "Groups: the paper, edit distance, the pipeline that ships",
    "crossval": "Cross-validation: thresholds and confidences",
    "ablation": "PairFeatures",
    "curve": "Learning curve",
    "errors": "Errors",
    "pairs": "Word alignment of pairs of sentences: MultiMWA",
    "speed": "Speed",
    "large": "Large groups: types of words against the exact alignment",
    "abbreviations": "Invented abbreviations",
}
SHEET = "sheet"
VALIDATED = ("crossval", "ablation", "curve", "errors")
EARLIER = ("citance_aligner", "sentence_aligner")  # left out where nothing aligns


def validated(args: argparse.Namespace) -> list[Table]:
    """Run a part that trains models of its own."""
    from .crossvalidation import crossval, held_out
    from .data import read_cases, resources

    nlp = spacy.load(args.pipeline, exclude=EARLIER)
    cases = [case for name in args.sets for case in read_cases(name, nlp)]
    known = resources(args.statistics)
    if args.part == "ablation":
        from .ablation import ablation

        return ablation(cases, known)
    if args.part == "curve":
        from .curves import curve

        return curve(cases, known)
    held = held_out(cases, known)
    if args.part == "errors":
        from .errors import errors

        return errors(held)
    return crossval(held)


def shipped(args: argparse.Namespace) -> list[Table]:
    """Run a part that the shipped aligner takes part in."""
    nlp = spacy.load(args.pipeline)
    if args.part == "groups":
        from .groups import groups

        return groups(nlp, dev=args.dev)
    if args.part == "pairs":
        from .word_alignment import pairs

        return pairs(nlp, dev=args.dev, limit=args.limit)
    if args.part == "speed":
        from .speed import SIZES, speed

        return speed(nlp, SIZES[: args.limit])
    if args.part == "large":
        from .large import large

        return large(nlp, args.limit)
    from .abbreviations import abbreviations

    return abbreviations(nlp, args.limit)


def main() -> None:
    """Run a part of the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=[*SECTIONS, SHEET])
    parser.add_argument("--dev", action="store_true", help="development sets, not test sets")
    parser.add_argument("--pipeline", default="spacy_citalign", help="annotates and aligns")
    parser.add_argument("--statistics", type=Path, default=Path("training/word_statistics"))
    parser.add_argument(
        "--sets", nargs="+", default=SETS, metavar="SET", help="of the cross-validation"
    )
    parser.add_argument(
        "--limit", type=int, help="of pairs in a file, of groups in a corpus, of group sizes"
    )
    add_record_option(parser)
    args = parser.parse_args()
    if args.part == SHEET:
        from .sheet import sheet

        for line in sheet(spacy.load(args.pipeline), args.limit):
            print(line)
        return
    tables = validated(args) if args.part in VALIDATED else shipped(args)
    publish("citances", SECTIONS[args.part], tables, keep=args.record)


if __name__ == "__main__":
    main()
