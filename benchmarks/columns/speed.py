"""Speed of columns and base phrases, given tags: sentences a second on one core.

Sentences are those of the CRAFT test articles, tags are the treebank's. "Cold" is the first pass of
a model over sentences that it has not seen, "warm" the median of the following ones. "Component" is
the pipeline's, on Docs that have words, sentences and tags, and what comes before it has set; the
other rows call the library with lists of words and tags. A chunker with columns is given these:
what they cost is the row of the column tagger.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.chunks.model import Chunker, ChunkModel
from spacy_citalign.columns.model import ColumnModel, ColumnTagger

from ..common import last_core, markdown_table, pin_to
from .data import GOLD, Ints, Sample, read_sample
from .shipped import CHUNKS, COLUMNS, column_model, examples, load

PASSES = 5
ANCHORS = 5
Given = TypeVar("Given")


class Row(NamedTuple):
    """A row: title, sentences, seconds of each pass, and those of the processor for all."""

    name: str
    sentences: int
    passes: list[float]
    processor: float


def speed(name: str, folder: Path | None, limit: int | None) -> None:
    """Print a table.

    Args:
        name: the pipeline.
        folder: of models that other parts have kept, to be timed too; None for none.
        limit: so many sentences at most.
    """
    pin_to(last_core())
    sample = read_sample("craft", "test", limit=limit)
    nlp = load(name)
    rows = [] if nlp is None else [*component_rows(nlp, limit), *library_rows(nlp, sample)]
    if folder is not None:
        rows += kept_rows(folder, sample)
    if not rows:
        return
    table = []
    for row in rows:
        seconds = row.passes[0], statistics.median(row.passes[1:])
        table.append([row.name, *(f"{row.sentences / spent:,.0f}" for spent in seconds)])
    print(f"\n{len(sample.sentences):,} sentences of {len(sample.words):,} words\n")
    print(markdown_table(["sentences/s, tags given", "cold", "warm"], table))
    busy = sum(sum(row.passes) for row in rows) / sum(row.processor for row in rows)
    print(f"\n{busy:.2f} wall seconds for each of the processor, 1 on an idle machine")


def component_rows(nlp: Language, limit: int | None) -> Iterator[Row]:
    """Time the components of a pipeline, one after the other."""
    docs = [one.predicted for one in examples(nlp, limit, gold_tags=True)]
    size = sum(1 for doc in docs for _ in doc.sents)
    for name in (COLUMNS, CHUNKS):
        if name in nlp.pipe_names:
            annotate = partial(annotated, nlp, name)
            copies = partial(copied, docs)
            yield timed(f"{name}, component", size, annotate, copies)
            docs = annotate(docs)


def annotated(nlp: Language, name: str, docs: Sequence[Doc]) -> list[Doc]:
    """Run one component."""
    return list(nlp.get_pipe(name).pipe(docs))  # type: ignore[attr-defined]


def copied(docs: Sequence[Doc]) -> list[Doc]:
    """Copy Docs as they are."""
    return [doc.copy() for doc in docs]


def library_rows(nlp: Language, sample: Sample) -> Iterator[Row]:
    """Time what the components call."""
    regions = np.full(len(sample.words), -1)
    if COLUMNS in nlp.pipe_names:
        tagger = ColumnTagger(column_model(nlp), nlp.get_pipe(COLUMNS).anchors)  # type: ignore[attr-defined]
        yield column_row(f"{COLUMNS}, library", tagger, sample)
        regions = tagger(sample.tags(GOLD), sample.lengths).regions
    if CHUNKS in nlp.pipe_names:
        model = ChunkModel.from_bytes(nlp.get_pipe(CHUNKS).to_bytes())  # type: ignore[attr-defined]
        name = f"{CHUNKS}, library, {'with' if model.columns else 'without'} columns"
        yield chunk_row(name, model, sample, regions)


def kept_rows(folder: Path, sample: Sample) -> Iterator[Row]:
    """Time the models of a folder."""
    regions = np.full(len(sample.words), -1)
    for file in sorted(folder.glob("columns-*.model")):
        model = ColumnModel.from_bytes(file.read_bytes())
        tagger = ColumnTagger(model, ANCHORS)
        how = ", ".join(str(model.settings[key]) for key in ("alignment", "anchoring", "profile"))
        yield column_row(f"columns: {how}, {model.profile.counts.shape[1]} columns", tagger, sample)
        regions = tagger(sample.tags(GOLD), sample.lengths).regions
    for file in sorted(folder.glob("chunks-*.model")):
        chunks = ChunkModel.from_bytes(file.read_bytes())
        how = f"{chunks.features}, {' and '.join(chunks.encodings)}"
        how += f", {'with' if chunks.columns else 'without'} columns"
        yield chunk_row(f"chunks: {how}", chunks, sample, regions)


def column_row(name: str, tagger: ColumnTagger, sample: Sample) -> Row:
    """Time a column model that has not been used."""
    tags = partial(sample.tags, GOLD)
    return timed(name, len(sample.sentences), lambda own: tagger(own, sample.lengths), tags)


def chunk_row(name: str, model: ChunkModel, sample: Sample, regions: Ints) -> Row:
    """Time a chunker."""
    chunker = Chunker(model)
    return timed(
        name,
        len(sample.sentences),
        lambda tags: chunker(sample.words, tags, sample.lengths, regions),
        partial(sample.tags, GOLD),
    )


def timed(name: str, size: int, run: Callable[[Given], object], given: Callable[[], Given]) -> Row:
    """Run again and again, each time on what ``given`` makes anew, which is not timed."""
    passes = []
    processor = 0.0
    for _ in range(1 + PASSES):
        fresh = given()
        begin = time.perf_counter(), time.process_time()
        run(fresh)
        passes.append(time.perf_counter() - begin[0])
        processor += time.process_time() - begin[1]
    return Row(name, size, passes, processor)
