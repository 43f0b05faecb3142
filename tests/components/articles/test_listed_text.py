"""Plain text whose own list of references says which works its marks name."""

import json

import pytest
import spacy

from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CitanceCollector
from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import from_text

LISTED = """
References

1. Orlova A, Petty B. Salt in the ponds of frogs. J Ponds. 2001;12:3-9.
2. Zork C. Frogs that sing at night. J Ponds. 2004;15:77-81. doi:10.5555/zk.2
3. Lake D, Ott E, Marsh F. Toads are slow in spring. Wet Lands. 1999;3(2):1-12.
"""
NAMED = """
References

Lake D, Ott E, Marsh F (1999) Toads are slow in spring. Wet Lands 3:1-12.

Orlova A, Petty B (2001) Salt in the ponds of frogs. J Ponds 12:3-9.

Zork C (2004) Frogs that sing at night. J Ponds 15:77-81.
"""


def marks(text, source="pond.txt"):
    """The marks as they stand, with the first author of the work of each, "" where unknown."""
    article = from_text(text, source)
    assert article.text == text
    return [
        (text[mark.start : mark.end], article.cited[mark.key].get("first_author", ""))
        for mark in article.marks
    ]


def test_numbers_name_entries():
    body = "Frogs sing [2]. Toads sit [1, 3].\n"
    assert marks(body + LISTED) == [("2", "Zork"), ("1", "Orlova"), ("3", "Lake")]
    article = from_text(body + LISTED, "pond.txt")
    zork = article.marks[0].key
    assert zork == "doi:10.5555/zk.2"
    assert article.cited[zork]["title"] == "Frogs that sing at night"
    assert article.cited[zork]["year"] == "2004"
    assert article.reference_places[zork] == (2, "2")
    assert article.listed == 0  # that are told as left out


def test_author_and_year_name_entries():
    body = "Frogs sing (Zork 2004; Orlova and Petty, 2001), as Lake et al. (1999) say.\n"
    assert marks(body + NAMED) == [
        ("Zork 2004", "Zork"),
        ("Orlova and Petty, 2001", "Orlova"),
        ("Lake et al. (1999)", "Lake"),
    ]


def test_numbers_that_are_glued_to_words_are_labels():
    body = "Many frogs sing.2 Toads sit1,3 in CD4 ponds of 100 m2 and 10 frogs sleep.2,3\n"
    found = marks(body + LISTED)
    assert [mark for mark, _ in found] == ["2", "1", "3", "2", "3"]


def test_what_names_no_entry_is_a_name_in_this_text():
    body = "Frogs sing [2]. Toads sit [9].\n"
    article = from_text(body + LISTED, "pond.txt")
    assert [mark.key for mark in article.marks] == ["doi:10.5555/zk.2", "pond.txt#9"]


@pytest.mark.parametrize("text", ["Frogs sing [2].", "Frogs sing [2].\nReferences\n", LISTED])
def test_without_list_or_body_it_is_as_ever(text):
    article = from_text(text, "pond.txt")
    assert [mark.key for mark in article.marks] == ["pond.txt#2"] * text.count("[2]")


def test_a_list_without_heading_has_no_citing_sentences():
    body = "Frogs sing [2]. Toads sit [1, 3].\n\n" + LISTED.partition("\n\n")[2]
    found = from_text(body, "pond.txt")
    assert [mark.start for mark in found.marks] == [12, 27, 30]
    assert found.listed == 0
    assert from_text(body.replace("[2]", "").replace("[1, 3]", ""), "pond.txt").listed == 3


def test_works_of_two_texts_meet():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    harvest = CitanceCollector()
    for source, text in (
        ("one.txt", "Frogs awake [3].\n" + LISTED),
        ("two.txt", "Toads awake (Lake et al., 1999).\n" + NAMED),
    ):
        harvest.add(collect_article(from_text(text, source), SentenceFinder(nlp)))
    rows = [json.loads(group.line) for group in harvest.collected().groups]
    assert [row["cited"]["title"] for row in rows] == ["Toads are slow in spring"]
    assert [one["source"] for one in rows[0]["citances"]] == ["one.txt", "two.txt"]
