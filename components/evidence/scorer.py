"""The scorer of evidence that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.training import Example
from spacy.util import registry

from ..names import CITANCES, CITED_TEXT
from .attributes import get_evidence
from .gold import evidence_gold
from .words import citing

_KEYS = ("p1", "mrr", "any3", "any5", "f2")


@registry.scorers("citalign.EvidenceScorer.v1")
def make_evidence_scorer(citances: str = CITANCES, cited_text: str = CITED_TEXT) -> Callable:
    """Make a scorer of the sentences that are found; gold is as ``gold`` says.

    It returns (0..1; None where no example has such gold), of all citances with gold together:

    - ``evidence_p1``: the share whose first sentence is right;
    - ``evidence_mrr``: the mean of one over the rank of the first that is right, 0 for none;
    - ``evidence_any3``, ``evidence_any5``: the share with a right one among the first three, five;
    - ``evidence_f2``: the F of the first two.
    """
    return partial(score_evidence, citances=citances, cited_text=cited_text)


def score_evidence(
    examples: Iterable[Example], *, citances: str, cited_text: str, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...evidence.scoring import score_rankings

    rankings: list[tuple[list[int], set[int]]] = []
    for example in examples:
        given = citing(example.reference, citances, cited_text)
        gold = None if given is None else evidence_gold(example.reference, given)
        if given is None or gold is None:
            continue
        numbers = {span: number for number, span in enumerate(given.spans)}
        by_citance = {
            (record["start_char"], record["end_char"]): record["evidence"]
            for record in get_evidence(example.predicted) or ()
        }
        for span, chosen in zip(given.citances, gold, strict=True):
            offsets = [
                (sentence["start_char"], sentence["end_char"])
                for sentence in by_citance.get(span, ())
            ]
            # One that is no sentence of gold is wrong.
            ranking = [numbers.get(offset, -1) for offset in offsets]
            rankings.append((ranking, set(chosen)))
    score = score_rankings(rankings)
    if not score.citances:
        return {f"evidence_{key}": None for key in _KEYS}
    return {f"evidence_{key}": getattr(score, key) for key in _KEYS}
