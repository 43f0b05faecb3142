"""The pipeline that ships, from raw text to words, boundaries, tags, genes and terms, on one core.

    python -m benchmarks.pipeline
    python -m benchmarks.pipeline --gate    quality only, without genes and terms; fails below

Texts are the paragraphs of the CRAFT test articles, in the order of the articles. Sentences are
those that the pipeline finds. "Cold" is the first pass of a process over text it has not seen,
"warm" the median of the following ones. The lower table takes the components one by one: each is
timed on Docs that the ones before it have annotated, and the tokenizer on the texts.
"""

import argparse
import os
import statistics
import time

from ..common import (
    ONE_THREAD,
    data_folder,
    last_core,
    peak_memory,
    pin_to,
    treebank,
)
from ..recording import Figure, Table, add_record_option, check_floors, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_citalign.components.readers.citance_corpora import make_citance_group_reader
from spacy_citalign.components.readers.gold_docs import treebank_doc, without_annotations

PASSES = 5
# Of the test parts: tags on the treebank's words, and sentences of the text, as spaCy scores them.
FLOORS = {("craft", "tag_acc"): 0.975, ("ewt", "tag_acc"): 0.94, ("craft", "sents_f"): 0.985}
CITANCE_FLOOR = 0.65
BATCH = 128


def paragraphs() -> list[str]:
    """The texts."""
    return [
        paragraph
        for document in treebank("craft", "test")
        for paragraph in document.text.split("\n\n")
        if paragraph.strip()
    ]


def whole(nlp: Language, texts: list[str]) -> tuple[float, int, int]:
    """Seconds of one pass from text; sentences and words."""
    start = time.perf_counter()
    docs = list(nlp.pipe(texts, batch_size=BATCH))
    seconds = time.perf_counter() - start
    return seconds, sum(len(list(doc.sents)) for doc in docs), sum(map(len, docs))


def by_component(nlp: Language, texts: list[str]) -> dict[str, float]:
    """Seconds of one pass of each component, the tokenizer first."""
    start = time.perf_counter()
    docs: list[Doc] = [nlp.make_doc(text) for text in texts]
    seconds = {"tokenizer": time.perf_counter() - start}
    for name, component in nlp.pipeline:
        start = time.perf_counter()
        docs = list(component.pipe(docs, batch_size=BATCH))
        seconds[name] = time.perf_counter() - start
    return seconds


def gate(*, keep: bool) -> None:
    """Score what ships; exit with status 1 if it is below a floor."""
    nlp = spacy.load("spacy_citalign", enable=["sentence_boundary_detector", "perceptron_tagger"])
    figures = []
    for (corpus, name), floor in FLOORS.items():
        references = [treebank_doc(nlp.vocab, one) for one in treebank(corpus, "test")]
        own = name == "sents_f"
        examples = [
            Example(nlp.make_doc(gold.text) if own else without_annotations(gold), gold)
            for gold in references
        ]
        figures.append(Figure(f"{corpus} test, {name}", nlp.evaluate(examples)[name], floor))
    citances = spacy.load("spacy_citalign")
    read = make_citance_group_reader(data_folder() / "citance_groups" / "hand2-test.jsonl")
    score = citances.evaluate(read(citances))["homologs_f"]
    figures.append(Figure("citances by hand, test, homologs_f", score, CITANCE_FLOOR))
    check_floors("pipeline", "spacy_citalign", figures, keep=keep)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gate", action="store_true", help="only check the floors")
    add_record_option(parser)
    args = parser.parse_args()
    if args.gate:
        gate(keep=args.record)
        return
    pin_to(last_core())
    texts = paragraphs()
    nlp = spacy.load("spacy_citalign")
    cold, sentences, words = whole(nlp, texts)
    warm = statistics.median(whole(nlp, texts)[0] for _ in range(PASSES))
    rows = [
        [name, f"{sentences / seconds:,.0f}", f"{words / seconds:,.0f}"]
        for name, seconds in (("cold", cold), ("warm", warm))
    ]
    title = f"{len(texts):,} paragraphs, {sentences:,} sentences, {words:,} words"
    notes = [f"{peak_memory() / 1e6:,.0f} MB at most"]
    tables = [Table(title, ["from text", "sentences/s", "words/s"], rows, notes)]
    passes = [by_component(nlp, texts) for _ in range(PASSES)]
    rows = []
    for name in passes[0]:
        seconds = statistics.median(one[name] for one in passes)
        rows.append([name, f"{sentences / seconds:,.0f}", f"{words / seconds:,.0f}"])
    header = ["warm, alone", "sentences/s", "words/s"]
    tables.append(Table("One component at a time", header, rows))
    publish("pipeline", "The pipeline that ships, from raw text", tables, keep=args.record)


if __name__ == "__main__":
    main()
