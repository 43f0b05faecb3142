"""Arrays and settings as bytes and back, without pickle, with format version and checksum."""

import hashlib
import io
import json
import lzma
import struct
import tokenize
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, ModelFileError
from ..memory import MEGABYTE, check_memory, size_text

# A file: magic, format version, SHA-256 of the rest, which is an archive of arrays with META.
MAGIC = b"CITALIGN"
HEAD = struct.Struct("<8sI32s")
META = "__meta__"
_MAX_UNPACKED = 64 * MEGABYTE  # whatever the size of the file
_MAX_RATIO = 50  # of what is unpacked to the file; shipped models have up to 3
_Model = TypeVar("_Model", bound="StoredModel")
# What numpy, zipfile and json raise where a payload is not in order.
_UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    OverflowError,
    MemoryError,
    RuntimeError,
    SyntaxError,
    EOFError,
    OSError,
    struct.error,
    lzma.LZMAError,
    tokenize.TokenError,
    zlib.error,
    zipfile.BadZipFile,
)


def pack(kind: str, version: int, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> bytes:
    """Write ``meta`` (JSON values) and named arrays; equal content gives equal bytes."""
    text = json.dumps({"kind": kind, "meta": dict(meta)}, sort_keys=True)
    plain = {name: np.asarray(arrays[name], order="C") for name in sorted(arrays)}
    objects = [name for name, array in plain.items() if array.dtype.hasobject]
    if objects:
        raise TypeError(f"arrays of objects cannot be stored: {objects}")
    buffer = io.BytesIO()
    members: dict[str, Any] = {META: np.frombuffer(text.encode(), dtype=np.uint8), **plain}
    np.savez_compressed(buffer, **members)
    payload = buffer.getvalue()
    return HEAD.pack(MAGIC, version, hashlib.sha256(payload).digest()) + payload


@contextmanager
def parts_of(what: str) -> Iterator[None]:
    """Make a ModelFileError of what goes wrong with the parts that ``unpack`` gave.

    Args:
        what: the model, for the message.

    Raises:
        ModelFileError: a part is missing or is not what it should be.
    """
    try:
        yield
    except ModelFileError:
        raise
    except (LookupError, ValueError, TypeError, OverflowError) as error:
        raise ModelFileError(
            f"{what} lacks or garbles a part ({error!r}); train it anew"
        ) from error


def unpack(data: bytes, kind: str, version: int) -> tuple[dict[str, Any], dict[str, NDArray]]:
    """Read what ``pack`` wrote.

    Raises:
        ModelFileError: not such a file, truncated or damaged, of another kind or version.
    """
    if len(data) < HEAD.size or not data.startswith(MAGIC):
        raise ModelFileError(
            f"not a model of this package: it begins with {data[:8]!r} and has {len(data)} bytes; "
            "give the folder or bytes that to_disk or to_bytes wrote"
        )
    _, found_version, digest = HEAD.unpack_from(data)
    if found_version != version:
        raise ModelFileError(
            f"the model has format version {found_version}, this release reads {version}; train it "
            "anew or install the release that wrote it"
        )
    payload = data[HEAD.size :]
    if hashlib.sha256(payload).digest() != digest:
        raise ModelFileError(
            f"the model's checksum does not fit its {len(payload)} bytes: the file is truncated "
            "or damaged; copy it again or train it anew"
        )
    _check_sizes(payload)
    try:
        with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        head = json.loads(bytes(arrays.pop(META)))
        found_kind, meta = head["kind"], dict(head["meta"].items())
    except _UNREADABLE as error:
        raise _unreadable(error) from error
    if found_kind != kind:
        raise ModelFileError(
            f"the model is a {found_kind!r}, but {kind!r} was expected; load it into the "
            "component that wrote it"
        )
    return meta, arrays


def _unreadable(error: Exception) -> ModelFileError:
    if isinstance(error, MemoryError):
        return ModelFileError("the model cannot be read for want of memory; free some")
    return ModelFileError(f"the model cannot be read ({error!r}); train it anew")


def _check_sizes(payload: bytes) -> None:
    """See that what a payload unpacks to is no more than a model has, and than there is memory for.

    Raises:
        ModelFileError: it is, or it is no archive.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(payload)) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except _UNREADABLE as error:
        raise _unreadable(error) from error
    if size > _MAX_UNPACKED + _MAX_RATIO * len(payload):
        raise ModelFileError(
            f"the model unpacks to {size_text(size)}, from {size_text(len(payload))}, which none "
            "does that this package wrote; train it anew"
        )
    try:
        check_memory(size, "the model", "free some")
    except InputError as error:
        raise ModelFileError(str(error)) from error


class StoredModel(ABC):
    """A model that can be written to bytes and read from them.

    Args:
        kind: what files say that they are.
        version: of their format.
        what: the model, for messages.
    """

    kind: str
    version: int
    what: str

    def __init_subclass__(cls, *, kind: str, version: int, what: str) -> None:
        super().__init_subclass__()
        cls.kind, cls.version, cls.what = kind, version, what

    def to_bytes(self) -> bytes:
        """Serialize: equal models give equal bytes; weights of CRFs are kept as float16."""
        return pack(self.kind, self.version, *self._parts())

    @classmethod
    def from_bytes(cls: type[_Model], data: bytes) -> _Model:
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        meta, arrays = unpack(data, cls.kind, cls.version)
        with parts_of(cls.what):
            return cls._from_parts(meta, arrays)

    @abstractmethod
    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        """Return JSON values and named arrays."""

    @classmethod
    @abstractmethod
    def _from_parts(
        cls: type[_Model], meta: Mapping[str, Any], arrays: Mapping[str, NDArray]
    ) -> _Model:
        """Return the model that ``_parts`` are of.

        Raises:
            LookupError, ValueError: one is missing, or they contradict each other.
        """
