"""Model files that are not in order, though their checksum fits."""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from contract_cases import CASES, trained

from spacy_citalign.chain import storage
from spacy_citalign.chain.storage import unpack
from spacy_citalign.errors import ModelFileError
from tests.fuzzing.changes import Arrays, changed
from tests.fuzzing.packing import zipped
from tests.fuzzing.target import Target

_KIND, _VERSION = "toy", 1
_HEAD_SIZE = storage.HEAD.size
_NPY = b"\x93NUMPY"
_WORDS = (
    *(b"PK\1\2", b"PK\3\4", b"PK\5\6", b"__meta__.npy", _NPY, b"'descr': '<f8'", b"'|O'", b"'<U9'"),
    *(b"'fortran_order': False", b"'shape': (3,), ", b"(9999999999,)", b"(-1,)", b"kind", b"meta"),
)


def whole(version: int, payload: bytes) -> bytes:
    """A model file with that payload, whose checksum fits."""
    digest = hashlib.sha256(payload).digest()
    return storage.HEAD.pack(storage.MAGIC, version, digest) + payload


def npz(text: bytes, arrays: Arrays) -> bytes:
    """The payload of a model, not compressed."""
    members = {storage.META: np.frombuffer(text, np.uint8), **arrays}
    contents: dict[str, bytes] = {}
    for name, array in members.items():
        out = io.BytesIO()
        np.save(out, array, allow_pickle=False)
        contents[f"{name}.npy"] = out.getvalue()
    return zipped(contents)


@cache
def _model(factory: str) -> tuple[int, str, Any, Arrays]:
    """Format version, kind, settings and arrays of a small model of that component."""
    data = trained(factory).get_pipe(factory).to_bytes()
    _, version, _ = storage.HEAD.unpack_from(data)
    with np.load(io.BytesIO(data[_HEAD_SIZE:]), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    head = json.loads(bytes(arrays.pop(storage.META)))
    return version, head["kind"], head["meta"], arrays


def _component(factory: str) -> Target:
    """What a component makes of a model of its own with wrong parts."""

    def check(data: bytes) -> None:
        version, kind, meta, arrays = _model(factory)
        parts = changed(meta, arrays, data)
        text = json.dumps({"kind": kind, "meta": parts.meta[0] if parts.meta else None})
        model = whole(version, npz(text.encode(), parts.arrays))
        trained(factory).get_pipe(factory).from_bytes(model)

    return Target(
        f"model_{factory}", check, lambda: [b""], most_bytes=96, refusals=(ModelFileError,)
    )


def _small() -> tuple[bytes, Arrays]:
    meta = {"kind": _KIND, "meta": {"names": ["a", "b"], "order": 1}}
    arrays = {"weights": np.array([[0.5, -1.0, 2.0]], np.float32), "keys": np.arange(3, dtype="u8")}
    return json.dumps(meta).encode(), arrays


def _payload(data: bytes) -> None:
    """Any payload."""
    unpack(whole(_VERSION, data), _KIND, _VERSION)


def _members(data: bytes) -> None:
    """A ZIP archive in order, with any arrays."""
    contents: Mapping[str, bytes] = {
        "__meta__.npy" if not number else f"{number}.npy": _NPY + part
        for number, part in enumerate(data.split(_NPY)[1:])
    }
    unpack(whole(_VERSION, zipped(contents)), _KIND, _VERSION)


def _settings(data: bytes) -> None:
    """Any settings."""
    unpack(whole(_VERSION, npz(data, _small()[1])), _KIND, _VERSION)


def _bytes(data: bytes) -> None:
    """Any bytes, for the component with the smallest model."""
    trained("sentence_aligner").get_pipe("sentence_aligner").from_bytes(data)


def _member_seeds() -> list[bytes]:
    with zipfile.ZipFile(io.BytesIO(npz(*_small()))) as archive:
        return [b"".join(archive.read(name) for name in archive.namelist())]


def _byte_seeds() -> list[bytes]:
    return [trained("sentence_aligner").get_pipe("sentence_aligner").to_bytes()]


_REFUSALS = (ModelFileError,)
TARGETS = [
    Target("model_payload", _payload, lambda: [npz(*_small())], _WORDS, refusals=_REFUSALS),
    Target("model_members", _members, _member_seeds, _WORDS, refusals=_REFUSALS),
    Target("model_settings", _settings, lambda: [_small()[0]], _WORDS, refusals=_REFUSALS),
    Target("model_bytes", _bytes, _byte_seeds, _WORDS, refusals=_REFUSALS),
    *(_component(factory) for factory, case in CASES.items() if case.settings),
]
