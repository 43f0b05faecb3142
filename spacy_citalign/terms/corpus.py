"""Annotated documents as token features, with the lists that they teach (the jackknife)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.features import PAD, Padded, WordFeatures, describe_words
from ..chain.label_statistics import LONGEST_PHRASE, phrase_keys
from ..chain.labels import BEGIN, OUTSIDE, tags_from_spans
from ..errors import InputError, warn
from ..words.arrays import Ints
from ..words.clusters import ClusterTable
from ..words.hashing import Hashes, digest
from .features import WordFeaturizer, add_context, add_learned
from .learned import LearnedLists, LearnedTables, TermWords
from .lexicons import LexiconTables
from .texts import Span, TermText


class AnnotatedDocument(NamedTuple):
    """A document and its terms.

    Attributes:
        text: the document.
        terms: half-open word spans.
        domain: the name of the guideline or field it is annotated by, "" if there is one only.
        partial: whether terms of some kinds only are marked, see ``training``.
    """

    text: TermText
    terms: Sequence[Span]
    domain: str = ""
    partial: bool = False


class Corpus(NamedTuple):
    """Annotated documents that have words.

    Attributes:
        texts: the documents.
        padded: where their sentences lie in the feature arrays.
        tags: (N,) int64, the BIO tag of each word.
        documents: (N,) int64, the document of each word.
        word_ids: (N,) int64, the row of each word in ``words``.
        words: what each distinct word is by itself.
        features: name to padded token feature.
    """

    texts: list[AnnotatedDocument]
    padded: Padded
    tags: Ints
    documents: Ints
    word_ids: Ints
    words: WordFeatures
    features: dict[str, Hashes]


def read_corpus(
    texts: Sequence[AnnotatedDocument],
    levels: Sequence[str],
    classes: ClusterTable | None,
    lexicons: LexiconTables,
) -> Corpus:
    """Describe the words of documents; ``add_lists`` adds what is still missing.

    Raises:
        InputError: no document has a term.
    """
    filled = [item for item in texts if len(item.text.words)]
    tags = [_tags(item) for item in filled]
    given = sum(len(item.terms) for item in filled)
    kept = sum(int(np.sum(document_tags == BEGIN)) for document_tags in tags)
    if not kept:
        raise InputError(
            f"none of the {len(texts)} documents has a term on its words; mark terms in "
            'doc.spans["propositional_terms"] of the training examples'
        )
    if kept < given:
        warn(
            f"{given - kept} of {given} gold terms overlap another or are not within one "
            "sentence, and are left out of training"
        )
    padded = Padded.of(np.concatenate([item.text.lengths for item in filled]))
    words = [word for item in filled for word in item.text.words]
    featurize = WordFeaturizer(levels, None, classes, lexicons)
    described, ids, features = describe_words(featurize, words, padded)
    add_context(features, [item.text for item in filled], padded, levels, lexicons)
    documents = np.repeat(np.arange(len(filled)), [len(item.text.words) for item in filled])
    return Corpus(filled, padded, np.concatenate(tags), documents, ids, described, features)


def _tags(item: AnnotatedDocument) -> Ints:
    """Return the BIO tags of a document; terms not within a sentence are dropped."""
    ends = np.cumsum(item.text.lengths)
    limits = np.append(ends, 0)  # what begins behind the last word ends nowhere
    within = [
        (start, end)
        for start, end in item.terms
        if start < end <= limits[np.searchsorted(ends, start, side="right")]
    ]
    return tags_from_spans(within, len(item.text.words))


def add_lists(corpus: Corpus, folds: int) -> LearnedLists:
    """Put in the features that depend on learned lists, and return the lists of the whole corpus.

    The lists for the documents of a fold come from all other folds.
    """
    teacher = term_words(corpus)
    numbers = np.array([digest(item.text.string) % folds for item in corpus.texts])
    fold = numbers[corpus.documents]
    fold_at = corpus.padded.spread(fold, -1)
    learned_features: dict[str, Hashes] = {}
    for number in np.unique(numbers):
        learned = LearnedTables(teacher.learn(fold != number))
        of_fold = fold_at == number
        context = learned.context_features(corpus.features)
        features = learned.word_features({name: h[of_fold] for name, h in corpus.features.items()})
        features |= {name: hashes[of_fold] for name, hashes in context.items()}
        for name, values in features.items():
            learned_features.setdefault(name, np.full(len(of_fold), PAD))[of_fold] = values
    add_learned(corpus.features, learned_features)
    return teacher.learn(np.ones(len(fold), dtype=bool))


def term_words(corpus: Corpus) -> TermWords:
    """Return the words of a corpus and where its terms are, from which lists are learned."""
    inside = corpus.tags != OUTSIDE
    following = np.append(corpus.tags[1:], OUTSIDE)
    firsts = np.cumsum(corpus.padded.lengths) - corpus.padded.lengths
    opens = np.zeros(len(inside) + 1, dtype=bool)
    opens[firsts] = opens[-1] = True
    last = inside & ((following == OUTSIDE) | (following == BEGIN) | opens[1:])
    starts = np.flatnonzero(corpus.tags == BEGIN)
    sizes = np.flatnonzero(last) + 1 - starts
    short = sizes <= LONGEST_PHRASE
    starts, sizes = starts[short], sizes[short]
    real = corpus.padded.tokens
    keys = []
    for name in ("stem", "tag"):
        by_size = phrase_keys(corpus.features[name])
        keys.append(
            np.array(
                [by_size[n - 1][real[at]] for at, n in zip(starts, sizes, strict=True)],
                dtype=np.uint64,
            )
        )
    features = {
        name: values
        for name, values in corpus.features.items()
        if name in ("stem", "tag") or name.startswith("class ")
    }
    return TermWords(features, real, corpus.documents, inside, last, starts, keys[0], keys[1])
