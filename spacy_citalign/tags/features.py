"""The features of the part-of-speech tagger, from single words to grams.

Words, their shapes and last letters from t - 2 to t + 2, pairs of neighbours, affixes and character
n-grams of the word itself: the families of Ratnaparkhi (1996) and Collins (2002), "Discriminative
training methods for hidden Markov models", EMNLP. What tags further off than one tell (the tritags
of Roark, section 5) comes from the classes of tags that the words around are known to take, in runs
of up to three, which look ahead as well as back.
"""

from collections.abc import Sequence

import numpy as np

from ..chain.features import (
    PAD,
    Gram,
    GramGroup,
    WordFeatures,
    group_grams,
    window,
    with_bags,
)
from ..words.hashing import Hashes, Strings, combine
from ..words.label_lexicon import UNKNOWN, LabelClasses, LabelLexicon
from ..words.shape import UPPER, Owned, Shapes, affixes, character_ngrams, owned_marks, shapes

WORD_FEATURES = frozenset({"word", "lower", "shape", "ending2", "ending3", "class"})
CONTEXTS = ({"layout"},)
LONGEST_AFFIX = 6
_GRAMS = [
    *window("word", 1),
    *window("lower", 2),
    *window("shape", 1),
    *window("ending2", 1),
    *window("ending3", 2),
    *window("class", 3),
    *window("layout", 3, reach=1),
    Gram(("layout+lower",), (-1, 0, 1)),
    Gram(("layout+class",), (-1, 0, 1)),
    Gram(("around",), (0,)),
]
GROUPS: list[GramGroup] = group_grams(_GRAMS)


class WordFeaturizer:
    """The features of words by themselves."""

    def __init__(self, lexicon: LabelLexicon):
        self._classes = LabelClasses(lexicon)

    def __call__(self, words: Sequence[str]) -> WordFeatures:
        """Return the features of S distinct words."""
        strings = Strings(words)
        shape = shapes(strings)
        hashes = {
            "word": strings.hasher()(strings.starts, strings.ends),
            "lower": shape.lower,
            "shape": shape.type3,
            "runs": shape.type2,
        }
        for size in (2, 3):
            firsts = np.maximum(strings.starts, strings.ends - size)
            hashes[f"ending{size}"] = shape.lower_parts(firsts, strings.ends)
        hashes["class"] = guessed(self._classes(hashes["word"]), hashes)
        bags = [
            *_predicates(words, strings, shape),
            *affixes(strings, shape.lower_parts, LONGEST_AFFIX),
            *character_ngrams(strings, (3, 4), shape.lower_parts),
        ]
        return with_bags(hashes, bags, len(words))


def guessed(classes: Hashes, hashes: dict[str, Hashes]) -> Hashes:
    """Put what an unknown word looks like in place of its class: (N,) uint64 each."""
    looks = combine(hashes["ending3"], hashes["runs"])
    return np.where(classes == UNKNOWN, looks, classes)


def add_context(hashes: dict[str, Hashes]) -> None:
    """Add the (N,) padded features of a token's surroundings; its layout is there already."""
    hashes["layout+lower"] = combine(hashes["layout"], hashes["lower"])
    hashes["layout+class"] = combine(hashes["layout"], hashes["class"])
    lower = hashes["lower"]
    edge = np.array([PAD])
    hashes["around"] = np.concatenate([edge, combine(lower[:-2], lower[2:]), edge])


def _predicates(words: Sequence[str], strings: Strings, shape: Shapes) -> list[Owned]:
    """Return what is true of each word, as (numbers of the words, keys) pairs."""
    capital = shape.first_class == UPPER
    masks = {
        "capital": capital,
        "capitals": shape.uppers > 1,
        "capital inside": (shape.uppers > 0) & ~capital,
        "no small letter": (shape.lowers == 0) & (shape.uppers > 0),
        "digit": shape.digits > 0,
        "digits alone": shape.digits == strings.lengths,
        "capital and digit": (shape.digits > 0) & (shape.uppers > 0),
        "hyphen": np.array(["-" in word for word in words], dtype=bool),
    }
    masks |= {f"length {size}": strings.lengths == size for size in (1, 2, 3)}
    return owned_marks(masks)
