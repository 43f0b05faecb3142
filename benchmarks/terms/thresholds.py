"""The least probability of a term by domain, what is no term, and texts of other fields.

Three tables. The first is what the defaults were chosen by: scores by least probability on
documents held out. The shipped model of computing has seen SciERC's development part, so that
another, trained on the training part alone, is scored there; of biomedicine it is the shipped one,
which has not seen CRAFT's. ACL RD-TEC's is reported; nothing was chosen on it. The second has test
parts with one least probability for all and nothing left out, as it was, and as it is now. The
third counts terms in articles and textbooks of other fields (GUM), whose terms nobody has marked.

Confidences are compared with what is right among the terms that are marked (ECE, ten bins).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.corpora.concepts import read_craft_terms
from spacy_citalign.corpora.conll import read_conll_terms
from spacy_citalign.corpora.conllu import read_conllu
from spacy_citalign.corpora.io import text_lines
from spacy_citalign.corpora.term_documents import TermDocument
from spacy_citalign.terms.scoring import imperfect, perfect
from spacy_citalign.terms.settings import MIN_PROBABILITY

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table, publish
from .data import Spans, read_split
from .shipped import FACTORY, NOT_READ
from .systems import percent

LEASTS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
EARLIER: Mapping[str, object] = {"min_probability": MIN_PROBABILITY, "exclude": False}
NOW: Mapping[str, object] = {"min_probability": None, "exclude": True}
GENRES = ("academic", "textbook")
FILES = ("en_gum-ud-train.conllu.gz", "en_gum-ud-dev.conllu", "en_gum-ud-test.conllu")
RECALL_ONLY = {"BC5CDR": "bc5cdr/test.txt", "NCBI disease": "ncbi_disease/test.txt"}
SECTION = "Least probability by domain, and what is no term"


class Tagged(NamedTuple):
    """Documents, their Docs up to the extractor, and the pipeline that they are of."""

    nlp: Language
    documents: list[TermDocument]
    docs: list[Doc]


def load(name: str) -> Language:
    """Load a pipeline with an extractor, without what reads no terms or writes none."""
    return spacy.load(name, exclude=NOT_READ)


def tagged(nlp: Language, documents: Iterable[TermDocument]) -> Tagged:
    """Annotate documents up to the extractor."""
    kept = list(documents)
    with nlp.select_pipes(disable=nlp.pipe_names[nlp.pipe_names.index(FACTORY) :]):
        return Tagged(nlp, kept, list(nlp.pipe([document.text for document in kept])))


def extracted(nlp: Language, docs: list[Doc], settings: Mapping[str, object]) -> list[Doc]:
    """Mark terms with other settings than those of the pipeline."""
    extractor = nlp.get_pipe(FACTORY)
    extractor.override_settings(**settings)  # type: ignore[attr-defined]
    return list(extractor.pipe(docs))  # type: ignore[attr-defined]


def scores(data: Tagged, settings: Mapping[str, object]) -> list[str]:
    """Return exact R, P, F, imperfect R, P, F in percent, and the ECE."""
    gold: Spans = {one.id: list(one.terms) for one in data.documents}
    marked: Spans = {}
    confidences, right = [], []
    docs = extracted(data.nlp, data.docs, settings)
    for document, doc in zip(data.documents, docs, strict=True):
        terms = doc._.propositional_terms
        marked[document.id] = [(one["start_char"], one["end_char"]) for one in terms]
        confidences += [one["confidence"] for one in terms]
        right += [span in set(document.terms) for span in marked[document.id]]
    error = expected_calibration_error(np.array(confidences), np.array(right))
    exact, lenient = perfect(gold, marked), imperfect(gold, marked)
    return [*percent(exact), *percent(lenient), f"{error:.3f}"]


def by_least(pipeline: str, held_out: Path, limit: int | None) -> Table:
    """Score the least probabilities on documents held out."""
    craft = data_folder() / "craft"
    shipped = load(pipeline)
    parts = {
        "SciERC dev": tagged(load(str(held_out)), islice(read_split("scierc", "dev"), limit)),
        "CRAFT dev": tagged(shipped, islice(read_craft_terms(craft, "dev"), limit)),
        "ACL RD-TEC dev": tagged(shipped, islice(read_split("rd-tec", "dev"), limit)),
    }
    columns = [f"{name} {what}" for name in parts for what in ("exact F", "imperfect F", "ECE")]
    rows = []
    for least in LEASTS:
        cells = []
        for name, data in parts.items():
            domain = {"domain": "computing"} if name.startswith("ACL") else {}
            found = scores(data, {"min_probability": least, "exclude": True, **domain})
            cells += [found[2], found[5], found[6]]
            data.nlp.get_pipe(FACTORY).override_settings(domain=None)  # type: ignore[attr-defined]
        rows.append([f"{least:.2f}", *cells])
    return Table("By least probability, documents held out", ["least", *columns], rows)


def before_and_after(pipeline: str, limit: int | None) -> Table:
    """Score the test parts with the settings of before and with those of now."""
    nlp = load(pipeline)
    craft = data_folder() / "craft"
    parts = {
        "ACL RD-TEC dev": read_split("rd-tec", "dev"),
        "ACL RD-TEC": read_split("rd-tec", "test"),
        "SciERC": read_split("scierc", "test"),
        "CRAFT": read_craft_terms(craft, "test"),
        **{name: read_conll_terms(data_folder() / path) for name, path in RECALL_ONLY.items()},
    }
    rows = []
    for name, documents in parts.items():
        data = tagged(nlp, islice(documents, limit))
        for when, settings in (("before", EARLIER), ("now", NOW)):
            cells = scores(data, settings)
            if name in RECALL_ONLY:
                cells = [cells[0], "-", "-", cells[3], "-", "-", "-"]
            rows.append([f"{name}, {when}", *cells])
    header = ["test set", "exact R", "P", "F", "imperfect R", "P", "F", "ECE"]
    note = "BC5CDR and NCBI disease: recall only, of chemicals and diseases, or of diseases."
    return Table("Before and now, test parts, domain guessed", header, rows, [note])


def other_fields(pipeline: str, limit: int | None) -> Table:
    """Count terms in texts of other fields."""
    nlp = load(pipeline)
    texts = dict.fromkeys(GENRES, ())
    for genre in GENRES:
        texts[genre] = tuple(islice(_gum(genre), limit))
    rows = []
    for genre, several in texts.items():
        documents = [TermDocument(str(n), text, None, ()) for n, text in enumerate(several)]
        data = tagged(nlp, documents)
        words = sum(any(map(str.isalpha, token.text)) for doc in data.docs for token in doc)
        for when, settings in (("before", EARLIER), ("now", NOW)):
            docs = extracted(nlp, data.docs, settings)
            spans = [one["text"] for doc in docs for one in doc._.propositional_terms]
            rate = 1000 * len(spans) / max(words, 1)
            row = [f"GUM {genre}, {when}", str(len(docs)), f"{words:,}", f"{len(spans):,}"]
            rows.append([*row, f"{rate:.1f}", f"{len(set(spans)):,}"])
    header = ["texts", "documents", "words", "terms", "terms per 1,000 words", "distinct"]
    return Table("Texts of other fields", header, rows)


def _gum(genre: str) -> Iterator[str]:
    """Yield the texts of a genre, which the reader of treebanks does not hand on."""
    for name in FILES:
        path = data_folder() / "ud" / name
        genres, document = {}, ""
        for line in text_lines([path]):
            key, _, value = line.partition(" = ")
            if key == "# newdoc id":
                document = value.strip()
            elif key == "# meta::genre":
                genres[document] = value.strip()
        for text in read_conllu(path):
            if genres.get(text.id) == genre:
                yield text.text


def thresholds(pipeline: str, held_out: Path | None, limit: int | None, *, keep: bool) -> None:
    """Print the tables; the first where a pipeline is given that has not seen the documents."""
    tables = [before_and_after(pipeline, limit), other_fields(pipeline, limit)]
    if held_out is not None:
        tables.insert(0, by_least(pipeline, held_out, limit))
    publish("terms", SECTION, tables, keep=keep)
