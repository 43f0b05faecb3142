"""Training of the evidence ranker: chosen sentences of Examples."""

from collections.abc import Iterable, Sequence

from spacy.training import Example

from ...errors import InputError
from ...evidence.frequencies import Frequencies, count_frequencies
from ...evidence.training import CitedGroup
from ..names import EVIDENCE_GOLD
from .gold import evidence_gold
from .words import citing


def cited_groups(examples: Iterable[Example], citances: str, cited_text: str) -> list[CitedGroup]:
    """Return the articles of the references with citances and gold.

    Raises:
        InputError: none has them; gold is malformed.
    """
    groups = []
    count = 0
    for example in examples:
        count += 1
        given = citing(example.reference, citances, cited_text)
        gold = None if given is None else evidence_gold(example.reference, given)
        if given is not None and gold is not None:
            groups.append(CitedGroup(tuple(given.texts), tuple(given.sentences), gold))
    if not groups:
        raise InputError(
            f'none of the {count} training examples has doc.spans["{citances}"], '
            f'doc.spans["{cited_text}"] and doc.user_data["{EVIDENCE_GOLD}"] in its reference; put '
            "citances, article and chosen sentences there, as the reader "
            "citalign.CitedArticles.v1 does"
        )
    return groups


def term_frequencies(files: Iterable[str] | None, groups: Sequence[CitedGroup]) -> Frequencies:
    """Count terms in the lines of files, or without files in the cited articles."""
    if not files:
        return count_frequencies(one.text for group in groups for one in group.sentences)
    from ...corpora.io import text_lines

    return count_frequencies(text_lines(files))
