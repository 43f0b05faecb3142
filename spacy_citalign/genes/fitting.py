"""The fit of one CRF of a gene model: its algorithm, its features, its labels."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..chain.crfsuite import ALGORITHMS, CRFWeights
from ..chain.features import GramGroup
from ..chain.indexing import Indexed, select
from ..chain.masked_crf import OPTIMIZERS, MaskedSettings, train_windows
from ..errors import SettingError
from ..words.arrays import Bools, Ints
from ..words.settings import check_choice, check_mapping
from .features import EVIDENCE_FEATURES
from .model_kinds import MODELS, ModelKind


class Recipe(NamedTuple):
    """The algorithm that trains a CRF, and its settings."""

    algorithm: str
    crf: Mapping[str, object]


def recipes(
    models: Sequence[str],
    algorithm: str,
    crf: Mapping[str, object],
    by_model: Mapping[str, Mapping[str, object]],
) -> dict[str, Recipe]:
    """Return the recipe of each model; the arguments are those of ``TrainingSettings``.

    Raises:
        SettingError: ``by_model`` names a model that is not trained or an unknown setting, or an
            algorithm is unknown or cannot train the model.
    """
    check_mapping("by_model", by_model, advice="give settings by name of the model")
    for settings in by_model.values():
        check_mapping("by_model", settings, advice="give settings by name of the model")
    surplus = [name for name in by_model if name not in models]
    if surplus:
        raise SettingError(
            f"by_model has settings of {', '.join(surplus)}, but the models to train are "
            f"{', '.join(models)}; take them out, or add them to models"
        )
    return {name: _recipe(name, algorithm, crf, by_model.get(name, {})) for name in models}


def _recipe(
    name: str, algorithm: str, crf: Mapping[str, object], given: Mapping[str, Any]
) -> Recipe:
    unknown = set(given) - set(Recipe._fields)
    if unknown:
        raise SettingError(
            f"by_model has {', '.join(sorted(unknown))} for {name}; it takes "
            f"{' and '.join(Recipe._fields)}"
        )
    chosen = given.get("algorithm", MODELS[name].algorithm or algorithm)
    settings = given.get("crf", crf if chosen == algorithm else {})
    check_choice(f"algorithm of {name}", chosen, (*ALGORITHMS, *OPTIMIZERS))
    if chosen in OPTIMIZERS and not MODELS[name].transitions:
        raise SettingError(
            f"algorithm of {name} is {chosen!r}, which learns transitions, and {name} has none; "
            f"give it one of {', '.join(ALGORITHMS)} in by_model"
        )
    check_mapping(f"crf of {name}", settings)
    if chosen in OPTIMIZERS:
        try:
            MaskedSettings.of(settings)
        except SettingError as error:
            raise SettingError(f"crf of {name}, for {chosen}: {error}") from error
    return Recipe(chosen, settings)


def seen(groups: Sequence[GramGroup], reach: int, *, evidence: bool) -> list[Bools]:
    """Tell which grams a model sees at which starts, as ``select`` takes it: (G, P) a group.

    G is the grams of the group and P its starts; the bag's, which comes last, is (1, 1).

    Args:
        groups: the features, without the bag of the word itself, which every model sees.
        reach: how far from the token grams may begin and end.
        evidence: whether the model sees the learned word and phrase lists.
    """
    keep = [
        np.array(
            [
                [
                    -reach <= start
                    and start + len(gram.features) - 1 <= reach
                    and (evidence or EVIDENCE_FEATURES.isdisjoint(gram.features))
                    for start in group.starts
                ]
                for gram in group.grams
            ]
        )
        for group in groups
    ]
    return [*keep, np.ones((1, 1), dtype=bool)]


def fit(
    kind: ModelKind, recipe: Recipe, indexed: Indexed, reads: Sequence[Bools], tags: Sequence[Ints]
) -> CRFWeights:
    """Train one CRF on the BIO tags of each sentence, (T,), with the features that it ``reads``."""
    if not all(map(np.all, reads)):
        indexed = select(indexed, reads)
    labels = np.concatenate([kind.windows.encode(sentence_tags) for sentence_tags in tags])
    lengths = np.array([len(sentence_tags) for sentence_tags in tags])
    if not kind.transitions:
        lengths = np.ones(len(labels), dtype=np.int64)  # no token has a neighbour
    return train_windows(indexed, labels, lengths, kind.windows, recipe.algorithm, recipe.crf)
