"""A trained gene mention model: weights of several CRFs over one feature set, and its file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.features import REACH
from ..chain.labels import Windows
from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..errors import ModelFileError, SettingError
from ..words.arrays import Floats, check_array, check_hashes
from ..words.hashing import Hashes
from .calibration import DocumentCalibration, MentionCalibration
from .features import CONTEXTS, WORD_FEATURES, Knowledge, feature_groups
from .guidelines import Variant, check_name, is_variant, join, read_variant, split


class ModelKind(NamedTuple):
    """The kind of a CRF: its labels, transitions, reach and algorithm.

    Attributes:
        windows: its labels.
        transitions: whether it has weights of (label, label).
        reach: how many tokens to either side its features are read from.
        algorithm: what it is trained with where the settings do not say, None for the common one.
    """

    windows: Windows
    transitions: bool = True
    reach: int = REACH
    algorithm: str | None = None


# The paper's models by Markov order and direction (section 3.4). ``hmm`` has features of one tag
# and transitions, which is symmetric; ``ctjpgis`` differs from it by its optimiser. Mallet gives
# order 0 two directions, since its costs of initial and final states break the symmetry; without
# transitions both are the same model here. Order 3 reads t-1 to t+1 only, as the paper's does.
MODELS = {
    "forward": ModelKind(Windows(1, 0)),
    "backward": ModelKind(Windows(0, 1)),
    "hmm": ModelKind(Windows(0, 0)),
    "order0": ModelKind(Windows(0, 0), transitions=False),
    "forward2": ModelKind(Windows(2, 0)),
    "backward2": ModelKind(Windows(0, 2)),
    "forward3": ModelKind(Windows(3, 0), reach=1),
    "backward3": ModelKind(Windows(0, 3), reach=1),
    "ctjpgis": ModelKind(Windows(0, 0), algorithm="ctjpgis"),
}


def label_counts(names: Iterable[str]) -> list[int]:
    """Return the number of labels of each model."""
    return [len(MODELS[name].windows) for name in names]


def check_models(names: tuple[str, ...]) -> None:
    """Raise SettingError unless ``names`` are one or more different known models."""
    unknown = [name for name in names if name not in MODELS]
    if unknown or not names or len(set(names)) < len(names):
        raise SettingError(
            f"models is {list(names)}; give one or more of {', '.join(MODELS)}, each once"
        )


_CALIBRATION = "calibration/"
_DOCUMENT = "calibration/document"
_NOTHING = Knowledge()


@dataclass(frozen=True)
class GeneModel(StoredModel, kind="gene mentions", version=1, what="the gene model"):
    """The result of training.

    Attributes:
        features: name of the feature set.
        models: names of the CRFs, in the order of their outputs.
        weights: one a group of features, then that of the bag; outputs of all CRFs side by side.
        transitions: (K, K) float64 of each CRF.
        knowledge: learned lists and word classes, where the feature set uses them.
        dictionary: (D,) uint64, hashes of a ``GeneDictionary``.
        calibration: from posteriors to confidences, if learned.
        guideline: what it was trained to mark, a name, "" where it has none.
        others: models of other guidelines by their names, or what they have beside the weights of
            another one (``Variant``), packed: they are read when one is asked for.
        document: from confidences to such with the whole document in view, if learned.
        inside_words: whether names are looked for at the beginning of longer words.
    """

    features: str
    models: tuple[str, ...]
    weights: tuple[SparseWeights, ...]
    transitions: tuple[Floats, ...]
    knowledge: Knowledge = _NOTHING
    dictionary: Hashes | None = None
    calibration: MentionCalibration | None = None
    guideline: str = ""
    others: Mapping[str, bytes] = field(default_factory=dict)
    document: DocumentCalibration | None = None
    inside_words: bool = False

    @property
    def guidelines(self) -> tuple[str, ...]:
        """Names of all guidelines, its own first."""
        return (self.guideline, *self.others)

    def of(self, guideline: str | None) -> "GeneModel":
        """Return the model of a guideline; None is its own. The dictionary is that of all.

        Raises:
            SettingError: there is no such guideline.
            ModelFileError: what is packed is damaged.
        """
        if guideline is None or guideline == self.guideline:
            return self
        if guideline not in self.others:
            known = ", ".join(filter(None, self.guidelines)) or "none with a name"
            raise SettingError(f"guideline is {guideline!r}; the model's guidelines: {known}")
        data = self.others[guideline]
        if is_variant(data):
            variant = read_variant(data)
            model = replace(
                self._base(variant.weights_of),
                calibration=variant.calibration,
                document=variant.document,
                inside_words=variant.inside_words,
                guideline=guideline,
                others={},
            )
        else:
            model = replace(GeneModel.from_bytes(data), guideline=guideline)
        return model if self.dictionary is None else replace(model, dictionary=self.dictionary)

    def _base(self, name: str) -> "GeneModel":
        if name != self.guideline and (name not in self.others or is_variant(self.others[name])):
            raise ModelFileError(
                f"a guideline has the weights of {name!r}, which is not there; add it anew"
            )
        return self.of(name)

    def with_guideline(self, name: str, model: "GeneModel") -> "GeneModel":
        """Return the model with another one, of that guideline, in place of one of that name.

        Weights that another guideline has are not kept twice.

        Raises:
            SettingError: the name is no name of a file, or that of the model itself.
        """
        if name == self.guideline:
            raise SettingError(
                f"a guideline cannot be added as {name!r}, the model's own; give another name"
            )
        check_name(name, self.others)
        dependent = {
            other: self.of(other) for other in self.others if self._weights_of(other) == name
        }
        dependent.pop(name, None)
        kept = {key: data for key, data in self.others.items() if key not in {name, *dependent}}
        out = replace(self, others=kept)
        for key, added in {name: model, **dependent}.items():
            out = replace(out, others={**out.others, key: out._packed(added)})
        # In their old order.
        order = sorted(out.others, key=[*self.others, name].index)
        return replace(out, others={key: out.others[key] for key in order})

    def _weights_of(self, name: str) -> str:
        data = self.others[name]
        return read_variant(data).weights_of if is_variant(data) else name

    def _packed(self, model: "GeneModel") -> bytes:
        whole = [name for name, data in self.others.items() if not is_variant(data)]
        for name in (self.guideline, *whole):
            if name and _same_weights(self.of(name), model):
                variant = Variant(name, model.calibration, model.document, model.inside_words)
                return variant.to_bytes()
        return replace(model, guideline="", others={}).to_bytes()

    def to_bytes(self) -> bytes:
        """Serialize: equal models give equal bytes; see ``guidelines`` for several guidelines."""
        return join([*self.guidelines], [super().to_bytes(), *self.others.values()])

    @classmethod
    def from_bytes(cls, data: bytes) -> "GeneModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        (guideline, *names), (first, *others) = split(data)
        model = super().from_bytes(first)
        return replace(model, guideline=guideline, others=dict(zip(names, others, strict=True)))

    @property
    def outputs(self) -> int:
        """Labels of all CRFs together."""
        return sum(label_counts(self.models))

    def outputs_of(self, name: str) -> slice:
        """Return the outputs of one CRF, as a slice of those of all."""
        sizes = label_counts(self.models)
        number = self.models.index(name)
        return slice(sum(sizes[:number]), sum(sizes[: number + 1]))

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        groups = feature_groups(self.features)
        return Scorer(groups, self.weights, self.outputs, WORD_FEATURES, CONTEXTS)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        for name, matrix in zip(self.models, self.transitions, strict=True):
            arrays[f"transitions/{name}"] = matrix
        arrays |= self.knowledge.arrays()
        if self.dictionary is not None:
            arrays["dictionary"] = self.dictionary
        meta: dict[str, Any] = {
            "features": self.features,
            "models": list(self.models),
            "groups": len(self.weights),
        }
        if self.inside_words:
            meta["inside_words"] = True
        if self.document is not None:
            arrays[_DOCUMENT] = np.append(self.document.weights, self.document.min_confidence)
        if self.calibration is not None:
            meta["calibrated"] = list(self.calibration.models)
            arrays[_CALIBRATION + "confidence"] = self.calibration.confidence
            arrays[_CALIBRATION + "stacking"] = self.calibration.stacking
        return meta, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "GeneModel":
        models = tuple(meta["models"])
        check_models(models)
        groups = feature_groups(meta["features"])
        if meta["groups"] != len(groups) + 1:
            raise ValueError(f"it has {meta['groups']} groups of features, not {len(groups) + 1}")
        calibration = None
        if "calibrated" in meta:
            learned = (arrays[_CALIBRATION + part] for part in ("confidence", "stacking"))
            calibration = MentionCalibration(tuple(meta["calibrated"]), *learned)
            calibration.check(models)
        document = None
        if _DOCUMENT in arrays:
            *weights, min_confidence = arrays[_DOCUMENT].tolist()
            document = DocumentCalibration(np.array(weights), min_confidence)
            document.check()
        if "guidelines" in meta:
            raise ValueError("its guidelines are in one file, as this release has them no more")
        transitions = tuple(arrays[f"transitions/{name}"] for name in models)
        for name, matrix, size in zip(models, transitions, label_counts(models), strict=True):
            check_array(f"transitions of {name}", matrix, (size, size), np.float64)
        if "dictionary" in arrays:
            check_hashes("words of the dictionary", arrays["dictionary"])
        return cls(
            meta["features"],
            models,
            read_weights(arrays, groups, sum(label_counts(models))),
            transitions,
            Knowledge.read(arrays, meta["features"]),
            arrays.get("dictionary"),
            calibration,
            document=document,
            inside_words=bool(meta.get("inside_words", False)),
        )


def _same_weights(first: GeneModel, second: GeneModel) -> bool:
    """Return whether two models differ in what variants have of their own, if at all."""
    (meta, arrays), (other_meta, other_arrays) = (
        replace(
            model, calibration=None, document=None, inside_words=False, dictionary=None
        )._parts()
        for model in (first, second)
    )
    return (
        meta == other_meta
        and arrays.keys() == other_arrays.keys()
        and all(np.array_equal(array, other_arrays[name]) for name, array in arrays.items())
    )


def part_of(model: GeneModel, names: Sequence[str]) -> GeneModel:
    """Return the model with some of its CRFs only, in the order of ``names``.

    Features without weights of theirs go, so that CRFs that take no part cost nothing.
    """
    if tuple(names) == model.models:
        return model
    all_outputs = np.arange(model.outputs)
    kept = np.concatenate([all_outputs[model.outputs_of(name)] for name in names])
    number = np.full(model.outputs, -1)
    number[kept] = np.arange(len(kept))
    weights = []
    for part in model.weights:
        places, outputs = np.divmod(part.columns, model.outputs)
        kept_weights = number[outputs] >= 0
        used, rows = np.unique(part.rows[kept_weights], return_inverse=True)
        index = part.features._replace(keys=part.features.keys[used])
        columns = places[kept_weights] * len(kept) + number[outputs[kept_weights]]
        kept_rows = rows.astype(np.int32)
        weights.append(
            SparseWeights(index, kept_rows, columns.astype(np.int32), part.values[kept_weights])
        )
    transitions = tuple(model.transitions[model.models.index(name)] for name in names)
    return replace(model, models=tuple(names), weights=tuple(weights), transitions=transitions)
