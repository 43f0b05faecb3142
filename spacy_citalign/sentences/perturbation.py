"""Copies of aligned texts with less in common, to learn from.

Drafts and translations with gold alignments are close to each other; summaries, simplifications
and parallel accounts are not, and few of them are aligned by hand. So pairs are made more distant:
words and sentences are left out, neighbours merged, blocks of sentences moved. Their gold stays
known.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Sentences = Sequence[Sequence[str]]


class Perturbation(NamedTuple):
    """Limits of the changes to a copy; each copy is given shares drawn up to these.

    Attributes:
        words: share of words left out, half of it in the first text.
        sentences: share of sentences left out.
        merges: share of sentences merged with the one before.
        moved: share of the copies whose second text is shuffled in blocks.
        block: least and most sentences of such a block.
        cut: share of the copies of which only some neighbouring sentences of either text are left,
            the same or others; so short texts are learned from, and texts with nothing in common.
        piece: least and most sentences that are left of these.
    """

    words: float = 0.8
    sentences: float = 0.5
    merges: float = 0.3
    moved: float = 0.5
    block: tuple[int, int] = (3, 7)
    cut: float = 0.3
    piece: tuple[int, int] = (1, 6)


STRONG = Perturbation()
"""What models are trained with."""


class _Sentence(NamedTuple):
    words: Sequence[str]
    numbers: frozenset[int]
    """Of the sentences of the original that it is made of."""


def perturbed(
    first: Sentences,
    second: Sentences,
    links: set[tuple[int, int]],
    strength: Perturbation,
    random: np.random.Generator,
) -> tuple[Sentences, Sentences, list[tuple[int, int]]]:
    """Return a copy of two texts, and its links."""
    words = random.uniform(0, strength.words)
    first_copy, second_copy = (
        _reduced(text, share * words, strength, random)
        for text, share in ((first, 0.5), (second, 1.0))
    )
    if random.random() < strength.moved:
        second_copy = _moved(second_copy, strength.block, random)
    if random.random() < strength.cut:
        first_copy, second_copy = _cut(first_copy, second_copy, strength.piece, random)
    rows, columns = (
        {number: position for position, sentence in enumerate(text) for number in sentence.numbers}
        for text in (first_copy, second_copy)
    )
    return (
        [sentence.words for sentence in first_copy],
        [sentence.words for sentence in second_copy],
        sorted({(rows[a], columns[b]) for a, b in links if a in rows and b in columns}),
    )


def _reduced(
    text: Sentences, words: float, strength: Perturbation, random: np.random.Generator
) -> list[_Sentence]:
    """Leave out sentences, merge neighbours, leave out words; one of each is always left."""
    lost = random.uniform(0, strength.sentences)
    merged = random.uniform(0, strength.merges)
    stay = np.flatnonzero(random.random(len(text)) >= lost)
    kept: list[_Sentence] = []
    for number in stay.tolist() or list(range(len(text)))[:1]:
        sentence = _Sentence(text[number], frozenset([number]))
        if kept and number - 1 in kept[-1].numbers and random.random() < merged:
            sentence = _Sentence(
                [*kept[-1].words, *sentence.words], kept.pop().numbers | sentence.numbers
            )
        kept.append(sentence)
    return [sentence._replace(words=_thinned(sentence.words, words, random)) for sentence in kept]


def _thinned(words: Sequence[str], share: float, random: np.random.Generator) -> Sequence[str]:
    """Leave out a share of the words."""
    stay = random.random(len(words)) >= share
    return [word for word, stays in zip(words, stay.tolist(), strict=True) if stays] or words[:1]


def _moved(
    text: list[_Sentence], block: tuple[int, int], random: np.random.Generator
) -> list[_Sentence]:
    """Shuffle blocks of sentences."""
    cuts = np.cumsum(random.integers(block[0], block[1] + 1, size=len(text)))
    blocks = np.split(np.arange(len(text)), cuts[cuts < len(text)])
    return [text[number] for at in random.permutation(len(blocks)) for number in blocks[at]]


def _cut(
    first: list[_Sentence],
    second: list[_Sentence],
    piece: tuple[int, int],
    random: np.random.Generator,
) -> tuple[list[_Sentence], list[_Sentence]]:
    """Leave a piece of each text, from the same place in half of the cases."""
    share_of_first, share_of_second = random.random(2)
    shares = (share_of_first, share_of_first if random.random() < 0.5 else share_of_second)
    pieces = []
    for text, share in zip((first, second), shares, strict=True):
        size = random.integers(piece[0], piece[1] + 1)
        start = int(share * max(0, len(text) - size + 1))
        pieces.append(text[start : start + size])
    return pieces[0], pieces[1]
