"""Citance alignment: the paper's system, edit distance, and this package, on every gold group.

    python -m benchmarks.citances groups            # trains what is not there yet, some minutes
    python -m benchmarks.citances groups --model shipped
    python configs/scripts/craft_groups.py DATA/craft more.jsonl --stop-words STOPWORDS.tsv
    python -m benchmarks.citances groups --more more.jsonl     # a quarter of an hour more
    python -m benchmarks.citances curves --plots FOLDER        # needs the extra "plots"
    python -m benchmarks.citances errors
    python -m benchmarks.citances ablation
    python -m benchmarks.citances pairs
    python -m benchmarks.citances speed

Paper: Schwartz AS, Divoli A, Hearst MA (2007) Multiple alignment of citation sentences with
conditional random fields and posterior decoding. EMNLP-CoNLL, pages 847-857. Its annotations are
not public; ``citance_groups`` stands in for them. ``--dev`` takes the development sets in place of
the test sets, with models of the training sets alone.

Systems: "edit distance" is the paper's baseline, "paper" its CRF (its features of section 5,
trained on the first of several targets) with posterior decoding (eq. 8-10) and equivalence
closure, "ours" all features and average link. A model of the CRAFT groups is for these, one of the
hand-made for those. Settings are chosen by F on a development set, with a model of the training
set; the model that is tested has seen both sets, as in the paper.

P, R, F and AMA are means over groups; "micro F" takes all word pairs together. "Expected" is the
AMA that a model expects of its own alignment. Parts are in ``data``, ``systems``,
``curves``, ``errors``, ``speed`` and ``word_alignment``.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..common import ONE_THREAD, markdown_table

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import numpy as np
import spacy
from spacy.language import Language

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.features import FAMILIES
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.settings import AlignmentSettings

from .data import Case, read_cases, resources, richer
from .systems import (
    MORE,
    SYSTEMS,
    WITHOUT_PAIRS,
    Bench,
    Classes,
    average_sweep,
    best,
    closed,
    component_classes,
    edit_sweep,
    f_interval,
    scores,
    set_sweep,
)

TEST = {"craft-test": "craft", "craft-test45": "craft", "hand-test": "hand"}
DEV = {"craft-dev": "craft", "hand-dev": "hand"}
RESAMPLED = ("hand-test", "hand-dev")


class Found(NamedTuple):
    """What a system says of a data set.

    ``expected`` is the mean expected AMA, None where there is no model; ``note`` the settings.
    """

    classes: Classes
    expected: float | None
    note: str


@cache
def chosen(bench: Bench, system: str, corpus: str) -> AlignmentSettings:
    """The settings of highest F on the development set of a corpus."""
    cases = bench.cases(f"{corpus}-dev")
    model = bench.model(system, f"{corpus}-train", settings=SYSTEMS[system])
    if system == "paper":
        links = set_sweep(model, cases)
        gap, match = best({key: closed(cases, own) for key, own in links.items()}, cases)
        return AlignmentSettings(closure="equivalence", gap_factor=gap, match_factor=match)
    threshold, unit = best(average_sweep(model, cases), cases)
    return AlignmentSettings(threshold=threshold, unit_threshold=unit)


def final_model(bench: Bench, system: str, name: str) -> AlignmentModel:
    """The model for a data set: of train and dev, or of train where the set is dev."""
    corpus = (TEST | DEV)[name]
    parts = [f"{corpus}-train"] if name in DEV else [f"{corpus}-train", f"{corpus}-dev"]
    return bench.model(system, *parts, settings=SYSTEMS[system])


def aligned(model: AlignmentModel, cases: Sequence[Case], settings: AlignmentSettings) -> Found:
    """Align the groups."""
    found = [align(case.group, model, settings) for case in cases]
    note = f"threshold {settings.threshold:g}, units {settings.unit_threshold:g}"
    if settings.closure == "equivalence":
        note = f"gap {settings.gap_factor:g}, match {settings.match_factor:g}"
    classes = [case.carried(one.classes) for case, one in zip(cases, found, strict=True)]
    return Found(classes, float(np.mean([one.expected_ama for one in found])), note)


def systems_on(bench: Bench, name: str) -> Iterator[tuple[str, Found]]:
    """Yield what each system says of a data set."""
    cases, corpus = bench.cases(name), (TEST | DEV)[name]
    dev = bench.cases(f"{corpus}-dev")
    swept = edit_sweep(cases)
    by_dev, by_test = best(edit_sweep(dev), dev), best(swept, cases)
    yield "edit distance, delta by dev", Found(swept[by_dev], None, f"delta {by_dev:g}")
    yield "edit distance, best delta here", Found(swept[by_test], None, f"delta {by_test:g}")
    for system in SYSTEMS:
        settings = chosen(bench, system, corpus)
        yield system, aligned(final_model(bench, system, name), cases, settings)
    if corpus == "craft" and MORE in bench.files:
        model = bench.model("more", "craft-train", MORE, settings=WITHOUT_PAIRS)
        threshold, unit = best(average_sweep(model, dev), dev)
        settings = AlignmentSettings(threshold=threshold, unit_threshold=unit)
        yield "ours, more groups to learn from", aligned(model, cases, settings)


def score_row(title: str, cases: Sequence[Case], found: Found, *, resampled: bool) -> list[str]:
    """A row of the table of groups."""
    score = scores(cases, found.classes)
    values = (score.precision, score.recall, score.f, score.ama, score.micro.f)
    expected = "-" if found.expected is None else f"{found.expected:.3f}"
    interval = "-"
    if resampled:
        interval = "{:.3f}-{:.3f}".format(*f_interval(cases[0], found.classes[0]))
    return [title, *(f"{value:.3f}" for value in values), expected, interval, found.note]


def groups(bench: Bench, sets: Sequence[str], pipelines: Mapping[str, Language]) -> None:
    """Print the scores of all systems."""
    header = ["set, system", "P", "R", "F", "AMA", "micro F", "expected", "95 % of F", "settings"]
    rows = []
    for name in sets:
        cases = bench.cases(name)
        every = list(systems_on(bench, name))
        for pipeline, nlp in pipelines.items():
            classes, expected = component_classes(cases, nlp)
            every.append((f"the pipeline {pipeline}", Found(classes, expected, "its own")))
        if name == "hand-test":
            second = read_cases("hand-test.second", bench.nlp)
            every.append(("second annotator", Found([second[0].classes], None, "")))
        rows += [
            score_row(f"{name}, {title}", cases, found, resampled=name in RESAMPLED)
            for title, found in every
        ]
    print(markdown_table(header, rows))


def ablation(bench: Bench, corpora: Sequence[str], wordnet: Path | None) -> None:
    """Print F on the development sets without one family of features, or with one thing changed."""
    base = resources(bench.folder)
    knowledge = richer(base, wordnet)
    full = SYSTEMS["ours"]
    variants = {"all": full}
    for family in full.families:
        left = tuple(name for name in full.families if name != family)
        variants[f"without {family}"] = replace(full, families=left)
    variants["without pairs of units"] = replace(full, unit_pairs=False)
    variants["without units"] = replace(full, units=False, unit_pairs=False)
    variants["first target, not all"] = replace(full, crf=replace(full.crf, many_to_many="first"))
    variants |= {name: replace(full, families=FAMILIES) for name in knowledge}
    names = {variant: "ours" if variant == "all" else f"ours {variant}" for variant in variants}
    rows = {variant: [variant] for variant in variants}
    for corpus in corpora:
        cases = bench.cases(f"{corpus}-dev")
        kept = chosen(bench, "ours", corpus)
        for variant, settings in variants.items():
            model = bench.model(
                names[variant],
                f"{corpus}-train",
                settings=settings,
                knowledge=knowledge.get(variant, base),
            )
            same = scores(cases, aligned(model, cases, kept).classes)
            swept = average_sweep(model, cases)
            top = scores(cases, swept[best(swept, cases)])
            rows[variant] += [f"{same.f:.3f}", f"{top.f:.3f}", f"{top.ama:.3f}"]
    columns = [column for corpus in corpora for column in (f"{corpus}-dev F", "best F", "AMA")]
    print(markdown_table(["features", *columns], rows.values()))


def errors(bench: Bench, sets: Sequence[str]) -> None:
    """Print errors by kind, and the classes that have most."""
    from .errors import kinds_table, worst_classes

    for name in sets:
        cases = bench.cases(name)
        for system in SYSTEMS:
            settings = chosen(bench, system, (TEST | DEV)[name])
            found = aligned(final_model(bench, system, name), cases, settings)
            print(f"{name}, {system}, {found.note}\n")
            print(kinds_table(cases, found.classes), end="\n\n")
            print(worst_classes(cases, found.classes), end="\n\n")


def aligning_pipeline(name: str) -> Language:
    """Load a pipeline that has the aligner, by name or folder; "shipped" is the package's own."""
    nlp = spacy.load("spacy_citalign" if name == "shipped" else name)
    if "citance_aligner" not in nlp.pipe_names:
        sys.exit(f"the pipeline {name} has no citance_aligner, but {', '.join(nlp.pipe_names)}")
    return nlp


def main() -> None:
    """Run a part of the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = ["groups", "curves", "errors", "ablation", "pairs", "speed"]
    parser.add_argument("part", choices=parts)
    parser.add_argument("--dev", action="store_true", help="development sets, not test sets")
    parser.add_argument("--models", type=Path, default=Path("training/citances"))
    parser.add_argument("--pipeline", default="spacy_citalign", help="annotates the texts")
    parser.add_argument("--model", action="append", default=[], help="pipeline that aligns, too")
    parser.add_argument("--plots", type=Path, help="folder of the pictures and points of curves")
    corpora = {"nargs": "+", "choices": ["craft", "hand"], "default": ["craft", "hand"]}
    parser.add_argument("--corpora", **corpora, help="of ablation; craft takes an hour and more")
    parser.add_argument("--subset", type=int, default=600, help="training pairs for choices")
    parser.add_argument("--wordnet", type=Path, help="WordNet's folder, for pairs and ablation")
    parser.add_argument(
        "--more", type=Path, help="groups that configs/scripts/craft_groups.py made"
    )
    args = parser.parse_args()
    nlp = spacy.load(args.pipeline, exclude=["citance_aligner"])
    bench = Bench(nlp, args.models, {} if args.more is None else {MORE: args.more})
    sets = list(DEV if args.dev else TEST)
    pipelines = {
        "spacy_citalign" if name == "shipped" else name: aligning_pipeline(name)
        for name in args.model
    }
    if args.part == "groups":
        groups(bench, sets, pipelines)
    elif args.part == "curves":
        from .curves import curves

        curves(sets, bench, final_model, args.plots)
    elif args.part == "errors":
        errors(bench, sets)
    elif args.part == "ablation":
        ablation(bench, args.corpora, args.wordnet)
    elif args.part == "pairs":
        from .word_alignment import pairs

        pairs(bench, dev=args.dev, subset=args.subset, wordnet=args.wordnet)
    else:
        from .speed import speed

        speed(bench, pipelines, final_model(bench, "ours", "craft-test45"))


if __name__ == "__main__":
    main()
