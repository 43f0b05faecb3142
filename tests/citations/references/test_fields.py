"""Fields of references, written in each style for this project; then anything at all."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.references import fields
from spacy_citalign.citations.references.fields import read_references
from spacy_citalign.citations.references.reader import FieldModel, shipped_model
from spacy_citalign.errors import ModelFileError

ORLOVA, PETTY, QUIST = ("Orlova", "A"), ("Petty", "BC"), ("van der Meer", "J")
TITLE = "Salt glands of marsh grass excrete sodium"
JOURNAL = "Journal of Marsh Biology"


def read(text):
    (reference,) = read_references([text])
    return reference


def initials(authors):
    """Authors with initials alone, as styles differ in the stops."""
    return [(name, "".join(filter(str.isupper, given_names))) for name, given_names in authors]


NAMES = "Orlova A, Petty BC, van der Meer J"
STOPS = "Orlova, A., Petty, B.C.{}van der Meer, J."
PAGES = "151\u2013160"
STYLES = {
    "vancouver": f"{NAMES}. {TITLE}. {JOURNAL}. 2011;34(2):151-160.",
    "apa": f"{STOPS.format(', & ')} (2011). {TITLE}. {JOURNAL}, 34(2), {PAGES}.",
    "harvard": f"{STOPS.format(' and ')} 2011. {TITLE}. {JOURNAL}, 34(2), pp.{PAGES}.",
    "ieee": f"A. Orlova, B. C. Petty, and J. van der Meer, \u201c{TITLE},\u201d {JOURNAL}, "
    f"vol. 34, no. 2, pp. {PAGES}, 2011.",
    "acs": f"Orlova, A.; Petty, B. C.; van der Meer, J. {TITLE}. {JOURNAL} 2011, 34, {PAGES}.",
    "nature": f"Orlova, A., Petty, B. C. & van der Meer, J. {TITLE}. {JOURNAL} 34, {PAGES} (2011).",
    "cell": f"{STOPS.format(', and ')} (2011). {TITLE}. {JOURNAL} 34, {PAGES}.",
    "springer": f"{NAMES} (2011) {TITLE}. {JOURNAL} 34(2):{PAGES}",
    "bmc": f"{NAMES}: {TITLE}. {JOURNAL} 2011, 34:151-160.",
    "elsevier": f"A. Orlova, B.C. Petty, J. van der Meer, {TITLE}, {JOURNAL} 34 (2011) {PAGES}.",
    "lncs": f"{STOPS.format(', ')}: {TITLE}. {JOURNAL} 34(2), {PAGES} (2011).",
    "plos": f"{NAMES} (2011) {TITLE}. {JOURNAL} 34: {PAGES}.",
}


@pytest.mark.parametrize("style", STYLES)
def test_an_article_in_each_style(style):
    reference = read(STYLES[style])
    assert initials(reference.authors) == [ORLOVA, PETTY, QUIST]
    assert (reference.year, reference.year_letter) == ("2011", "")
    assert reference.title == TITLE
    assert (reference.container, reference.volume) == (JOURNAL, "34")
    assert reference.pages == "151-160"


def test_names_in_full():
    reference = read(
        f"Anna Orlova, Ben C. Petty, and Jan van der Meer. 2011. {TITLE}. In Proceedings of the "
        "5th Conference on Marshes, pages 151\u2013160."
    )
    assert [name for name, _ in reference.authors] == ["Orlova", "Petty", "van der Meer"]
    assert (reference.title, reference.pages) == (TITLE, "151-160")
    assert reference.container.endswith("Conference on Marshes")


def test_a_book_a_chapter_and_others():
    book = read("Orlova A. Marsh plants of the north. 2nd ed. London: Reed Press; 2009.")
    assert (book.title, book.year, book.container) == ("Marsh plants of the north", "2009", "")
    chapter = read(
        "Orlova A, Petty BC. Grasses. In: Quist C, Zork D, editors. Plants of the salt marsh. "
        "London: Reed Press; 2009. p. 12-40."
    )
    assert initials(chapter.authors) == [ORLOVA, PETTY]
    assert chapter.title == "Grasses"
    assert chapter.container == "Plants of the salt marsh"


def test_the_letter_of_a_year_and_identifiers():
    reference = read(
        f"Orlova A (2011b) {TITLE}. {JOURNAL} 34: 151-160. doi:10.5555/MARSH.7 PMID: 12345 PMC67890"
    )
    assert (reference.year, reference.year_letter) == ("2011", "b")
    assert (reference.doi, reference.pmid, reference.pmcid) == (
        "10.5555/marsh.7",
        "12345",
        "PMC67890",
    )
    assert read(f"{STYLES['plos']} 10.5555/Marsh.7.").doi == "10.5555/marsh.7"
    preprint = read(f"A. Orlova. {TITLE}. arXiv preprint arXiv:1706.03762, 2017.")
    assert (preprint.title, preprint.arxiv, preprint.year) == (TITLE, "1706.03762", "2017")


def test_labels_go_with_their_texts_and_nothing_is_nothing():
    first, second = read_references(["", STYLES["bmc"]], ["1", "2"])
    assert (first.label, first.title, first.authors) == ("1", "", ())
    assert (second.label, second.title) == ("2", TITLE)
    assert read_references([]) == []


def test_long_texts_are_cut():
    assert len(read("word, " * 10_000).text) <= 2_000
    many = read(", ".join(f"Orlova{n} A" for n in range(400)))
    assert len(many.authors) <= fields.MAX_AUTHORS


PIECES = st.sampled_from(
    "Orlova Petty A. B. , ; . : ( ) [ ] 2011 34 151-160 \u201c \u201d \" ' & and In: doi:10.5/x "
    "http:// \ufb01 \u0301".split()
)


@given(st.text() | st.lists(PIECES).map(" ".join) | st.lists(PIECES).map("".join))
def test_fields_are_parts_of_any_text(text):
    reference = read(text)
    assert reference.text == " ".join(text[:4_000].split())[:2_000]
    dashed = re.sub(r"\s?[-\u2010-\u2015\u2212]+\s?", "-", reference.text)
    assert reference.pages in dashed
    parts = [reference.title, reference.container, reference.volume, reference.year]
    assert all(part in reference.text for part in parts)
    for name, given_names in reference.authors:
        assert name in reference.text
        assert given_names in reference.text


def test_equal_texts_have_equal_fields_whatever_is_read_with_them():
    together = read_references([*STYLES.values(), "", "Zork"] * 3)
    assert together[: len(STYLES)] == [read(text) for text in STYLES.values()]


def test_a_damaged_file_is_told():
    data = shipped_model().to_bytes()
    assert len(data) <= 1_000_000
    assert FieldModel.from_bytes(data).to_bytes() == data
    for damaged in (data[:-1], data[:100], b"", data[:2000] + b"\0" + data[2001:]):
        with pytest.raises(ModelFileError):
            FieldModel.from_bytes(damaged)


def test_the_first_word_of_a_title_is_no_author():
    reference = read("Orlova A, Petty B. SaltDB: a new database of glands. Coast Data. 2011;4:7-9.")
    assert initials(reference.authors) == [ORLOVA, ("Petty", "B")]
    assert reference.title == "SaltDB: a new database of glands"
