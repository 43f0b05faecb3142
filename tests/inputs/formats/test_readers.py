"""What all readers of articles have in common: files plain and packed, names, sizes, damage.

A new format of articles gets a row here.
"""

import gzip
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_files import pond_pdf
from tei_files import div, ref, tei

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from spacy_citalign.inputs.formats.pdf.reader import read_pdf
from spacy_citalign.inputs.formats.s2orc.reader import read_s2orc
from spacy_citalign.inputs.formats.tei.reader import read_tei
from tests.inputs.formats.test_jats import article, mark
from tests.inputs.latexml_files import latexml, para, section
from tests.inputs.s2orc_files import LAYOUTS, packed, s2orc_2020


class Row(NamedTuple):
    """A format: its reader, a file without identifiers, and up to where that must not be cut."""

    read: Callable[..., Article]
    whole: bytes
    needed: int

    @classmethod
    def of(cls, read: Callable[..., Article], whole: bytes, end: bytes = b"") -> "Row":
        return cls(read, whole, whole.index(end) if end else len(whole) - 1)


PAGE = latexml(section("Fr\u00f6sche", para("Frogs hop <cite>[<1>\u2013<4>]</cite>.")), stamp="")
ROWS = {
    "JATS": Row.of(
        read_jats,
        article(f"<sec><title>Fr\u00f6sche</title><p>Frogs [{mark(1)}\u2013{mark(4)}].</p></sec>"),
    ),
    "TEI": Row.of(read_tei, tei(div("Aim", f"Frogs hop {ref(1, '[1]')}."), about="<monogr/>")),
    "LaTeXML": Row.of(read_latexml, PAGE, b"</article"),
    **{
        layout: Row.of(read_s2orc, packed(make() | {"paper_id": "a"}))
        for layout, make in LAYOUTS.items()
    },
    "PDF": Row.of(read_pdf, pond_pdf(), b"\n1 0 obj"),
}
EVERY = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
SIZED = pytest.mark.parametrize(
    "row", [row for name, row in ROWS.items() if name != "PDF"], ids=[n for n in ROWS if n != "PDF"]
)


@EVERY
def test_a_file_is_read_plain_or_packed_whatever_its_name(tmp_path, row):
    plain, other = tmp_path / "pond.odd", tmp_path / "other"
    plain.write_bytes(row.whole)
    other.write_bytes(gzip.compress(row.whole))
    found = row.read(row.whole, name="p")
    assert found.citations
    assert row.read(plain, name="p") == row.read(str(other), name="p") == found
    assert replace(row.read(plain), id="p") == replace(found, id="p")


@pytest.mark.parametrize("layout", ["JATS", "TEI", "LaTeXML", "S2ORC 2020"])
def test_without_identifiers_the_name_is_the_id(tmp_path, layout):
    read, whole, _ = ROWS[layout]
    path = tmp_path / "pond.odd"
    path.write_bytes(packed(s2orc_2020()) if layout == "S2ORC 2020" else whole)
    assert read(path).id == "pond.odd"
    assert read(str(path), name="p").id == "p"


@EVERY
def test_a_file_that_is_missing_is_named(tmp_path, row):
    with pytest.raises(InputError, match=r"pond\.odd cannot be read.*No such file"):
        row.read(tmp_path / "pond.odd")
    with pytest.raises(InputError, match="cannot be read"):
        row.read(tmp_path)


@SIZED
def test_too_large_a_file_is_refused_packed_or_not(tmp_path, row):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(row.whole))
    for source in (path, path.read_bytes(), row.whole):
        with pytest.raises(InputError, match="more than 99 bytes; leave it out, or give its"):
            row.read(source, most_bytes=99)
        assert row.read(source, most_bytes=2_000_000).text == row.read(row.whole).text


@EVERY
def test_a_file_that_was_cut_off_is_never_taken_for_a_whole_one(row):
    step = max(1, row.needed // 150)
    for size in range(0, row.needed, step):
        with pytest.raises(InputError, match=r"^a\.odd"):
            row.read(row.whole[:size], name="a.odd")


@EVERY
def test_any_bytes_and_damage_give_an_article_or_an_input_error(row):
    @given(st.integers(0, len(row.whole) - 1), st.binary(max_size=3), st.integers(0, 9))
    def check(place, put, left_out):
        try:
            found = row.read(row.whole[:place] + put + row.whole[place + left_out :])
        except InputError:
            return
        assert all(0 <= one.start <= one.end <= len(found.text) for one in found.citations)
        found.text.encode()

    @given(st.binary(max_size=200) | st.binary(max_size=100).map(gzip.compress))
    def check_bytes(content):
        with pytest.raises(InputError):
            row.read(content)

    check()
    check_bytes()
