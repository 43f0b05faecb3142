"""Where titles and containers end, by what stands around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.references.titles import Span, whole_title


def parted(
    text: str, title: str = "", container: str = "", names: str = "", volume: str = ""
) -> tuple[str, str]:
    """Title and container of an entry, as they are after they were read as given."""
    spans = [
        Span(text.find(part), text.find(part) + len(part)) if part else Span(0, 0)
        for part in (title, container)
    ]
    behind = text.find(names) + len(names) if names else 0
    found = whole_title(text, *spans, behind, text.find(volume) if volume else -1)
    return tuple(text[slice(*span)].strip(" .,;:") for span in found)


@pytest.mark.parametrize(
    "behind",
    [
        ", 2nd Edition. Reed Press",
        " (revised edition). Reed Press",
        ". PhD thesis, University of Reed",
        ". M.Sc. Thesis",
        ". Published by Reed Press",
    ],
)
def test_an_edition_or_a_thesis_is_no_title(behind: str):
    title = "Marsh birds and their calls"
    assert parted(f"Lee N (2010) {title}{behind}", title + behind, names="2010)")[0] == title


def test_one_long_quotation_is_the_title():
    text = (
        "C. Lee, and A. Reed, \u201cCalls of birds in winter marshes,\u201d Marsh Letters, vol. 24"
    )
    wrong = "Reed, \u201cCalls of birds in winter marshes"
    assert parted(text, wrong, "Marsh Letters", "A.") == (
        "Calls of birds in winter marshes",
        "Marsh Letters",
    )


def test_words_that_are_quoted_within_a_title_are_no_title():
    text = "Lee C. The marsh: an \u201cinland sea\u201d of birds. Marsh Letters. 2004"
    title = "The marsh: an \u201cinland sea\u201d of birds"
    assert parted(text, title, "Marsh Letters", "Lee C")[0] == title


def test_the_title_is_before_the_proceedings():
    text = "Ada Lee and Ben Reed. Calls of marsh birds. In Proceedings of the 2022 meeting of birds"
    assert parted(text, "of the 2022 meeting", names="Reed") == (
        "Calls of marsh birds",
        "",
    )
    title, _ = whole_title(text, Span(0, 0), Span(0, 0), text.index("."), -1)
    assert text[slice(*title)] == "Calls of marsh birds"  # without the point behind the names


def test_a_title_goes_on_where_no_sign_ends_it():
    text = "Lee C (2004) Calls of strong and of weak birds, Marsh Letters, 11, 8"
    assert parted(text, "Calls of strong", "and of weak birds, Marsh Letters", "2004)") == (
        "Calls of strong and of weak birds",
        "Marsh Letters",
    )
    text = "Lee C. Trends in Birds. 2004 11: 30"
    assert parted(text, "Birds", "Trends in", "Lee C")[0] == "Trends in Birds"
    assert parted(text, "Birds", names="Trends")[0] == "Trends in Birds"
    assert parted(text, container="Birds", names="Lee C")[1] == "Trends in Birds"
    text = "Lee C. Calls of weak birds: songs of strong ones, Marsh Letters, 11, 8"
    assert parted(text, "Calls of weak birds", "songs of strong ones, Marsh Letters", "Lee C") == (
        "Calls of weak birds: songs of strong ones",
        "Marsh Letters",
    )


def test_names_without_a_sign_before_the_title_are_none_of_its_words():
    title = "Calls of weak birds"
    text = f"Lee C, Reed A, et al {title}. Marsh Letters. 2004"
    assert parted(text, title, "Marsh Letters", "Reed A")[0] == title


def test_what_stands_between_a_title_and_its_volume_is_the_container():
    text = "Ada Lee. Marsh birds are few-note singers. Advances in the study of marshes, 33:187"
    read = "Marsh birds are few-note singers. Advances in the study of marshes"
    assert parted(text, read, names="Lee", volume="33") == (
        "Marsh birds are few-note singers",
        "Advances in the study of marshes",
    )


@given(st.text("abI A.,:()\u201c\u201d", max_size=60), st.lists(st.integers(0, 60), min_size=6))
def test_whatever_is_read_the_parts_are_in_the_entry(text: str, places: list[int]):
    one, two, three, four, names, volume = (min(place, len(text)) for place in places[:6])
    title, container = Span(*sorted((one, two))), Span(*sorted((three, four)))
    for span in whole_title(text, title, container, min(names, title.start), volume):
        assert min(span) >= 0
        assert max(span) <= len(text)
