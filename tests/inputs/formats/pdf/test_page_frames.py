"""Pages as bytes, and bytes of anybody as no pages."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.inputs.formats.pdf.characters import PageCharacters
from spacy_citalign.inputs.formats.pdf.child import (
    PAGE,
    FrameError,
    page_bytes,
    page_of,
    read_frame,
    write_frame,
)


def page_with(text: str, names: tuple[str, ...] = ("Helvetica",)) -> PageCharacters:
    count = len(text)
    return PageCharacters(
        number=3,
        width=595.0,
        height=842.5,
        codes=np.array([ord(c) for c in text], np.uint32),
        boxes=np.arange(4 * count, dtype=np.float32).reshape(count, 4),
        baselines=np.arange(count, dtype=np.float32),
        sizes=np.full(count, 10.5, np.float32),
        fonts=np.zeros(count, np.int16) if names else np.full(count, -1, np.int16),
        upright=np.arange(count) % 2 == 0,
        names=names,
        bold=(True,) * len(names),
        italic=(False,) * len(names),
    )


@given(st.text(max_size=40), st.lists(st.text(max_size=9), max_size=3))
def test_a_page_comes_out_as_it_went_in(text, names):
    page = page_with(text, tuple(names))
    for value, expected in zip(page_of(page_bytes(page)), page, strict=True):
        np.testing.assert_array_equal(value, expected)


@given(st.binary(max_size=200))
def test_any_bytes_are_no_page(content):
    with pytest.raises(FrameError):
        page_of(content)


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_page_with_another_byte_is_a_page_or_none(place, byte):
    content = bytearray(page_bytes(page_with("Frogs hop.", ("A", "B"))))
    content[place % len(content)] = byte
    try:
        page = page_of(bytes(content))
    except FrameError:
        return
    assert page.codes.max() <= 0x10FFFF
    assert -1 <= page.fonts.min() <= page.fonts.max() < len(page.names)
    assert np.isfinite(page.sizes).all()
    assert np.isfinite(page.boxes[page.upright]).all()


@given(st.lists(st.binary(max_size=50), max_size=4))
def test_frames_come_one_after_the_other(bodies):
    file = io.BytesIO()
    for body in bodies:
        write_frame(file, PAGE, body)
    file.seek(0)
    assert [read_frame(file) for _ in bodies] == [(PAGE, body) for body in bodies]
    with pytest.raises(FrameError):
        read_frame(file)
