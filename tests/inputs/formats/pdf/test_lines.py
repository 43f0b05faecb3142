"""Characters of pages to lines: fragments, columns, superscripts, line numbers, odd signs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.inputs.article_parts.marks import SUP, SUP_END
from spacy_citalign.inputs.formats.pdf.characters import PageCharacters
from spacy_citalign.inputs.formats.pdf.columns import reading_order, usual_gutters
from spacy_citalign.inputs.formats.pdf.fragments import fragments_of
from spacy_citalign.inputs.formats.pdf.furniture import without_line_numbers
from spacy_citalign.inputs.formats.pdf.glyphs import with_ligatures_apart
from spacy_citalign.inputs.formats.pdf.lines import page_lines, plain
from tests.inputs.pdf_pages import HEIGHT, WIDTH, Set, column, page_of

FROGS = "Frogs of the northern ponds sing at night and sleep by day under the large leaves"
TOADS = "Toads walk to their ponds in spring and leave them as soon as they have their eggs"
NEWTS = "Newts are seldom seen since they stay under water until the summer makes it warm"


def texts(*lines: Set) -> list[str]:
    return [line.text for line in page_lines(fragments_of(page_of(*lines)))]


def test_a_line_ends_where_the_pen_goes_back():
    assert texts(Set("The frog", 50, 100), Set("sings.", 50, 112)) == ["The frog", "sings."]


def test_lines_are_read_from_above_in_whatever_order_they_are_drawn():
    assert texts(Set("second", 50, 112), Set("first", 50, 100)) == ["first", "second"]


def test_a_gap_is_a_blank_where_none_was_drawn():
    assert texts(Set("green", 50, 100), Set("frogs", 50 + 5 * 5 + 3, 100)) == ["green frogs"]
    assert texts(Set("gre", 50, 100), Set("en", 50 + 3 * 5, 100)) == ["green"]


def test_superscripts_are_told_by_their_size_and_place():
    assert texts(Set("as shown^3,4|. All", 50, 100)) == [f"as shown{SUP}3,4{SUP_END}. All"]


def test_a_superscript_that_is_drawn_after_its_line_stands_where_it_belongs():
    line = Set("as shown  by others", 50, 100)
    assert texts(line, Set("12", 50 + 8 * 5, 96, 6)) == [f"as shown{SUP}12{SUP_END} by others"]


def test_more_superscripts_than_letters_do_not_make_a_line_of_their_own():
    lines = [Set("shown by many of us", 50, 88), Set("authors^16,17,18,19,20,21|.", 50, 100)]
    assert texts(*lines)[1] == f"authors{SUP}16,17,18,19,20,21{SUP_END}."


def test_a_subscript_is_a_part_of_its_word():
    lines = [Set("under CO", 50, 100), Set("2", 90, 103, 6), Set(" in water", 93, 100)]
    assert texts(*lines) == ["under CO2 in water"]


def test_a_large_first_letter_belongs_to_the_first_line():
    big = Set("T", 50, 124, 36)
    small = [Set("he frogs of the northern", 70, 100), Set("ponds sing at night and", 70, 112)]
    rest = [Set("sleep by day under the leaves", 50, 136 + 12 * n) for n in range(3)]
    assert texts(big, *small, *rest)[0] == "The frogs of the northern"


def test_turned_text_and_text_beside_the_page_is_left_out():
    turned = Set("Author Manuscript", 10, 100, upright=False)
    assert texts(turned, Set("Frogs", 50, 100), Set("x", 50, -40), Set("y", 900, 100)) == ["Frogs"]


def two_columns(times: int = 1) -> list[Set]:
    left = column(" ".join([FROGS, TOADS, FROGS] * times), 50, 100, letters=40)
    right = column(" ".join([NEWTS, TOADS, NEWTS] * times), 270, 100, letters=40)
    return [line for pair in zip(left, right, strict=False) for line in pair]


def test_columns_are_read_one_after_the_other_even_if_they_are_drawn_by_rows():
    lines = page_lines(fragments_of(page_of(*two_columns())))
    read = " ".join(line.text for line in lines)
    assert read == f"{FROGS} {TOADS} {FROGS} {NEWTS} {TOADS} {NEWTS}"
    assert [line.column for line in lines] == sorted(line.column for line in lines)


def test_what_crosses_the_columns_is_read_before_and_after_them():
    head = Set(
        "Amphibians of the northern ponds in spring, and what they do there in summer", 50, 60
    )
    foot = Set(
        "Figure 1. The ponds of the north, the streams between them, and all the roads", 50, 320
    )
    read = texts(foot, head, *two_columns())
    assert read[0] == head.text
    assert read[-1] == foot.text


def test_two_lines_make_columns_where_other_pages_have_them():
    short = [
        Set("and the frogs of the ponds, which sing", 50, 100),
        Set("at night, and by day sleep under leaves", 50, 112),
        Set("in the spring. The newts, which nobody", 270, 100),
        Set("sees before the summer, are under water", 270, 112),
        Set("Table 1. Amphibians of the northern ponds in the spring, by their age", 50, 150),
    ]
    pages = [fragments_of(page_of(*two_columns(3), number=number)) for number in (2, 3)]
    gutters = usual_gutters(pages)
    last = fragments_of(page_of(*short, number=4))
    assert [line.text[:14] for line in page_lines(last, gutters)][:3] == [
        "and the frogs ",
        "at night, and ",
        "in the spring.",
    ]
    assert page_lines(last)[0].text.startswith("and the frogs of the ponds, which sing in the")


def test_a_line_that_is_too_long_for_its_column_does_not_end_it():
    left = column(f"{FROGS} {TOADS} {FROGS} {TOADS}", 50, 100, letters=40)
    right = column(f"{NEWTS} {TOADS}", 270, 100, letters=40)
    place = len(left) - 3
    left[place] = left[place]._replace(text="https://frogs.example.org/ponds/of/the/north/2009")
    read = texts(*left, *right)
    assert read == [line.text for line in (*left, *right)]


def test_a_column_goes_on_below_an_abstract_that_is_narrower():
    above = column(" ".join([FROGS, TOADS, NEWTS] * 3), 70, 100, letters=24)
    top = 120 + 12 * len(above)
    below = column(f"{TOADS} {FROGS} {TOADS} {FROGS} {NEWTS}", 50, top, letters=42)
    height = len(above) + len(below)
    right = column(" ".join([NEWTS] * 30), 270, 106, letters=42)[: height + 1]
    read = texts(*above, *below, *right)
    assert read == [line.text for line in (*above, *below, *right)]


def test_numbers_of_entries_belong_to_the_column_on_their_right():
    left = column(f"{FROGS} {TOADS} {FROGS} {TOADS}", 50, 100, letters=40)
    right = column(f"{NEWTS} {TOADS} {NEWTS} {TOADS}", 295, 100, letters=40)
    numbers = [Set(f"{number}.", 272, 100 + 12 * number) for number in range(len(right))]
    read = texts(*left, *numbers, *right)
    assert read[: len(left)] == [line.text for line in left]
    assert read[len(left)].startswith("0. Newts")


def test_line_numbers_of_manuscripts_are_left_out():
    text = [Set("The frogs of the northern ponds", 100, 100 + 24 * n) for n in range(12)]
    numbers = [Set(str(30 + n), 60, 100 + 24 * n, 8) for n in range(12)]
    fragments = without_line_numbers(fragments_of(page_of(*numbers, *text)))
    assert {line.text for line in page_lines(fragments)} == {"The frogs of the northern ponds"}


def test_labels_that_do_not_count_the_lines_are_kept():
    text = [Set("The frogs of the northern ponds", 100, 100 + 24 * n) for n in range(12)]
    labels = [Set(str(n * n), 60, 100 + 24 * n, 8) for n in range(12)]
    fragments = fragments_of(page_of(*labels, *text))
    assert without_line_numbers(fragments) is fragments


@pytest.mark.parametrize(
    ("written", "read"),
    [("e\ufb03cient", "efficient"), ("\U0001d443 value", "P value"), ("Lo\u0308w", "Löw")],
)
def test_ligatures_and_letters_of_mathematics_are_letters(written: str, read: str):
    assert with_ligatures_apart(written) == read


def test_an_accent_over_a_letter_is_a_part_of_it():
    page = page_of(Set("L-ow", 50, 100))
    codes, boxes = page.codes.copy(), page.boxes.copy()
    codes[1] = 0xA8  # the diaeresis is drawn first, and the "o" in its place
    boxes[2:, [0, 2]] -= 5
    lines = page_lines(fragments_of(page._replace(codes=codes, boxes=boxes)))
    assert lines[0].text == "L\u00f6w"


def test_a_sign_without_a_code_between_a_number_and_a_c_is_a_degree():
    assert texts(Set("at 37\x06C for 2 h", 50, 100)) == ["at 37°C for 2 h"]


def test_a_page_without_characters_has_no_lines():
    page = page_of()
    assert page_lines(fragments_of(page)) == []
    assert reading_order(fragments_of(page)) == []
    assert without_line_numbers(fragments_of(page)).chars.size == 0


def test_places_that_are_no_numbers_are_left_out():
    page = page_of(Set("Frogs sing", 50, 100))
    boxes = page.boxes.copy()
    boxes[0] = np.nan
    upright = page.upright & np.isfinite(boxes).all(1)
    lines = page_lines(fragments_of(page._replace(boxes=boxes, upright=upright)))
    assert [line.text for line in lines] == ["rogs sing"]


def test_a_page_of_very_many_characters_is_read():
    count = 100_000
    page = page_of(Set("x", 50, 100))
    many = PageCharacters(
        1,
        WIDTH,
        HEIGHT,
        np.full(count, ord("x"), np.uint32),
        np.repeat(page.boxes, count, 0),
        np.repeat(page.baselines, count),
        np.repeat(page.sizes, count),
        np.repeat(page.fonts, count),
        np.ones(count, bool),
        *page[9:],
    )
    assert sum(len(plain(line.text)) for line in page_lines(fragments_of(many))) >= count


WORDS = st.text(alphabet=st.sampled_from("abcdefgXYZ,.;123"), min_size=1, max_size=12)
SET = st.builds(
    Set,
    st.lists(WORDS, min_size=1, max_size=6).map(" ".join),
    st.integers(20, 500).map(float),
    st.integers(30, 760).map(float),
    st.sampled_from([6.0, 9.0, 10.0, 24.0]),
    st.integers(0, 2),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SET, max_size=40))
def test_no_character_is_lost_or_doubled(lines: list[Set]):
    page = page_of(*lines)
    fragments = fragments_of(page)
    read = "".join(plain(line.text) for line in page_lines(fragments))
    drawn = "".join(chr(page.codes[place]) for place in fragments.chars)
    assert sorted(read.replace(" ", "")) == sorted(drawn)


@settings(max_examples=40, deadline=None)
@given(st.lists(SET, max_size=40))
def test_each_fragment_is_in_one_region(lines: list[Set]):
    fragments = fragments_of(page_of(*lines))
    found = [part for region in reading_order(fragments) for part in region.fragments.tolist()]
    assert sorted(found) == list(range(len(fragments.left)))
