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
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError, SettingError
from .io import file_list
from .json_lines import json_array, json_kind, json_span, json_string, read_json_lines
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


class _Sentence(NamedTuple):
    text: str
    terms: list[tuple[Span, str]]
    tokens: list[str] | None


def read_term_documents(
    paths: str | Path | Iterable[str | Path],
    *,
    without_types: Collection[str] = ("Generic",),
    without: Collection[str] = (),
    natural: bool = True,
) -> Iterator[TermDocument]:
    """Return the documents of one or more files in order, each id once: the first file wins.

    All files are read and checked before the first document is handed out. Sentences without text
    are left out.

    Args:
        paths: the files.
        without_types: classes that are no terms; they need not occur.
        without: ids of documents to leave out.
        natural: whether sentences with ``tokens`` are written with natural spacing.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``without_types`` or ``without`` is a string, not a collection of them.
    """
    files = file_list(paths, "documents with terms")
    check_collections(without_types=without_types, without=without)
    documents: dict[str, TermDocument] = {}
    for file in files:
        read = partial(_new_document, without_types=without_types, natural=natural, lines={})
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


def _new_document(
    row: dict[str, Any],
    line: int,
    *,
    without_types: Collection[str],
    natural: bool,
    lines: dict[str, int],
) -> TermDocument:
    """Return the document of a line; ``lines`` has those of the documents before it."""
    document = _document(row, without_types, natural)
    check_new(document.id, line, lines)
    return document


def _document(row: dict[str, Any], without_types: Collection[str], natural: bool) -> TermDocument:
    name = json_string(row.get("id"), "id")
    title = None if row.get("title") is None else json_string(row["title"], "title")
    text = ""
    sentences: list[Span] = []
    terms: list[Span] = []
    for index, value in enumerate(json_array(row.get("sentences"), "sentences", " of objects")):
        sentence = _sentence(value, f"sentences[{index}]")
        spans = [span for span, kind in sentence.terms if kind not in without_types]
        sentence_text = sentence.text
        if natural and sentence.tokens is not None:
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
    return TermDocument(name, text, tuple(sentences), outer, title, overlapping)


def _sentence(value: Any, what: str) -> _Sentence:
    if not isinstance(value, dict):
        raise InputError(f'{what} is {json_kind(value)}; write {{"text": ..., "terms": [...]}}')
    text = json_string(value.get("text"), f"the text of {what}")
    rows = value.get("terms")
    if not isinstance(rows, list):
        raise InputError(f"the terms of {what} are {json_kind(rows)}; write an array")
    terms = [_term(term, text, f"terms[{i}] of {what}") for i, term in enumerate(rows)]
    tokens = None if value.get("tokens") is None else _tokens(value["tokens"], text, what)
    return _Sentence(text, terms, tokens)


def _term(value: Any, text: str, what: str) -> tuple[Span, str]:
    if not isinstance(value, list) or len(value) != 3:
        raise InputError(f"{what} has not three values; write [start, end, class]")
    start, end = json_span(value[:2], text, f"the span of {what}")
    if not text[start:end].strip():
        raise InputError(f"{what} is {[start, end]}, which is white space; leave it out")
    return (start, end), json_string(value[2], f"the class of {what}")


def _tokens(value: Any, text: str, what: str) -> list[str]:
    if not isinstance(value, list):
        raise InputError(f"the tokens of {what} are {json_kind(value)}; write an array")
    tokens = [json_string(token, f"tokens[{i}] of {what}") for i, token in enumerate(value)]
    for index, token in enumerate(tokens):
        if not token or any(character.isspace() for character in token):
            raise InputError(
                f"tokens[{index}] of {what} is {token!r}; tokens are not empty and have no white "
                "space"
            )
    if " ".join(tokens) != text:
        raise InputError(
            f"the text of {what} is not its tokens with one blank between them; correct one of "
            "the two, or leave the tokens out"
        )
    return tokens
