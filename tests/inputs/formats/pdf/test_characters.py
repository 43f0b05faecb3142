"""The characters of pages, by PDFium: their places, sizes and fonts."""

import numpy as np
import pytest
from pdf_files import HEIGHT, Text, pdf, pdf_of_streams

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.pdf.characters import PageCharacters, read_pages


def read(page: PageCharacters) -> str:
    return "".join(map(chr, page.codes[page.fonts >= 0].tolist()))


def pages_of(content: bytes, most_pages: int = 10) -> tuple[list[PageCharacters], dict[str, str]]:
    pages: list[PageCharacters] = []
    metadata = read_pages(content, most_pages, pages.append)
    return pages, metadata


def only_page(content: bytes) -> PageCharacters:
    pages, _ = pages_of(content)
    assert len(pages) == 1
    return pages[0]


def test_each_character_has_its_place_size_and_font():
    page = only_page(pdf([Text(60, 100, "Frogs", 10), Text(60, 130, "sing", 14, 1)]))
    assert read(page) == "Frogssing"
    drawn = page.fonts >= 0
    np.testing.assert_allclose(page.sizes[drawn], [10] * 5 + [14] * 4)
    assert [page.bold[font] for font in page.fonts[drawn]] == [False] * 5 + [True] * 4
    assert (np.diff(page.boxes[drawn][:5, 0]) > 0).all()
    assert (page.baselines[drawn][:5] < page.baselines[drawn][5:6]).all()
    assert page.upright.all()


def test_what_the_file_says_of_itself():
    pages, metadata = pages_of(pdf([Text(60, 100, "Frogs")], [], title="The ponds"))
    assert metadata["Title"] == "The ponds"
    assert metadata["pages"] == "2"
    assert len(pages[1].codes) == 0


def test_no_more_pages_are_read_than_wanted():
    pages, metadata = pages_of(pdf(*[[Text(60, 100, "Frogs")]] * 4), 2)
    assert (len(pages), metadata["pages"]) == (2, "4")


def test_pages_have_their_numbers():
    pages, _ = pages_of(pdf(*[[Text(60, 100, "Frogs")]] * 3))
    assert [page.number for page in pages] == [1, 2, 3]


def test_a_page_with_turned_text_is_turned_with_it():
    stream = b"BT /F0 10 Tf 0 1 -1 0 100 200 Tm (Frogs sing) Tj ET"
    page = only_page(pdf_of_streams([stream]))
    assert page.width == HEIGHT
    assert page.upright.all()
    np.testing.assert_allclose(page.boxes[0, 0], 200, atol=1)
    np.testing.assert_allclose(page.baselines[0], 100, atol=1)


def test_turned_text_among_other_is_told():
    turned = b"BT /F0 10 Tf 0 1 -1 0 20 200 Tm (Pond) Tj ET"
    stream = b"BT /F0 10 Tf 60 600 Td (Frogs sing at night) Tj ET " + turned
    page = only_page(pdf_of_streams([stream]))
    assert "".join(map(chr, page.codes[page.upright & (page.fonts >= 0)])) == "Frogs sing at night"


def test_white_text_over_other_text_is_not_seen():
    stream = (
        b"BT /F0 10 Tf 60 600 Td (Figure 1) Tj ET 1 1 1 rg BT /F0 10 Tf 60 600 Td (The frogs) Tj ET"
    )
    assert read(only_page(pdf_of_streams([stream]))) == "Figure 1"


def test_white_text_by_itself_is_read():
    stream = b"0 0 1 rg 50 590 100 20 re f 1 1 1 rg BT /F0 10 Tf 60 600 Td (Abstract) Tj ET"
    assert read(only_page(pdf_of_streams([stream]))) == "Abstract"


@pytest.mark.parametrize("content", [b"", b"no PDF", b"%PDF-1.7\n%%EOF"])
def test_what_is_no_pdf_is_refused(content: bytes):
    with pytest.raises(InputError, match="damaged, or no PDF"):
        pages_of(content)


def test_an_encrypted_file_is_refused():
    with pytest.raises(InputError, match="encrypted"):
        pages_of(pdf([Text(60, 100, "Frogs")], user="secret"))
