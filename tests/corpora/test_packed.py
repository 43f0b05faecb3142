"""Packed files: what they unpack to, in parts, cut off, damaged, and of any size."""

import bz2
import gzip
import io
import lzma
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora import packed
from spacy_citalign.corpora.io import read_bytes, text_lines
from spacy_citalign.corpora.packed import (
    DAMAGE,
    UnpackError,
    packing_of,
    unpack,
    unpacked_begin,
    without_suffix,
)
from spacy_citalign.errors import InputError

PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
with suppress(UnpackError):
    PACK[".zst"] = packed.zstd_module().compress
EVERY = pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
WORDS = b"Frogs hop [1]. Toads do not.\n" * 40_000
IN_A_ROW = bytes(range(256)) * 100


def unpacked(content):
    return unpack(io.BytesIO(content)).read()


@EVERY
@pytest.mark.parametrize("content", [b"", b"a", IN_A_ROW, WORDS])
def test_content_is_what_was_packed(pack, content):
    assert unpacked(pack(content)) == content


@EVERY
def test_parts_follow_each_other(pack):
    assert unpacked(pack(b"Frogs. ") + pack(b"") + pack(b"Toads.")) == b"Frogs. Toads."


def test_zeros_may_stand_between_parts_of_xz():
    assert unpacked(lzma.compress(b"a") + bytes(8) + lzma.compress(b"b") + bytes(4)) == b"ab"


@EVERY
def test_file_can_be_read_from_any_place(pack):
    file = unpack(io.BytesIO(pack(WORDS)))
    for place in (500_000, 3, 900_000, 899_999):
        assert file.seek(place) == place
        assert file.read(40) == WORDS[place : place + 40]
    assert file.tell() == 899_999 + 40


@EVERY
def test_what_precedes_the_damage_is_read(pack):
    content = pack(WORDS * 3)
    file = unpack(io.BytesIO(content[: len(content) - 9]))
    found = bytearray()
    with suppress(DAMAGE):
        while block := file.read1(10_000):
            found += block
    assert (WORDS * 3).startswith(found)
    with pytest.raises(DAMAGE):
        unpacked(content[:-1])
    with pytest.raises(DAMAGE):
        unpacked(content[: len(content) // 2] + b"\x55" * 40 + content[len(content) // 2 + 40 :])


@EVERY
def test_begin_is_unpacked_up_to_a_size_or_the_damage(pack):
    content = pack(WORDS)
    assert unpacked_begin(content, 100) == WORDS[:100]
    assert WORDS.startswith(unpacked_begin(content[:-20], 1 << 30))
    assert unpacked_begin(b"Frogs.", 100) == b"Frogs."


@EVERY
def test_as_much_is_held_as_is_asked_for(pack):
    content = pack(bytes(64 << 20))
    assert len(content) < 100_000
    tracemalloc.start()
    try:
        assert len(unpack(io.BytesIO(content)).read(1000)) == 1000
        assert tracemalloc.get_traced_memory()[1] < 16 << 20  # of 64
    finally:
        tracemalloc.stop()
    with pytest.raises(InputError, match="a has more than 1,000,000 bytes"):
        read_bytes(content, name="a", most_bytes=1_000_000)


def test_window_of_xz_is_bounded():
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}]
    content = bytearray(lzma.compress(b"Frogs.", lzma.FORMAT_XZ, filters=filters))
    with pytest.raises(UnpackError, match="takes more than 128 MB of memory to unpack"):
        unpacked(bytes(content))


def test_zstandard_without_its_module_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(packed, "ZSTD_MODULES", ("no.such.module",))
    path = tmp_path / "a.txt.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfdand more")
    with pytest.raises(InputError, match=r"a.txt.zst is packed by Zstandard.*backports.zstd`"):
        list(text_lines([path]))


@EVERY
def test_lines_of_packed_texts(tmp_path, pack):
    path = tmp_path / "a.txt"
    path.write_bytes(pack("Frogs hop.\nβ".encode()))
    assert list(text_lines([path])) == ["Frogs hop.", "β"]


@given(st.sampled_from([*PACK]), st.binary(max_size=300), st.integers(0, 400))
def test_any_bytes_are_unpacked_or_damaged(suffix, content, end):
    whole = PACK[suffix](content)
    for begin in (whole[:end], whole[:end] + b"Frogs" + whole[end:], whole[:6] + content):
        with suppress(*DAMAGE, UnpackError):
            unpacked(begin)


def test_name_without_the_suffix_of_its_packing():
    names = "a.XML.gz", "a.xml.bz2", "a.xml.XZ", "a.xml.zst", "a.xml", "gz"
    assert [*map(without_suffix, names)] == ["a.xml"] * 5 + ["gz"]
    assert packing_of(b"<article>") is None
