"""Invented articles as PDF, for tests: the least that a PDF is, written by hand."""

import textwrap
import zlib
from collections.abc import Sequence
from hashlib import md5
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 595, 842, 60
FONTS = ("Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic")
PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


class Text(NamedTuple):
    """Text on a page: from its left and upper edge in points, a size, the number of a font."""

    x: float
    y: float
    text: str
    size: float = 10
    font: int = 0


def pdf(
    *pages: Sequence[Text],
    title: str = "",
    packed: bool = False,
    user: str | None = None,
    owner: str = "owner",
    lost: int = 0,
) -> bytes:
    """A PDF of pages.

    Args:
        pages: what stands on each.
        title: in its dictionary of information.
        packed: compress the pages.
        user: encrypt it, so that it opens with this password; "" needs none.
        owner: the other password, where it is encrypted.
        lost: so many more pages are said to be there.
    """
    contents = [_drawn(page) for page in pages]
    filters = b""
    if packed:
        contents, filters = [zlib.compress(content) for content in contents], b"/Filter/FlateDecode"
    return pdf_of_streams(contents, filters, title=title, user=user, owner=owner, lost=lost)


def pdf_of_streams(
    contents: Sequence[bytes],
    filters: bytes = b"",
    *,
    title: str = "",
    user: str | None = None,
    owner: str = "owner",
    lost: int = 0,
) -> bytes:
    """A PDF of pages of these contents, as they stand in the file, and of some that are lost."""
    count = len(contents)
    first = 3 + len(FONTS)  # objects: catalogue, pages, fonts, then two a page
    kids = b" ".join(b"%d 0 R" % (first + 2 * n) for n in range(count))
    kids += b" 900 0 R" * lost
    fonts = b"".join(b"/F%d %d 0 R" % (n, 3 + n) for n in range(len(FONTS)))
    key = b"" if user is None else _key(user, owner)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (count + lost, kids),
        *(
            b"<</Type/Font/Subtype/Type1/Encoding/WinAnsiEncoding/BaseFont/%s>>" % name.encode()
            for name in FONTS
        ),
    ]
    for n, content in enumerate(contents):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Resources<</Font<<%s>>>>/Contents %d "
            b"0 R>>" % (WIDTH, HEIGHT, fonts, first + 2 * n + 1)
        )
        if key:
            content = _rc4(_object_key(key, len(objects) + 1), content)
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), filters, content))
    title_bytes = title.encode("latin-1")
    if key:
        title_bytes = _rc4(_object_key(key, len(objects) + 1), title_bytes)
    objects.append(b"<</Title<%s>>>" % title_bytes.hex().encode())
    extra = b"/Info %d 0 R" % len(objects)
    if key:
        objects.append(
            b"<</Filter/Standard/V 1/R 2/Length 40/P -4/O<%s>/U<%s>>>"
            % (_owner_entry(user or "", owner).hex().encode(), _rc4(key, PADDING).hex().encode())
        )
        extra += b"/Encrypt %d 0 R/ID[<%s><%s>]" % (len(objects), b"00" * 16, b"00" * 16)
    return _file(objects, extra)


def _file(objects: Sequence[bytes], extra: bytes) -> bytes:
    """A PDF of objects, the first of which is the catalogue."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R%s>>\n" % (len(objects) + 1, extra)
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _drawn(page: Sequence[Text]) -> bytes:
    lines = []
    for one in page:
        shown = one.text.encode("cp1252").replace(b"\\", rb"\\")
        shown = shown.replace(b"(", rb"\(").replace(b")", rb"\)")
        place = f"/F{one.font} {one.size} Tf 1 0 0 1 {one.x} {HEIGHT - one.y} Tm".encode()
        lines.append(b"BT %s (%s) Tj ET" % (place, shown))
    return b"\n".join(lines)


def article_pages(
    title: str,
    authors: str,
    about: str,
    sections: Sequence[tuple[str, Sequence[str]]],
    references: Sequence[str],
    *,
    lines_a_page: int = 50,
) -> list[list[Text]]:
    """The pages of an article in one column: its head, sections, list of references.

    Args:
        title, authors: of the first page.
        about: the line of journal, year and DOI, "" for none.
        sections: headings and paragraphs.
        references: the entries.
        lines_a_page: as many.
    """
    lines: list[tuple[str, float, int, float]] = []  # text, size, font, space above
    lines += [(line, 18, 1, 6) for line in textwrap.wrap(title, 48)]
    lines.append((authors, 11, 0, 8))
    if about:
        lines.append((about, 8, 0, 4))
    for heading, paragraphs in sections:
        lines.append((heading, 13, 1, 14))
        for paragraph in paragraphs:
            wrapped = textwrap.wrap(paragraph, 95)
            lines += [(line, 10, 0, 6 if n == 0 else 0) for n, line in enumerate(wrapped)]
    if references:
        lines.append(("References", 13, 1, 14))
    for entry in references:
        wrapped = textwrap.wrap(entry, 105)
        lines += [(line, 9, 0, 3 if n == 0 else 0) for n, line in enumerate(wrapped)]
    pages: list[list[Text]] = []
    y = 0.0
    for number, (text, size, font, above) in enumerate(lines):
        if number % lines_a_page == 0:
            pages.append([])
            y = MARGIN
        y += above + size * 1.2
        pages[-1].append(Text(MARGIN, y, text, size, font))
    return pages


def _owner_entry(user: str, owner: str) -> bytes:
    return _rc4(md5(_padded(owner), usedforsecurity=False).digest()[:5], _padded(user))


def _key(user: str, owner: str) -> bytes:
    """The key of the standard security handler, revision 2 (ISO 32000-1, 7.6.3)."""
    permissions = (-4).to_bytes(4, "little", signed=True)
    parts = _padded(user) + _owner_entry(user, owner) + permissions + bytes(16)
    return md5(parts, usedforsecurity=False).digest()[:5]


def _object_key(key: bytes, number: int) -> bytes:
    parts = key + number.to_bytes(3, "little") + bytes(2)
    return md5(parts, usedforsecurity=False).digest()[:10]


def _padded(password: str) -> bytes:
    return (password.encode("latin-1") + PADDING)[:32]


def _rc4(key: bytes, content: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in content:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


POND_REFERENCES = (
    "1. Zork A, Lake B: Frogs awake in early spring when the ponds are warm. J Frogs 2004, "
    "12:33-41.",
    "2. Ott O: Toads asleep in cold ponds under ice. Ponds 1999, 3:1-9.",
    "3. Mup M, Yan Y: Newts that swim in rivers. Rivers 2001, 7:100-110.",
)
POND_TITLE = "Warm ponds and the calls of frogs in the early spring"
POND_DOI = "10.5555/pond.2014.12"


def pond_pages(
    title: str = POND_TITLE,
    doi: str = POND_DOI,
    references: Sequence[str] = POND_REFERENCES,
    results: str = "Warm ponds have more calls than cold ones, as was shown before [1].",
) -> list[list[Text]]:
    """The pages of a small article."""
    aim = (
        "Frogs awake early when the water of a pond is warm [1]. Toads sleep longer than frogs do "
        "in the same ponds [2,3]."
    )
    about = f"Pond Life 2014, 5:12{f' doi:{doi}' if doi else ''}"
    sections = [("Introduction", [aim]), ("Results", [results])]
    return article_pages(title, "Ada Brandt, Bo Lind", about, sections, references)


def pond_pdf(**parts: str) -> bytes:
    """The same as a PDF."""
    return pdf(*pond_pages(**parts))
