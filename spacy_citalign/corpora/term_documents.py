"""Documents with terms: ACL RD-TEC 2.0 and SciERC, abstracts of computational linguistics and AI.

QasemiZadeh B, Schumann AK (2016) "The ACL RD-TEC 2.0", LREC. Luan Y, He L, Ostendorf M, Hajishirzi
H (2018) "Multi-Task Identification of Entities, Relations, and Coreference for Scientific Knowledge
Graph Construction", EMNLP. Both as JSON Lines, a document a line:

    {"id": "...", "title": "..." or null,
     "sentences": [{"text": "...", "terms": [[start, end, class], ...], "tokens": [...]}, ...]}

Offsets are half-open characters of the sentence. ``tokens`` is there where the text is nothing but
tokens joined by blanks, as in SciERC; such sentences are written with natural spacing. The text of
a document is its sentences with one blank between them.

Of nested terms the outermost remains. SciERC's class ``Generic`` is for words that stand for a term
("the method") and is left out.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import StrictInt

from ..errors import InputError, SettingError
from .io import file_list
from .json_lines import JsonRow, check_span, json_record, read_json_lines
from .text_spans import Span, map_span, natural_text, outermost

_WANTED = "a file of documents with terms in JSON Lines"


class TermDocument(NamedTuple):
    """A text with its terms.

    Attributes:
        id: its name.
        text: all of it.
        sentences: half-open characters, ascending; None where the corpus does not say.
        terms: half-open characters, ascending, no two overlapping.
        title: the document's title where it is known and no part of the text.
        overlapping: how many further terms were left out because they overlap a longer one.
    """

    id: str
    text: str
    sentences: tuple[Span, ...] | None
    terms: tuple[Span, ...]
    title: str | None = None
    overlapping: int = 0


class _Sentence(JsonRow):
    text: str
    terms: list[tuple[StrictInt, StrictInt, str]]
    tokens: list[str] | None = None


class _Document(JsonRow):
    """A line."""

    id: str
    title: str | None = None
    sentences: list[_Sentence]


def read_term_documents(
    paths: str | Path | Iterable[str | Path],
    *,
    without_types: Collection[str] = ("Generic",),
    without: Collection[str] = (),
) -> Iterator[TermDocument]:
    """Return the documents of one or more files in order, each id once: the first file wins.

    All files are read and checked before the first document is handed out. Sentences without text
    are left out.

    Args:
        paths: the files.
        without_types: classes that are no terms; they need not occur.
        without: ids of documents to leave out.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``without_types`` or ``without`` is a string, not a collection of them.
    """
    check_collections(without_types=without_types, without=without)
    documents: dict[str, TermDocument] = {}
    for file in file_list(paths, "documents with terms"):
        lines: dict[str, int] = {}

        def read(row: dict[str, Any], line: int, lines: dict[str, int] = lines) -> TermDocument:
            document = _document(row, without_types)
            check_new(document.id, line, lines)
            return document

        for document in read_json_lines(file, read, wanted=_WANTED, shape="one document a line"):
            documents.setdefault(document.id, document)
    return (document for document in documents.values() if document.id not in without)


def check_collections(**settings: Collection[str] | None) -> None:
    """Check that settings are collections of strings, where they are given.

    Raises:
        SettingError: one is a string, whose characters would be taken for its members.
    """
    for name, value in settings.items():
        if isinstance(value, str):
            raise SettingError(f"{name} is {value!r}; give a list, such as [{value!r}]")


def check_new(name: str, number: int, lines: dict[str, int]) -> None:
    """Note the line of a document, from 1, in ``lines``.

    Raises:
        InputError: a line before it has a document of this name.
    """
    if lines.setdefault(name, number) != number:
        raise InputError(
            f"the id {name!r} stands in line {lines[name]} already; give each document its own"
        )


def _document(row: dict[str, Any], without_types: Collection[str]) -> TermDocument:
    document = json_record(_Document, row, "[start, end, class]")
    text = ""
    sentences: list[Span] = []
    terms: list[Span] = []
    for index, sentence in enumerate(document.sentences):
        _check(sentence, f"sentences[{index}]")
        spans = [(start, end) for start, end, kind in sentence.terms if kind not in without_types]
        sentence_text = sentence.text
        if sentence.tokens is not None:
            spaced = natural_text(sentence.tokens)
            spans = [map_span(span, sentence.tokens, spaced) for span in spans]
            sentence_text = spaced.text
        if not sentence_text.strip():
            continue
        start = len(text) + bool(text)
        text = f"{text} {sentence_text}" if text else sentence_text
        sentences.append((start, len(text)))
        terms += [(start + first, start + end) for first, end in spans]
    outer, overlapping = outermost(terms)
    return TermDocument(document.id, text, tuple(sentences), outer, document.title, overlapping)


def _check(sentence: _Sentence, what: str) -> None:
    """See that terms and tokens are of the text.

    Raises:
        InputError: they are not.
    """
    text = sentence.text
    for index, (start, end, _) in enumerate(sentence.terms):
        term = f"terms[{index}] of {what}"
        check_span(start, end, text, f"the span of {term}")
        if not text[start:end].strip():
            raise InputError(f"{term} is {[start, end]}, which is white space; leave it out")
    for index, token in enumerate(sentence.tokens or ()):
        if not token or any(character.isspace() for character in token):
            raise InputError(
                f"tokens[{index}] of {what} is {token!r}; tokens are not empty and have no white "
                "space"
            )
    if sentence.tokens is not None and " ".join(sentence.tokens) != text:
        raise InputError(
            f"the text of {what} is not its tokens with one blank between them; correct one of "
            "the two, or leave the tokens out"
        )
