"""Files in the manner of CoNLL: a token a line, its tag in the last column.

    -DOCSTART- (12345)

    lithium	NOUN	O	B-Entity
    carbonate	NOUN	O	I-Entity
    toxicity	NOUN	O	I-Entity

Columns are parted by tabs, an empty line ends a sentence. A mention begins at ``B-``, and at ``I-``
after ``O`` or after another type. So BIO can be read, IOB1, whose ``B-`` only parts neighbours of
one type, and the copy of BC5CDR whose mentions of one token are a lone ``I-``. There, neighbours
under ``I-`` cannot be told apart and are one.

With document marks (one blank and the id in round brackets), a document is all between two of them;
without any, each sentence is one and named by file and line. The text is written from the tokens
with natural spacing, one blank between sentences: it is near the published one, but not the same.

Corpora share documents. One that is in the test part of one corpus has no place in training from
another, so ids of documents can be read alone.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .conll_chunks import chunks_of_tags
from .io import SHOWN, at_line, file_list, read_lines
from .json_lines import json_object, json_string
from .term_documents import TermDocument, check_collections, check_new
from .text_spans import Span, natural_text

DOCUMENT_MARK = "-DOCSTART-"
_MARK = re.compile(r"-DOCSTART- \(([^\S\n]*\S.*)\)\s*")
_TAG = re.compile("O|[BI]-.+")


class _Sentence(NamedTuple):
    line: int
    tokens: list[str]
    mentions: list[Span]


def read_conll_terms(
    paths: str | Path | Iterable[str | Path],
    *,
    types: Collection[str] | None = None,
    without: Collection[str] = (),
    hyphens_apart: bool = True,
) -> Iterator[TermDocument]:
    """Return the documents of one or more files in order, each id once: the first file wins.

    All files are read and checked before the first document is handed out.

    Args:
        paths: the files.
        types: the types of mentions that are terms, None for all; they need not occur.
        without: ids of documents to leave out.
        hyphens_apart: whether hyphens within words are tokens of their own, as in BC5CDR and the
            NCBI disease corpus; see ``natural_spacing``.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``types`` or ``without`` is a string, not a collection of them.
    """
    files = file_list(paths, "tagged tokens")
    check_collections(types=types, without=without)
    documents: dict[str, TermDocument] = {}
    for file in files:
        for name, sentences in _documents(file, types):
            documents.setdefault(name, _document(name, sentences, hyphens_apart))
    return (document for document in documents.values() if document.id not in without)


def document_mark(line: str) -> str:
    """Return the id in a document mark.

    >>> document_mark("-DOCSTART- (12345)")
    '12345'

    Raises:
        InputError: there is none.
    """
    match = _MARK.fullmatch(line)
    if match is None:
        raise InputError(
            f"{line[:SHOWN]!r} has no id; write {DOCUMENT_MARK} (ID), one blank between"
        )
    return match[1].strip()


def _documents(file: Path, types: Collection[str] | None) -> list[tuple[str, list[_Sentence]]]:
    marked: list[tuple[str, list[_Sentence]]] = []
    sentences: list[_Sentence] = []  # before the first mark
    lines: dict[str, int] = {}
    rows: list[tuple[str, str]] = []  # tokens and tags of the sentence

    def end_sentence(number: int) -> None:
        if rows:
            tokens, tags = map(list, zip(*rows, strict=True))
            document = marked[-1][1] if marked else sentences
            document.append(_Sentence(number - len(rows), tokens, _mentions(tags, types)))
            rows.clear()

    number = 0
    for number, line in read_lines(file, "a file of tagged tokens"):
        with at_line(file, number):
            if line.startswith(DOCUMENT_MARK):
                end_sentence(number)
                name = document_mark(line)
                check_new(name, number, lines)
                marked.append((name, []))
            elif line.strip():
                rows.append(_row(line))
            else:
                end_sentence(number)
    end_sentence(number + 1)
    if marked and sentences:
        raise InputError(
            f"{file}, line {sentences[0].line}: a sentence stands before the first document mark; "
            f"begin the file with {DOCUMENT_MARK} (ID), or take all of the marks out"
        )
    if not marked and not sentences:
        raise InputError(f"{file} is empty; give a file with a token and its tag a line")
    return marked or [(f"{file}:{sentence.line}", [sentence]) for sentence in sentences]


def _row(line: str) -> tuple[str, str]:
    """Return the token of a line and its tag."""
    token, *columns = line.split("\t")
    if not columns or not token or any(character.isspace() for character in token):
        raise InputError(
            f"{line[:SHOWN]!r} is not a token, a tab and its tag; write these, or leave the line "
            "empty to end the sentence"
        )
    tag = columns[-1].strip()
    if _TAG.fullmatch(tag) is None:
        raise InputError(
            f"the tag of {token[:SHOWN]!r} is {tag[:SHOWN]!r}; write O, B-TYPE or I-TYPE"
        )
    return token, tag


def _mentions(tags: list[str], types: Collection[str] | None) -> list[Span]:
    """Return the half-open token spans of the mentions of these types."""
    return [
        (first, end) for kind, first, end in chunks_of_tags(tags) if types is None or kind in types
    ]


def _document(name: str, sentences: list[_Sentence], hyphens_apart: bool) -> TermDocument:
    text = ""
    spans: list[Span] = []
    terms: list[Span] = []
    for sentence in sentences:
        start = len(text) + bool(text)
        natural = natural_text(sentence.tokens, hyphens_apart=hyphens_apart)
        text = f"{text} {natural.text}" if text else natural.text
        spans.append((start, len(text)))
        terms += [
            (start + natural.tokens[first][0], start + natural.tokens[end - 1][1])
            for first, end in sentence.mentions
        ]
    return TermDocument(name, text, tuple(spans), tuple(terms))


def read_document_ids(paths: Iterable[str | Path]) -> frozenset[str]:
    """Return the ids of all documents of files in JSON Lines, or in CoNLL's with document marks.

    Raises:
        InputError: a file cannot be read, a line is not in the file's format as far as it is looked
            at, or the file names no document. Names file, line and value.
    """
    return frozenset(name for path in paths for name in _ids(Path(path)))


def _ids(file: Path) -> set[str]:
    names: set[str] = set()
    is_json: bool | None = None
    for number, line in read_lines(file, "a file of documents with ids"):
        if not line.strip():
            continue
        if is_json is None:
            is_json = line.lstrip().startswith("{")
        with at_line(file, number):
            if is_json:
                names.add(json_string(json_object(line).get("id"), "id"))
            elif line.startswith(DOCUMENT_MARK):
                names.add(document_mark(line))
    if not names:
        raise InputError(
            f"{file} names no document; give JSON Lines with an id each, or tagged tokens with "
            f"lines such as {DOCUMENT_MARK} (ID)"
        )
    return names
