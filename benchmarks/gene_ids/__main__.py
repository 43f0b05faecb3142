"""Ids of genes: the normaliser that ships beside a dictionary of human names.

    python -m benchmarks.gene_ids [--part test] [--record]

Abstracts of NLM-Gene, GNormPlus and BioRED in the fifth that the MD5 of the PMID holds out; nothing
that ships was trained on them or chosen by them. Mentions are those of the tagger that ships, by
its guidelines "mention", the default, and "bc2gm", and gold. Ids are counted once an abstract, all
abstracts of a subset together; those that annotators gave to families alone count neither way.
"Wrong species" is the share of the ids that were given to a mention that overlaps one of gold with
ids, none of which is of that species; species without a table are others. The error of the
confidence (ECE) is that of the likeliest candidate of each such mention, whatever its confidence;
"of all" counts the other mentions as well, whose candidates are wrong.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..common import ONE_THREAD, last_core, pin_to
from ..recording import Figure, Table, add_record_option, check_floors, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.words.hit_counts import count_hits

from ..calibration import expected_calibration_error
from .corpora import CORPORA, Abstract, abstracts, subsets, taxa_of_genes
from .lookup import Lookup

TAGGER, OURS = "gene_mention_tagger", "gene_normalizer"
BEFORE = ["sentence_boundary_detector", "perceptron_tagger"]
MENTIONS = ("mention", "bc2gm", "gold")
PASSES = 3
# F of documents with human genes alone, mentions of the guideline "mention".
FLOORS = {"NLM-Gene": 0.85, "GNormPlus": 0.72, "BioRED": 0.84}
Given = list[tuple[int, int]]  # id and taxon


class Answered(NamedTuple):
    """An abstract and what a system says: spans, ids of each, candidates' best confidences."""

    abstract: Abstract
    spans: list[tuple[int, int]]
    ids: list[Given]
    best: list[tuple[int, float] | None]


def tagged(nlp: Language, listed: Sequence[Abstract], mentions: str) -> list[Doc]:
    """Docs with mentions of a kind."""
    docs = [nlp.make_doc(one.text) for one in listed]
    if mentions == "gold":
        for doc, one in zip(docs, listed, strict=True):
            spans = sorted({(start, end) for start, end, _ in one.mentions})
            set_character_spans(doc, "gene_mentions", spans, "GENE")
        return docs
    nlp.get_pipe(TAGGER).override_settings(guideline=mentions)
    for name in (*BEFORE, TAGGER):
        docs = list(nlp.get_pipe(name).pipe(docs))
    return docs


def ours(nlp: Language, listed: Sequence[Abstract], docs: Sequence[Doc]) -> list[Answered]:
    """What the component says."""
    answered = []
    for one, doc in zip(listed, nlp.get_pipe(OURS).pipe(docs), strict=True):
        records = doc._.mentions("gene_mentions")
        ids, best = [], []
        for record in records:
            by_id = {candidate["id"]: candidate for candidate in record["gene_ids"]}
            chosen = [name for name in record["kb_id"].split(";") if name]
            ids.append([(int(name), by_id[name]["taxon"]) for name in chosen])
            first = record["gene_ids"][:1]
            best.append((int(first[0]["id"]), first[0]["confidence"]) if first else None)
        spans = [(record["start_char"], record["end_char"]) for record in records]
        answered.append(Answered(one, spans, ids, best))
    return answered


def looked_up(lookup: Lookup, answered: Sequence[Answered]) -> list[Answered]:
    """What the dictionary says of the same mentions."""
    return [
        Answered(one.abstract, one.spans, lookup(one.abstract.text, one.spans), [])
        for one in answered
    ]


def f_of(
    answered: Sequence[Answered], wanted: Callable[[Abstract], bool]
) -> tuple[int, float, float, float]:
    """How many abstracts of a subset there are, and precision, recall, F of their ids."""
    pairs = []
    for one in answered:
        if wanted(one.abstract):
            given = {str(gene) for own in one.ids for gene, _ in own}
            families = {str(gene) for gene in one.abstract.families}
            pairs.append(({str(gene) for gene in one.abstract.ids}, given - families))
    score = count_hits(pairs)
    return len(pairs), score.precision, score.recall, score.f


def wrong_species(
    answered: Sequence[Answered], wanted: Callable[[Abstract], bool], taxa: dict[int, int]
) -> float:
    """The share of ids of a wrong species."""
    right = []
    for one in answered:
        if wanted(one.abstract):
            for span, own in zip(one.spans, one.ids, strict=True):
                gold = _gold(one.abstract, span)
                if gold:
                    known = {taxa.get(gene, 0) for gene in gold}
                    right += [taxon in known for _, taxon in own]
    return 1 - sum(right) / max(len(right), 1)


def error_of_confidence(answered: Sequence[Answered], *, of_all: bool) -> float:
    """The expected calibration error of the likeliest candidates, of all or of gold mentions."""
    confidences, right = [], []
    for one in answered:
        for span, best in zip(one.spans, one.best, strict=True):
            gold = _gold(one.abstract, span)
            if best is not None and (of_all or gold is not None):
                confidences.append(best[1])
                right.append(best[0] in (gold or ()))
    return expected_calibration_error(np.array(confidences), np.array(right))


def _gold(abstract: Abstract, span: tuple[int, int]) -> set[int] | None:
    """The ids of the gold mentions that a span overlaps; None where there are none."""
    ids = [own for start, end, own in abstract.mentions if start < span[1] and span[0] < end]
    return set().union(*ids) or None


def accuracies(nlp: Language, part: str) -> tuple[list[Table], list[Figure]]:
    """The tables of ids, and the figures of the gate."""
    taxa, lookup = taxa_of_genes(), Lookup()
    rows, floors, pooled = [], [], []
    whole: dict[tuple[str, str], list[Answered]] = {}
    for corpus in CORPORA:
        listed = abstracts(corpus, part)
        for mentions in MENTIONS:
            answers = ours(nlp, listed, tagged(nlp, listed, mentions))
            systems = {OURS: answers, "dictionary": looked_up(lookup, answers)}
            for system, answered in systems.items():
                whole.setdefault((mentions, system), []).extend(answered)
                rows += _rows(f"{corpus}, {mentions}, {system}", answered, taxa)
            if mentions == "mention":
                human = f_of(answers, subsets(taxa)["human genes alone"])[3]
                floors.append(Figure(f"{corpus}, human genes alone, F", human, FLOORS[corpus]))
    for (mentions, system), answered in whole.items():
        pooled += _rows(f"all, {mentions}, {system}", answered, taxa)
    columns = [
        "corpus, mentions, system",
        "ids of",
        "abstracts",
        "P",
        "R",
        "F",
        "wrong species",
        "ECE",
        "of all",
    ]
    return [
        Table(f"Ids of genes, {part} part", columns, rows),
        Table(f"Ids of genes, {part} part, the three corpora together", columns, pooled),
    ], floors


def _rows(name: str, answered: Sequence[Answered], taxa: dict[int, int]) -> list[list[str]]:
    rows = []
    for subset, wanted in subsets(taxa).items():
        count, precision, recall, f = f_of(answered, wanted)
        own = [one for one in answered if wanted(one.abstract)]
        errors = ["-", "-"]
        if any(one.best for one in own):
            errors = [f"{error_of_confidence(own, of_all=all_):.3f}" for all_ in (False, True)]
        wrong = f"{100 * wrong_species(own, wanted, taxa):.1f}"
        figures = [f"{100 * value:.1f}" for value in (precision, recall, f)]
        rows.append([name, subset, str(count), *figures, wrong, *errors])
    return rows


def speed(nlp: Language, part: str) -> Table:
    """Speeds on one core, of abstracts of NLM-Gene, and what the model takes."""
    listed = abstracts("NLM-Gene", part)
    docs = tagged(nlp, listed, "bc2gm")
    size = sum(map(len, docs))
    rows = []
    for name in (TAGGER, OURS):
        component = nlp.get_pipe(name)
        # Loaded anew: names that were looked up are kept, and texts that come again are quick.
        seconds = []
        for _ in range(PASSES):
            component.from_bytes(component.to_bytes())
            list(component.pipe([docs[0].copy()]))
            copies = [doc.copy() for doc in docs]
            start = time.process_time()
            list(component.pipe(copies))
            seconds.append(time.process_time() - start)
        rows.append([name, f"{size / statistics.median(seconds):,.0f}"])
    with tempfile.TemporaryDirectory() as folder:
        nlp.get_pipe(OURS).to_disk(folder)
        file = Path(folder) / "model"
        start = time.process_time()
        nlp.get_pipe(OURS).from_disk(folder)
        loading = time.process_time() - start
        note = (
            f"The model of {OURS} has {file.stat().st_size:,} bytes and loads in {loading:.2f} s."
        )
    return Table("Speed, new texts", ["component", "tokens/s"], rows, [note])


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=["train", "test"], default="test")
    parser.add_argument("--model", type=Path, help="folder of a trained gene_normalizer")
    add_record_option(parser)
    args = parser.parse_args()
    pin_to(last_core())
    nlp = spacy.load("spacy_citalign", enable=[*BEFORE, TAGGER, OURS])
    if args.model:
        if OURS not in nlp.pipe_names:
            nlp.add_pipe(OURS)
        nlp.get_pipe(OURS).from_disk(args.model)
    tables, floors = accuracies(nlp, args.part)
    tables.append(speed(nlp, args.part))
    publish("gene_ids", "The normaliser that ships", tables, keep=args.record)
    check_floors("gene_ids", "The normaliser", floors, keep=args.record)


if __name__ == "__main__":
    main()
