"""Reading an entry of a list of references: authors, year, title, container, identifiers.

A conditional random field says of each token what it is a part of; here its labels become fields.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from ...words.identifiers import KINDS, identifiers_in_text
from ...words.tokens import split_fine
from .reader import LABELS, FieldReader, shipped_model
from .titles import Span, whole_title

MAX_TEXT = 2_000  # characters of an entry that are read
MAX_AUTHORS = 50
_YEAR = re.compile(r"(1[5-9]\d\d|20\d\d)([a-z]?)")
_WRITTEN_YEAR = re.compile(r"(?<![\w:/.\u2013-])((?:1[5-9]|20)\d\d)([a-z]?)(?![\w:/\u2013-])")
_INITIALS_AT_END = re.compile(r"([^\W\d_][\w'\u2019-]*[a-z]) ([A-Z]{1,4})")
_IN_AT_END = re.compile(r"[.,]?\s[Ii]n:?$")
_YEAR_AT_END = re.compile(r"[ ,;(]{1,3}(?:1[5-9]|20)\d\d$")
_BARE_DOI = re.compile(r"(?<![\w./])10\.\d{4,9}/[^\s\"<>]{1,200}")
_DIVIDES = re.compile(r"[,;&]|\band\b")
_MEETING = re.compile(r"proc|conf|meeting|symposi|workshop|congress", re.IGNORECASE)
_DASH = re.compile(r"\s?[-\u2010-\u2015\u2212]+\s?")
_EDGES = " \t,;:.\"'\u2018\u2019\u201c\u201d"
_NAMES = ("surname", "given", "editor")
_BEHIND = ("title", "container")
_SHORT_TITLE = 4  # characters
_SHORT_GAP = 3  # characters between two pieces of one field: a lost label


class Reference(NamedTuple):
    """What an entry says; "" or () where it does not say it.

    Attributes:
        label: as in ``ListEntry``, where it was given one.
        authors: surname, and given names or initials as printed ("" where there are none) of each,
            in order, no more than 50; an author that is no person is a surname alone.
        year: four digits.
        year_letter: that tells works of one year apart, in lower case.
        title: of the article or chapter, else of the book.
        container: the journal, the book that a chapter is in, the proceedings.
        volume, pages: as printed; a dash between pages is "-".
        doi, pmid, pmcid, arxiv: in their usual forms, see ``words.identifiers``.
        text: all of it, white space collapsed.
    """

    label: str
    authors: tuple[tuple[str, str], ...]
    year: str
    year_letter: str
    title: str
    container: str
    volume: str
    pages: str
    doi: str
    pmid: str
    pmcid: str
    arxiv: str
    text: str


class _Part(NamedTuple):
    """A run of tokens with one label: its half-open characters."""

    label: str
    start: int
    end: int


def read_references(
    texts: Sequence[str], labels: Sequence[str] = (), *, reader: FieldReader | None = None
) -> list[Reference]:
    """Return what each of some entries says; of a long one the first 2,000 characters are read.

    Args:
        texts: of entries, without their labels.
        labels: one for each text, or none at all.
        reader: None: the one that is in the package.

    Raises:
        ModelFileError: the reader in the package is damaged.
    """
    collapsed = [" ".join(text[: 2 * MAX_TEXT].split())[:MAX_TEXT] for text in texts]
    tokens = split_fine(collapsed)
    full = tokens._replace(lengths=tokens.lengths[tokens.lengths > 0])
    numbers = (reader or _shipped_reader())(full).tolist()
    starts = tokens.starts.tolist()
    references = []
    first = 0
    for text, label, size in zip(
        collapsed, labels or [""] * len(texts), tokens.lengths.tolist(), strict=True
    ):
        last = first + size
        parts = [*_parts(tokens.words[first:last], starts[first:last], numbers[first:last])]
        parts = _with_whole_title(text, parts)
        references.append(_reference(text, label, parts))
        first = last
    return references


@cache
def _shipped_reader() -> FieldReader:
    return FieldReader(shipped_model())


def _parts(words: Sequence[str], starts: Sequence[int], numbers: Sequence[int]) -> Iterator[_Part]:
    for number, run in groupby(range(len(words)), numbers.__getitem__):
        places = [*run]
        end = starts[places[-1]] + len(words[places[-1]])
        yield _Part(LABELS[number], starts[places[0]], end)


def _with_whole_title(text: str, parts: list[_Part]) -> list[_Part]:
    """Return parts with a name that only the title is beside as the first word of the title.

    It is behind initials without a sign that divides two names: "Nick P. Molecular markers", in a
    list that does not have initials before surnames.
    """
    if _given_first(text, [part for part in parts if part.label in ("surname", "given")]):
        return parts
    told = [number for number, part in enumerate(parts) if part.label]
    for before, number, behind in zip(told, told[1:], told[2:], strict=False):
        part = parts[number]
        if (
            (parts[before].label, part.label, parts[behind].label) == ("given", "surname", "title")
            and _DIVIDES.search(text, parts[before].end, part.start) is None
            and parts[behind].start - part.end <= _SHORT_GAP
        ):
            return [*parts[:number], part._replace(label="title"), *parts[number + 1 :]]
    return parts


def _reference(text: str, label: str, parts: Sequence[_Part]) -> Reference:
    year = _year(text, parts)
    known = dict.fromkeys(KINDS, "") | identifiers_in_text(text)
    if not known["doi"] and (bare := _BARE_DOI.search(text)):
        known |= identifiers_in_text(f"doi:{bare[0]}")
    title, container = _title_and_container(text, parts)
    title = _IN_AT_END.sub("", title)
    if year and title.startswith(f"{year[0]} "):  # behind the authors
        title = title[len(year[0]) :].lstrip()
    if year and not _MEETING.search(container):
        container = _YEAR_AT_END.sub("", container)
    return Reference(
        label,
        tuple(_authors(text, parts)),
        year[1] if year else "",
        year[2] if year else "",
        title,
        container,
        _longest(text, parts, "volume"),
        _DASH.sub("-", _longest(text, parts, "pages")),
        text=text,
        **known,
    )


def _year(text: str, parts: Sequence[_Part]) -> re.Match[str] | None:
    for part in parts:
        if part.label == "year" and (match := _YEAR.search(text, part.start, part.end)):
            return match
    return _WRITTEN_YEAR.search(text)


def _title_and_container(text: str, parts: Sequence[_Part]) -> tuple[str, str]:
    """Return both; where editors stand between two titles, the second is that of the book."""
    container = _longest_run(parts, "container")
    if not container:
        titles = [part for part in parts if part.label == "title"]
        for number, part in enumerate(parts):
            if part.label in _NAMES and titles and titles[0].start < part.start < titles[-1].start:
                before, behind = parts[:number], parts[number:]
                return _longest(text, before, "title"), _longest(text, behind, "title")
    title = _longest_run(parts, "title") or Span(0, 0)
    before = [part for part in parts if part.end <= (title.start or len(text))]
    named = max((part.end for part in before if part.label in (*_NAMES, "year")), default=0)
    volume = _longest_run(parts, "volume")
    spans = whole_title(text, title, container or Span(0, 0), named, volume.start if volume else -1)
    return text[slice(*spans[0])].strip(_EDGES), text[slice(*spans[1])].strip(_EDGES)


def _longest(text: str, parts: Sequence[_Part], label: str) -> str:
    """Return the text of the longest run of a part."""
    run = _longest_run(parts, label)
    return text[run.start : run.end].strip(_EDGES) if run else ""


def _longest_run(parts: Sequence[_Part], label: str) -> Span | None:
    """Return the longest run of a part, pieces that little lies between taken as one."""
    runs: list[list[int]] = []
    for part in parts:
        if part.label == label:
            if runs and part.start - runs[-1][1] <= _SHORT_GAP:
                runs[-1][1] = part.end
            else:
                runs.append([part.start, part.end])
    return Span(*max(runs, key=lambda run: run[1] - run[0])) if runs else None


def _authors(text: str, parts: Sequence[_Part]) -> Iterator[tuple[str, str]]:
    """Yield the authors: surnames with what stands behind them, or before in lists that do so."""
    names: list[_Part] = []
    for part in parts:
        if part.label in ("surname", "given"):
            between = text[names[-1].end : part.start] if names else ","
            if names and names[-1].label == part.label and not between.strip("-\u2010.' "):
                names[-1] = names[-1]._replace(end=part.end)  # "A.-L."
            else:
                names.append(part)
        elif names and part.label in _BEHIND and part.end - part.start > _SHORT_TITLE:
            break  # names behind a title are those of editors
    if _given_first(text, names):
        yield from _with_given_first(text, names)
        return
    at = count = 0
    while at < len(names) and count < MAX_AUTHORS:
        here = names[at]
        is_pair = at + 1 < len(names) and names[at + 1].label != here.label
        if is_pair:
            one, other = here, names[at + 1]
            surname, given = (one, other) if one.label == "surname" else (other, one)
            yield _clean(text, surname), _clean(text, given, stops=True)
        elif here.label == "surname":
            name = _INITIALS_AT_END.fullmatch(_clean(text, here))  # "Sayed MHSU", as one of several
            yield (name[1], name[2]) if name and len(names) > 2 else (_clean(text, here), "")
        at += 1 + is_pair
        count += 1


def _clean(text: str, part: _Part, *, stops: bool = False) -> str:
    return text[part.start : part.end].strip(" ,;:" if stops else _EDGES)


def _given_first(text: str, names: Sequence[_Part]) -> bool:
    """Return whether a list has surnames behind given names: by those that no comma divides."""
    pairs = [
        one.label
        for one, other in pairwise(names)
        if one.label != other.label and not text[one.end : other.start].strip()
    ]
    return pairs.count("given") > pairs.count("surname")


def _with_given_first(text: str, names: Sequence[_Part]) -> Iterator[tuple[str, str]]:
    """Yield authors of a list with surnames behind given names; the first may be the other way."""
    given: _Part | None = None
    count = 0
    for at, part in enumerate(names):
        following = names[at + 1] if at + 1 < len(names) else None
        if part.label == "given":
            given = part
            continue
        if count == MAX_AUTHORS:
            return
        count += 1
        if given is not None and not text[given.end : part.start].strip():
            yield _clean(text, part), _clean(text, given, stops=True)
            given = None
        elif not at and following and (at + 2 == len(names) or names[2].label == "given"):
            yield _clean(text, part), _clean(text, following, stops=True)
        else:
            *before, last = _clean(text, part).split(" ")
            yield last, " ".join(before)  # a name in full whose parts were not told apart
