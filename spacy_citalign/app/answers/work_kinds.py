"""The kind of a work, by what is known of it and the sentences that cite it."""

from ...schema import Citance, CitanceGroup
from ...statements.clause import SentenceMark
from ...statements.kind import KindSentence, WorkKind, find_kind


def kind_of(group: CitanceGroup) -> WorkKind:
    """Return the kind of the work of a group."""
    title, journal = map(group.cited.text_of, ("title", "source"))
    sentences = [
        KindSentence(one.text, one.section or "", sentence_marks(one))
        for one in group.citances
        if one.text
    ]
    return find_kind(title, journal, sentences)


def sentence_marks(citance: Citance) -> list[SentenceMark]:
    """Return the marks of a citance that the file gives."""
    return [
        SentenceMark(mark.start, mark.end, bool(mark.cites)) for mark in citance.citations or ()
    ]
