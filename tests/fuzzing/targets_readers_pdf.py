"""The reader of PDFs: whole files, through PDFium, and characters that stand anywhere."""

import numpy as np
from pdf_files import Text, pdf, pond_pages, pond_pdf

from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.inputs.formats.pdf.characters import PageCharacters
from spacy_citalign.inputs.formats.pdf.child import FrameError, page_bytes, page_of
from spacy_citalign.inputs.formats.pdf.document import pdf_document
from spacy_citalign.inputs.formats.pdf.reader import article_of, linked_article
from tests.fuzzing.target import Target, require_article

_WORDS = (
    *(b"obj", b"endobj", b"stream", b"endstream", b"xref", b"trailer", b"startxref", b"%%EOF"),
    *(b"/Type", b"/Page", b"/Pages", b"/Kids", b"/Count", b"/Contents", b"/Font", b"/Length"),
    *(b"/Filter", b"/FlateDecode", b"/Root", b"/Encrypt", b"/ToUnicode", b"<<", b">>", b" 0 R"),
    *(b" Tf", b" Tm", b" Tj", b"BT ", b" ET", b" cm", b" Do", b"References", b"[1-3]", b"doi:"),
)
_RECORD = np.dtype([("code", "u2"), ("x", "u1"), ("y", "u1"), ("size", "u1"), ("look", "u1")])
_LINES = (
    "Frogs of ponds", "1 Aim", "Frogs hop [1-3].", "as (Ott, 2001)", "p53", "References",
    "1. Ott O. Frogs. J Frogs 2001;3:1-9.", "[2] Zork Z, Toads, 1999.",
)  # fmt: skip


def _check(article) -> None:
    require_article(article)
    from_article(article)


def _pdf(data: bytes) -> None:
    for left_out in (("caption", "table"), ()):
        _check(article_of(data, "a.pdf", left_out))


def pdf_seeds() -> list[bytes]:
    """Small articles, and pages with little on them."""
    return [
        pond_pdf(),
        pdf(*pond_pages(references=(), doi=""), title="Frogs", packed=True),
        pdf(*pond_pages(), user=""),
        pdf([Text(60, 60 + 20 * n, line) for n, line in enumerate(_LINES)], title="Odd"),
    ]


def characters_seeds() -> list[bytes]:
    """Lines, one below the other, and in two columns."""
    seeds = []
    for columns in (1, 2):
        records = [
            (ord(c), 10 + 110 * (n % columns) + 2 * at, 10 + 12 * (n // columns), 10, n == 0)
            for n, line in enumerate(_LINES * 2)
            for at, c in enumerate(line)
        ]
        seeds.append(np.array(records, _RECORD).tobytes())
    return seeds


def _page(records: np.ndarray, number: int) -> PageCharacters:
    x, y = records["x"] * 2.4, records["y"] * 3.3
    sizes = records["size"].astype(np.float32)
    boxes = np.stack([x, y - sizes, x + sizes / 2, y], axis=1).astype(np.float32)
    return PageCharacters(
        number,
        595.0,
        842.0,
        records["code"].astype(np.uint32),
        boxes,
        y.astype(np.float32),
        sizes,
        (records["look"] % 4).astype(np.int16) - 1,
        records["look"] < 250,
        ("Helvetica", "Helvetica-Bold", "Times-Italic"),
        (False, True, False),
        (False, False, True),
    )


def _characters(data: bytes) -> None:
    records = np.frombuffer(data[: len(data) // _RECORD.itemsize * _RECORD.itemsize], _RECORD)
    half = len(records) // 2
    pages = [_page(part, n) for n, part in enumerate((records[:half], records[half:]), start=1)]
    pages = [page_of(page_bytes(page)) for page in pages]
    _check(linked_article(pdf_document(pages, {"Title": "Frogs"}), "a.pdf", ()))


def _frame(data: bytes) -> None:
    page_of(data)


def frame_seeds() -> list[bytes]:
    """Pages of lines."""
    return [page_bytes(_page(np.frombuffer(seed, _RECORD), 1)) for seed in characters_seeds()]


TARGETS = [
    Target("pdf", _pdf, pdf_seeds, _WORDS, most_bytes=16384),
    Target("pdf_characters", _characters, characters_seeds, most_bytes=8192),
    Target("pdf_frame", _frame, frame_seeds, most_bytes=8192, refusals=(FrameError,)),
]
