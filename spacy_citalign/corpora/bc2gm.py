"""Gene mention files as BioCreative II published them: sentences, mentions, alternatives.

Smith L, Tanabe LK, Ando RJ, et al. (2008) Overview of BioCreative II gene mention recognition.
Genome Biology 9(Suppl 2):S2. A split is three files:

    train.in             ID SENTENCE            the id ends at the first blank
    train.GENE.eval      ID|START END|TEXT      the gold mentions
    train.ALTGENE.eval   ID|START END|TEXT      other spans that the judges accept

START and END number the characters of the sentence that are not white space, from 0, END being
that of the last character: inclusive. Records carry ordinary half-open character offsets, so that
``text[start:end]`` is the mention. TEXT is not read: scoring looks at offsets alone, and some
published lines disagree with their TEXT. Scoring itself is in ``genes.scoring``.

Files are UTF-8 (the published ones are ASCII); a byte order mark, Windows line ends and empty
lines at the end are tolerated. White space is what ``str.isspace`` says it is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, read_lines
from .json_lines import check_span
from .text_spans import Span

_WANTED = "a file of BC2GM sentences or mentions"

_SUFFIXES = (".in", ".GENE.eval", ".ALTGENE.eval")
_ID = re.compile(r"[^\s|]+")
# One blank, no sign, no leading zero: official scoring compares this field as it is written.
_OFFSETS = re.compile(r"(0|[1-9][0-9]{0,17}) (0|[1-9][0-9]{0,17})")


class Sentence(NamedTuple):
    """A sentence with its gold mentions and the alternatives that are accepted for them.

    Spans are half-open character offsets of ``text``, in the order of the file, repetitions kept:
    the official score counts gold lines.
    """

    id: str
    text: str
    mentions: list[Span]
    alternatives: list[Span]


def bc2gm_files(path: str | Path) -> tuple[Path, Path | None, Path | None]:
    """Return the sentence, mention and alternative files of the split that ``path`` names.

    ``path`` is one of the three files or what their names have in common (``.../train``). A mention
    or alternative file that is not there is None; whether the sentence file is there is for
    ``read_bc2gm`` to say, which takes the three as they come: ``read_bc2gm(*bc2gm_files(path))``.
    """
    path = Path(path)
    name = path.name
    # ".in" last: it is the least telling of the three.
    name = name.removesuffix(next(filter(name.endswith, reversed(_SUFFIXES)), ""))
    sentences, *others = (path.parent / (name + suffix) for suffix in _SUFFIXES)
    mentions, alternatives = (file if file.is_file() else None for file in others)
    return sentences, mentions, alternatives


def read_bc2gm(
    sentences: str | Path,
    mentions: str | Path | None = None,
    alternatives: str | Path | None = None,
) -> Iterator[Sentence]:
    """Return the sentences of a split in file order, with their mentions and alternatives.

    A file that is not given adds nothing, and none is looked for: see ``bc2gm_files``. All files
    are read and checked before the first sentence is handed out.

    Raises:
        InputError: a file is missing or not UTF-8; a line has no id, repeats one, or is malformed;
            an id has no sentence; offsets lie outside their sentence. Names file, line and value.
    """
    texts = _read_sentences(Path(sentences))
    gold = {} if mentions is None else _read_spans(Path(mentions), texts, sentences)
    accepted = {} if alternatives is None else _read_spans(Path(alternatives), texts, sentences)
    return (
        Sentence(sentence_id, text, gold.get(sentence_id, []), accepted.get(sentence_id, []))
        for sentence_id, text in texts.items()
    )


def to_official(text: str, start: int, end: int) -> Span:
    """Return half-open characters of ``text`` as inclusive offsets without white space.

    White space at the edges of the span has no offset and falls away.

    >>> to_official("the p53 gene", 4, 12)
    (3, 9)

    Raises:
        InputError: the span is out of range, empty, or nothing but white space.
    """
    check_span(start, end, text, "the span")
    first = len(_printed(text[:start]))
    last = first + len(_printed(text[start:end])) - 1
    if last < first:
        raise InputError(
            f"the span {start}:{end} holds only white space, which the format cannot say; "
            "leave it out"
        )
    return first, last


def _printed(text: str) -> list[int]:
    """Return the positions of the characters that are not white space, ascending."""
    return [position for position, character in enumerate(text) if not character.isspace()]


def _read_sentences(path: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number, line in read_lines(path, _WANTED):
        sentence_id, blank, text = line.partition(" ")
        if not blank or not _ID.fullmatch(sentence_id):
            raise InputError(
                f"{path}, line {number}: {line[:SHOWN]!r} has no sentence id; write the id "
                "(without white space and '|'), one blank and the sentence"
            )
        if sentence_id in texts:
            raise InputError(
                f"{path}, line {number}: an earlier sentence has the id {sentence_id!r}; give "
                "every sentence its own"
            )
        texts[sentence_id] = text
    if not texts:
        raise InputError(f"{path} is empty; give a file with one sentence a line: ID SENTENCE")
    return texts


def _read_spans(path: Path, texts: dict[str, str], sentences: str | Path) -> dict[str, list[Span]]:
    """Return the half-open character spans of a mention file by sentence id."""
    spans: dict[str, list[Span]] = {}
    printed: dict[str, list[int]] = {}
    for number, line in read_lines(path, _WANTED):
        sentence_id, *fields = line.split("|", 2)
        offsets = _OFFSETS.fullmatch(fields[0]) if len(fields) == 2 else None
        if offsets is None:
            raise InputError(
                f"{path}, line {number}: {line[:SHOWN]!r} is not a mention; write "
                "ID|START END|TEXT, one blank between the offsets and no leading zeros"
            )
        if sentence_id not in texts:
            raise InputError(
                f"{path}, line {number}: no sentence of {sentences} has the id {sentence_id!r}; "
                "give the sentence file of the same split"
            )
        if sentence_id not in printed:
            printed[sentence_id] = _printed(texts[sentence_id])
        places, first, last = printed[sentence_id], int(offsets[1]), int(offsets[2])
        if not first <= last < len(places):
            raise InputError(
                f"{path}, line {number}: in sentence {sentence_id!r}, the offsets {first} {last} "
                f"are not inside their sentence, which has {len(places)} characters without white "
                "space; END is that of the last character, counted from 0"
            )
        spans.setdefault(sentence_id, []).append((places[first], places[last] + 1))
    return spans
