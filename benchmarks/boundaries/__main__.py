"""Sentence boundaries: the detector that ships beside spaCy's senter, its sentencizer, and pysbd.

    python -m benchmarks.peers.train_spacy_tags training/spacy_tags    # once, an hour
    pip install pysbd
    python -m benchmarks.boundaries --spacy-tags training/spacy_tags/model

Texts are whole documents of the test splits, paragraphs divided by empty lines. A sentence counts
if both its ends are right, in characters, white space trimmed. "CRAFT body" is the running text:
paragraphs of two gold sentences or more, a found sentence being of the paragraph in which it
begins; what it leaves out are titles, headings, and paragraphs of one sentence. "Broken" is the
share of gold sentences in which a found one begins at a wrong place of the kind that scientific
text is full of: after a letter and a full stop, or at or in a mark of citation ("[12]", "(Smith et
al., 2004)").

Every system gets the text: spaCy's make their tokens by the tokenizer of their pipeline, pysbd
reads a paragraph at a time. "Our words" are those of this package's tokenizer, "gold words" the
treebank's. These give the answer away: treebanks
cut a full stop off the last word of a sentence and leave it on abbreviations within.

Speed is in gold words a second on one core, systems in turn, medians: of the component alone on
Docs with gold words, of pysbd from text.
"""

import argparse
import os
import re
import statistics
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..common import ONE_THREAD, last_core, pin_to, treebank
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import pysbd
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.components.readers.gold_docs import treebank_doc, without_annotations
from spacy_citalign.components.tokenizer import scientific_tokenizer
from spacy_citalign.corpora.conllu import TreebankText

Spans = list[tuple[int, int]]
CORPORA = {"craft": "CRAFT", "ewt": "EWT", "gum": "GUM"}
OURS, SENTER, SENTENCIZER, PYSBD = "spacy-citalign", "spaCy senter", "spaCy sentencizer", "pysbd"
COMPONENTS = {OURS: "sentence_boundary_detector", SENTER: "senter", SENTENCIZER: "sentencizer"}
PASSES = 7
EMPTY_LINE = re.compile(r"\n\s*\n")
ABBREVIATED = re.compile(r"[^\W\d_]\.\s*\Z")
CITATION = re.compile(
    r"\[\d[\d,\s\u2013-]*\]|\([^()]*\bet al\b[^()]*\)|\([^()]*\b(?:19|20)\d\d[a-z]?\b[^()]*\)"
)


class Counts(NamedTuple):
    """Sentences that are right, found, and gold; and gold ones that are broken."""

    right: int
    found: int
    gold: int
    broken: int

    def __add__(self, other: tuple[int, ...]) -> "Counts":
        return Counts(*(a + b for a, b in zip(self, other, strict=True)))

    def cells(self) -> list[str]:
        """Precision, recall, F and broken in percent."""
        shares = self.right / self.found, self.right / self.gold
        f = 2 * self.right / (self.found + self.gold)
        return [f"{100 * share:.2f}" for share in (*shares, f, self.broken / self.gold)]


def gold_spans(document: TreebankText) -> Spans:
    """The sentences of a treebank document."""
    words = document.words
    return [(words[first].start, words[end - 1].end) for first, end in document.sentences]


def spans_between(text: str, starts: Sequence[int]) -> Spans:
    """The sentences that begin at some characters, trimmed."""
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end]
        if part.strip():
            left = start + len(part) - len(part.lstrip())
            found.append((left, start + len(part.rstrip())))
    return found


def count(text: str, gold: Spans, found: Spans) -> tuple[Counts, Counts]:
    """Compare all sentences of a document, and those of running text."""
    right = set(gold) & set(found)
    broken = broken_at(text, gold, found)
    breaks = [0, *(line.end() for line in EMPTY_LINE.finditer(text))]

    def paragraph(span: tuple[int, int]) -> int:
        return bisect_right(breaks, span[0])

    sizes = [0] * (len(breaks) + 1)
    for span in gold:
        sizes[paragraph(span)] += 1
    parts = [[s for s in of if sizes[paragraph(s)] > 1] for of in (right, found, gold, broken)]
    return (
        Counts(len(right), len(found), len(gold), len(broken)),
        Counts(*map(len, parts)),
    )


def broken_at(text: str, gold: Spans, found: Spans) -> Spans:
    """The gold sentences with a wrong start after an abbreviation or at a mark of citation."""
    marks = [mark.span() for mark in CITATION.finditer(text)]
    begins = [start for start, _ in marks]
    firsts = [start for start, _ in gold]
    broken = set()
    for start, _ in found:
        sentence = gold[max(bisect_right(firsts, start) - 1, 0)]
        if sentence[0] < start < sentence[1]:
            mark = bisect_right(begins, start) - 1
            cited = mark >= 0 and start < marks[mark][1]
            if cited or ABBREVIATED.search(text[max(sentence[0], start - 20) : start]):
                broken.add(sentence)
    return sorted(broken)


def doc_spans(nlp: Language, docs: Iterable[Doc]) -> Iterator[Spans]:
    """The sentences that a pipeline finds."""
    for doc in nlp.pipe(docs, batch_size=32):
        yield spans_between(doc.text, [sentence.start_char for sentence in doc.sents])


def pysbd_spans(text: str) -> Spans:
    """The sentences that pysbd finds; what it does not give back belongs to the one before."""
    segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    breaks = [0, *(line.end() for line in EMPTY_LINE.finditer(text))]
    starts = []
    for first, end in zip(breaks, [*breaks[1:], len(text)], strict=True):
        starts += [first, *(first + span.start for span in segmenter.segment(text[first:end])[1:])]
    return spans_between(text, starts)


def found_by(pipelines: dict[str, Language], documents: Sequence[TreebankText]) -> dict[str, list]:
    """The sentences that each system finds in each document."""
    found = {}
    for name, nlp in pipelines.items():
        texts = (nlp.make_doc(document.text) for document in documents)
        gold = (without_annotations(treebank_doc(nlp.vocab, document)) for document in documents)
        found[name] = list(doc_spans(nlp, texts))
        found[f"{name}, gold words"] = list(doc_spans(nlp, gold))
        if name != OURS:
            tokenize = scientific_tokenizer(nlp.vocab)
            ours = (tokenize(document.text) for document in documents)
            found[f"{name}, our words"] = list(doc_spans(nlp, ours))
    found[PYSBD] = [pysbd_spans(document.text) for document in documents]
    return found


def quality(pipelines: dict[str, Language], corpus: str) -> Iterator[list[str]]:
    """Yield rows of the table: a system on a part of the corpus."""
    documents = list(treebank(corpus, "test"))
    none = Counts(0, 0, 0, 0)
    for name, found in found_by(pipelines, documents).items():
        whole = body = none
        for document, spans in zip(documents, found, strict=True):
            counts = count(document.text, gold_spans(document), spans)
            whole, body = whole + counts[0], body + counts[1]
        yield [f"{CORPORA[corpus]}, {name}", *whole.cells()]
        if corpus == "craft":
            yield [f"CRAFT body, {name}", *body.cells()]


def timed(run: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def speeds(pipelines: dict[str, Language], corpus: str) -> Iterator[list[str]]:
    """Yield rows of the table: the speed of a system on a corpus."""
    documents = list(treebank(corpus, "test"))
    size = sum(len(document.words) for document in documents)
    seconds: dict[str, list[float]] = {name: [] for name in (*pipelines, PYSBD)}
    for number in range(1 + PASSES):
        for name, nlp in pipelines.items():
            docs = [
                without_annotations(treebank_doc(nlp.vocab, document)) for document in documents
            ]
            pipe = nlp.get_pipe(COMPONENTS[name]).pipe
            seconds[name].append(
                timed(lambda pipe=pipe, docs=docs: list(pipe(docs, batch_size=256)))
            )
        if number < 2:  # it takes minutes
            texts = [document.text for document in documents]
            seconds[PYSBD].append(timed(lambda texts=texts: list(map(pysbd_spans, texts))))
    rates = {name: (size / s[0], size / statistics.median(s[1:])) for name, s in seconds.items()}
    for name, (cold, warm) in rates.items():
        ratio = f"{rates[OURS][1] / warm:,.1f}"
        yield [f"{CORPORA[corpus]}, {name}", f"{cold:,.0f}", f"{warm:,.0f}", ratio]


def only(pipeline: str, component: str) -> Language:
    """A pipeline with nothing but the component that sets sentences."""
    nlp = spacy.load(pipeline)
    for other in [other for other in nlp.pipe_names if other != component]:
        nlp.remove_pipe(other)
    return nlp


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pipeline", default="spacy_citalign", help="ours: a name or a folder")
    parser.add_argument("--spacy-tags", type=Path, help="what train_spacy_tags.py wrote")
    add_record_option(parser)
    args = parser.parse_args()
    pin_to(last_core())
    pipelines = {OURS: only(args.pipeline, COMPONENTS[OURS])}
    if args.spacy_tags:
        pipelines[SENTER] = only(str(args.spacy_tags), COMPONENTS[SENTER])
    pipelines[SENTENCIZER] = spacy.blank("en")
    pipelines[SENTENCIZER].add_pipe(COMPONENTS[SENTENCIZER])
    # First, while the process is cold.
    speed = [row for corpus in ("craft", "ewt") for row in speeds(pipelines, corpus)]
    rows = [row for corpus in CORPORA for row in quality(pipelines, corpus)]
    columns = ["corpus, system", "words/s, cold", "warm", "ours is faster by"]
    tables = [
        Table("Exact sentences", ["corpus, system", "P", "R", "F", "broken"], rows),
        Table("Speed", columns, speed),
    ]
    title = "Sentences: this package, spaCy's `senter` and `sentencizer`, pySBD"
    publish("boundaries", title, tables, keep=args.record)


if __name__ == "__main__":
    main()
