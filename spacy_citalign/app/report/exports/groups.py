"""Rows of citances as records for exports: whatever is missing in a row is empty.

Rows of all versions are read, aligned or not; what is of a wrong type is passed over.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ....citations.articles import citing_article, is_self_citation
from ..row_evidence import Evidence, read_evidence
from ..row_values import text_of

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class CitingSentence(NamedTuple):
    """A citance.

    Attributes:
        id: its name.
        text: as it stands.
        article: what the citing article is called, "" where nobody knows.
        about: what is known of that article.
        section: where in it the sentence stands.
        start: its first character in the text of the article, None where it is not known.
        prefix, suffix: what stands before and behind it there.
        self_citation: whether the article and the cited work share an author, None where the
            authors of one are not known.
        cue: words by which it differs from the work, "" for none.
        evidence: sentences of the cited article that it likely speaks of, likeliest first; None
            where nobody looked.
    """

    id: str
    text: str
    article: str
    about: Mapping[str, Any]
    section: str
    start: int | None
    prefix: str
    suffix: str
    self_citation: bool | None
    cue: str
    evidence: tuple[Evidence, ...] | None


class Member(NamedTuple):
    """Half-open characters of a citance, which is named by its place from 0."""

    place: int
    start: int
    end: int


class AlignedClass(NamedTuple):
    """Words of several citances that say the same; wordings are most frequent first."""

    name: str
    wordings: tuple[str, ...]
    members: tuple[Member, ...]


class Statement(NamedTuple):
    """What several citances say of the work.

    Attributes:
        classes: those that go together.
        places: of the citances, the most central first; one or more.
        articles: how many say it, None where it is not known.
    """

    classes: tuple[AlignedClass, ...]
    places: tuple[int, ...]
    articles: int | None


class Group(NamedTuple):
    """The citances of a work, and what they share."""

    key: str
    cited: Mapping[str, Any]
    citances: tuple[CitingSentence, ...]
    classes: tuple[AlignedClass, ...]
    statements: tuple[Statement, ...]


def group_of(row: Mapping[str, Any]) -> Group:
    """Return the group of a row that has ``cited`` and ``citances`` with texts."""
    cited = _mapping(row.get("cited"))
    cues = _cues(row.get("differing"))
    citances = tuple(
        _citance(value, place, cited, "; ".join(cues[place]))
        for place, value in enumerate(_listed(row.get("citances")))
    )
    classes = tuple(_class(value, citances) for value in _mappings(row.get("classes")))
    by_name = {one.name: one for one in classes}
    return Group(
        text_of(cited.get("key")),
        cited,
        citances,
        classes,
        tuple(
            statement
            for value in _mappings(row.get("statements"))
            if (statement := _statement(value, by_name, len(citances))).places
        ),
    )


def whole_characters(text: str) -> str:
    r"""Return a text of the same length with U+FFFD for half characters, which UTF-8 cannot say.

    >>> whole_characters("Frogs \ud800 hop")
    'Frogs \ufffd hop'
    """
    return _HALF_CHARACTER.sub("\ufffd", text)


def _citance(value: Any, place: int, cited: Mapping[str, Any], cue: str) -> CitingSentence:
    known = _mapping(value)
    text = value if isinstance(value, str) else known.get("text")
    about = _mapping(known.get("article"))
    is_own: bool | None = None
    if known.get("self_citation") is True:
        is_own = True
    elif _has_authors(about) and _has_authors(cited):
        is_own = is_self_citation(about, cited)
    return CitingSentence(
        text_of(known.get("id")) or f"{text_of(cited.get('key'))}-{place + 1}",
        whole_characters(text) if isinstance(text, str) else "",
        citing_article(known) or "",
        about,
        text_of(known.get("section")),
        _offset(known.get("start")),
        whole_characters(_string(known.get("prefix"))),
        whole_characters(_string(known.get("suffix"))),
        is_own,
        cue,
        read_evidence(known.get("evidence"), len(text) if isinstance(text, str) else 0),
    )


def _cues(differing: Any) -> defaultdict[int, list[str]]:
    """Return the cues of each citance that differs, by its place."""
    cues: defaultdict[int, list[str]] = defaultdict(list)
    for value in _mappings(differing):
        place, cue = _offset(value.get("place")), text_of(value.get("cue"))
        if place is not None and cue:
            cues[place].append(cue)
    return cues


def _class(value: Mapping[str, Any], citances: tuple[CitingSentence, ...]) -> AlignedClass:
    members = []
    for member in _mappings(value.get("members")):
        place, start, end = (_offset(member.get(name)) for name in ("place", "start", "end"))
        if place is None or start is None or end is None or place >= len(citances):
            continue
        if start < end <= len(citances[place].text):
            members.append(Member(place, start, end))
    wordings = tuple(filter(None, map(text_of, _listed(value.get("wordings")))))
    return AlignedClass(text_of(value.get("class")), wordings, tuple(sorted(members)))


def _statement(
    value: Mapping[str, Any], classes: Mapping[str, AlignedClass], count: int
) -> Statement:
    names = map(text_of, _listed(value.get("classes")))
    places = map(_offset, _listed(value.get("places")))
    return Statement(
        tuple(classes[name] for name in names if name in classes),
        tuple(place for place in places if place is not None and place < count),
        _offset(value.get("articles")),
    )


def _has_authors(record: Mapping[str, Any]) -> bool:
    return bool(record.get("authors") or record.get("first_author"))


def _offset(value: Any) -> int | None:
    """Return a whole number from 0 on, None of anything else."""
    return value if type(value) is int and value >= 0 else None


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in _listed(value) if isinstance(one, Mapping)]
