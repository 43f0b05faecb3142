"""Gold of evidence: which sentences of the cited article annotators chose for each citance.

``doc.user_data["evidence_gold"]`` is a list with an entry a citance, in the order of their group:
the numbers, from 0, of the sentences that were chosen, once for each annotator; [] where nobody
chose one. Sentences are counted over all spans of ``doc.spans["cited_text"]``.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spacy.tokens import Doc
from spacy.training import Example

from ...errors import InputError
from ..names import EVIDENCE_GOLD
from ..sentences.gold import copy_texts
from .words import CitingDoc, citing

if TYPE_CHECKING:
    from ...evidence.frequencies import Frequencies
    from ...evidence.training import CitedGroup

_SHOWN = 80


def evidence_gold(doc: Doc, given: CitingDoc) -> tuple[tuple[int, ...], ...] | None:
    """Return the chosen sentences of each citance, None where the Doc has no gold.

    Raises:
        InputError: it is malformed, or names a sentence that is not there.
    """
    stored = doc.user_data.get(EVIDENCE_GOLD)
    if stored is None:
        return None
    entries = stored if isinstance(stored, list | tuple) else ()
    shaped = len(entries) == len(given.citances) and all(
        isinstance(entry, list | tuple)
        and all(type(number) is int and 0 <= number < len(given.spans) for number in entry)
        for entry in entries
    )
    if not shaped:
        raise InputError(
            f"doc.user_data[{EVIDENCE_GOLD!r}] of {doc[:6].text!r}... is {str(stored)[:_SHOWN]}; "
            f"give a list for each of the {len(given.citances)} citances, of numbers from 0 below "
            f"{len(given.spans)}, the sentences of the cited text"
        )
    return tuple(tuple(entry) for entry in entries)


def copy_citing(source: Doc, target: Doc, citances: str, cited_text: str) -> None:
    """Put citances, article and sentence starts of a Doc on another of the same text.

    Raises:
        InputError: what they say differs.
    """
    for key in (citances, cited_text):
        copy_texts(source, target, key)


def cited_groups(examples: Iterable[Example], citances: str, cited_text: str) -> list["CitedGroup"]:
    """Return the articles of the references with citances and gold.

    Raises:
        InputError: none has them; gold is malformed.
    """
    from ...evidence.training import CitedGroup

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


def term_frequencies(files: Iterable[str] | None, groups: Sequence["CitedGroup"]) -> "Frequencies":
    """Count terms in the lines of files, or without files in the cited articles."""
    from ...corpora.io import text_lines
    from ...evidence.frequencies import count_frequencies

    if not files:
        return count_frequencies(sentence.text for group in groups for sentence in group.sentences)
    return count_frequencies(text_lines(files))
