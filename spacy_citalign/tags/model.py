"""A trained part-of-speech tagger: weights, what is known of words, and its file.

Words are tagged by exact Viterbi decoding over a first-order lattice of all tags. Collins (2002)
searches so too; here most tags of a word are left out before, see ``chain.pruning``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import token_batches
from ..chain.features import PAD, Padded, Vocabulary
from ..chain.pruning import PrunedDecoder
from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..words.arrays import (
    Bools,
    Ints,
    check_array,
    check_hashes,
    check_places,
    named_arrays,
    read_named,
)
from ..words.label_lexicon import MAX_LABELS, LabelLexicon
from ..words.tokens import layout
from .features import CONTEXTS, GROUPS, WORD_FEATURES, WordFeaturizer, add_context
from .universal import UNIVERSAL, UniversalMap, UniversalTagger


@dataclass(frozen=True)
class TagModel(StoredModel, kind="part-of-speech tags", version=1, what="the tagger's model"):
    """A trained tagger.

    Attributes:
        tags: the K Penn tags by number.
        weights: one a group of features, then that of the bag.
        transitions: (K, K) float32, from row to column.
        lexicon: the tags that known words take.
        universal: universal tags of tags and words.
    """

    tags: tuple[str, ...]
    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]
    lexicon: LabelLexicon
    universal: UniversalMap

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        return Scorer(GROUPS, self.weights, len(self.tags), WORD_FEATURES, CONTEXTS)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= named_arrays("lexicon/", self.lexicon) | named_arrays(
            "universal/", self.universal
        )
        return {"tags": list(self.tags)}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "TagModel":
        tags = tuple(meta["tags"])
        if not all(isinstance(tag, str) and tag for tag in tags):
            raise ValueError("its tags are not all names")
        model = cls(
            tags,
            read_weights(arrays, GROUPS, len(tags)),
            arrays["transitions"],
            read_named(LabelLexicon, "lexicon/", arrays),
            read_named(UniversalMap, "universal/", arrays),
        )
        _check(model)
        return model


def _check(model: TagModel) -> None:
    """Raise ValueError where the parts of a model contradict each other."""
    size, universal = len(model.tags), model.universal
    if not 0 < len(set(model.tags)) == size <= MAX_LABELS:
        raise ValueError(f"{size} tags are none, too many, or not all different")
    check_array("transitions", model.transitions, (size, size), np.float32)
    check_hashes("lists of words", universal.words)
    check_places("universal tags", universal.usual, size, len(UNIVERSAL))
    check_places("exceptions", universal.exceptions, len(universal.words), len(UNIVERSAL))


_KNOWN = 50_000  # words; each takes 1.2 kB
_TOKENS = 8192  # what is looked up for so many fits into the cache


class Tagged(NamedTuple):
    """The tags of N words: (N,) int64 places in ``TagModel.tags``, (N,) uint8 in ``UNIVERSAL``."""

    tags: Ints
    pos: NDArray[np.uint8]


class Tagger:
    """Tags sentences; holds the weights, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: TagModel):
        self.model = model
        self._scorer = model.scorer()
        self._universal = UniversalTagger(model.universal)
        self._vocabulary = Vocabulary(
            WordFeaturizer(model.lexicon), self._scorer.precompute, _KNOWN
        )
        self._decoder = PrunedDecoder(model.transitions)

    def __reduce__(self) -> tuple[type, tuple[TagModel]]:
        # A copy makes its look-up tables anew; they are many times the size of the model.
        return type(self), (self.model,)

    def __call__(self, words: Sequence[str], spaces: Bools, lengths: Ints) -> Tagged:
        """Tag sentences that lie one after the other.

        Args:
            words: all N words, none of them empty.
            spaces: (N,) bool, whether white space follows each.
            lengths: (C,) int64, words of each sentence, at least 1; they add up.
        """
        tags = np.zeros(len(words), dtype=np.int64)
        pos = np.zeros(len(words), dtype=np.uint8)
        for part, sentences in token_batches(lengths, _TOKENS):
            tags[part], pos[part] = self._tag(words[part], spaces[part], lengths[sentences])
        return Tagged(tags, pos)

    def _tag(self, words: Sequence[str], spaces: Bools, lengths: Ints) -> Tagged:
        padded = Padded.of(lengths)
        hashes, known = self._vocabulary.look_up(words, padded)
        hashes["layout"] = padded.spread(layout(spaces, lengths), PAD)
        add_context(hashes)
        emissions = self._scorer.emissions(padded, hashes, known)
        tags = self._decoder(emissions, lengths)
        return Tagged(tags, self._universal(hashes["lower"][padded.tokens], tags))
