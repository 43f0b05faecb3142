"""Gene models that were trained apart, put together into one."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from spacy_citalign.chain.weights import GroupIndex, SparseWeights
from spacy_citalign.errors import SettingError
from spacy_citalign.genes.features import Knowledge
from spacy_citalign.genes.model import GeneModel, check_models
from spacy_citalign.words.arrays import Ints
from spacy_citalign.words.hashing import Hashes


def merged(models: Sequence[GeneModel]) -> GeneModel:
    """Put the CRFs of models that were trained apart on the same texts into one model.

    Calibrations are of their own models, and the whole has none.

    Raises:
        SettingError: there is no model, a CRF is there twice, or features or learned lists differ.
    """
    names = tuple(name for model in models for name in model.models)
    check_models(names)
    features = {model.features for model in models}
    if len(features) > 1:
        raise SettingError(
            f"models with the features {', '.join(sorted(features))} cannot be put together; "
            "train all with the same"
        )
    if not all(_same(models[0].knowledge, model.knowledge) for model in models):
        raise SettingError(
            "models cannot be put together whose learned lists or word classes differ; train all "
            "on the same texts, or with features that learn none"
        )
    outputs = [model.outputs for model in models]
    lefts = [0, *accumulate(outputs)]
    groups = zip(*(model.weights for model in models), strict=True)
    weights = tuple(_side_by_side(parts, outputs, lefts) for parts in groups)
    moves = tuple(matrix for model in models for matrix in model.transitions)
    known = [model.dictionary for model in models if model.dictionary is not None]
    dictionary: Hashes | None = np.unique(np.concatenate(known)) if known else None
    return GeneModel(models[0].features, names, weights, moves, models[0].knowledge, dictionary)


def _side_by_side(
    parts: Sequence[SparseWeights], outputs: Sequence[int], lefts: Sequence[int]
) -> SparseWeights:
    """Join the weights of one group; ``lefts`` are the first outputs, and the number of all."""
    keys = np.unique(np.concatenate([part.features.keys for part in parts]))
    rows: list[Ints] = []
    columns: list[Ints] = []
    for part, width, left in zip(parts, outputs, lefts, strict=False):
        rows.append(np.searchsorted(keys, part.features.keys)[part.rows])
        places, outputs_of_part = np.divmod(part.columns, width)
        columns.append(places * lefts[-1] + left + outputs_of_part)
    row = np.concatenate(rows).astype(np.int32)
    column = np.concatenate(columns).astype(np.int32)
    order = np.lexsort((column, row))
    values = np.concatenate([part.values for part in parts])
    index = GroupIndex(parts[0].features.starts, keys)
    return SparseWeights(index, row[order], column[order], values[order])


def _same(knowledge: Knowledge, other: Knowledge) -> bool:
    first, second = knowledge.arrays(), other.arrays()
    return first.keys() == second.keys() and all(
        np.array_equal(array, second[name]) for name, array in first.items()
    )
