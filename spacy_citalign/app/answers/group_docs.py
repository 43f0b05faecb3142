"""A group of citances as a Doc, and the row that is written of it once it is aligned."""

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ...citations.marks.citation import Mark
from ...errors import CitalignError, InputError
from ...schema import Citance, CitanceGroup, WorkAnswer
from .group_sentences import sentence_marks

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...components.citances.component import CitanceAligner


def group_doc(nlp: "Language", aligner: "CitanceAligner", group: CitanceGroup) -> "Doc":
    """Return the Doc of a group, to be annotated; empty citances are not on it.

    Raises:
        InputError: all citances are empty, one is too long, or they have far too many words.
    """
    from ...components.base.spans import get_character_spans
    from ...components.citations import STATED, set_citations
    from ...components.joining import join

    filled = [citance for citance in group.citances if citance.text]
    if not filled:
        raise InputError("all citances are empty; give them texts")
    for citance in filled:
        if len(citance.text) > nlp.max_length:
            raise InputError(
                f"the citance {citance.id!r} has {len(citance.text)} characters, more than the "
                f"pipeline's max_length of {nlp.max_length}; split the text"
            )
    _check_words(filled, aligner.settings.max_words)
    key = aligner.settings.spans_key
    doc = join([citance.text for citance in filled], nlp=nlp, key=key, labels=group.key)
    offsets = get_character_spans(doc, key) or []
    marks = [
        Mark(start + offset, end + offset, group.key if cites else "", STATED)
        for citance, (offset, _) in zip(filled, offsets, strict=True)
        for start, end, cites in sentence_marks(citance)
    ]
    set_citations(doc, marks)
    return doc


def _check_words(citances: list[Citance], limit: int) -> None:
    """See that citances have about as few words as the aligner takes, before they are annotated.

    What is beyond the bound by a tenth is refused here; the aligner counts exactly.

    Raises:
        InputError: they have more.
    """
    from ...components.citances.words import content_words, without_marks

    def too_many(texts: Iterable[str]) -> bool:
        sizes = accumulate(len(content_words(text, 0, len(text))) for text in texts)
        return any(size > 1.1 * limit for size in sizes)

    bare = (without_marks(one.text, [mark[:2] for mark in sentence_marks(one)]) for one in citances)
    if too_many(one.text for one in citances) and too_many(bare):  # to find marks takes longer
        raise InputError(
            f"{len(citances):,} citances have more than {limit:,} words, the most that are aligned "
            "together; give a sample of the citances, or parts of them as groups of their own. "
            "To have them all, save a pipeline whose citance_aligner has a larger max_words "
            "and name it with --pipeline; time and memory grow with it"
        )


def group_answer(doc: "Doc", aligner: "CitanceAligner", group: CitanceGroup) -> WorkAnswer:
    """Return the row of a group whose Doc is annotated; empty citances have no words.

    Raises:
        CitalignError: a component after the aligner took the alignment away.
    """
    from .aligned_rows import aligned_answer

    filled = [number for number, citance in enumerate(group.citances) if citance.text]
    alignment: Any = doc._.citance_alignment
    if alignment is None or len(alignment.citances) != len(filled):
        raise CitalignError(
            f"no alignment of the {len(filled)} citances is on the Doc at the end of the pipeline; "
            f"leave out the components after {aligner.name!r}"
        )
    return aligned_answer(doc, group, filled)
