"""The data of the benchmark of terms: documents as the shipped pipeline tags them.

Docs are made as the corpus readers make them: with the gold's sentences, where it says them, and
its title. The shipped pipeline tokenizes and tags; it finds sentences where the gold says none.
Scores are of characters: what a system marks is carried back to them, and a gold term that begins
or ends within a token cannot be marked exactly.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.components.base.doc_words import doc_words, word_offsets
from spacy_citalign.components.base.names import TITLE
from spacy_citalign.components.readers.gold_docs import set_sentence_starts
from spacy_citalign.components.term_texts import term_text, word_spans
from spacy_citalign.corpora.term_documents import TermDocument, read_term_documents
from spacy_citalign.terms.corpus import AnnotatedDocument
from spacy_citalign.terms.texts import Span, TermText

from ..common import data_folder

FOLDERS = {"rd-tec": "acl_rd_tec", "scierc": "scierc"}
TITLES = {"rd-tec": "ACL RD-TEC", "scierc": "SciERC"}
OTHERS = ("gene_mention_tagger", "propositional_term_extractor", "citance_aligner")

Spans = dict[str, list[Span]]
"""Half-open characters of each document, by its id."""


class Document(NamedTuple):
    """A gold document.

    Attributes:
        id: its name.
        doc: tokens, tags and sentences.
        item: its words and terms, as training takes them.
        terms: the gold, half-open characters.
    """

    id: str
    doc: Doc
    item: AnnotatedDocument
    terms: tuple[Span, ...]


@cache
def pipeline(name: str = "spacy_citalign") -> Language:
    """Load the pipeline that tokenizes and tags; sentences that are known it leaves."""
    nlp = spacy.load(name, exclude=OTHERS)
    nlp.get_pipe("sentence_boundary_detector").override_settings(overwrite=False)
    return nlp


def split_file(corpus: str, split: str) -> Path:
    """Where a split of a corpus is: train, dev, test, or of RD-TEC what annotator 2 says of it."""
    return data_folder() / FOLDERS[corpus] / f"{split}.jsonl"


def read_split(
    corpus: str, *splits: str, without: Collection[str] = (), limit: int | None = None
) -> list[TermDocument]:
    """Read splits of a corpus, but for the documents of some ids; ``limit`` is for a try."""
    files = [split_file(corpus, split) for split in splits]
    return list(read_term_documents(files, without=without))[:limit]


def annotated(documents: Iterable[TermDocument]) -> list[Document]:
    """Tag documents."""
    found = []
    for document in documents:
        doc = tagged(document)
        text, words = term_text(doc)
        terms = word_spans(doc, words, document.terms)
        item = AnnotatedDocument(text, terms)
        found.append(Document(document.id, doc, item, document.terms))
    return found


def tagged(document: TermDocument) -> Doc:
    """Make a Doc with tokens, tags, sentences and the title."""
    nlp = pipeline()
    doc = nlp.make_doc(document.text)
    if document.sentences is not None:
        set_sentence_starts(doc, [start for start, _ in document.sentences])
    if document.title is not None:
        doc.user_data[TITLE] = document.title
    return nlp(doc)


def reading(doc: Doc) -> TermText:
    """Return a Doc as the extractor reads it."""
    return term_text(doc)[0]


def characters(doc: Doc, spans: Sequence[Span]) -> list[Span]:
    """Return half-open spans of a Doc's words as spans of its characters."""
    starts, ends = (side.tolist() for side in word_offsets(doc, doc_words(doc)))
    return [(starts[first], ends[last - 1]) for first, last in spans]


def gold(documents: Iterable[Document]) -> Spans:
    """Return the gold terms."""
    return {document.id: list(document.terms) for document in documents}
