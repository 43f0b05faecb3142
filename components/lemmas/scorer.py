"""The scorer of lemmas that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from typing import Any

from spacy.scorer import Scorer
from spacy.training import Example
from spacy.util import registry

from ..tags.scorer import of_words


@registry.scorers("citalign.LemmaScorer.v1")
def make_lemma_scorer() -> Callable:
    """Make a scorer of ``lemma_acc``, spaCy's token accuracy (0..1).

    White space and tokens without a gold lemma are left out; None where nothing is left.
    """
    return score_lemmas


def score_lemmas(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score lemmas with spaCy's rules for token attributes."""
    return Scorer.score_token_attr(examples, "lemma", getter=of_words)
