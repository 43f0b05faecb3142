"""The accuracy of words' tags, as ``conlleval`` of CoNLL-2000 counts it beside chunks."""

from collections.abc import Iterable

from spacy_citalign.chunks.scoring import Chunk


def right_tags(gold: Iterable[Chunk], predicted: Iterable[Chunk], size: int) -> int:
    """Return how many of the ``size`` words of a sentence have the right tag of {O, B_X, I_X}."""
    pairs = zip(_tags(gold, size), _tags(predicted, size), strict=True)
    return sum(gold_tag == predicted_tag for gold_tag, predicted_tag in pairs)


def _tags(chunks: Iterable[Chunk], size: int) -> list[str]:
    """Return the tags of words, O outside of chunks."""
    tags = ["O"] * size
    for kind, start, end in chunks:
        tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
    return tags
