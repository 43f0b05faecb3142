"""The shipped pipeline's columns and base phrases on the CRAFT test articles.

Agreement and purity are those of ``tables``; "tagger" is the pipeline's own. Base phrases
are scored as the pipeline's scorer does it, by characters: with the treebank's words and tags, with
its words and the pipeline's tags, and from raw text with words, sentences and tags of the pipeline.
"""

import sys
from collections.abc import Mapping
from typing import Any

import spacy
from spacy.language import Language
from spacy.training import Example

from spacy_citalign.columns.model import ColumnModel, ColumnTagger
from spacy_citalign.columns.roles import role_purity
from spacy_citalign.components.chunks import score_base_phrases
from spacy_citalign.components.readers.treebank_corpora import make_penn_tree_reader
from spacy_citalign.errors import CitalignError

from ..common import NOT_TRAINED_ON, data_folder
from ..recording import Figure, Table, check_floors, publish
from .data import NOT_READ, TAGGER, TREEBANKS, present, read_sample
from .tables import agreement_cells, agreement_header, agreements

COLUMNS, CHUNKS = "column_tagger", "base_phrase_chunker"
GATE = {"agreement": 0.92, "root purity": 0.93, "phrase F": 0.9}
"""What fails below: agreement of all columns, and purity of main verbs and F by own tags."""
_TREEBANK = "craft"
_BEFORE = ("sentence_boundary_detector", "perceptron_tagger")
# What of the pipeline does not run, and what the reader gives.
INPUTS: Mapping[str, tuple[tuple[str, ...], dict[str, bool]]] = {
    "gold words and tags": (_BEFORE, {"gold_tags": True}),
    "gold words": (_BEFORE[:1], {}),
    "raw text": ((), {"gold_words": False}),
}


def shipped(name: str, limit: int | None, *, keep: bool) -> None:
    """Print agreement, purity and phrases."""
    nlp = load(name)
    if nlp is None:
        return
    tables = []
    if COLUMNS in nlp.pipe_names:
        sample = read_sample(_TREEBANK, "test", limit=limit, tagger=name)
        title = f"{name}: columns, {TREEBANKS[_TREEBANK]} test, {len(sample.sentences):,} sentences"
        title += f"; agreement and purity, {TAGGER} tags"
        cells = agreement_cells(column_model(nlp), sample)
        tables.append(Table(title, agreement_header(), [[COLUMNS, *cells]]))
    if CHUNKS in nlp.pipe_names:
        scores = {given: phrase_scores(nlp, given, limit) for given in INPUTS}
        rows = [
            [given, *(f"{100 * own[f'base_phrases_{letter}']:.2f}" for letter in "prf")]
            for given, own in scores.items()
        ]
        title = f"{name}: base phrases, {TREEBANKS[_TREEBANK]} test"
        tables += [Table(title, ["given", "P", "R", "F"], rows), by_type(scores)]
    publish("columns", "What ships", tables, keep=keep)


def gate(name: str, limit: int | None, *, keep: bool) -> None:
    """Check the floors; exit with status 1 where a figure is below its floor."""
    nlp = load(name)
    if nlp is None:
        return
    found = {}
    if COLUMNS in nlp.pipe_names:
        sample = read_sample(_TREEBANK, "test", limit=limit, tagger=name)
        model = column_model(nlp)
        columns = ColumnTagger(model)(sample.tags(TAGGER), sample.lengths).columns
        found["agreement"] = agreements(model, sample, [None])[None]
        found["root purity"] = role_purity(columns, sample.firsts, sample.roles)["root"]
    if CHUNKS in nlp.pipe_names:
        found["phrase F"] = phrase_scores(nlp, "gold words", limit)["base_phrases_f"]
    figures = [Figure(f"CRAFT test, {kind}", value, GATE[kind]) for kind, value in found.items()]
    check_floors("columns", name, figures, keep=keep)


def load(name: str) -> Language | None:
    """Load the pipeline; None, and a line is printed, if it has neither component, or no data.

    Exits if there is no such pipeline.
    """
    if not present(_TREEBANK):
        print(f"skipped: no trees of CRAFT in {data_folder()}; set CITALIGN_DATA to their place")
        return None
    try:
        nlp = spacy.load(name, exclude=NOT_READ)
    except (OSError, ValueError, CitalignError) as error:
        sys.exit(f"{name} does not load: {error}")
    missing = [factory for factory in (COLUMNS, CHUNKS) if factory not in nlp.pipe_names]
    for factory in missing:
        print(f"skipped: the pipeline {name} has no {factory}")
    return nlp if len(missing) < 2 else None


def column_model(nlp: Language) -> ColumnModel:
    """Return the model of the pipeline's column tagger."""
    return ColumnModel.from_bytes(nlp.get_pipe(COLUMNS).to_bytes())  # type: ignore[attr-defined]


def examples(nlp: Language, limit: int | None, **given: bool) -> list[Example]:
    """Read the test articles, each an Example; ``limit`` is of sentences, roughly."""
    articles = None if limit is None else max(1, limit // 300)
    read = make_penn_tree_reader(
        craft=data_folder() / _TREEBANK,
        splits="test",
        without=list(NOT_TRAINED_ON),
        limit=articles or 0,
        **given,
    )
    return list(read(nlp))


def phrase_scores(nlp: Language, given: str, limit: int | None) -> dict[str, Any]:
    """Run the pipeline on what it is given, of ``INPUTS``, and score its base phrases."""
    disabled, how = INPUTS[given]
    own = examples(nlp, limit, **how)
    with nlp.select_pipes(disable=[name for name in disabled if name in nlp.pipe_names]):
        for example, doc in zip(own, nlp.pipe([eg.predicted for eg in own]), strict=True):
            example.predicted = doc
    return score_base_phrases(own)


def by_type(scores: Mapping[str, dict[str, Any]]) -> Table:
    """The F of each type of phrase."""
    types = [own["base_phrases_per_type"] for own in scores.values()]
    rows = [
        [name, *(f"{100 * own[name]['f']:.2f}" if name in own else "-" for own in types)]
        for name in sorted(set().union(*types))
    ]
    return Table("F by type", ["type", *scores], rows)
