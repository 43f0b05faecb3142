"""The scorer of base phrases that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import BASE_PHRASES
from ..spans import labelled_spans

if TYPE_CHECKING:
    from ...chunks.scoring import Chunk


@registry.scorers("citalign.ChunkScorer.v1")
def make_chunk_scorer() -> Callable:
    """Make a scorer of base phrases, as CoNLL-2000 counts them: by first and last word and type.

    It returns ``base_phrases_p/r/f`` (0..1) and ``base_phrases_per_type``, the same three as ``p``,
    ``r`` and ``f`` by type; all are None where no example has gold phrases.
    """
    return score_base_phrases


def score_base_phrases(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...chunks.scoring import score_chunks

    known = [eg for eg in examples if BASE_PHRASES in eg.reference.spans]
    scores = score_chunks((_phrases(eg.reference), _phrases(eg.predicted)) for eg in known)
    values = {
        "base_phrases_p": scores.all.precision,
        "base_phrases_r": scores.all.recall,
        "base_phrases_f": scores.all.f,
        "base_phrases_per_type": {
            name: {"p": type_score.precision, "r": type_score.recall, "f": type_score.f}
            for name, type_score in scores.by_type.items()
        },
    }
    return values if known else dict.fromkeys(values)


def _phrases(doc: Doc) -> list["Chunk"]:
    """Return the phrases of a Doc by characters, so that other tokens are no error."""
    return [(label, start, end) for start, end, label in labelled_spans(doc, BASE_PHRASES)]
