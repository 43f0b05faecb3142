"""Abstracts whose mentions carry concept ids, and lexicons of terms with concept ids.

Mentions with the same id name the same thing. The abstracts are JSON Lines, made from corpora in
PubTator format (BC5CDR, NCBI Disease, BioRED, GNormPlus, NLM-Gene):

    {"id": "...", "title": "...", "abstract": "...", "split": "train",
     "mentions": [[start, end, type, ids], ...]}

Offsets are half-open characters of title, one blank, abstract. ``ids`` is null where the mention
has none. Several ids in one string are taken apart:

    |  ,  ;   The mention names each of them, or the annotators left open which.
    +         The mention names one thing that is made of several: "D008581+D012008", recurrent
              meningitis, is neither meningitis nor recurrence. It stays one id.

Sequence variants in the notation of tmVar (``c|SUB|G|12|A``, ``|DEL|3|S``) have ``|`` inside an id
and stay whole there. Two leftovers of the source formats go: ``MESH:`` before an id, which MeSH ids
do not have elsewhere, and a species after a gene, ``24513(tax:10116)``.

A lexicon is a table that a user brings: term, tab, concept id.

The names of concepts are also gold terms, here and in the articles of CRAFT. Where mentions nest or
overlap, the longest is the term. Corpora of abstracts annotate some things each and overlap in the
abstracts: BC5CDR has chemicals and diseases, NLM-Gene genes. An abstract that is in several files
has more of its terms marked when the mentions of all of them are united.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import StrictInt

from ..errors import InputError, SettingError
from .craft import read_craft_concepts
from .io import SHOWN, file_list, read_lines
from .json_lines import JsonRow, check_span, json_record, read_json_lines
from .term_documents import TermDocument, check_collections
from .text_spans import outermost

_LIST = re.compile("[,;]")
_VARIANT = re.compile(r"[a-z]?\|")
_LEFTOVER = re.compile(r"^(?:MESH|NCBI Gene):|\(tax:[0-9]+\)$", re.IGNORECASE)


class ConceptMention(NamedTuple):
    """A mention: half-open characters of its text, type, and the concepts it names, maybe none."""

    start: int
    end: int
    type: str
    ids: tuple[str, ...]


class ConceptDocument(NamedTuple):
    """An abstract with its title.

    Attributes:
        id: its name.
        text: title, one blank, abstract.
        mentions: in the order of the file; they may overlap.
        split: the part of the corpus it belongs to, "" where the file does not say.
    """

    id: str
    text: str
    mentions: tuple[ConceptMention, ...]
    split: str


class _Abstract(JsonRow):
    """A line."""

    id: str
    title: str
    abstract: str
    split: str | None = None
    mentions: list[tuple[StrictInt, StrictInt, str, str | None]]


def read_concepts(
    path: str | Path, splits: Collection[str] | None = None
) -> Iterator[ConceptDocument]:
    """Return the documents of a file in order, those of the given splits or all.

    The whole file is read and checked before the first document is handed out.

    Raises:
        InputError: the file is missing, empty or not UTF-8; a line is not a document. Names file,
            line and value.
        SettingError: no document is in any of the splits.
    """
    path = Path(path)
    wanted = "a file of abstracts with concepts in JSON Lines"
    documents = list(read_json_lines(path, _document, wanted=wanted, shape="one abstract a line"))
    if splits is None:
        return iter(documents)
    selected = [document for document in documents if document.split in splits]
    if not selected:
        names = ", ".join(sorted({repr(document.split) for document in documents}))
        raise SettingError(f"splits is {splits!r}; {path} has {names}: name one of these")
    return iter(selected)


def concept_ids(text: str) -> tuple[str, ...]:
    """Return the ids in a string of one or more, each once, in order.

    >>> concept_ids("D020258|D009410|D020258"), concept_ids("D008581+D012008")
    (('D020258', 'D009410'), ('D008581+D012008',))
    >>> concept_ids("487,488;489"), concept_ids("c|SUB|G|12|A")
    (('487', '488', '489'), ('c|SUB|G|12|A',))
    """
    parts: list[str] = []
    for part in _LIST.split(text):
        parts += [part] if _VARIANT.match(part) else part.split("|")
    names = (_LEFTOVER.sub("", part.strip()) for part in parts)
    return tuple(dict.fromkeys(name for name in names if name))


def check_types(types: Collection[str] | None, known: Collection[str]) -> None:
    """Check that types of mentions are given, and that all are known; None is for all.

    Raises:
        SettingError: there is no type, one that is not known, or a string in place of a list.
    """
    if types is not None and (
        isinstance(types, str) or not types or not set(known).issuperset(types)
    ):
        raise SettingError(
            f"types is {types!r}; give a list of one or more of {', '.join(sorted(known))}"
        )


def read_lexicon(path: str | Path) -> Iterator[tuple[str, str]]:
    """Yield the terms of a lexicon, each with its concept id, in file order.

    A line is ``term``, tab, ``concept id``; columns after these are not read, and white space
    around the two is left out. Blank lines and lines that begin with ``#`` are skipped; a header is
    one of these or a term like the others. A term may stand on several lines, with several ids.

    Raises:
        InputError: the file cannot be read or is not UTF-8; a line lacks term or id. Names file,
            line and value.
    """
    path = Path(path)
    for number, line in read_lines(path, "a lexicon: term, tab, concept id"):
        if line.strip() and not line.startswith("#"):
            term, concept, *_ = [*line.split("\t"), ""]
            if not term.strip() or not concept.strip():
                raise InputError(
                    f"{path}, line {number}: {line[:SHOWN]!r} lacks the term or the concept id; "
                    "write the term, a tab and the concept id"
                )
            yield term.strip(), concept.strip()


def _document(row: dict[str, Any], _line: int) -> ConceptDocument:
    abstract = json_record(_Abstract, row, "[start, end, type, ids]")
    text = f"{abstract.title} {abstract.abstract}"
    for index, (start, end, *_) in enumerate(abstract.mentions):
        check_span(start, end, text, f"the span of mentions[{index}]")
    mentions = tuple(
        ConceptMention(start, end, kind, concept_ids(ids or ""))
        for start, end, kind, ids in abstract.mentions
    )
    return ConceptDocument(abstract.id, text, mentions, abstract.split or "")


def read_concept_terms(
    paths: str | Path | Iterable[str | Path],
    *,
    splits: Collection[str] | None = None,
    types: Collection[str] | None = None,
    without: Collection[str] = (),
    unite: bool = True,
) -> Iterator[TermDocument]:
    """Return the abstracts of one or more files in order, each id once, without sentences.

    All files are read and checked before the first document is handed out. The title is a part of
    the text, so that ``title`` is None.

    Args:
        paths: files in the format of ``concepts``.
        splits: parts of the corpora to read, None for all. An abstract that the files put into
            several parts is read if all of these are named, so that no abstract of a test part
            comes with the training part of another corpus.
        types: the types of mentions that are terms, None for all.
        without: ids of documents to leave out.
        unite: whether an abstract that several files have gets the mentions of all that have the
            same text as the first; else it has those of the first.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``splits`` names none that there is; no type is given, or one that no mention
            has; a string stands for a collection.
    """
    files = file_list(paths, "abstracts with concepts")
    check_collections(splits=splits, types=types, without=without)
    abstracts: dict[str, list[ConceptDocument]] = {}
    for file in files:
        for document in read_concepts(file):
            abstracts.setdefault(document.id, []).append(document)
    documents = [document for versions in abstracts.values() for document in versions]
    check_types(types, {mention.type for document in documents for mention in document.mentions})
    selected = [
        versions for versions in abstracts.values() if splits is None or _is_in(versions, splits)
    ]
    if not selected:
        parts = ", ".join(sorted({repr(document.split) for document in documents}))
        raise SettingError(f"splits is {splits!r}; the files have {parts}: name one of these")
    return (
        _united(versions if unite else versions[:1], types)
        for versions in selected
        if versions[0].id not in without
    )


def read_craft_terms(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[TermDocument]:
    """Yield the articles of a split of CRAFT with their sentences and the concepts of all kinds.

    Args:
        folder: see ``craft``.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format. Names file, line and value.
        SettingError: there is no such split, or ``without`` is a string.
    """
    check_collections(without=without)
    for article in read_craft_concepts(folder, split, without=without):
        terms, overlapping = outermost((start, end) for start, end, _ in article.mentions)
        yield TermDocument(
            article.id, article.text, article.sentences, terms, overlapping=overlapping
        )


def _is_in(versions: list[ConceptDocument], splits: Collection[str]) -> bool:
    """Return whether an abstract is in the named parts, by all files that say where it is."""
    stated = {document.split for document in versions if document.split} or {""}
    return stated.issubset(splits)


def _united(versions: list[ConceptDocument], types: Collection[str] | None) -> TermDocument:
    first = versions[0]
    terms, overlapping = outermost(
        (mention.start, mention.end)
        for document in versions
        if document.text == first.text
        for mention in document.mentions
        if types is None or mention.type in types
    )
    return TermDocument(first.id, first.text, None, terms, overlapping=overlapping)
