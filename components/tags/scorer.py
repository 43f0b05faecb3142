"""The scorer of part-of-speech tags that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from typing import Any

from spacy.scorer import Scorer
from spacy.tokens import Token
from spacy.training import Example
from spacy.util import registry


@registry.scorers("citalign.TagScorer.v1")
def make_tag_scorer() -> Callable:
    """Make a scorer of ``tag_acc`` and ``pos_acc``, spaCy's token accuracies (0..1).

    White space and tokens without a gold tag are left out; None where nothing is left.
    """
    return score_tags


def score_tags(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score tags with spaCy's rules for token attributes."""
    examples = list(examples)
    scores: dict[str, Any] = {}
    for attribute in ("tag", "pos"):
        scores |= Scorer.score_token_attr(examples, attribute, getter=of_words)
    return scores


def of_words(token: Token, attribute: str) -> int:
    """Return the attribute's value, 0 (missing) for white space."""
    return 0 if token.is_space else getattr(token, attribute)
