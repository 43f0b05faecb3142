"""Another chunker to compare with: CRFsuite with the attributes of its own tutorial.

Okazaki (2007), "CRFsuite: a fast implementation of conditional random fields", whose tutorial
(chokkan.org/software/crfsuite/tutorial.html) is on CoNLL-2000 and describes 19 kinds of attributes:
words at up to two places from the word and two pairs of words; tags at the same places, four pairs
and three triples of tags; and marks of the first and the last word. Training is by L-BFGS with the
defaults of CRFsuite (c2 = 1, no limit of iterations), through sklearn-crfsuite. Attributes are
written here from that description.
"""

from collections.abc import Sequence

from spacy_citalign.chunks.scoring import Chunk
from spacy_citalign.corpora.conll import ChunkedSentence, chunks_of_tags

NAME = "CRFsuite, its tutorial's attributes"
WORD_RUNS = ((-2,), (-1,), (0,), (1,), (2,), (-1, 0), (0, 1))
TAG_RUNS = (
    *((-2,), (-1,), (0,), (1,), (2,)),
    *((-2, -1), (-1, 0), (0, 1), (1, 2)),
    *((-2, -1, 0), (-1, 0, 1), (0, 1, 2)),
)
FIRST, LAST = "__BOS__", "__EOS__"


class TutorialChunker:
    """Trains on sentences when it is made."""

    def __init__(self, sentences: Sequence[ChunkedSentence]):
        from sklearn_crfsuite import CRF

        self._crf = CRF(algorithm="lbfgs")
        self._crf.fit([attributes(one) for one in sentences], [labels(one) for one in sentences])

    def __call__(self, sentences: Sequence[ChunkedSentence]) -> list[list[Chunk]]:
        """Return the chunks of each sentence; its labels are read as ``conlleval`` reads them."""
        found = self._crf.predict([attributes(one) for one in sentences])
        return [chunks_of_tags(list(row)) for row in found]


def attributes(sentence: ChunkedSentence) -> list[list[str]]:
    """Return the attributes of each word; one that reaches beyond the sentence is left out."""
    size = len(sentence.words)
    rows: list[list[str]] = [[] for _ in range(size)]
    for letter, values, runs in (("w", sentence.words, WORD_RUNS), ("p", sentence.tags, TAG_RUNS)):
        for run in runs:
            name = f"{letter}{run}"
            for place in range(max(0, -run[0]), size - max(0, run[-1])):
                joined = "|".join(values[place + offset] for offset in run)
                rows[place].append(f"{name}={joined}")
    rows[0].append(FIRST)
    rows[-1].append(LAST)
    return rows


def labels(sentence: ChunkedSentence) -> list[str]:
    """Return the labels of {O, B-X, I-X} of each word."""
    found = ["O"] * len(sentence.words)
    for kind, start, end in sentence.chunks:
        found[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
    return found
