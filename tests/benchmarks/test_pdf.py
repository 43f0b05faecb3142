"""How what is read of PDFs is compared with gold."""

from collections import Counter

import pytest

from benchmarks.pdf.entries import same_entries, title_and_year
from benchmarks.pdf.folder import same_works
from benchmarks.pdf.scoring import Score, f_score
from benchmarks.pdf.sentences import CitingSentence, matched, without_marks
from benchmarks.pdf.set_pages import in_author_year
from spacy_citalign.inputs.articles import Article, Citation, CitedWork, Paragraph


def sentence(text, *works):
    return CitingSentence(text, Counter(text.lower().split()), frozenset(works), text)


def work(author, year, title, number=1, text=""):
    fields = dict.fromkeys(CitedWork._fields, "")
    known = {"first_author": author, "year": year, "title": title, "number": number, "text": text}
    return CitedWork(**(fields | known | {"authors": (author,), "initials": ("A",)}))


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("Frogs\u2010like  toads [3, 4].", [(19, 20), (22, 23)], "Frogs-like toads."),
        ("Frogs[1-3] sing.", [(6, 7), (6, 9), (8, 9)], "Frogs sing."),
        ("Frogs (Ng 2004) sing (by night).", [(7, 14)], "Frogs (Ng 2004) sing (by night)."),
        ("Ng et al. (2004) see frogs.", [(10, 16)], "Ng et al. (2004) see frogs."),
        ("Frogs sing .", [], "Frogs sing."),
    ],
)
def test_marks_are_taken_out(text, spans, expected):
    assert without_marks(text, spans) == expected


def test_sentences_are_matched_one_to_one_by_their_words():
    gold = [sentence("frogs sing at night in wet ponds"), sentence("toads do not")]
    found = [
        sentence("frogs sing at night in wet places"),  # 6 of 7
        sentence("frogs sing at night in wet ponds"),
        sentence("toads"),  # 1 of 3
    ]
    assert matched(gold, found) == [(0, 1)]


def test_entries_are_the_same_by_title_and_year_or_by_words():
    gold = [work("Ng", "2004", "Frogs sing"), work("Ott", "2005", "Toads of wet ponds sit still")]
    found = [
        work("Ott", "2005", "Ott A. Toads", text="Ott A. Toads of wet ponds sit still. 2005."),
        work("Ng", "2004", "Frogs sin"),
        work("Ng", "2003", "Frogs sing"),
    ]
    assert same_entries(gold, found) == {0: 1, 1: 0}
    assert title_and_year(gold[0], found[2]) == 0
    assert title_and_year(gold[1], found[0]) == 0


def test_figures():
    one = Score(1, 4, 3, Counter(gold=4, found=2, right=2), 2, 1, Counter(gold=3, found=3, right=3))
    total = one + Score(1, 4, 4, Counter(gold=2, found=4, right=3), 3, 3, Counter())
    pairs = 2 * 5 / (6 + 6)
    assert total.figures() == [7 / 8, pairs, 4 / 5, 1.0]
    assert f_score({"gold": 0, "found": 0, "right": 0}) == 0


def test_works_of_two_pages_share_most_references():
    one, other = (
        frozenset({("a", 1), ("b", 1), ("c", 2)}),
        frozenset({("a", 2), ("b", 2), ("c", 1)}),
    )
    lacking = frozenset({("a", 1), ("b", 1), ("d", 5)})
    assert same_works([one, other], [lacking]) == [(one, lacking)]


def test_pages_are_set_in_author_year_style():
    text = "Frogs sing [1,2]. As Ng et al. [2] say."
    works = (
        work("Ott", "2005", "Toads", 1),
        work("Ng", "2004", "Frogs", 2)._replace(authors=("Ng", "Orr", "Lee"), initials=("A",) * 3),
    )
    citations = (Citation(12, 13, 0, False), Citation(14, 15, 1, False), Citation(32, 33, 1, False))
    names = dict.fromkeys(("id", "pmid", "pmcid", "doi", "arxiv", "title", "journal", "year"), "")
    article = Article(
        **names,
        first_author="",
        text=text,
        paragraphs=(Paragraph(0, len(text), "text", ()),),
        citations=citations,
        works=works,
        unresolved=(),
    )
    found = in_author_year(article)
    assert found.text == "Frogs sing (Ott 2005; Ng et al. 2004). As Ng et al. (2004) say."
    marks = [(found.text[one.start : one.end], one.work) for one in found.citations]
    assert marks == [("Ott 2005", 1), ("Ng et al. 2004", 0), ("(2004)", 0)]
    assert [one.first_author for one in found.works] == ["Ng", "Ott"]
