"""The trained pipeline that is installed with the package."""

from importlib import resources
from pathlib import Path
from typing import Any

from spacy import util
from spacy.language import Language
from spacy.vocab import Vocab

from ..errors import CitalignError, SettingError

SHIPPED = "shipped"


def shipped_folder() -> Path:
    """Return where the shipped pipeline is installed.

    Raises:
        CitalignError: the package is installed without it.
    """
    folder = Path(str(resources.files("spacy_citalign") / "pipeline"))
    if not (folder / "config.cfg").exists():
        raise CitalignError(
            f"the trained pipeline is missing from {folder}; install the package anew, or rebuild "
            "it with configs/build.sh"
        )
    return folder


def shipped_model(factory: str) -> bytes:
    """Return the model bytes of one component of the shipped pipeline.

    Raises:
        CitalignError: the package is installed without that model.
    """
    file = shipped_folder() / factory / "model"
    try:
        return file.read_bytes()
    except OSError as error:
        raise CitalignError(
            f"no trained model of {factory!r} ships with this release ({error}); train the "
            "component, or load a pipeline that has it"
        ) from error


def check_weights(weights: str | None) -> None:
    """Raise SettingError unless ``weights`` is None or ``"shipped"``."""
    if weights not in (None, SHIPPED):
        raise SettingError(
            f"weights is {weights!r}; give {SHIPPED!r} for the trained weights of this package, or "
            "leave it out and train the component or source it from a pipeline"
        )


def load(
    vocab: Vocab | bool = True,
    disable: Any = util.SimpleFrozenList(),
    enable: Any = util.SimpleFrozenList(),
    exclude: Any = util.SimpleFrozenList(),
    config: Any = util.SimpleFrozenDict(),
) -> Language:
    """Load the shipped pipeline; ``spacy.load("spacy_citalign")`` calls this.

    The arguments are those of ``spacy.load``.
    """
    return util.load_model_from_path(
        shipped_folder(),
        vocab=vocab,
        disable=disable,
        enable=enable,
        exclude=exclude,
        config=config,
    )
