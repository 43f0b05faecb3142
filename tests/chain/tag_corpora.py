"""Small corpora of BIO tags on numbered attributes, for the trainers of masked CRFs."""

from itertools import chain
from typing import NamedTuple

import numpy as np

from spacy_citalign.chain.labels import BIO
from spacy_citalign.chain.likelihood import Likelihood, Structure


class TagCorpus(NamedTuple):
    """Sequences of tokens; ``tokens`` are lists of attribute numbers, ``tags`` words over BIO."""

    tokens: list
    tags: list

    def tag_numbers(self):
        return [np.array([BIO.index(tag) for tag in word]) for word in self.tags]

    def arrays(self, windows):
        """indptr, attributes, labels and lengths, as ``train_masked_crf`` takes them."""
        flat = list(chain.from_iterable(self.tokens))
        return (
            np.cumsum([0, *map(len, flat)]),
            np.array(list(chain.from_iterable(flat)), dtype=np.int32),
            np.concatenate([windows.encode(tags) for tags in self.tag_numbers()]),
            np.array([len(sequence) for sequence in self.tokens]),
        )

    def likelihood(self, windows):
        return Likelihood(*self.arrays(windows), Structure.of(windows))

    def backwards(self):
        """The same sequences from right to left; tags need not be BIO then."""
        return TagCorpus([s[::-1] for s in self.tokens], [word[::-1] for word in self.tags])


def random_tags(rng, size):
    """A word over BIO in which no I follows O or stands first."""
    word = ""
    for _ in range(size):
        word += rng.choice(list("BIO") if word[-1:] in ("B", "I") else ["B", "O"])
    return word


def random_corpus(seed, sequences=12, longest=6, kinds=8):
    """Tokens have up to three attributes, of which the first tends to tell the tag."""
    rng = np.random.default_rng(seed)
    tags = [random_tags(rng, rng.integers(1, longest + 1)) for _ in range(sequences)]

    def attributes(tag):
        own = BIO.index(tag) if rng.random() < 0.7 else int(rng.integers(3))
        return [own, *rng.integers(3, kinds, rng.integers(0, 3)).tolist()]

    return TagCorpus([[attributes(tag) for tag in word] for word in tags], tags)
