"""The trained alignment model: weights of all features, and the resources it was trained with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import pack, unpack
from ..errors import ModelFileError
from ..words.hashing import Hashes
from .background import Background
from .features import FAMILIES, GroupFeatures
from .group import Group
from .lexicon import Lexicon
from .markov import MARKOV
from .rescoring import UnitPairModel
from .resources import NOTHING, Resources
from .units import UnitModel
from .vectors import WordVectors
from .weights import Weights
from .wordnet import WordNet

KIND, VERSION = "citance aligner", 1


@dataclass(frozen=True)
class AlignmentModel:
    """A model, as it is trained, saved and applied.

    Attributes:
        families: the families of features that it was trained with.
        weights: the CRF's.
        units: the model of units of several words, None where words are aligned one by one.
        unit_pairs: what compares whole units, None where the posteriors of their words decide.
        resources: what else it knows.
        notes: JSON values that its owner keeps with it.
    """

    families: tuple[str, ...]
    weights: Weights
    units: UnitModel | None = None
    unit_pairs: UnitPairModel | None = None
    resources: Resources = NOTHING
    notes: Mapping[str, Any] = field(default_factory=dict)

    def features(self, group: Group) -> GroupFeatures:
        """Return what the model looks at in a group."""
        return GroupFeatures(group, self.families, self.resources)

    def to_bytes(self) -> bytes:
        """Return the model as bytes; equal models give equal bytes."""
        weights, units, resources = self.weights, self.units, self.resources
        meta: dict[str, Any] = {
            "families": list(self.families),
            "pair": dict(weights.pair),
            "null": dict(weights.null),
            "units": None if units is None else dict(units.weights),
            "unit pairs": None if self.unit_pairs is None else dict(self.unit_pairs.weights),
            "notes": dict(self.notes),
        }
        arrays: dict[str, NDArray] = {
            "markov": weights.markov,
            "prefix keys": weights.prefix_keys,
            "prefix weights": weights.prefix_weights,
            "word keys": weights.word_keys,
            "word weights": weights.word_weights,
        }
        if units is not None:
            arrays |= {"unit keys": units.keys, "unit weights": units.key_weights}
        if (lexicon := resources.lexicon) is not None:
            arrays |= {"lexicon keys": lexicon.keys, "lexicon concepts": lexicon.concepts}
        if (vectors := resources.vectors) is not None:
            arrays |= {"vector keys": vectors.keys, "vector rows": vectors.rows}
        if (background := resources.background) is not None:
            meta["words counted"] = background.total
            arrays |= {
                "count keys": background.word_keys,
                "counts": background.word_counts,
                "pair count keys": background.pair_keys,
                "pair counts": background.pair_counts,
            }
        if (wordnet := resources.wordnet) is not None:
            arrays |= {f"WordNet {name}": array for name, array in wordnet.to_arrays().items()}
        return pack(KIND, VERSION, meta, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "AlignmentModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: no such bytes, damaged, or of another release.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        try:
            return cls._read(meta, arrays)
        except ModelFileError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelFileError(
                f"the alignment model is incomplete ({type(error).__name__}: {error}); "
                "train it anew"
            ) from error

    @classmethod
    def _read(cls, meta: dict[str, Any], arrays: dict[str, NDArray]) -> "AlignmentModel":
        unknown = set(meta["families"]) - set(FAMILIES)
        if unknown or arrays["markov"].shape != (len(MARKOV),):
            raise ModelFileError(
                f"the alignment model has features that this release does not know "
                f"({sorted(unknown)}); install the release that wrote it or train it anew"
            )
        lexicon = vectors = background = wordnet = None
        if "lexicon keys" in arrays:
            lexicon = Lexicon(_keys(arrays["lexicon keys"]), arrays["lexicon concepts"])
        if "vector keys" in arrays:
            vectors = WordVectors(_keys(arrays["vector keys"]), arrays["vector rows"])
        if "count keys" in arrays:
            background = Background(
                int(meta["words counted"]),
                _keys(arrays["count keys"]),
                arrays["counts"],
                _keys(arrays["pair count keys"]),
                arrays["pair counts"],
            )
        prefix = "WordNet "
        wordnet_arrays = {
            n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)
        }
        if wordnet_arrays:
            wordnet = WordNet.from_arrays(wordnet_arrays)
        units = None
        if meta["units"] is not None:
            units = UnitModel(_floats(meta["units"]), *_learned(arrays, "unit"))
        prefix_keys, prefix_weights = _learned(arrays, "prefix")
        word_keys, word_weights = _learned(arrays, "word")
        return cls(
            families=tuple(meta["families"]),
            weights=Weights(
                pair=_floats(meta["pair"]),
                null=_floats(meta["null"]),
                markov=arrays["markov"].astype(np.float64),
                prefix_keys=prefix_keys,
                prefix_weights=prefix_weights,
                word_keys=word_keys,
                word_weights=word_weights,
            ),
            units=units,
            unit_pairs=None
            if meta["unit pairs"] is None
            else UnitPairModel(_floats(meta["unit pairs"])),
            resources=Resources(background, lexicon, vectors, wordnet),
            notes=dict(meta["notes"]),
        )


def _learned(arrays: Mapping[str, NDArray], name: str) -> tuple[Hashes, NDArray[np.float32]]:
    keys, weights = _keys(arrays[f"{name} keys"]), arrays[f"{name} weights"]
    if weights.shape != keys.shape or weights.dtype != np.float32:
        raise ValueError(f"{len(keys)} {name} keys have weights of shape {weights.shape}")
    return keys, weights


def _keys(array: NDArray) -> Hashes:
    if array.dtype != np.uint64 or array.ndim != 1:
        raise TypeError(f"keys are {array.dtype} of shape {array.shape}, not uint64 in a row")
    return array


def _floats(values: Mapping[str, Any]) -> dict[str, float]:
    return {str(name): float(value) for name, value in values.items()}
