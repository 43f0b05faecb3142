"""The kinds of CRFs that a gene model may have, by name."""

from collections.abc import Iterable
from typing import NamedTuple

from ..chain.features import REACH
from ..chain.labels import Windows
from ..errors import SettingError


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
