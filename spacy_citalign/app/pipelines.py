"""Pipelines: loaded by name, and again where they have grown; by what each is told from others.

spaCy keeps every string that it has ever seen: a million sentences make a process some hundred
megabytes larger. So the pipeline is loaded again where its vocabulary has grown by
``MAX_NEW_STRINGS``, which takes less than a second. (A zone of ``nlp.memory_zone`` does the same,
but leaves dangling whatever a component of others keeps of a Doc.)
"""

import gc
import hashlib
import platform
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from .. import __version__
from ..errors import CitalignError, SettingError, described, one_line

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

SHIPPED = "spacy_citalign"
_BLANK = "blank:"
MAX_NEW_STRINGS = 100_000
_BLOCK = 1 << 20
_VERSIONED = {"spacy", "spacy_citalign", "thinc"}


def load_pipeline(name: str, *, exclude: Iterable[str] = ()) -> "Language":
    """Return the pipeline of that package or folder; ``blank:en`` is spaCy's bare English.

    Components with a name in ``exclude`` are not loaded.

    Raises SettingError with the reason where there is none or it does not load.
    """
    import spacy

    # Loading runs the code of every package and component that the pipeline names, so any
    # error can come; all of them mean the same for the person at the command line.
    try:
        if name.startswith(_BLANK):
            return spacy.blank(name.removeprefix(_BLANK))
        return spacy.load(name, exclude=list(exclude))
    except CitalignError as error:
        raise SettingError(f"the pipeline {name!r} does not load: {one_line(error)}") from error
    except Exception as error:
        raise SettingError(
            f"the pipeline {name!r} does not load: {described(error).rstrip('.')}; "
            "give an installed pipeline, the folder of one, or blank:en"
        ) from error


def raise_failure(name: str, component: Any, docs: "list[Doc]", error: Exception) -> NoReturn:
    """spaCy error handler that stops and names the component, once where it is called twice.

    Raises:
        CitalignError: always.
    """
    what = f"component {name!r} failed: "
    if isinstance(error, CitalignError) and str(error).startswith(what):
        raise error
    raise CitalignError(f"{what}{described(error)}") from error


class ReloadedPipeline:
    """A pipeline that is loaded again from time to time.

    Attributes:
        nlp: the pipeline; not to be kept.

    Args:
        load: loads it.
        nlp: the pipeline, where it is loaded already.
    """

    def __init__(self, load: "Callable[[], Language]", nlp: "Language | None" = None) -> None:
        self._load = load
        self.nlp = nlp or load()
        self._strings = len(self.nlp.vocab.strings)

    def reload_if_grown(self) -> None:
        """Load it again, if its vocabulary has grown much. There must be no Doc of it any more."""
        if len(self.nlp.vocab.strings) - self._strings <= MAX_NEW_STRINGS:
            return
        del self.nlp
        gc.collect()  # a pipeline is a ring of references
        self.nlp = self._load()
        self._strings = len(self.nlp.vocab.strings)


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
