"""Token features of documents: of words by themselves, and of what stands around them."""

from collections.abc import Sequence

import numpy as np

from ..chain.features import PAD, Padded, WordFeatures, with_bags
from ..words.clusters import ClusterTable
from ..words.hashing import Hashes, PartHasher, Strings, combine, hash_strings, mix
from ..words.shape import Owned, Shapes, affixes, owned_marks, shapes
from ..words.stem import porter_stem
from ..words.tokens import layout
from .c_value import c_values, find_candidates, mark_terms
from .feature_levels import CLASS_FEATURES
from .learned import LearnedTables
from .lexicons import WORD_LEXICONS, LexiconTables
from .marks import document_marks, places
from .texts import TermText, connect

LONGEST_AFFIX = 5
# Features of few values, whose windows come again and again.
CONTEXTS = (
    {"seed"},
    {"layout", "enclosure", "parallel"},
    {"title", "cue", "past", "repeated", "acronym"},
)
WORD_FEATURES = frozenset(
    {"lower", "stem", "shape", "unit", "known", "rate", "final", "frequency", "seed class"}
    | set(CLASS_FEATURES)
)


class WordFeaturizer:
    """Gives features of words by themselves; what it knows is learned or brought by the user.

    Args:
        levels: which bag features are wanted; token features are always all there.
        learned: lists by the training terms; None while these are still to be added.
        classes: classes of words, for the level of that name.
        lexicons: the user's lists.
    """

    def __init__(
        self,
        levels: Sequence[str],
        learned: LearnedTables | None,
        classes: ClusterTable | None,
        lexicons: LexiconTables,
    ):
        self._levels = frozenset(levels)
        self._learned = learned
        self._classes = classes
        self._lexicons = lexicons

    def __call__(self, words: Sequence[str]) -> WordFeatures:
        """Return the features of S distinct words."""
        strings = Strings(words)
        shape = shapes(strings)
        features = {
            "lower": shape.lower,
            "stem": hash_strings([porter_stem(word) for word in words]),
            "shape": shape.type2,
        }
        features |= self._listed(features["stem"])
        if self._classes is not None:
            features |= zip(CLASS_FEATURES, self._classes(words), strict=True)
        if self._learned is not None:
            features |= self._learned.word_features(features)
        return with_bags(features, self._bags(strings, shape), len(words))

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
        return bags + owned_marks(flags)

    def _listed(self, stems: Hashes) -> dict[str, Hashes]:
        """Return what the user's lists say of each word."""
        listed = {name: self._lexicons.words(name, stems) for name in WORD_LEXICONS}
        # A list that was not given says of no word that it is out of it.
        known = 1 + listed["academic"] + 2 * listed["vocabulary"]
        return {
            "unit": mix(listed["units"].astype(np.uint64)),
            "known": mix(known.astype(np.uint64)),
            "listed final": mix(listed["final_words"].astype(np.uint64)),
        }


def add_context(
    features: dict[str, Hashes],
    texts: Sequence[TermText],
    padded: Padded,
    levels: Sequence[str],
    lexicons: LexiconTables,
) -> None:
    """Add the features that depend on tags, white space and the document around a word.

    Args:
        features: padded (N,) features of the words by themselves; gets more.
        texts: documents with words, whose sentences are the sequences.
        padded: where the sentences lie.
        levels: of features; what only others need is left out.
        lexicons: the user's lists.
    """
    spaces = np.concatenate([text.spaces for text in texts])
    features["layout"] = padded.spread(layout(spaces, padded.lengths), PAD)
    features["chunk"] = _chunks(features, "lower", padded)
    tags = hash_strings([tag for text in texts for tag in text.tags])
    features["tag"] = padded.spread(tags, PAD)
    features["lower+tag"] = combine(features["lower"], features["tag"])
    features["layout+tag"] = combine(features["layout"], features["tag"])
    features["chunk tags"] = _chunks(features, "tag", padded)
    cardinal = [tag == "CD" for text in texts for tag in text.tags]
    features["cardinal"] = padded.spread(mix(np.array(cardinal, dtype=np.uint64)), PAD)
    bounds = np.cumsum([0, *(len(text.words) for text in texts)])
    stems = features["stem"][padded.tokens]
    parts: dict[str, list[Hashes]] = {}
    for text, start, end in zip(texts, bounds[:-1], bounds[1:], strict=True):
        marks = document_marks(text, stems[start:end], lexicons, levels)
        if "statistical" in levels:
            marks["candidate"] = _candidates(text)
        for name, values in marks.items():
            parts.setdefault(name, []).append(values)
    for name, values_by_text in parts.items():
        features[name] = padded.spread(mix(np.concatenate(values_by_text)), PAD)


def add_learned(features: dict[str, Hashes], learned: dict[str, Hashes]) -> None:
    """Add (N,) padded features by learned lists, and those combined with them."""
    features |= learned
    features["rate+tag"] = combine(features["rate"], features["tag"])
    features["seed+rate"] = combine(features["seed"], features["rate"])


def _chunks(features: dict[str, Hashes], name: str, padded: Padded) -> Hashes:
    """Hash a feature over the blank-delimited chunk of each word."""
    real = padded.tokens
    before = features["layout"][real] % np.uint64(2) == 0  # 1 + before + 2 * after
    firsts = np.flatnonzero(before)
    bounds = np.append(firsts, len(before))
    chunk = np.cumsum(before) - 1
    hasher = PartHasher(features[name][real])
    return padded.spread(hasher(bounds[chunk], bounds[chunk + 1]), PAD)


def _candidates(text: TermText) -> Hashes:
    """Mark the words of terms that C-value finds in the document, without any threshold."""
    words = connect(text)
    candidates = find_candidates([words.sentences()])
    terms = mark_terms(candidates, c_values(candidates))[0]
    starts = words.starts
    return places([(int(starts[a]), int(starts[b])) for a, b in terms], len(text.words))
