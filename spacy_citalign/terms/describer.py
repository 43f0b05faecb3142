"""What the words of a term text are by themselves."""

from collections.abc import Sequence

import numpy as np

from ..chain.vocabulary import WordFeatures, concatenate_bags
from ..words.affixes import Owned, affixes
from ..words.clusters import ClusterTable
from ..words.hashing import Hashes, Strings, hash_strings, mix, salt
from ..words.shape import Shapes, shapes
from ..words.stem import porter_stem
from .learned import Learned
from .levels import CLASS_COLUMNS
from .lexicons import WORD_LEXICONS, LexiconTables

LONGEST_AFFIX = 5


class Describer:
    """Describes words; what it knows of them is learned or brought by the user.

    Args:
        levels: which features are wanted of the words themselves; columns are always all there.
        learned: lists by the training terms; None while these are still to be added.
        classes: classes of words, for the level of that name.
        lexicons: the user's lists.
    """

    def __init__(
        self,
        levels: Sequence[str],
        learned: Learned | None,
        classes: ClusterTable | None,
        lexicons: LexiconTables,
    ):
        self._levels = frozenset(levels)
        self._learned = learned
        self._classes = classes
        self._lexicons = lexicons

    def __call__(self, words: Sequence[str]) -> WordFeatures:
        """Describe S distinct words."""
        strings = Strings(words)
        shape = shapes(strings)
        columns = {
            "lower": shape.lower,
            "stem": hash_strings([porter_stem(word) for word in words]),
            "shape": shape.type2,
        }
        columns |= self._listed(columns["stem"])
        if self._classes is not None:
            columns |= zip(CLASS_COLUMNS, self._classes(words), strict=True)
        if self._learned is not None:
            columns |= self._learned.word_columns(columns)
        bag = concatenate_bags(self._bags(strings, shape), len(words))
        return WordFeatures(columns, bag.bag_sizes, bag.bag)

    def _bags(self, strings: Strings, shape: Shapes) -> list[Owned]:
        """Return further features of words: which word has each, and its key."""
        bags: list[Owned] = []
        flags = {}
        if "words" in self._levels:
            bags = affixes(strings, shape.lower_parts, LONGEST_AFFIX)
            flags = {"capitals": shape.uppers > 1, "digit": shape.digits > 0}
        # IsUC of the paper; always here, with no words where it is not wanted, to have one bag.
        alone = (shape.uppers == strings.lengths) & (strings.lengths > 1)
        flags["capitals alone"] = alone & ("morphological" in self._levels)
        for name, flag in flags.items():
            owner = np.flatnonzero(flag)
            bags.append((owner, np.full(len(owner), salt(name))))
        return bags

    def _listed(self, stems: Hashes) -> dict[str, Hashes]:
        """Return what the user's lists say of each word."""
        found = {name: self._lexicons.words(name, stems) for name in WORD_LEXICONS}
        # A list that was not given says of no word that it is out of it.
        known = 1 + found["academic"] + 2 * found["vocabulary"]
        return {
            "unit": mix(found["units"].astype(np.uint64)),
            "known": mix(known.astype(np.uint64)),
            "listed final": mix(found["final_words"].astype(np.uint64)),
        }
