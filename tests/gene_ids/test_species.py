"""Species in texts: by hand, and beside a search for every word at every place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.gene_ids.species import SpeciesWords, species_words

ROWS = [
    (1, "frog", 1.0, ["frog", "green frog", "Rana"]),
    (2, "toad", 0.5, ["toad", "frog toad", "TD-1"]),
    (0, "none", 1.0, ["frog march"]),
]


def found(text: str) -> list[tuple[str, int]]:
    words = species_words()
    return [(text[one.start : one.end], one.taxon) for one in words.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HeLa cells and C57BL/6 mice", [("HeLa", 9606), ("C57BL/6", 10090), ("mice", 10090)]),
        (
            "In Drosophila melanogaster and D. melanogaster",
            [("Drosophila melanogaster", 7227), ("D. melanogaster", 7227)],
        ),
        ("Budding yeast, S. pombe", [("Budding yeast", 4932), ("S. pombe", 4896)]),
        ("nude mice with xenografts", [("nude mice", 9606), ("xenografts", 9606)]),
        ("a mouse monoclonal antibody in fetal bovine serum", []),
        ("Mousetraps, ratio, manner, menthol, hela", []),
        ("Patients' brains", [("Patients", 9606)]),
    ],
)
def test_species_of_texts(text, expected):
    assert found(text) == expected


def test_names_are_those_of_the_table():
    assert species_words().names[9606] == "human"


WORD = st.sampled_from(
    ["frog", "Frog", "green", "toad", "TD-1", "td-1", "Rana", "rana", "march", "x"]
)


@given(st.lists(st.tuples(WORD, st.sampled_from([" ", "-", ""]))))
def test_as_a_search_at_every_place(parts):
    text = "".join(word + gap for word, gap in parts)
    forms = sorted(
        ((word, taxon) for taxon, _, _, words in ROWS for word in words), key=lambda w: -len(w[0])
    )
    expected, place = [], 0
    while place < len(text):
        for word, taxon in forms:
            part = text[place : place + len(word)]
            same = part == word if word != word.lower() else part.lower() == word
            free = not re.match(r"[^\W_]{2}", text[max(place - 1, 0) : place + 1]) or place == 0
            end = place + len(word)
            closed = end >= len(text) or not text[end].isalnum()
            if same and free and closed:
                if taxon:
                    expected.append((place, end, taxon))
                place = end - 1
                break
        place += 1
    assert [one[:3] for one in SpeciesWords(ROWS).find(text)] == expected


def test_a_users_table_goes_first(tmp_path):
    file = tmp_path / "mine.tsv"
    file.write_text("# mine\n5\tpond newt\t0.5\tnewt|mouse\n", encoding="utf-8")
    words = species_words(file)
    assert [one.taxon for one in words.find("newt, mouse, rat")] == [5, 5, 10116]
    assert words.names[5] == "pond newt"


@pytest.mark.parametrize(
    "row",
    [
        *("5\tnewt\t1", "x\tnewt\t1\tnewt", "5\tnewt\t2\tnewt", "-1\tn\t1\tn"),
        *(f"{10**30}\tnewt\t1\tnewt", "5\tnewt\tnan\tnewt"),
    ],
)
def test_broken_rows_are_named(tmp_path, row):
    file = tmp_path / "mine.tsv"
    file.write_text(f"\n{row}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.tsv, line 2"):
        species_words(file)


def test_a_table_with_a_byte_order_mark_and_line_ends_of_windows_is_read(tmp_path):
    file = tmp_path / "mine.tsv"
    file.write_bytes(b"\xef\xbb\xbf5\tnewt\t1\tnewt|pond\x0bnewt\r\n\r\n")
    assert species_words(file).find("a newt")[0].taxon == 5


@pytest.mark.parametrize("content", [None, b"5\tn\xe9\t1\tnewt\n"])
def test_a_table_that_cannot_be_read_is_named(tmp_path, content):
    file = tmp_path / "mine.tsv"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=r"words for species .*mine\.tsv cannot be read"):
        species_words(file)
