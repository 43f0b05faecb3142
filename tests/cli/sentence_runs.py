"""What tests of aligned sentences share: an aligner that compares words and needs no training."""

from itertools import combinations

import numpy as np
from spacy.language import Language

from spacy_citalign.components.sentences.attributes import set_links
from spacy_citalign.components.sentences.component import SentenceAlignerPipe
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.sentences.methods import Links

HUGE = "huge"  # a text with this word is too large
SEEN: list[tuple] = []  # method and threshold of each pair of texts


def by_words(first, second, threshold) -> Links:
    """Link sentences by the share of their words that both have, a half or more."""
    words = [
        [{word.lower() for word in own if word.isalnum()} for own in text]
        for text in (first, second)
    ]
    shares = [
        (i, j, len(a & b) / max(len(a | b), 1))
        for i, a in enumerate(words[0])
        for j, b in enumerate(words[1])
    ]
    found = [one for one in shares if one[2] >= (threshold or 0.5)]
    one, other, probability = zip(*found, strict=True) if found else ((), (), ())
    return Links(
        np.array(one, dtype=np.int64), np.array(other, dtype=np.int64), np.array(probability)
    )


@Language.factory("sentences_test_aligner")
class WordAligner(SentenceAlignerPipe):
    """Compares words."""

    def __init__(self, nlp: Language, name: str):
        super().__init__(nlp, name)

    fitted = True

    def predict(self, docs):
        return [self._links(text_sentences(doc, self.texts, self.normalize)) for doc in docs]

    def _links(self, texts):
        found = {}
        for one, other in combinations(range(len(texts)), 2):
            SEEN.append((self.method, self.threshold))
            first, second = texts[one].words, texts[other].words
            if any(HUGE in sentence for sentence in [*first, *second]):
                self.unaligned += 1
            else:
                found[one, other] = by_words(first, second, self.threshold)
        return texts, found

    def set_annotations(self, docs, predictions):
        for doc, (texts, found) in zip(docs, predictions, strict=True):
            set_links(doc, texts, found)

    def to_disk(self, path, *, exclude=()):
        """There is nothing to save."""

    def from_disk(self, path, *, exclude=()):
        return self
