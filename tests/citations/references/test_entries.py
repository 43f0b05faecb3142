"""Entries of a list: by numbers, by indents, by gaps, by their look; over columns and pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.references.entries import cut_entries
from spacy_citalign.citations.references.lists import ListLine, lines_of_text

ENTRIES = [
    "Orlova A. Salt glands of marsh grass. J. Marsh 2011; 3: 1-9.",
    "Petty B, van der Meer J. Isotopes in marsh soils. Soil Lett. 2014; 12: 88-97.",
    "Quist CD. Root exudates of marsh grass: a review. J. Marsh 2015; 7: 310-22.",
    "Zork E, Lee F. Tides and grazing. Coast 2016; 1: 5.",
]


def cut(text):
    return [(entry.label, entry.text) for entry in cut_entries(lines_of_text(text))]


def wrapped(entry, width=30):
    """An entry over several lines."""
    words, lines = entry.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


@pytest.mark.parametrize("label", ["[{}] ", "({}) ", "{}. ", "{}.", "{}) ", "{} "])
def test_numbered_entries_over_several_lines(label):
    text = "\n".join(
        "\n".join(wrapped(label.format(n) + entry)) for n, entry in enumerate(ENTRIES, 1)
    )
    expected = [(str(n), entry) for n, entry in enumerate(ENTRIES, 1)]
    assert cut(text) == expected
    assert cut(f"References\n\n{text}") == expected


def test_one_number_may_be_missing():
    lines = [f"{n}. {entry}" for n, entry in zip((1, 2, 4, 5), ENTRIES, strict=True)]
    assert [label for label, _ in cut("\n".join(lines))] == ["1", "2", "4", "5"]


def test_a_volume_at_the_begin_of_a_line_is_no_label():
    text = "1. Orlova A. Salt. J. Marsh\n2. 1-9.\n2. Petty B. Soil. 2014.\n3. Quist C. Root. 2015."
    assert [label for label, _ in cut(text)] == ["1", "2", "3"]
    text = text.replace("\n2. 1-9.", "\n151. 1-9. 2011.")
    assert [label for label, _ in cut(text)] == ["1", "2", "3"]


def test_years_in_brackets_at_the_begin_of_lines_are_no_labels():
    names = ["Orlova, A. and Petty, B.", "Quist, C.", "Zork, E. and Lee, F."]
    entries = [f"{one} ({year}) Salt." for one, year in zip(names, (2009, 2010, 2011), strict=True)]
    lines = "\n".join(entry.replace(" (", "\n(") for entry in entries)
    assert cut(lines) == [("", entry) for entry in entries]


def test_entries_that_names_in_brackets_call():
    text = "\n".join(
        f"[{name}] {entry}"
        for name, entry in zip(("Orl11", "PM14", "Qui15"), ENTRIES[:3], strict=True)
    )
    assert [label for label, _ in cut(text)] == ["Orl11", "PM14", "Qui15"]


def hanging(entries, page=1, column=0, indent=12.0):
    return [
        ListLine(text, indent if number else 0.0, page, column, 0.0)
        for entry in entries
        for number, text in enumerate(wrapped(entry))
    ]


def texts(lines):
    return [entry.text for entry in cut_entries(lines)]


def test_hanging_indents():
    assert texts(hanging(ENTRIES)) == ENTRIES


def test_first_lines_may_be_the_ones_that_are_indented():
    lines = [
        line._replace(indent=12.0 - line.indent if line.indent is not None else None)
        for line in hanging(ENTRIES)
    ]
    assert texts(lines) == ENTRIES


def test_an_entry_goes_on_in_the_next_column_and_page():
    lines = hanging(ENTRIES)
    moved = [line._replace(page=2, column=1) for line in lines[5:]]
    assert texts([*lines[:5], *moved]) == ENTRIES
    assert [entry.page for entry in cut_entries([*lines[:5], *moved])] == [1, 1, 2, 2]


def test_gaps_between_entries():
    lines = [
        ListLine(text, 0.0, 1, 0, 0.0 if number else 0.6)
        for entry in ENTRIES
        for number, text in enumerate(wrapped(entry))
    ]
    assert texts(lines) == ENTRIES
    empty_lines = "\n\n".join("\n".join(wrapped(entry)) for entry in ENTRIES)
    assert [text for _, text in cut(empty_lines)] == ENTRIES


def test_where_nothing_shows_the_look_decides():
    plain = "\n".join("\n".join(wrapped(entry)) for entry in ENTRIES)
    assert [text for _, text in cut(plain)] == ENTRIES
    assert texts([ListLine(text) for text in plain.splitlines()]) == ENTRIES
    assert [text for _, text in cut("\n".join(ENTRIES))] == ENTRIES


def test_what_follows_the_list_is_left_out():
    prose = [
        "We thank the marsh for",
        "its patience, and all who",
        "walked there with us,",
        "gladly.",
    ]
    rest = [ListLine(text, 0.0, 2, 0, 0.0) for text in prose]
    assert texts([*hanging(ENTRIES), *rest]) == ENTRIES
    numbered = hanging([f"{n}. {entry}" for n, entry in enumerate(ENTRIES, 1)])
    assert texts([*numbered, *rest]) == ENTRIES


def test_numbers_that_ended_up_in_another_column():
    entries = [*ENTRIES, *ENTRIES]
    lines = hanging([f"{n}. {entry}" for n, entry in enumerate(entries, 1)])
    starts = [number for number, line in enumerate(lines) if line.indent == 0]
    third = starts[2]
    lines[third] = lines[third]._replace(text=lines[third].text.removeprefix("3. "))
    lines[1] = lines[1]._replace(text=f"{lines[1].text} 3.")
    found = cut_entries(lines)
    assert [(entry.label, entry.text) for entry in found] == [
        (str(n), entry) for n, entry in enumerate(entries, 1)
    ]


def test_nothing_and_long_entries():
    assert cut_entries([]) == []
    assert cut("\n \n") == []
    (entry,) = cut_entries([ListLine("word " * 5_000)])
    assert len(entry.text) <= 2_000


@given(
    st.lists(
        st.builds(
            ListLine,
            st.text(alphabet="12. []()aB,-\u2013\n", max_size=20),
            st.none() | st.floats(0, 40),
            st.integers(0, 3),
            st.integers(0, 1),
            st.none() | st.floats(0, 2),
        ),
        max_size=20,
    )
)
def test_any_lines_give_entries(lines):
    for entry in cut_entries(lines):
        assert len(entry.text) <= 2_000
        assert entry.page in {line.page for line in lines}


def test_an_entry_goes_on_at_the_head_of_a_column_where_its_lines_hang():
    lines = [
        ListLine("Orlova A, Petty B. Salt glands. 2009.", 0.0, 1, 0, None),
        ListLine("Quist CD, Lee F, and Zork E. (2011).", 0.0, 1, 0, 0.0),
        ListLine("Root exudates of marsh grass. Coast 1: 5.", 12.0, 1, 1, None),
        ListLine("Zork E, Lee F. Tides and grazing of", 0.0, 1, 1, 0.0),
        ListLine("marshes. Coast 2016; 1: 5.", 12.0, 1, 1, 0.0),
    ]
    assert [entry.text.split(". ")[-1] for entry in cut_entries(lines)] == [
        "2009.",
        "Coast 1: 5.",
        "Coast 2016; 1: 5.",
    ]
