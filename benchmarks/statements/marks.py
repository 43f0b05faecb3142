"""Which marks of citation in the sentences of a group cite the work of the group.

Groups of ``citation_integrity`` have stand-ins for marks that say so. Of ``scisumm`` some have the
mark of the work stated; else the marks with the year of the work cite it, which keys of the ACL
Anthology begin with (P05-1012: 2005), of these the ones with the surname that most of them begin
with; where there are none, it is not known, and all may.
"""

import re
from collections import Counter
from typing import Any

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.statements.clause import SentenceMark

_STAND_IN = re.compile(r"<\|(?:multi_)?(?:other_)?cit\|>")
_OTHER = "<|other_cit|>"
_STANDS_FOR_MARK = "1"
_ANTHOLOGY = re.compile(r"[A-Z](\d\d)-\d{4}")
_SURNAME = re.compile(r"[A-Z][\w'-]+")
Sentence = tuple[str, list[SentenceMark]]


def marked_sentences(row: dict[str, Any]) -> list[Sentence]:
    """Return the sentences of a group of citances, each with its marks."""
    sentences = [_sentence(citance) for citance in row["citances"]]
    key = _ANTHOLOGY.fullmatch(row["target"])
    if key is None:
        return sentences
    century = "19" if key[1] > "50" else "20"
    return _with_year(sentences, century + key[1])


def _sentence(citance: dict[str, Any]) -> Sentence:
    if "raw" in citance:
        return _from_stand_ins(citance["raw"])
    text, stated = citance["text"], citance.get("marker") or ""
    marks = [SentenceMark(one.start, one.end, False) for one in find_citations(text)]
    start = text.find(stated) if stated else -1
    if start >= 0:
        own = SentenceMark(start, start + len(stated), True)
        marks = [own, *(one for one in marks if one.end <= own.start or own.end <= one.start)]
    return text, sorted(marks)


def _from_stand_ins(raw: str) -> Sentence:
    text, marks, last = "", [], 0
    for match in _STAND_IN.finditer(raw):
        text += raw[last : match.start()]
        end = len(text) + len(_STANDS_FOR_MARK)
        marks.append(SentenceMark(len(text), end, match[0] != _OTHER))
        text += _STANDS_FOR_MARK
        last = match.end()
    return text + raw[last:], marks


def _with_year(sentences: list[Sentence], year: str) -> list[Sentence]:
    """Return the sentences; where no mark is said to cite the work, those of its year do."""
    surnames = Counter(
        name[0]
        for text, marks in sentences
        for mark in marks
        if year in text[mark.start : mark.end]
        and (name := _SURNAME.search(text, mark.start, mark.end))
    )
    surname = surnames.most_common(1)[0][0] if surnames else ""
    marked = []
    for text, marks in sentences:
        shown = {mark: text[mark.start : mark.end] for mark in marks}
        of_year = {mark for mark in marks if year in shown[mark]}
        own = {mark for mark in of_year if surname in shown[mark]} or of_year
        if not any(mark.cites for mark in marks):
            marks = [mark._replace(cites=mark in own) for mark in marks]
        marked.append((text, marks))
    return marked
