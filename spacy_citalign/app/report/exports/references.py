"""Cited works and citing articles of many groups as the entries of a bibliography, each once."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from ....citations.works.same_works import WorkGroup, WorkIndex
from ....citations.works.work_agreement import SMALL_WORDS
from ....citations.works.work_names import IDENTIFIERS, normal_name, work_key
from ....schema import Article, CitanceGroup, known_fields
from ..notices import notice_view
from ..phrases import free_name
from ..safe_html import identifier_url

CITED, CITING = "cited", "citing"
_ADDRESSES = {
    "doi": "https://doi.org/{}",
    "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/{}/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "arxiv": "https://arxiv.org/abs/{}",
}
_BLANKS = re.compile("[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_COLLECTIVE = re.compile(
    r"\b(?:association|collaboration|committee|consortium|group|institute|network|organi[sz]ation"
    r"|project|society|team)\b",
    re.IGNORECASE,
)


class Author(NamedTuple):
    """A person, or a collaboration, which has no given names.

    Attributes:
        surname: or the whole name of a collaboration.
        given: initials with full stops, "A. B.".
        is_person: whether it is one, as far as the name tells.
    """

    surname: str
    given: str
    is_person: bool


class Reference(NamedTuple):
    """An entry of a bibliography.

    Attributes:
        key: its name, of the letters a to z and digits, no other entry has it.
        kind: "article" in a journal, "book", "preprint", or "other".
        authors: in order.
        year: four digits, else what is printed.
        title, source: of the work, and of the journal or book that it stands in.
        identifiers: ``doi``, ``pmid``, ``pmcid``, ``arxiv``, those that are known and well formed.
        note: what else is known where there is no title, and that it was retracted.
        roles: ``CITED``, ``CITING`` or both.
    """

    key: str
    kind: str
    authors: tuple[Author, ...]
    year: str
    title: str
    source: str
    identifiers: dict[str, str]
    note: str
    roles: tuple[str, ...]


class Bibliography:
    """Collects the works of groups; the same work counts once, cited, citing or both."""

    def __init__(self) -> None:
        self._index: WorkIndex[str] = WorkIndex()
        self._citing: set[str] = set()

    def add(self, group: CitanceGroup) -> None:
        """Add a cited work and the articles that cite it, of which more than a name is known."""
        self._index.add(group.key, known_fields(group.cited), CITED)
        for citance in group.citances:
            known = known_fields(citance.article) if citance.article else {}
            name = citance.article_name or work_key(known)
            if known and name not in self._citing:
                self._citing.add(name)
                self._index.add(name, {"source": known.get("journal"), **known}, CITING)

    def references(self) -> list[Reference]:
        """Return the entries in order of appearance."""
        keys: dict[str, int] = {}
        return [_reference(group, keys) for group in self._index.groups()]


def address_of(work: Article) -> str:
    """Return the address of a work on the web, "" of one without identifiers.

    >>> address_of(Article(pmid="11", doi="10.5555/a b")), address_of(Article(title="Frogs"))
    ('https://doi.org/10.5555/a%20b', '')
    """
    for kind, address in _ADDRESSES.items():
        if value := work.text_of(kind):
            return address.format(quote(value, safe="/:;().-_~", errors="replace"))
    return ""


def _reference(group: WorkGroup[str], keys: dict[str, int]) -> Reference:
    """Return the entry of a work; ``keys`` counts the keys that are given."""
    work = group.cited
    authors = tuple(_authors(work))
    title, source = (_line(work.get(name)) for name in ("title", "source"))
    ids = {
        kind: value
        for kind in IDENTIFIERS
        if identifier_url(kind, value := _line(work.get(kind))) is not None
    }
    printed = _line(work.get("year"))
    year = _YEAR.search(printed)
    kind = "other"
    if source:
        kind = "book" if source == title else "article"
    elif "arxiv" in ids:
        kind = "preprint"
    notice = notice_view(Article(retracted=work.get("retracted")))
    notes = ("" if title else _line(work.get("text")) or group.key, notice.label if notice else "")
    return Reference(
        free_name(_key(authors, year[0] if year else "", title), keys, "x"),
        kind,
        authors,
        year[0] if year else printed,
        title,
        "" if kind == "book" else source,
        ids,
        "; ".join(filter(None, notes)),
        tuple(dict.fromkeys(group.items)),
    )


def _authors(work: Mapping[str, Any]) -> Iterable[Author]:
    """Yield the authors of a work, the first alone where no more are known."""
    names, initials = work.get("authors"), work.get("initials")
    if not isinstance(names, list | tuple):
        names, initials = [work.get("first_author")], ()
    if not isinstance(initials, list | tuple) or len(initials) != len(names):
        initials = [""] * len(names)
    for name, letters in zip(names, initials, strict=True):
        surname, given = _line(name), " ".join(f"{one}." for one in _line(letters).replace(" ", ""))
        if surname:
            yield Author(surname, given, bool(given) or not _COLLECTIVE.search(surname))


def _key(authors: tuple[Author, ...], year: str, title: str) -> str:
    """Return surname, year and the first word of the title, as bibliographies call a work."""
    name = normal_name(authors[0].surname) if authors else ""
    words = [word for word in normal_name(title).split() if word not in SMALL_WORDS]
    return re.sub("[^a-z0-9]", "", f"{name}{year}{words[0] if words else ''}") or "work"


def _line(value: Any) -> str:
    """Return a text as one line."""
    return _BLANKS.sub(" ", "" if value is None else str(value)).strip()
