"""Fingerprints of runs, all that their rows depend on: versions, pipeline, settings, input.

Two runs of equal fingerprint give the same rows, so that one may go on where the other stopped.
"""

import hashlib
import json
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from .... import __version__

if TYPE_CHECKING:
    from spacy.language import Language


# Of splits, parts and the identity of inputs: a run goes on only where it is the same.
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


_NAMED = 3  # differences
_SHOWN = 16  # characters of a value


def json_object(text: bytes) -> dict[str, Any] | None:
    """Return the object that a text is in JSON, None where it is something else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def kept_object(path: Path) -> dict[str, Any] | None:
    """Return the object in a file of JSON, None where there is none that can be read."""
    return json_object(path.read_bytes()) if path.is_file() else None


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the first values that differ, and how many more do.

    >>> differences({"name": "a", "in": {"size": 1}}, {"name": "a", "in": {"size": 2}})
    'in.size was 1, is 2'
    """
    before, now = dict(_entries(old)), dict(_entries(new))
    names = [name for name in {**now, **before} if before.get(name) != now.get(name)]
    changes = [f"{name} was {_shown(before, name)}, is {_shown(now, name)}" for name in names]
    more = len(changes) - _NAMED
    return "; ".join(islice(changes, _NAMED)) + (f"; and {more} more" if more > 0 else "")


def _entries(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values with their dotted names, those of inner objects too.

    >>> list(_entries({"a": {"b": 1}, "c": [2]}))
    [('a.b', 1), ('c', [2])]
    """
    opened = [(prefix, iter(values.items()))]  # no recursion: who knows who wrote it
    while opened:
        prefix, entries = opened[-1]
        for name, value in entries:
            if isinstance(value, dict):
                opened.append((f"{prefix}{name}.", iter(value.items())))
                break
            yield f"{prefix}{name}", value
        else:
            opened.pop()


def _shown(values: Mapping[str, Any], name: str) -> str:
    if name not in values:
        return "nothing"
    try:
        text = json.dumps(values[name], ensure_ascii=False)
    except RecursionError:
        return "nested too deep"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
