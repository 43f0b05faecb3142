"""Guidelines of a gene model: its files, the same as one string of bytes, and variants of weights.

The model is a file of its own, and each further guideline another, so that one can be added without
writing the others anew. An index names them in order and has their checksums: what is missing,
shortened or of another model is refused before anything is tagged. What is further away from the
first guideline than its file is read only when it is chosen.

A variant is a guideline on the weights of another one, in a readable file: weights take megabytes
and tell what a gene name looks like; what corpora with the same short names differ in is how often
such names are gold, which a few numbers tell.
"""

import hashlib
import json
import re
import struct
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..errors import ModelFileError, SettingError
from .calibration import DocumentCalibration, MentionCalibration

MODEL = "model"
INDEX = "guidelines.json"
FOLDER = "guidelines"
_MAGIC = b"CITALIGN guidelines\n"
_SIZE = struct.Struct("<I")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_ADVICE = "copy the folder again, or save the pipeline again with nlp.to_disk"


def check_name(name: str, others: Mapping[str, bytes]) -> None:
    """Raise SettingError unless ``name`` can be that of a file beside those of ``others``."""
    if not _NAME.fullmatch(name):
        raise SettingError(
            f"a guideline cannot be added as {name!r}, since it is saved in a file of that name; "
            "give letters without accents, digits, and _ . - between them"
        )
    alike = [other for other in others if other != name and other.lower() == name.lower()]
    if alike:
        raise SettingError(
            f"a guideline cannot be added as {name!r} beside {alike[0]!r}: some disks take their "
            "files for one; give another name"
        )


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the content of each file by its path, of a model as bytes.

    Raises:
        ModelFileError: the bytes are shortened or damaged.
    """
    if not data.startswith(_MAGIC):
        return {MODEL: data}
    names, parts = split(data)
    first, *others = zip(names, parts, strict=True)
    return {
        MODEL: first[1],
        **{f"{FOLDER}/{name}": part for name, part in others},
        INDEX: _index(names, parts),
    }


def read_files(read: Callable[[str], bytes], has_index: bool) -> bytes:
    """Return the bytes of a model, out of its files.

    Args:
        read: gives the content of a file by its path.
        has_index: whether there is an index; without one the model is alone.

    Raises:
        ModelFileError: a file is not what the index says.
    """
    if not has_index:
        return read(MODEL)
    index = read(INDEX)
    names = [name for name, _ in _entries(index)]
    parts = [read(MODEL), *(read(f"{FOLDER}/{name}") for name in names[1:])]
    _check(index, parts)
    return b"".join((_MAGIC, _SIZE.pack(len(index)), index, *parts))


def join(names: list[str], parts: list[bytes]) -> bytes:
    """Return several guidelines as bytes, the model's own first; one without a name as it is."""
    if names == [""]:
        return parts[0]
    index = _index(names, parts)
    return b"".join((_MAGIC, _SIZE.pack(len(index)), index, *parts))


def split(data: bytes) -> tuple[list[str], list[bytes]]:
    """Return the names and the bytes that were joined.

    Raises:
        ModelFileError: the bytes are shortened or damaged.
    """
    if not data.startswith(_MAGIC):
        return [""], [data]
    begin = len(_MAGIC) + _SIZE.size
    if len(data) < begin:
        raise ModelFileError(f"the model ends after {len(data)} bytes; {_ADVICE}")
    (size,) = _SIZE.unpack_from(data, len(_MAGIC))
    index = data[begin : begin + size]
    names, parts, at = [], [], begin + size
    for name, entry in _entries(index):
        names.append(name)
        parts.append(data[at : at + entry["size"]])
        at += entry["size"]
    if at != len(data):
        raise ModelFileError(f"the model has {len(data)} bytes in place of {at}; {_ADVICE}")
    _check(index, parts)
    return names, parts


def _index(names: list[str], parts: list[bytes]) -> bytes:
    entries = [
        {"name": name, "size": len(part), "sha256": hashlib.sha256(part).hexdigest()}
        for name, part in zip(names, parts, strict=True)
    ]
    return f"{json.dumps(entries, indent=1)}\n".encode()


def _entries(index: bytes) -> list[tuple[str, dict]]:
    try:
        entries = [(str(entry["name"]), entry) for entry in json.loads(index)]
        names = [name for name, _ in entries]
        if not names or len({*names}) < len(names):
            raise ValueError(f"names {names}")
        for name, entry in entries:
            if name != names[0] and not _NAME.fullmatch(name):
                raise ValueError(f"name {name!r}")
            if not (type(entry["size"]) is int and entry["size"] >= 0):
                raise ValueError(f"size {entry['size']!r}")
            str(entry["sha256"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ModelFileError(
            f"the list of the model's guidelines is damaged ({error!r}); {_ADVICE}"
        ) from error
    return entries


def _check(index: bytes, parts: list[bytes]) -> None:
    for (name, entry), part in zip(_entries(index), parts, strict=True):
        if hashlib.sha256(part).hexdigest() != entry["sha256"]:
            raise ModelFileError(
                f"the file of the guideline {name!r} is damaged or of another model: its "
                f"{len(part)} bytes are not the {entry['size']} that were saved; {_ADVICE}"
            )


class Variant(NamedTuple):
    """What a guideline has of its own.

    Attributes:
        weights_of: the guideline whose weights it has.
        calibration: from posteriors to confidences.
        document: the same with the whole document in view.
        inside_words: whether names are looked for at the beginning of longer words.
    """

    weights_of: str
    calibration: MentionCalibration | None = None
    document: DocumentCalibration | None = None
    inside_words: bool = False

    def to_bytes(self) -> bytes:
        """Write it as JSON, every number exactly."""
        content: dict[str, Any] = {"weights_of": self.weights_of, "inside_words": self.inside_words}
        if self.calibration is not None:
            content["calibration"] = {
                "models": list(self.calibration.models),
                "confidence": self.calibration.confidence.tolist(),
                "stacking": self.calibration.stacking.tolist(),
            }
        if self.document is not None:
            weights, least = self.document.weights.tolist(), self.document.min_confidence
            content["document"] = {"weights": weights, "least": least}
        return f"{json.dumps(content, indent=1)}\n".encode()


def is_variant(data: bytes) -> bool:
    """Return whether bytes are of a variant, not of a model."""
    return data.startswith(b"{")


def read_variant(data: bytes) -> Variant:
    """Read what ``to_bytes`` wrote.

    Raises:
        ModelFileError: it is damaged.
    """
    try:
        content = json.loads(data)
        known = content.get("calibration")
        calibration = None
        if known is not None:
            learned = (np.array(known[name], np.float64) for name in ("confidence", "stacking"))
            calibration = MentionCalibration(tuple(map(str, known["models"])), *learned)
            calibration.check(calibration.models)
        document = None
        if "document" in content:
            known = content["document"]
            weights = np.array(known["weights"], np.float64)
            document = DocumentCalibration(weights, float(known["least"]))
            document.check()
        inside = content["inside_words"]
        if not (isinstance(content["weights_of"], str) and isinstance(inside, bool)):
            raise ValueError("a value is of another type")
        return Variant(content["weights_of"], calibration, document, inside)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ModelFileError(
            f"what a guideline has beside weights cannot be read ({error!r}); add it anew"
        ) from error
