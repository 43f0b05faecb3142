"""The scorer of terms that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import TERMS
from ..spans import get_character_spans, span_scores, text_of


@registry.scorers("citalign.TermScorer.v1")
def make_term_scorer(spans_key: str = TERMS) -> Callable:
    """Make a scorer of terms.

    It returns (0..1; all None where no example has gold terms): precision, recall and F by exact
    match of characters, as ``propositional_terms_p/r/f``; of imperfect hits, where a term and a
    prediction share a character, as ``propositional_terms_imperfect_p/r/f``; and F of these one for
    one, ``propositional_terms_one_to_one_f``. Spans of white space alone are left out.
    ``spans_propositional_terms_p/r/f`` are spaCy's.
    """
    return partial(score_terms, spans_key=spans_key)


def score_terms(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...terms.scoring import imperfect, one_to_one, perfect

    examples = list(examples)
    gold, predicted = {}, {}
    for number, example in enumerate(examples):
        if spans_key in example.reference.spans:
            gold[str(number)] = _terms(example.reference, spans_key)
            predicted[str(number)] = _terms(example.predicted, spans_key)
    scores: dict[str, Any] = {}
    for kind, hits in (("", perfect(gold, predicted)), ("_imperfect", imperfect(gold, predicted))):
        for letter, value in zip("prf", (hits.precision, hits.recall, hits.f), strict=True):
            scores[f"propositional_terms{kind}_{letter}"] = value
    scores["propositional_terms_one_to_one_f"] = one_to_one(gold, predicted).f
    return (scores if gold else dict.fromkeys(scores)) | span_scores(examples, spans_key)


def _terms(doc: Doc, key: str) -> list[tuple[int, int]]:
    text = text_of(doc)
    return [(a, b) for a, b in get_character_spans(doc, key) or [] if text[a:b].strip()]
