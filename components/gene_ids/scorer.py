"""The scorer of gene ids that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import GENE_MENTIONS
from .attributes import JOINED


@registry.scorers("citalign.GeneIdScorer.v1")
def make_gene_id_scorer(spans_key: str = GENE_MENTIONS) -> Callable:
    """Make a scorer of gene ids.

    It returns ``gene_ids_p/r/f`` (0..1): precision, recall and F of the ids of whole Docs, each id
    counted once a Doc, of all Docs together; None where no reference has an id.
    """
    return partial(score_gene_ids, spans_key=spans_key)


def score_gene_ids(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...gene_ids.scoring import score_id_sets

    pairs = [
        (ids_of(example.reference, spans_key), ids_of(example.predicted, spans_key))
        for example in examples
        if spans_key in example.reference.spans
    ]
    score = score_id_sets(pairs)
    is_known = any(gold for gold, _ in pairs)
    values = (score.precision, score.recall, score.f)
    return {
        f"gene_ids_{letter}": value if is_known else None
        for letter, value in zip("prf", values, strict=True)
    }


def ids_of(doc: Doc, key: str) -> set[str]:
    """Return the ids of the spans of a group."""
    ids = (gene_id for span in doc.spans.get(key, ()) for gene_id in span.kb_id_.split(JOINED))
    return {gene_id for gene_id in ids if gene_id}
