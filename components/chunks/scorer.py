"""The scorer of base phrases that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import BASE_PHRASES
from ..spans import labelled_spans, span_scores

if TYPE_CHECKING:
    from ...chunks.scoring import Chunk


@registry.scorers("citalign.ChunkScorer.v1")
def make_chunk_scorer(spans_key: str = BASE_PHRASES) -> Callable:
    """Make a scorer of base phrases, as CoNLL-2000 counts them: by first and last word and type.

    It returns ``base_phrases_p/r/f`` (0..1) and ``base_phrases_per_type``, the same three as ``p``,
    ``r`` and ``f`` by type; all are None where no example has gold phrases.
    ``spans_base_phrases_p/r/f`` are spaCy's.
    """
    return partial(score_base_phrases, spans_key=spans_key)


def score_base_phrases(
    examples: Iterable[Example], *, spans_key: str = BASE_PHRASES, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...chunks.scoring import score_chunks

    examples = list(examples)
    known = [eg for eg in examples if spans_key in eg.reference.spans]
    scores = score_chunks(
        (_phrases(eg.reference, spans_key), _phrases(eg.predicted, spans_key)) for eg in known
    )
    values = {
        "base_phrases_p": scores.all.precision,
        "base_phrases_r": scores.all.recall,
        "base_phrases_f": scores.all.f,
        "base_phrases_per_type": {
            name: {"p": type_score.precision, "r": type_score.recall, "f": type_score.f}
            for name, type_score in scores.by_type.items()
        },
    }
    return (values if known else dict.fromkeys(values)) | span_scores(examples, spans_key)


def _phrases(doc: Doc, spans_key: str) -> list["Chunk"]:
    """Return the phrases of a Doc by characters, so that other tokens are no error."""
    return [(label, start, end) for start, end, label in labelled_spans(doc, spans_key)]
