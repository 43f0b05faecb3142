"""The scorer of gene mentions that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import GENE_ALTERNATIVES, GENE_MENTIONS
from ..spans import get_character_spans, span_scores


@registry.scorers("citalign.GeneMentionScorer.v1")
def make_gene_mention_scorer(
    spans_key: str = GENE_MENTIONS, alternatives_key: str = GENE_ALTERNATIVES
) -> Callable:
    """Make a scorer of gene mentions.

    It returns precision, recall and F (0..1) by the official BioCreative II rules, with
    alternatives, as ``gene_mentions_official_p/r/f``, and by strict exact match of characters as
    ``gene_mentions_strict_p/r/f``; all None where no example has gold mentions. Three counts say
    what the official rules credit beyond strict counting: ``gene_mentions_alternative_tp``,
    ``gene_mentions_shared_tp`` and ``gene_mentions_free_predictions`` (see ``official_score``).
    Spans of white space alone are left out. ``spans_gene_mentions_p/r/f`` are spaCy's.
    """
    return partial(score_gene_mentions, spans_key=spans_key, alternatives_key=alternatives_key)


def score_gene_mentions(
    examples: Iterable[Example], *, spans_key: str, alternatives_key: str, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...corpora.bc2gm import to_official
    from ...genes.scoring import official_score, strict_score

    def offsets(doc: Doc, key: str) -> list[tuple[int, int]]:
        text = doc.text
        spans = get_character_spans(doc, key) or []
        return [to_official(text, a, b) for a, b in spans if text[a:b].strip()]

    examples = list(examples)
    gold, alternatives, predicted = {}, {}, {}
    for number, example in enumerate(examples):
        if spans_key in example.reference.spans:
            name = str(number)
            gold[name] = offsets(example.reference, spans_key)
            alternatives[name] = offsets(example.reference, alternatives_key)
            predicted[name] = offsets(example.predicted, spans_key)
    scores: dict[str, Any] = {}
    official = official_score(gold, alternatives, predicted)
    for kind, score in (("official", official), ("strict", strict_score(gold, predicted))):
        for letter, value in zip("prf", (score.precision, score.recall, score.f), strict=True):
            scores[f"gene_mentions_{kind}_{letter}"] = value if gold else None
    for extra in ("alternative_tp", "shared_tp", "free_predictions"):
        scores[f"gene_mentions_{extra}"] = getattr(official, extra) if gold else None
    return scores | span_scores(examples, spans_key)
