"""The texts of a Doc aligned with each other, pair by pair, so that one pair fails alone."""

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from spacy.vocab import Vocab

from ..errors import InputError
from ..sentences.choices import Method
from .sentence_words import TextSentences, sentence_vectors

if TYPE_CHECKING:
    from ..sentences.aligner import SentenceAligner
    from ..sentences.evidence import Embed
    from ..sentences.methods import Links


class Aligned(NamedTuple):
    """The texts of a Doc, the links of pairs of them, and why other pairs have none."""

    texts: list[TextSentences]
    links: dict[tuple[int, int], "Links"]
    refused: dict[tuple[int, int], str]


def align_texts(
    aligner: "SentenceAligner",
    texts: list[TextSentences],
    *,
    method: Method,
    threshold: float | None,
    limit: int | None,
) -> Aligned:
    """Align all pairs of texts; the other arguments are those of the aligner.

    The threshold is a probability, or None for that of the method.
    """
    links: dict[tuple[int, int], Links] = {}
    refused: dict[tuple[int, int], str] = {}
    for one, other in combinations(range(len(texts)), 2):
        try:
            links[one, other] = aligner(
                texts[one].words,
                texts[other].words,
                method=method,
                threshold=threshold,
                limit=limit,
            )
        except (InputError, MemoryError) as error:
            refused[one, other] = str(error) or "there is not enough memory"
    return Aligned(texts, links, refused)


def embedding(vocab: Vocab) -> "Embed | None":
    """Return what gives the vectors of sentences, None where there are no vectors of words."""
    return partial(sentence_vectors, vocab) if vocab.vectors_length else None
