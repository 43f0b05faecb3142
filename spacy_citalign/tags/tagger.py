"""Tag words: exact Viterbi decoding over a first-order lattice of all tags.

Collins (2002) searches so too; here most tags of a word are left out before, see ``chain.pruning``.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import token_batches
from ..chain.features import PAD, Padded
from ..chain.pruning import PrunedDecoder
from ..chain.vocabulary import Vocabulary
from ..words.arrays import Bools, Ints
from ..words.tokens import layout
from .features import WordFeaturizer, add_context
from .model import TagModel
from .universal import UniversalTagger

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
