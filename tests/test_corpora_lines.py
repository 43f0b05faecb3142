"""Lines of texts that users name: plain or gzipped, and what is wrong with them."""

import gzip

import pytest

from spacy_citalign.corpora.lines import is_wide, text_lines
from spacy_citalign.errors import InputError

TEXT = "Zork2 binds.\r\nBlip β does not.\n"
LINES = ["Zork2 binds.", "Blip β does not."]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_plain_and_gzipped_files_are_read_in_turn(tmp_path, mark):
    plain, packed = tmp_path / "a.txt", tmp_path / "b.txt.gz"
    plain.write_bytes((mark + TEXT).encode())
    packed.write_bytes(gzip.compress((mark + TEXT).encode()))
    assert list(text_lines([plain, str(packed)])) == [*LINES, *LINES]


def test_only_the_first_line_can_have_a_byte_order_mark(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("one\n\ufefftwo\n", encoding="utf-8")
    assert list(text_lines([path])) == ["one", "\ufefftwo"]


def test_no_files_no_lines():
    assert list(text_lines([])) == []


def damaged(number):
    """A gzipped file with one byte turned over."""
    content = bytearray(gzip.compress(TEXT.encode() * 50, mtime=0))
    content[number % len(content)] ^= 0xFF
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(TEXT.encode(), mtime=0)[:-9],
        b"no gzip",
        *(damaged(n) for n in range(10, 40, 3)),
    ],
)
def test_a_damaged_archive_is_our_error(tmp_path, content):
    path = tmp_path / "texts.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="cannot be read"):
        list(text_lines([path]))


def test_missing_and_wrongly_encoded_files_are_named(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes("Blip β".encode("utf-16"))
    for file in (path, tmp_path / "missing.txt"):
        with pytest.raises(InputError, match=file.name):
            list(text_lines([file]))


def test_zeros_alone_are_no_wide_letters():
    assert [is_wide(begin) for begin in (b"", b"\0\0", bytes(4), b"a\0\0b", b"ab\0\0")] == [
        False
    ] * 5
    encodings = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-16", "utf-32")
    assert all(is_wide("Frogs".encode(name)[:4]) for name in encodings)
