"""Bytes of models: round trip, equal bytes of equal content, and every kind of damage."""

import hashlib
import io
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.storage import pack, unpack
from spacy_citalign.errors import CitalignError, ModelFileError

META = {"name": "zork", "sizes": [1, 2], "deep": {"b": None, "a": 0.5}}
ARRAYS = {
    "keys": np.array([3, 2**63, 2**64 - 1], dtype=np.uint64),
    "weights/0": np.array([[0.5, -1.25]], dtype=np.float16),
    "empty": np.zeros((0, 4), dtype=np.int8),
}
DATA = pack("toy", 3, META, ARRAYS)
HEAD = struct.calcsize("<8sI32s")


def sealed(payload: bytes) -> bytes:
    """Put a right head before any payload: what a careful forger would do."""
    return struct.pack("<8sI32s", b"CITALIGN", 3, hashlib.sha256(payload).digest()) + payload


def npz(**arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def npy(array) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def text_array(text: str):
    return np.frombuffer(text.encode(), dtype=np.uint8)


def test_unpack_gives_back_what_was_packed():
    meta, arrays = unpack(DATA, "toy", 3)
    assert meta == META
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)


def test_pack_gives_equal_bytes_for_equal_content():
    copies = {name: array.copy() for name, array in ARRAYS.items()}
    assert pack("toy", 3, dict(reversed(META.items())), copies) == DATA
    assert pack("toy", 3, META, dict(reversed(ARRAYS.items()))) == DATA


def test_pack_gives_equal_bytes_whatever_the_order_in_memory():
    square = np.arange(6.0).reshape(2, 3)
    assert pack("toy", 1, {}, {"m": square}) == pack("toy", 1, {}, {"m": np.asfortranarray(square)})


@pytest.mark.parametrize(
    "other",
    [
        pack("other", 3, META, ARRAYS),
        pack("toy", 4, META, ARRAYS),
        pack("toy", 3, META | {"name": "z"}, ARRAYS),
        pack("toy", 3, META, ARRAYS | {"empty": np.zeros((0, 5), dtype=np.int8)}),
    ],
)
def test_pack_gives_other_bytes_for_other_content(other):
    assert other != DATA


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 12, HEAD - 1])
def test_unpack_refuses_a_file_cut_off_in_its_head(size):
    with pytest.raises(ModelFileError, match=f"not a model of this package.* {size} bytes"):
        unpack(DATA[:size], "toy", 3)


@pytest.mark.parametrize("size", [HEAD, HEAD + 1, len(DATA) // 2, len(DATA) - 1])
def test_unpack_refuses_a_file_cut_off_in_its_payload(size):
    with pytest.raises(ModelFileError, match=r"checksum.*truncated or damaged"):
        unpack(DATA[:size], "toy", 3)


def test_unpack_refuses_a_file_with_something_behind():
    with pytest.raises(ModelFileError, match="checksum"):
        unpack(DATA + b"\0", "toy", 3)


@given(st.integers(0, len(DATA) * 8 - 1))
def test_unpack_refuses_any_flipped_bit(bit):
    damaged = bytearray(DATA)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ModelFileError, match=r"not a model|format version|checksum"):
        unpack(bytes(damaged), "toy", 3)


@pytest.mark.parametrize(
    "foreign",
    [b"PK\x03\x04" + bytes(100), b"\x80\x04\x95" + bytes(100), b'{"a": 1}' * 20, bytes(100)],
    ids=["zip", "pickle", "json", "zeros"],
)
def test_unpack_refuses_foreign_bytes(foreign):
    with pytest.raises(ModelFileError, match="not a model of this package: it begins with"):
        unpack(foreign, "toy", 3)


@pytest.mark.parametrize("version", [2, 4])
def test_unpack_refuses_another_version_and_names_both(version):
    with pytest.raises(ModelFileError, match=f"format version 3, this release reads {version}"):
        unpack(DATA, "toy", version)


def test_unpack_refuses_another_kind_and_names_both():
    with pytest.raises(ModelFileError, match="'toy', but 'gene mentions' was expected"):
        unpack(DATA, "gene mentions", 3)


FORGED = {
    "no payload": b"",
    "no archive": b"not a zip file",
    "half an archive": DATA[HEAD : HEAD + 60],
    "an array": npy(np.zeros(3)),
    "no meta": npz(keys=np.zeros(3)),
    "meta that is no JSON": npz(__meta__=text_array("{")),
    "meta that is no UTF-8": npz(__meta__=np.array([0xFF, 0xFE, 0xFF], dtype=np.uint8)),
    "meta that is a list": npz(__meta__=text_array("[]")),
    "meta without a kind": npz(__meta__=text_array('{"meta": {}}')),
    "meta without content": npz(__meta__=text_array('{"kind": "toy"}')),
    "meta whose content is a list": npz(__meta__=text_array('{"kind": "toy", "meta": []}')),
    "a pickle": npz(__meta__=text_array('{"kind": "toy", "meta": {}}'), a=np.array([{}, None])),
}


def array_of(header: bytes) -> bytes:
    """A file of an array whose header says anything."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header


def zipped(*, flags: int = 0, method: int = zipfile.ZIP_STORED, **members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
            archive.getinfo(f"{name}.npy").flag_bits |= flags
    return buffer.getvalue()


FORGED |= {
    "a member with a password": zipped(a=npy(np.zeros(3)), flags=1),
    "a header without an end": zipped(a=array_of(b"{'descr': '<f8', (\n")),
    "a header with odd blanks": zipped(a=array_of(b"  {\n 1L\n}\n 2\n  3")),
    "a header with too many brackets": zipped(a=array_of(b"[" * 5000)),
    "more numbers than fit into memory": zipped(
        a=array_of(b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % (1 << 59))
    ),
    "more numbers than there can be": zipped(
        a=array_of(b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % (1 << 70))
    ),
    "damaged LZMA": zipped(a=bytes(200), method=zipfile.ZIP_LZMA).replace(
        b"\x5d\0\0", b"\xff\xff\0"
    ),
    "settings nested too deep": npz(__meta__=text_array("[" * 10**5)),
}


@pytest.mark.parametrize("name", FORGED)
def test_unpack_refuses_a_payload_that_is_none_though_its_checksum_fits(name):
    with pytest.raises(ModelFileError):
        unpack(sealed(FORGED[name]), "toy", 3)


def test_unpack_refuses_an_archive_with_a_broken_member():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("__meta__.npy", npy(text_array('{"kind": "toy", "meta": {}}')))
        archive.writestr("a.npy", npy(np.zeros(200)))
    payload = bytearray(buffer.getvalue())
    place = payload.index(b"a.npy") + len("a.npy")
    payload[place : place + 8] = b"\xff" * 8  # no deflate stream begins so
    with pytest.raises(ModelFileError):
        unpack(sealed(bytes(payload)), "toy", 3)


def test_pack_writes_no_pickle():
    with pytest.raises((CitalignError, ValueError, TypeError)):
        pack("toy", 3, {}, {"objects": np.array([{"a": 1}, None], dtype=object)})
