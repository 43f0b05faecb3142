"""Corpus readers of documents with terms, for spaCy configs.

Both Docs of an Example have the sentence starts of the corpus, where it says them, and in
``doc.user_data`` the document's ``title``, where it is known, and the ``term_domain`` and
``term_partial`` that the config gives. References have the terms in
``doc.spans["propositional_terms"]``, of nested ones the outermost.

Corpora share documents. What is held out for evaluation is left out of training by ``without``, a
list of ids, or by ``without_files``, files whose documents are left out: JSON Lines, or tagged
tokens with document marks.
"""

import functools
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry

from ..base.names import TERM_DOMAIN, TERM_LABEL, TERM_PARTIAL, TERMS, TITLE
from ..base.spans import set_character_spans
from .gold_docs import Reader, listed, required, set_sentence_starts

if TYPE_CHECKING:
    from ...corpora.term_documents import TermDocument


@registry.readers("citalign.TermDocuments.v1")
def make_term_document_reader(
    path: Path | list[Path] | None,
    without_types: list[str] | None = None,
    without: list[str] | None = None,
    without_files: list[Path] | None = None,
    domain: str | None = None,
    limit: int = 0,
) -> Reader:
    """Make a reader of abstracts with terms in JSON Lines (ACL RD-TEC, SciERC), a Doc for each.

    Args:
        path: a file (see ``spacy_citalign.corpora.term_documents``), or several, or none. What
            several have is read from the first of them.
        without_types: classes that are no terms; None is Generic.
        without: ids of documents to leave out.
        without_files: files whose documents are left out.
        domain: the name of the guidelines that the terms follow.
        limit: read that many documents at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
    """
    from ...corpora.term_documents import read_term_documents

    left_out_types = ("Generic",) if without_types is None else without_types
    documents = functools.partial(read_term_documents, without_types=left_out_types)
    left_out = (without, without_files)
    return _reader(documents, path, left_out, domain, "documents with terms", limit=limit)


@registry.readers("citalign.TermConcepts.v1")
def make_term_concept_reader(
    path: Path | list[Path] | None,
    splits: list[str] | None = None,
    types: list[str] | None = None,
    without: list[str] | None = None,
    without_files: list[Path] | None = None,
    unite: bool = True,
    domain: str | None = None,
    partial: bool = False,
) -> Reader:
    """Make a reader of biomedical abstracts whose mentions of concepts are terms, a Doc for each.

    Args:
        path: a file in JSON Lines (see ``spacy_citalign.corpora.concepts``), or several, or none.
        splits: parts of the corpora to read, None for all; an abstract that the files put into
            several parts is read if all of these are named.
        types: the types of mentions that are terms, None for all.
        without: ids of documents to leave out.
        without_files: files whose documents are left out.
        unite: whether an abstract that several files have gets the mentions of all of them; else it
            is read from the first.
        domain: the name of the guidelines that the terms follow.
        partial: whether only some kinds of the domain's terms are marked; training completes them.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: no document is in the splits; a type is unknown.
    """
    from ...corpora.concepts import read_concept_terms

    documents = functools.partial(read_concept_terms, splits=splits, types=types, unite=unite)
    left_out = (without, without_files)
    contents = "abstracts with concepts"
    return _reader(documents, path, left_out, domain, contents, in_part=partial)


@registry.readers("citalign.TermCRAFT.v1")
def make_term_craft_reader(
    path: Path | None,
    splits: str | list[str] = "test",
    without: list[str] | None = None,
    without_files: list[Path] | None = None,
    domain: str | None = None,
) -> Reader:
    """Make a reader of the articles of CRAFT, with concepts of all kinds as terms, a Doc for each.

    Args:
        path: the corpus' folder (see ``spacy_citalign.corpora.craft``).
        splits: which part of it, or several in order, or none.
        without: PMIDs to leave out.
        without_files: files whose documents are left out.
        domain: the name of the guidelines that the terms follow.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: there is no such split.
    """
    from ...corpora.concepts import read_craft_terms

    names = listed(splits)

    def documents(folder: Path, without: frozenset[str]) -> Iterator["TermDocument"]:
        for name in names:
            yield from read_craft_terms(folder, name, without=without)

    left_out = (without, without_files)
    contents = ("the folder of the CRAFT corpus", "set path")
    return _reader(documents, path if names else [], left_out, domain, *contents)


@registry.readers("citalign.TermCoNLL.v1")
def make_term_conll_reader(
    path: Path | list[Path] | None,
    types: list[str] | None = None,
    without: list[str] | None = None,
    without_files: list[Path] | None = None,
    hyphens_apart: bool = True,
    domain: str | None = None,
    limit: int = 0,
) -> Reader:
    """Make a reader of tagged tokens (BC5CDR, NCBI disease), a Doc for each document or sentence.

    Args:
        path: a file (see ``spacy_citalign.corpora.conll``), or several, or none.
        types: the types of mentions that are terms, None for all.
        without: ids of documents to leave out.
        without_files: files whose documents are left out.
        hyphens_apart: whether hyphens within words are tokens of their own in the file.
        domain: the name of the guidelines that the terms follow.
        limit: read that many documents at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
    """
    from ...corpora.conll import read_conll_terms

    documents = functools.partial(read_conll_terms, types=types, hyphens_apart=hyphens_apart)
    left_out = (without, without_files)
    return _reader(documents, path, left_out, domain, "tagged tokens", limit=limit)


def _reader(
    documents: Callable[..., Iterable["TermDocument"]],
    path: Path | list[Path] | None,
    left_out: tuple[list[str] | None, list[Path] | None],
    domain: str | None,
    *contents: str,
    in_part: bool = False,
    limit: int = 0,
) -> Reader:
    """Make a reader of what ``documents`` reads; ``left_out`` are ids, and files that have them."""

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conll import read_document_ids

        paths = required(path, *contents)
        if paths == []:  # of a corpus that a config leaves out
            return
        ids, files = left_out
        without = frozenset(ids or ()) | read_document_ids(files or ())
        for document in islice(documents(paths, without=without), limit or None):
            docs = nlp.make_doc(document.text), nlp.make_doc(document.text)
            known = {TITLE: document.title, TERM_DOMAIN: domain, TERM_PARTIAL: in_part or None}
            for doc in docs:
                if document.sentences is not None:
                    set_sentence_starts(doc, [start for start, _ in document.sentences])
                doc.user_data |= {name: x for name, x in known.items() if x is not None}
            set_character_spans(docs[1], TERMS, document.terms, TERM_LABEL)
            yield Example(*docs)

    return read
