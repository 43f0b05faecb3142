"""The shipped pipeline's term extractor, from raw text, on corpora of several fields.

Texts are given without sentences and titles: all is as a user has it. "computing" is the domain
that the extractor is told; else it guesses it for each text.

Of BC5CDR and the NCBI disease corpus recall alone means something: their gold is chemicals and
diseases, or diseases, while the extractor finds terms of every kind. CRAFT's gold is concepts of
its ten ontologies, SciERC's and RD-TEC's are terms of other guidelines than one another's.

Speed is one core: "from text" all of the pipeline up to the extractor, "alone" the extractor on
tagged Docs. Both are the second pass, so that the words of the texts have been seen.
"""

import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

import spacy
from spacy.language import Language

from spacy_citalign.corpora.concepts import read_craft_terms
from spacy_citalign.corpora.conll import read_conll_terms
from spacy_citalign.corpora.term_documents import TermDocument
from spacy_citalign.errors import CitalignError
from spacy_citalign.terms.scoring import imperfect, perfect

from ..common import bytes_on_disk, data_folder, last_core, pin_to
from ..recording import Figure, Table, check_floors, publish
from .data import Spans, read_split
from .systems import percent

FACTORY = "propositional_term_extractor"
COMPUTING = "computing"
FLOORS = (0.61, 0.80)
"""Exact and imperfect F on RD-TEC test below which the gate fails."""
NOT_READ = ("gene_mention_tagger", "citance_aligner")


class TestSet(NamedTuple):
    """Documents to test on.

    Attributes:
        name: the row's title.
        read: reads them, given the part's name.
        domain: what the extractor is told; None lets it guess.
        precise: whether precision means something.
        part: the part that is read with the test parts; "" for the test part.
    """

    name: str
    read: Callable[[str], Iterable[TermDocument]]
    domain: str | None = None
    precise: bool = True
    part: str = ""


class Found(NamedTuple):
    """Gold, what was marked, and seconds: from text, and of the extractor alone."""

    gold: Spans
    marked: Spans
    words: int
    from_text: float
    alone: float


TEST_SETS = (
    TestSet("ACL RD-TEC, computing", lambda split: read_split("rd-tec", split), COMPUTING),
    TestSet("ACL RD-TEC, guessed", lambda split: read_split("rd-tec", split)),
    TestSet("SciERC, guessed", lambda split: read_split("scierc", split)),
    TestSet("SciERC dev, guessed", lambda split: read_split("scierc", split), part="dev"),
    TestSet("CRAFT", lambda split: read_craft_terms(data_folder() / "craft", split)),
    TestSet("BC5CDR", lambda split: _conll("bc5cdr", split), precise=False),
    TestSet("NCBI disease", lambda split: _conll("ncbi_disease", split), precise=False),
)


def _conll(folder: str, split: str) -> Iterable[TermDocument]:
    return read_conll_terms(data_folder() / folder / f"{split}.txt")


def load(name: str, domain: str | None = None) -> Language | None:
    """Load the pipeline with a domain set; None, and a line is printed, if it lacks the extractor.

    Exits if there is no such pipeline.
    """
    try:
        nlp = spacy.load(name, exclude=NOT_READ)
        if FACTORY not in nlp.pipe_names:
            print(f"skipped: the pipeline {name} has no {FACTORY}")
            return None
        if domain is not None:
            overrides = {"components": {FACTORY: {"domain": domain}}}
            nlp = spacy.load(name, exclude=NOT_READ, config=overrides)
    except (OSError, ValueError, CitalignError) as error:
        sys.exit(f"{name} does not load: {error}")
    return nlp


def run(nlp: Language, documents: list[TermDocument], *, timed: bool) -> Found:
    """Mark the terms of documents."""
    texts = [document.text for document in documents]
    begin = time.perf_counter()
    docs = list(nlp.pipe(texts))
    whole = alone = time.perf_counter() - begin
    if timed:
        names = nlp.pipe_names[nlp.pipe_names.index(FACTORY) :]
        with nlp.select_pipes(disable=names):
            tagged = list(nlp.pipe(texts))
        component = nlp.get_pipe(FACTORY)
        begin = time.perf_counter()
        list(component.pipe(tagged))  # type: ignore[attr-defined]
        alone = time.perf_counter() - begin
        begin = time.perf_counter()
        docs = list(nlp.pipe(texts))
        whole = time.perf_counter() - begin
    ids = [document.id for document in documents]
    marked = [
        [(one["start_char"], one["end_char"]) for one in d._.propositional_terms] for d in docs
    ]
    return Found(
        {document.id: list(document.terms) for document in documents},
        dict(zip(ids, marked, strict=True)),
        sum(map(len, docs)),
        whole,
        alone,
    )


def shipped(name: str, *, dev: bool, limit: int | None, keep: bool) -> None:
    """Print scores, speed and size."""
    plain = load(name)
    if plain is None:
        return
    pin_to(last_core())
    told = load(name, COMPUTING)
    rows = []
    begun = time.perf_counter(), time.process_time()
    for test_set in TEST_SETS:
        if dev and test_set.part:
            continue
        nlp = plain if test_set.domain is None else told
        assert nlp is not None
        documents = list(islice(test_set.read("dev" if dev else test_set.part or "test"), limit))
        found = run(nlp, documents, timed=True)
        cells = []
        for score in (perfect, imperfect):
            figures = percent(score(found.gold, found.marked))
            cells += figures if test_set.precise else [figures[0], "-", "-"]
        for spent in (found.alone, found.from_text):
            cells.append(f"{len(documents) / spent:,.1f}")
        cells.append(f"{found.words / found.alone:,.0f}")
        rows.append([test_set.name, str(len(documents)), *cells])
    header = ["test set", "documents", "exact R", "P", "F", "imperfect R", "P", "F"]
    header += ["docs/s alone", "docs/s from text", "words/s alone"]
    busy = (time.perf_counter() - begun[0]) / (time.process_time() - begun[1])
    size = bytes_on_disk(plain.path / FACTORY) if plain.path is not None else 0
    notes = [
        "BC5CDR and NCBI disease: recall only, since their gold is chemicals and diseases alone; "
        "precision of terms of every kind means nothing there.",
        f"{FACTORY}: {size / 1e6:.1f} MB on disk",
        f"{busy:.2f} wall seconds for each of the processor, 1 on an idle machine",
    ]
    table = Table(f"{name}, {'development' if dev else 'test'} parts", header, rows, notes)
    publish("terms", "What ships", [table], keep=keep)


def gate(name: str, floors: tuple[float, float], limit: int | None, *, keep: bool) -> None:
    """Score the pipeline on RD-TEC test; exit with status 1 if an F is below its floor, 0 to 1."""
    nlp = load(name, COMPUTING)
    if nlp is None:
        return
    documents = read_split("rd-tec", "test", limit=limit)
    found = run(nlp, documents, timed=False)
    hits = perfect(found.gold, found.marked), imperfect(found.gold, found.marked)
    test = f"ACL RD-TEC test, {len(documents)} documents, terms"
    figures = [
        Figure(f"{test}, {kind} F", score.f, floor)
        for kind, score, floor in zip(("exact", "imperfect"), hits, floors, strict=True)
    ]
    check_floors("terms", name, figures, keep=keep)
