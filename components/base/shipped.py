"""The trained pipeline that is installed with the package.

Its files are compared with a list of their checksums whenever it is loaded, since spaCy would take
a damaged vocabulary or setting for another one, and give other results.
"""

import hashlib
import json
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from spacy import util
from spacy.language import Language
from spacy.vocab import Vocab

from ...errors import CitalignError, ModelFileError, SettingError

SHIPPED = "shipped"
CHECKSUMS = "checksums.json"
# SHA-256 of models that shipped with earlier releases, in formats that are not read any more.
FORMER_MODELS = {"5096ce85aa5601e47c7d97a9cf3a8d152c3408981a50d21f2cef5023740db99f": "0.2.0"}
_ADVICE = (
    "install the package anew; in a checkout, run configs/scripts/checksums.py on the folder if "
    "the change was meant"
)


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


def is_shipped_folder(folder: Path) -> bool:
    """Return whether a folder is that of the pipeline that is installed with the package."""
    ours = Path(str(resources.files("spacy_citalign") / "pipeline"))
    return folder.name == ours.name and folder.exists() and ours.exists() and folder.samefile(ours)


def shipped_model(factory: str, name: str = "model") -> bytes:
    """Return a file of the model of one component of the shipped pipeline.

    Raises:
        CitalignError: the package is installed without that model.
        ModelFileError: the file is damaged or that of another release.
    """
    folder = shipped_folder()
    name = f"{factory}/{name}"
    known = _known_checksums(folder)
    if name not in known and not (folder / name).exists():
        raise CitalignError(
            f"no trained model of {factory!r} ships with this release; train the component, or "
            "load a pipeline that has it"
        )
    return _checked(folder / name, known.get(name))


def former_release(model: bytes) -> str | None:
    """Return the release that a model shipped with if this one has a newer format of it."""
    return FORMER_MODELS.get(hashlib.sha256(model).hexdigest())


def check_files(folder: Path, *, exclude: Iterable[str] = ()) -> None:
    """See that the files of the shipped pipeline are those that were released.

    Args:
        folder: the pipeline.
        exclude: components whose files are not looked at.

    Raises:
        ModelFileError: a file is missing, or is damaged or that of another release.
    """
    left_out = {*exclude}
    for name, known in _known_checksums(folder).items():
        if name.partition("/")[0] not in left_out:
            _checked(folder / name, known)


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

    Raises:
        CitalignError: the package is installed without it.
        ModelFileError: one of its files is missing, or is damaged or that of another release.
    """
    folder = shipped_folder()
    check_files(folder, exclude=[exclude] if isinstance(exclude, str) else exclude)
    return util.load_model_from_path(
        folder, vocab=vocab, disable=disable, enable=enable, exclude=exclude, config=config
    )


def _known_checksums(folder: Path) -> dict[str, str]:
    """Return the list that was written when the pipeline was built."""
    file = folder / CHECKSUMS
    try:
        known = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise ModelFileError(f"{file} cannot be read ({error}); {_ADVICE}") from error
    if not isinstance(known, dict):
        raise ModelFileError(f"{file} is no list of checksums; {_ADVICE}")
    return known


def _checked(file: Path, known: str | None) -> bytes:
    """Return the content of a file of the shipped pipeline."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ModelFileError(f"{file} cannot be read ({error.strerror}); {_ADVICE}") from error
    if hashlib.sha256(content).hexdigest() != known:
        raise ModelFileError(
            f"{file} is not the file of this release: the checksum of its {len(content)} bytes is "
            f"not that in {CHECKSUMS}, so it is damaged or was changed; {_ADVICE}"
        )
    return content
