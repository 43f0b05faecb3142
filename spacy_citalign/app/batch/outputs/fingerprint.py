"""What the rows of a run depend on: versions, pipeline, settings, input.

Two runs of equal fingerprint give the same rows, so that one may go on where the other stopped.
"""

import hashlib
import platform
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from .... import __version__
from ....errors import SettingError

if TYPE_CHECKING:
    from spacy.language import Language

# Of splits, parts and the identity of inputs: a run goes on only where it is the same. 0.1.0 had
# none.
LAYOUT = 3
_BLOCK = 1 << 20
_VERSIONED = {"spacy", "spacy_citalign", "thinc"}


def versions() -> dict[str, str]:
    """Return the versions of what computes the rows."""
    python = ".".join(platform.python_version_tuple()[:2])
    others = {name: version(name) for name in ("spacy", "numpy", "scipy")}
    return {"spacy_citalign": __version__, "python": python, **others}


def pipeline_fingerprint(nlp: "Language") -> dict[str, Any]:
    """Return the name of a pipeline and the SHA-256 of its settings and of all that it has learned.

    Components of others have that of their code, too.

    What a pipeline has seen since it was loaded, the strings of its vocabulary, is left out. A
    setting that was changed on a component in Python, not in the config, is not seen either.
    """
    return {
        "name": f"{nlp.meta['lang']}_{nlp.meta['name']} {nlp.meta['version']}",
        "components": nlp.pipe_names,
        "max_length": nlp.max_length,
        "config": _digest(nlp.config.to_bytes),
        "vocab": _digest(lambda: nlp.vocab.to_bytes(exclude=["strings"])),
        "tokenizer": _of_part(nlp.tokenizer),
        "models": {name: _of_part(part) for name, part in nlp.pipeline},
        "code": {name: code for name, part in nlp.pipeline if (code := _code_of(part))},
    }


def check_layout(path: Path, kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """See that what an earlier run left has the layout that this one makes.

    Args:
        path: the output.
        kept: the fingerprint of the earlier run.
        wanted: that of this one.

    Raises:
        SettingError: it has another one.
    """
    if kept.get("layout") != wanted.get("layout"):
        made_by = kept.get("versions")
        number = made_by.get("spacy_citalign") if isinstance(made_by, Mapping) else None
        raise SettingError(
            f"{path} was begun by version {number or 'unknown'} of this package, which cuts inputs "
            "in another way; start again with --fresh, or choose another output"
        )


def file_fingerprint(handle: BinaryIO) -> dict[str, Any]:
    """Size and SHA-256 of an open file, which is then at its beginning again."""
    digest = hashlib.sha256()
    size = 0
    handle.seek(0)
    while block := handle.read(_BLOCK):
        digest.update(block)
        size += len(block)
    handle.seek(0)
    return {"size": size, "sha256": digest.hexdigest()}


def _of_part(part: Any) -> str:
    """Return the digest of a tokenizer or component; plain functions have nothing to digest."""
    if hasattr(part, "model_digest"):  # ours
        return str(part.model_digest())
    if not hasattr(part, "to_bytes"):
        return "plain"
    return _digest(lambda: part.to_bytes(exclude=["vocab"]))


def _code_of(part: Any) -> str | None:
    """Return the digest of the file of a component of others; ours and spaCy's have versions.

    What that file imports is not seen.
    """
    module = str(getattr(part, "__module__", ""))
    file = getattr(sys.modules.get(module), "__file__", None)
    if module.partition(".")[0] in _VERSIONED or file is None:
        return None
    return _digest(Path(file).read_bytes)


def _digest(to_bytes: Callable[[], bytes]) -> str:
    # Components may be anybody's and fail in any way; those that cannot be written have their
    # settings in the config all the same.
    try:
        return hashlib.sha256(to_bytes()).hexdigest()
    except Exception as error:
        return f"none: {type(error).__name__}"
