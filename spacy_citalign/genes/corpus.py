"""Annotated sentences as token features, with the statistics that they teach (the jackknife)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.features import PAD, Padded, WordFeatures, describe_words
from ..chain.label_statistics import LONGEST_PHRASE, LabelStatistics, LabelTable, learn, phrase_keys
from ..chain.labels import BEGIN, OUTSIDE, spans_from_tags, tags_from_spans
from ..errors import InputError, warn
from ..words.arrays import Ints
from ..words.hashing import Hashes, digest
from ..words.tokens import Tokens, split_fine
from .features import Knowledge, WordFeaturizer, add_context, uses
from .records import PartsOfSpeech, tag_hashes


class AnnotatedSentence(NamedTuple):
    """A sentence and its gene mentions.

    Attributes:
        text: the sentence.
        mentions: half-open characters.
        pos_tags: its part-of-speech tags, for features that read them.
        alternatives: other spans that would be right, half-open; confidences are learned with them.
        document: the text that it is a piece of, "" where it stands alone.
        start: where it begins there.
    """

    text: str
    mentions: Sequence[tuple[int, int]]
    pos_tags: PartsOfSpeech | None = None
    alternatives: Sequence[tuple[int, int]] = ()
    document: str = ""
    start: int = 0

    @property
    def whole(self) -> str:
        """The text that it is a piece of."""
        return self.document or self.text


class Corpus(NamedTuple):
    """Annotated texts that have tokens.

    Attributes:
        tokens: of all texts.
        padded: where they lie in the feature arrays.
        tags: BIO tags of each text.
        folds: (C,) int64, the part of the jackknife that each text is in.
        word_ids: the row of each token in ``words``.
        words: what each distinct word is by itself.
        features: name to padded token feature.
    """

    tokens: Tokens
    padded: Padded
    tags: list[Ints]
    folds: Ints
    word_ids: Ints
    words: WordFeatures
    features: dict[str, Hashes]


def read_corpus(
    texts: Sequence[AnnotatedSentence],
    feature_set: str,
    *,
    folds: int = 1,
    knowledge: Knowledge | None = None,
) -> Corpus:
    """Describe the words of texts by a feature set; ``add_evidence`` adds what is still missing.

    ``knowledge`` is what does not come from these texts.

    Raises:
        InputError: no mention is on a token, or tags are missing.
    """
    tokens = split_fine([item.text for item in texts])
    filled = [item for item, length in zip(texts, tokens.lengths, strict=True) if length]
    tokens = tokens._replace(lengths=tokens.lengths[tokens.lengths > 0])
    ends = np.cumsum(tokens.lengths)
    tags = [
        gold_tags(tokens.words[end - size : end], tokens.starts[end - size : end], item.mentions)
        for item, end, size in zip(filled, ends, tokens.lengths, strict=True)
    ]
    given = sum(len(item.mentions) for item in filled)
    kept = sum(int(np.sum(t == BEGIN)) for t in tags)
    if 0 < kept < given:
        warn(
            f"{given - kept} of {given} gold mentions overlap another or have no token, and are "
            "left out of training"
        )
    if not kept:
        raise InputError(
            f"none of the {len(texts)} texts has a gene mention on a token; mark mentions in "
            'doc.spans["gene_mentions"] of the training examples'
        )
    padded = Padded.of(tokens.lengths)
    untaught = LabelStatistics.empty() if uses(feature_set, "evidence") else None
    tables = (knowledge or Knowledge())._replace(evidence=untaught).tables()
    words, word_ids, features = describe_words(WordFeaturizer(tables), tokens.words, padded)
    if uses(feature_set, "pos"):
        features["pos"] = padded.spread(tag_hashes(tokens, _pos_tags(filled)), PAD)
    numbers_of = np.array([digest(item.text) % folds for item in filled])
    return Corpus(tokens, padded, tags, numbers_of, word_ids, words, features)


def _pos_tags(texts: Sequence[AnnotatedSentence]) -> list[PartsOfSpeech]:
    pos_tags = [item.pos_tags for item in texts if item.pos_tags is not None]
    if len(pos_tags) < len(texts):
        raise InputError(
            f"{len(texts) - len(pos_tags)} of {len(texts)} training texts have no part-of-speech "
            "tags; put a tagger before the component, or choose features without +pos"
        )
    return pos_tags


def gold_tags(words: Sequence[str], starts: Ints, mentions: Sequence[tuple[int, int]]) -> Ints:
    """Return the BIO tags of one text: (T,) int64; a mention takes every token that it touches."""
    ends = starts + np.array([len(word) for word in words])
    begins, finishes = np.array(mentions, dtype=np.int64).reshape(-1, 2).T
    firsts = np.searchsorted(ends, begins, side="right").tolist()
    lasts = np.searchsorted(starts, finishes, side="left").tolist()
    return tags_from_spans(zip(firsts, lasts, strict=True), len(words))


def add_evidence(corpus: Corpus, related: LabelTable | None = None) -> LabelStatistics:
    """Put in the features that depend on learned lists, and return the lists of the whole corpus.

    The lists for the sentences of a fold come from all other folds; ``related`` ones come from
    other texts and are the same for all.
    """
    features, padded = corpus.features, corpus.padded
    lower = features["lower"]
    fold = np.repeat(corpus.folds, corpus.tokens.lengths)
    fold_at = padded.spread(fold, -1)
    inside = np.concatenate(corpus.tags) != OUTSIDE
    mentions, places = _mention_keys(corpus)
    real = lower[padded.tokens]
    rates, phrases = np.full_like(lower, PAD), np.full_like(lower, PAD)
    for number in np.unique(corpus.folds):
        others, mentioned = fold != number, fold_at[places] != number
        evidence = LabelTable(learn(real[others], inside[others], mentions[mentioned]))
        of_fold = fold_at == number
        rates[of_fold] = evidence.rates(lower[of_fold])
        phrases[of_fold] = evidence.phrases(lower)[of_fold]
    features["rate"] = rates
    matches = None if related is None else related.phrases(lower)
    add_context(features, padded, corpus.tokens, phrases, matches)
    return learn(real, inside, mentions)


def related_lists(texts: Sequence[AnnotatedSentence]) -> LabelStatistics:
    """Return what the annotated texts of other corpora teach of words and phrases."""
    corpus = read_corpus(texts, "extended")
    inside = np.concatenate(corpus.tags) != OUTSIDE
    return learn(corpus.features["lower"][corpus.padded.tokens], inside, _mention_keys(corpus)[0])


def _mention_keys(corpus: Corpus) -> tuple[Hashes, Ints]:
    """Return the phrase key of each mention that is not too long, and where it begins."""
    keys = phrase_keys(corpus.features["lower"])
    out, places = [], []
    for first, tags in zip(corpus.padded.firsts, corpus.tags, strict=True):
        spans = spans_from_tags(tags[None], np.array([len(tags)]))
        for start, end in zip(spans.starts, spans.ends, strict=True):
            if end - start <= LONGEST_PHRASE:
                out.append(keys[end - start - 1][first + start])
                places.append(first + start)
    return np.array(out, dtype=np.uint64), np.array(places, dtype=np.int64)
