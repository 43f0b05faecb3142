"""Texts that are aligned with each other: read from files, and joined to one Doc.

Where one of them cannot be used nothing is done, for a link needs both texts.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import TYPE_CHECKING

from ..app.batch.stream import tokenised
from ..errors import InputError, SettingError, printable
from ..inputs.records import STDIN, Format, Record, failed
from ..inputs.sources.files import read_records
from ..memory import MEGABYTE, check_memory, count_words
from .console import say

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

# Components that find nothing by which sentences are aligned.
NOT_OF_TEXTS = {
    "base_phrase_chunker",
    "citance_aligner",
    "citance_finder",
    "evidence_ranker",
    "propositional_term_extractor",
    "suffix_lemmatizer",
}
# Bytes that it takes to align texts, at all and a word; measured were 150 MB and 700 bytes.
_FIXED = 150 * MEGABYTE
_A_WORD = 1_000


def check_texts(paths: Sequence[Path]) -> None:
    """See that there are two files or more, and all different.

    Raises:
        SettingError: they are not.
    """
    if len(paths) < 2:
        raise SettingError(f"only one text is given, {paths[0]}; give two or more to align")
    for first, second in combinations(paths, 2):
        if first == second == STDIN:
            raise SettingError("standard input (-) can be read once only")
        if first == second:
            raise SettingError(f"{first} is given twice; give different texts")
        if first.exists() and second.exists() and first.samefile(second):
            raise SettingError(f"{first} and {second} are one file; give different texts")


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the names of the texts' files, with folders where names are the same.

    >>> short_names([Path("a/one.txt"), Path("a/two.txt"), Path("b/two.txt"), Path("-")])
    ['one.txt', 'a/two.txt', 'b/two.txt', 'stdin']
    """
    counts = Counter(path.name for path in paths)
    names = [printable(path.name if counts[path.name] == 1 else path.as_posix()) for path in paths]
    return ["stdin" if path == STDIN else name for path, name in zip(paths, names, strict=True)]


def read_texts(paths: Sequence[Path], form: Format = Format.auto) -> list[Record]:
    """Return a record with its text for each file; the text of an article is its paragraphs.

    Args:
        paths: the files.
        form: how they are read; auto goes by the content and by names that end in .txt or .md.

    Raises:
        InputError: one cannot be read, has no text or has several; each problem is said before.
    """
    records = [_only_record(path, form) for path in paths]
    problems = {
        record.source: record.error or "has no sentences: it is empty, or white space only"
        for record in records
        if record.text is None or not record.text.strip()
    }
    say(*(f"{source}: {problem}" for source, problem in problems.items()))
    if problems:
        raise InputError(f"{len(problems)} of {len(records)} texts cannot be used")
    return records


def _only_record(path: Path, form: Format) -> Record:
    """Return the record of a file that has one."""
    records = list(islice(read_records([path], form), 2))
    if len(records) == 1:
        return records[0]
    problem = "has several texts" if records else "has no text"
    return failed(str(path), f"{problem}; give a file for each text")


def joined(
    nlp: "Language", records: Sequence[Record], *, key: str, names: Sequence[str], lines: bool
) -> "Doc":
    """Return the texts as one Doc, tokenised, a span each in ``doc.spans[key]``.

    Args:
        nlp: tokenises them.
        records: the texts, none of them blank.
        key: the span group.
        names: the spans' labels.
        lines: begin a sentence at each line that is not blank, and nowhere else.

    Raises:
        InputError: a text is too long or cannot be tokenised, or there is too little memory.
    """
    from ..components.joining import join
    from ..components.readers.gold_docs import set_sentence_starts

    words = sum(count_words(str(record.text)) for record in records)
    check_memory(_FIXED + words * _A_WORD, f"to align {len(records)} texts of {words:,} words")
    docs = []
    for record in records:
        try:
            doc = tokenised(nlp, record)
        except InputError as error:
            raise InputError(f"{record.source}: {error}") from error
        if lines:
            set_sentence_starts(doc, _line_starts(str(record.text)))
        docs.append(doc)
    return join(docs, nlp=nlp, key=key, labels=names)


def _line_starts(text: str) -> list[int]:
    r"""Return the first character of each line that is not blank, behind its indentation.

    >>> _line_starts("a b\r\n \r\n  c\n")
    [0, 10]
    """
    starts, line_start = [], 0
    for line in text.split("\n"):
        if line.strip():
            starts.append(line_start + len(line) - len(line.lstrip()))
        line_start += len(line) + 1
    return starts
