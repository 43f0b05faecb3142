"""Files in the manner of CoNLL: a token a line, its tag in the last column.

Tjong Kim Sang E., Buchholz S. (2000) "Introduction to the CoNLL-2000 shared task: chunking". The
columns of chunked sentences are parted by blanks or tabs, an empty line ends a sentence. Words and
tags are as they stand in the file, with the escapes of the Penn Treebank:

    Growth NN B-NP
    of IN B-PP
    yeast NN B-NP

Columns of documents with terms are parted by tabs:

    -DOCSTART- (12345)

    lithium	NOUN	O	B-Entity
    carbonate	NOUN	O	I-Entity
    toxicity	NOUN	O	I-Entity

A mention begins at ``B-``, and at ``I-`` after ``O`` or after another type. So BIO can be read,
IOB1, whose ``B-`` only parts neighbours of one type, and the copy of BC5CDR whose mentions of one
token are a lone ``I-``. There, neighbours under ``I-`` cannot be told apart and are one.

With document marks (one blank and the id in round brackets), a document is all between two of them;
without any, each sentence is one and named by file and line. The text is written from the tokens
with natural spacing, one blank between sentences: it is near the published one, but not the same.

Corpora share documents. One that is in the test part of one corpus has no place in training from
another, so ids of documents can be read alone.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, at_line, file_list, read_lines
from .json_lines import json_object, json_string
from .term_documents import TermDocument, check_collections, check_new
from .text_spans import Span, natural_text

DOCUMENT_MARK = "-DOCSTART-"
_MARK = re.compile(r"-DOCSTART- \(([^\S\n]*\S.*)\)\s*")
_TERM_TAG = re.compile("O|[BI]-.+")
_COLUMNS = 3  # of a chunked sentence
_TAG = re.compile("O|([BIES])-(.+)")
_BLANKS = re.compile("[ \t]+")


class _Sentence(NamedTuple):
    line: int
    tokens: tuple[str, ...]
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
    check_collections(types=types, without=without)
    documents: dict[str, TermDocument] = {}
    for file in file_list(paths, "tagged tokens"):
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
    numbered = read_lines(file, "a file of tagged tokens")
    for (is_mark, is_blank), block in groupby(numbered, _kind_of_line):
        rows: list[tuple[int, str, str]] = []  # lines, tokens and tags of a sentence
        for number, line in () if is_blank else block:
            with at_line(file, number):
                if is_mark:
                    name = document_mark(line)
                    check_new(name, number, lines)
                    marked.append((name, []))
                else:
                    rows.append((number, *_row(line)))
        if rows:
            numbers, tokens, tags = zip(*rows, strict=True)
            mentions = [
                (first, end)
                for kind, first, end in chunks_of_tags(tags)
                if types is None or kind in types
            ]
            document = marked[-1][1] if marked else sentences
            document.append(_Sentence(numbers[0], tokens, mentions))
    if marked and sentences:
        raise InputError(
            f"{file}, line {sentences[0].line}: a sentence stands before the first document mark; "
            f"begin the file with {DOCUMENT_MARK} (ID), or take all of the marks out"
        )
    if not marked and not sentences:
        raise InputError(f"{file} is empty; give a file with a token and its tag a line")
    return marked or [(f"{file}:{sentence.line}", [sentence]) for sentence in sentences]


def _kind_of_line(numbered: tuple[int, str]) -> tuple[bool, bool]:
    """Return whether a line is a document mark, and whether it is blank."""
    return numbered[1].startswith(DOCUMENT_MARK), not numbered[1].strip()


def _row(line: str) -> tuple[str, str]:
    """Return the token of a line and its tag."""
    token, *columns = line.split("\t")
    if not columns or not token or any(character.isspace() for character in token):
        raise InputError(
            f"{line[:SHOWN]!r} is not a token, a tab and its tag; write these, or leave the line "
            "empty to end the sentence"
        )
    tag = columns[-1].strip()
    if _TERM_TAG.fullmatch(tag) is None:
        raise InputError(
            f"the tag of {token[:SHOWN]!r} is {tag[:SHOWN]!r}; write O, B-TYPE or I-TYPE"
        )
    return token, tag


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
    lines = [one for one in read_lines(file, "a file of documents with ids") if one[1].strip()]
    is_json = bool(lines) and lines[0][1].lstrip().startswith("{")
    for number, line in lines:
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


class ChunkedSentence(NamedTuple):
    """A sentence.

    Attributes:
        words: as in the file.
        tags: of each word, its part of speech.
        chunks: (type, first word, word after the last), in order, none in another.
    """

    words: list[str]
    tags: list[str]
    chunks: list[tuple[str, int, int]]


def read_conll_chunks(path: str | Path) -> Iterator[ChunkedSentence]:
    """Yield the sentences of a file in order.

    Raises:
        InputError: the file cannot be read, has no sentence, or a line is not in the format. Names
            file, line and value.
    """
    path = Path(path)
    sentence = None
    for is_sentence, lines in groupby(
        read_lines(path, "a file of chunked sentences"), lambda one: bool(one[1].strip(" \t"))
    ):
        if is_sentence:
            rows = [_chunk_row(path, *numbered) for numbered in lines]
            words, tags, chunks = map(list, zip(*rows, strict=True))
            sentence = ChunkedSentence(words, tags, chunks_of_tags(chunks))
            yield sentence
    if sentence is None:
        raise InputError(
            f"{path} has no sentence; give a file with a word, its tag and its chunk tag a line"
        )


def _chunk_row(path: Path, number: int, line: str) -> list[str]:
    row = _BLANKS.split(line.strip(" \t"))  # and no at_line, which each line would pay for
    if len(row) != _COLUMNS:
        raise InputError(
            f"{path}, line {number}: {line[:SHOWN]!r} has {len(row)} columns; write a word, its "
            "tag and its chunk tag"
        )
    if _TAG.fullmatch(row[2]) is None:
        raise InputError(f"{path}, line {number}: {_wrong(row[2])}")
    return row


def chunks_of_tags(tags: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the chunks of a sentence: (type, first word, word after the last).

    Sequences that no chunks have are read as ``conlleval`` reads them. A chunk begins at B or S;
    and at I or E where no chunk of this type goes on: after O, E, S or another type. It ends before
    O and before the next. So IOB1, IOB2, IOE1, IOE2 and IOBES can be read.

    >>> chunks_of_tags(["I-NP", "I-NP", "B-NP", "O", "I-VP", "I-PP"])
    [('NP', 0, 2), ('NP', 2, 3), ('VP', 4, 5), ('PP', 5, 6)]

    Raises:
        InputError: a tag is not O, and not B, I, E or S with a type.
    """
    chunks: list[tuple[str, int, int]] = []
    open_type = ""  # of the chunk that the next word may belong to
    for word, tag in enumerate(tags):
        match = _TAG.fullmatch(tag)
        if match is None:
            raise InputError(f"word {word}: {_wrong(tag)}")
        letter, kind = match.groups("")
        if kind and (letter in "BS" or kind != open_type):
            chunks.append((kind, word, word + 1))
        elif kind:
            chunks[-1] = (kind, chunks[-1][1], word + 1)
        open_type = "" if letter in "ES" else kind
    return chunks


def _wrong(tag: str) -> str:
    return f"the chunk tag is {tag[:SHOWN]!r}; write O, or B, I, E or S with a type, as B-NP"
