"""Files of text: gzip, encodings, byte order marks and lines."""

import gzip

import pytest

from spacy_citalign.corpora import io
from spacy_citalign.corpora.io import bounded_lines, is_wide, read_lines, text_lines
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


def test_the_content_says_whether_a_file_is_gzipped(tmp_path):
    plain, packed = tmp_path / "a.gz", tmp_path / "a.txt"
    plain.write_bytes(TEXT.encode())
    packed.write_bytes(gzip.compress(TEXT.encode()) + gzip.compress(b"Toads."))
    assert list(text_lines([plain, packed])) == [*LINES, *LINES, "Toads."]


def test_lines_are_numbered_and_those_without_text_at_the_end_left_out(tmp_path):
    path = tmp_path / "a.txt"
    for content in ("\none\r\n\n\ttwo\x0b\u2028\r\r\n", "\none\n\n\ttwo\x0b\u2028\n\r\n\n"):
        path.write_text(content, encoding="utf-8", newline="")
        lines = list(read_lines(path, "a text"))
        assert lines == [(1, ""), (2, "one"), (3, ""), (4, "\ttwo\x0b\u2028")]
    assert list(read_lines(path, "a text", blank_end=True)) == [*lines, (5, ""), (6, "")]
    for content in (b"", b"\xef\xbb\xbf", b"\n\r\n"):
        path.write_bytes(content)
        assert not list(read_lines(path, "a text"))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzipped"])
def test_bytes_that_are_no_utf_8_are_told_by_line_and_place(tmp_path, pack):
    path = tmp_path / "a.txt"
    path.write_bytes(pack("\ufeffone\r\n".encode() + b"two\r\nfr\xf6sche\n"))
    lines = read_lines(path, "a text")
    assert [next(lines), next(lines)] == [(1, "one"), (2, "two")]
    with pytest.raises(InputError) as caught:
        next(lines)
    assert str(caught.value) == (
        f"{path}, line 3: byte 15 of the file is 0xf6, which is not UTF-8; "
        "convert the file to UTF-8"
    )


def test_western_lines_that_are_no_utf_8_are_windows_1252(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("Müller – β\n".encode() + "Müller – x\n".encode("cp1252") + b"\x81\n")
    lines = [line for _, line in read_lines(path, "a list", western=True)]
    assert lines == ["Müller – β", "Müller – x", "\ufffd"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32-be"])
def test_texts_in_utf_16_are_told(tmp_path, encoding):
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT.encode(encoding))
    with pytest.raises(InputError, match=r"a\.txt is in UTF-16; convert it to UTF-8"):
        list(read_lines(path, "a text"))


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
        *(damaged(n) for n in range(10, 40, 3)),
    ],
)
def test_a_damaged_archive_is_our_error(tmp_path, content):
    path = tmp_path / "texts.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"texts\.gz( cannot be unpacked|, line 2: .* not UTF-8)"):
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


class Device:
    """A file that never ends, and has no line ends."""

    name = "/dev/zero"

    def __init__(self):
        self.read = 0

    def readline(self, size):
        self.read += size
        return bytes(size)


def test_a_line_that_never_ends_is_not_read_for_ever(monkeypatch):
    monkeypatch.setattr(io, "MAX_LINE", 10)
    device = Device()
    with pytest.raises(InputError, match=r"/dev/zero: a line does not end within 500 bytes"):
        list(bounded_lines(device))
    assert device.read < 600
