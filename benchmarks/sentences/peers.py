"""Other aligners of sentences, neither the paper's nor ours.

Gale & Church (1993), "A program for aligning sentences in bilingual corpora", Computational
Linguistics, sees only how many characters sentences have; NLTK's is run with its own parameters.
Reciprocal best hits link two sentences that are each other's best match by word overlap. Neither
gives probabilities: links are ranked by their overlap, or not at all.
"""

import numpy as np

from spacy_citalign.sentences.calibration import reciprocal_best_hits
from spacy_citalign.sentences.methods import Links
from spacy_citalign.sentences.similarity import cosines, overlap_vectors
from spacy_citalign.sentences.terms import Normalizer, Sentences

INSTALL = "pip install nltk"


def gale_church(first: Sentences, second: Sentences) -> Links:
    """Align by length.

    Raises:
        ImportError: NLTK is not installed.
    """
    try:
        from nltk.translate.gale_church import align_blocks
    except ImportError as error:
        raise ImportError(f"Gale-Church needs NLTK: {INSTALL}") from error
    lengths = ([len(" ".join(words)) for words in text] for text in (first, second))
    pairs = np.array(sorted(align_blocks(*lengths)), dtype=np.int64).reshape(-1, 2)
    return Links(pairs[:, 0], pairs[:, 1], np.ones(len(pairs)))


def best_hits(normalizer: Normalizer, first: Sentences, second: Sentences) -> Links:
    """Align by reciprocal best hits of word overlap, from 0 to 1."""
    vectors = overlap_vectors(normalizer.terms(first), normalizer.terms(second))
    similarities = cosines(vectors)
    whole = [(np.arange(len(first)), np.arange(len(second)))]
    rows, columns = reciprocal_best_hits(similarities, whole).T
    return Links(rows, columns, similarities[rows, columns])
