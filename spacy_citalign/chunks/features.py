"""The features of the base phrase chunker, from tags, words and regions to grams.

Two sets. ``tags`` is the paper's (Roark, section 5): the input is the sequence of part-of-speech
tags alone, of which runs of up to four count that hold the word or lie beside it. ``words`` adds
the words as Sha & Pereira (2003), "Shallow parsing with conditional random fields", NAACL, read
them, the labels that each word with its tag is known to take, and the skeleton: the nearest tags
on either side that are not those of noun phrases or adverbs. What a word such as "as" begins shows
in the next verb or comma, however long the noun phrase before it.

With columns of an alignment of sentences, both sets have pairs of regions of neighbours, and of
regions with tags ("bitag column tags, and bitag (column x POS-tag) features").
"""

from collections.abc import Sequence

import numpy as np

from ..chain.features import Gram, GramGroup, WordFeatures, group_grams, window, with_bags
from ..words.arrays import Ints
from ..words.hashing import Hashes, Strings, combine, hash_strings, mix
from ..words.label_lexicon import UNKNOWN, LabelClasses, LabelLexicon
from ..words.shape import affixes, shapes

FEATURES = ("words", "tags")
NO_REGION = -1
TOKEN_FEATURES = frozenset({"tag", "word", "lower", "shape", "pair", "class", "skeleton"})
LONGEST_AFFIX = 4
# Tags that noun phrases are made of, and those of adverbs.
_LIGHT = frozenset(
    "DT PDT WDT PRP PRP$ POS EX JJ JJR JJS NN NNS NNP NNPS CD $ # AFX HYPH RB RBR RBS".split()
)
_SEPARATOR = "\t"
_LIGHT_TAG = np.uint64(0)
_SKELETON = ("last+next", "next two+tag", "last+tag", "next+lower", "last+lower")
_TAG_GRAMS = window("tag", 4)
_WORD_GRAMS = [
    *window("tag", 5),
    *window("word", 1),
    *window("lower", 2),
    *window("pair", 1),
    Gram(("lower", "tag"), (-2, -1, 0, 1)),
    Gram(("tag", "lower"), (-2, -1, 0, 1)),
    *window("shape", 1, reach=1),
    *window("class", 3),
    *(Gram((name,), (0,)) for name in _SKELETON),
]
_COLUMN_GRAMS = [*window("region", 2, reach=1), *window("region+tag", 2, reach=1)]


def feature_groups(features: str, columns: bool) -> list[GramGroup]:
    """Return the grams of a set of ``FEATURES``, with or without columns."""
    grams = _WORD_GRAMS if features == "words" else _TAG_GRAMS
    return group_grams([*grams, *(_COLUMN_GRAMS if columns else [])])


def written(words: Sequence[str], tags: Sequence[str], features: str) -> list[str]:
    """Return each word with its tag as one string, as the featurizers read them.

    The set ``tags`` does not see the words.
    """
    if features == "tags":
        return list(tags)
    return [tag + _SEPARATOR + word for word, tag in zip(words, tags, strict=True)]


def featurize_tags(tags: Sequence[str]) -> WordFeatures:
    """Return the features of S distinct tags, for the set ``tags``."""
    none = np.zeros(0, dtype=np.uint64)
    return WordFeatures({"tag": hash_strings(tags)}, np.zeros(len(tags), np.int64), none)


class PairFeaturizer:
    """The features of words with their tags by themselves, for the set ``words``."""

    def __init__(self, lexicon: LabelLexicon):
        self._classes = LabelClasses(lexicon)

    def __call__(self, pairs: Sequence[str]) -> WordFeatures:
        """Return the features of S distinct pairs from ``written``."""
        parts = [pair.partition(_SEPARATOR) for pair in pairs]
        tags = [tag for tag, _, _ in parts]
        strings = Strings([word for *_, word in parts])
        shape = shapes(strings)
        tag = hash_strings(tags)
        light = np.fromiter((name in _LIGHT for name in tags), bool, len(tags))
        hashes = {
            "tag": tag,
            "word": strings.hasher()(strings.starts, strings.ends),
            "lower": shape.lower,
            "shape": shape.type2,
            "pair": combine(shape.lower, tag),
            "skeleton": np.where(light, _LIGHT_TAG, tag),
        }
        hashes["class"] = guessed(self._classes(hashes["pair"]), hashes)
        return with_bags(hashes, affixes(strings, shape.lower_parts, LONGEST_AFFIX), len(pairs))


def guessed(classes: Hashes, hashes: dict[str, Hashes]) -> Hashes:
    """Put what an unknown word looks like in place of its class: (N,) uint64 each."""
    return np.where(classes == UNKNOWN, combine(hashes["tag"], hashes["shape"]), classes)


def add_context(hashes: dict[str, Hashes]) -> None:
    """Add the (N,) padded features that depend on others; that of regions is there, if any."""
    if "skeleton" in hashes:
        _add_skeleton(hashes)
    if "region" in hashes:
        hashes["region+tag"] = combine(hashes["region"], hashes["tag"])


def _add_skeleton(hashes: dict[str, Hashes]) -> None:
    """Add the nearest tags on either side that are not light.

    Padding is not light, so that none beyond the sentence is found; what comes before the first
    and after the last padding is not read.
    """
    tags, lower, skeleton = hashes["tag"], hashes["lower"], hashes["skeleton"]
    positions = np.arange(len(tags))
    heavy = skeleton != _LIGHT_TAG
    after = np.minimum.accumulate(np.where(heavy, positions, positions[-1])[::-1])[::-1]
    after = np.append(after[1:], positions[-1])
    before = np.maximum.accumulate(np.where(heavy, positions, 0))
    before = np.append(0, before[:-1])
    last, following, second = tags[before], tags[after], tags[after[after]]
    hashes["last+next"] = combine(last, following)
    hashes["next two+tag"] = combine(combine(following, second), tags)
    hashes["last+tag"] = combine(last, tags)
    hashes["next+lower"] = combine(following, lower)
    hashes["last+lower"] = combine(last, lower)


def region_hashes(regions: Ints) -> Hashes:
    """Return regions of columns as hashes; ``NO_REGION`` is one of them: (N,) to (N,) uint64."""
    return mix((regions + 1 - NO_REGION).astype(np.uint64))
