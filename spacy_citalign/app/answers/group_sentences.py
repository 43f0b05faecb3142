"""The citances of a group as sentences, and their marks of citation."""

import re

from ...citations.marks.finder import find_citations
from ...schema import Citance, CitanceGroup
from ...statements.clause import SentenceMark
from ...statements.kind import KindSentence, WorkKind, find_kind
from ...statements.sentences import CitingSentence, touches


def sentences_of_group(group: CitanceGroup, most: int | None = None) -> list[CitingSentence]:
    """Return the citances of a group.

    Args:
        group: the group.
        most: so many at most, the first ones; None for all.
    """
    from ...components.citation_scopes import citing_sentence

    author = group.cited.text_of("first_author")
    return [
        citing_sentence(one.text, sentence_marks(one, author), article=one.article_name or None)
        for one in group.citances[:most]
    ]


def sentence_marks(citance: Citance, author: str = "") -> list[SentenceMark]:
    """Return the marks of a citance, ascending, and whether they cite the work of its group.

    Marks are looked for in its text where the file names none, or none that cites the work. Those
    that it names without saying which works they cite are then of the work; else those with its
    author are, if others have none. Where no mark is said to be of the work, it is not known which.

    Args:
        citance: the citance.
        author: the surname of the first author of the work, "" where it is not known.
    """
    given = citance.citations or []
    marks = [SentenceMark(mark.start, mark.end, mark.cites is True) for mark in given]
    if any(mark.cites for mark in marks):
        return sorted(marks)
    if citance.citations is not None and not given:
        return []
    taken = [mark[:2] for mark in marks]
    others = [
        SentenceMark(mark.start, mark.end, False)
        for mark in find_citations(citance.text)
        if not touches(taken, mark.start, mark.end)
    ]
    if given and all(mark.cites is None for mark in given):
        return sorted([*(mark._replace(cites=True) for mark in marks), *others])
    found = sorted([*marks, *others])
    named = [
        one._replace(cites=bool(author) and _is_of(citance.text, one, author)) for one in found
    ]
    return found if all(one.cites for one in named) else named


def _is_of(text: str, mark: SentenceMark, author: str) -> bool:
    """Return whether the surname stands in a mark or at once before it: "Zork et al. (2004)"."""
    before = re.escape(author) + r"(?: et al\.?)?[\s,(\[]*"
    inside = re.search(rf"\b{re.escape(author)}\b", text[mark.start : mark.end])
    return inside is not None or re.search(rf"\b{before}$", text[: mark.start]) is not None


def kind_of(group: CitanceGroup) -> WorkKind:
    """Return the kind of the work of a group."""
    title, journal = map(group.cited.text_of, ("title", "source"))
    sentences = [
        KindSentence(one.text, one.section or "", sentence_marks(one))
        for one in group.citances
        if one.text
    ]
    return find_kind(title, journal, sentences)
