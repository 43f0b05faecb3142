"""Marks and references of full texts in JSON, those that are right and those that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.inputs.found import cited
from tests.inputs.s2orc_files import ENTRIES, article_of, cite_span

B0, B1, B2 = "BIBREF0", "BIBREF1", "BIBREF2"
SPANS = [
    # Text; spans; text of the article; citations; what is not resolved.
    ("Hop [1].", [(4, 7, "[1]", B0)], "Hop [1].", [("[1]", 1)], ()),
    ("Hop [1].", [(4, 7, None, B0)], "Hop [1].", [("[1]", 1)], ()),
    ("Hop [1].", [("4", "7", "[1]", B0)], "Hop [1].", [("[1]", 1)], ()),
    ("Hop  \n up [1] .", [(9, 12, "[1]", B0)], "Hop up [1] .", [("[1]", 1)], ()),
    ("  Hop [1]", [(6, 9, "[1]", B0)], "Hop [1]", [("[1]", 1)], ()),
    ("Hop [1].", [(4, 7, "[1]", None)], "Hop [1].", [], ("",)),
    ("Hop [1].", [(4, 7, "[1]", "BIBREF99")], "Hop [1].", [], ("BIBREF99",)),
    ("Hop [1].", [(4, 7, "[1]", "B\ud800 b")], "Hop [1].", [], ("B\ufffd_b",)),
    ("Hop [1].", [(4, 7, "[1]", 5)], "Hop [1].", [], ("5",)),
    # Wrong places.
    ("Hop [1].", [(2, 5, "[1]", B0)], "Hop [1].", [("[1]", 1)], ()),
    ("Hop [1].", [(7, 4, "[1]", B0)], "Hop [1].", [("[1]", 1)], ()),
    ("Hop [1].", [(7, 4, None, B0)], "Hop [1].", [], (B0,)),
    ("Hop [1].", [(4, 99, None, B0)], "Hop [1].", [], (B0,)),
    ("Hop [1].", [(-4, -1, None, B0)], "Hop [1].", [], (B0,)),
    ("Hop [1].", [(None, 7, "[1]", B0)], "Hop [1].", [], (B0,)),
    ("Hop [1].", [(4.0, True, "[1]", B0)], "Hop [1].", [], (B0,)),
    ("Hop [1].", [(4, 7, "[2]", B0)], "Hop [1].", [], (B0,)),
    ("Hop [1]" + "." * 99, [(80, 83, "[1]", B0)], "Hop [1]" + "." * 99, [], (B0,)),
    ("Hop [1].", [(10**30, 10**31, "[1]", B0)], "Hop [1].", [], (B0,)),
    ("Hop 1 1 1", [(7, 8, "1", B0)], "Hop 1 1 1", [("1", 1)], ()),
    ("Lee  et al", [(0, 10, "Lee et al", B0)], "Lee et al", [("Lee et al", 1)], ()),
    # Several of the same characters, one in another, one over the end of another.
    ("Hop [1, 2].", [(4, 10, "[1, 2]", B0), (4, 10, "[1, 2]", B1)], "Hop [1, 2].",
     [("[1, 2]", 1), ("[1, 2]", 2)], ()),
    ("Hop [1, 2].", [(8, 9, "2", B1), (4, 10, "[1, 2]", B0)], "Hop [1, 2].",
     [("[1, 2]", 1), ("[1, 2]", 2)], ()),
    ("Hop [1, 2].", [(4, 8, None, B0), (6, 10, None, B1)], "Hop [1, 2].", [("[1", 1)], (B1,)),
    ("Hop [1].", [(4, 7, "[1]", B0), (4, 7, "[1]", B0)], "Hop [1].", [("[1]", 1)], ()),
    # Ranges.
    ("Hop [1-3].", [(4, 9, "[1-3]", B0)], "Hop [1-3].",
     [("[1-3]", 1), ("[1-3]", 2), ("[1-3]", 3)], ()),
    ("Hop [1]-[3].", [(4, 7, "[1]", B0), (8, 11, "[3]", B2)], "Hop [1]-[3].",
     [("[1]", 1), ("[1]-[3]", 2), ("[3]", 3)], ()),
    ("Hop [1-3].", [(4, 6, "[1", B0), (7, 9, "3]", B2)], "Hop [1-3].",
     [("[1", 1), ("[1-3]", 2), ("3]", 3)], ()),
    # Superscripts, as in TEI.
    ("Hop.1,2 They", [(4, 5, "1", B0), (6, 7, "2", B1)], "Hop.[1,2] They",
     [("1", 1), ("2", 2)], ()),
    ("As Lee 2 and", [(7, 8, "2", B1)], "As Lee 2 and", [("2", 2)], ()),
    # What no XML can hold.
    ("Hop\x00\x01\ud800 [1]\x0c.", [(7, 10, "[1]", B0)], "Hop\ufffd\ufffd\ufffd [1] .",
     [("[1]", 1)], ()),
    ("\U0001f438\U0001f438 [1].", [(3, 6, "[1]", B0)], "\U0001f438\U0001f438 [1].",
     [("[1]", 1)], ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "spans", "shown", "citations", "unresolved"), SPANS, ids=range(len(SPANS))
)
def test_marks_of_a_paragraph(text, spans, shown, citations, unresolved):
    article = article_of(text, *(cite_span(*span) for span in spans))
    assert article.text == shown
    assert cited(article) == citations
    assert article.unresolved == unresolved


def test_printed_numbers_are_told_by_marks_and_labels():
    text = "Hop [2-4]."
    marked = article_of(text, cite_span(4, 9, "[2-4]", B0))
    assert cited(marked) == [("[2-4]", 1)]  # the numbers of the list do not fit
    entries = {name: one | {"num": place + 2} for place, (name, one) in enumerate(ENTRIES.items())}
    labelled = article_of(text, cite_span(4, 9, "[2-4]", B0), entries=entries)
    assert cited(labelled) == [("[2-4]", 1), ("[2-4]", 2), ("[2-4]", 3)]
    assert [one.label for one in labelled.works] == ["2", "3", "4", "5", "6"]
    counted = article_of(text + " Or [2]", cite_span(4, 9, "", B0), cite_span(14, 17, "[2]", B0))
    assert [work for _, work in cited(counted)] == [1, 2, 3, 1]


WORDS = st.text(st.sampled_from("ab1 \n\t.,-[]()\xa0\u03b2\U0001f438"), max_size=8)


@given(st.lists(st.tuples(WORDS, st.sampled_from(["[1]", "Lee (1999)", "(Yan)"])), max_size=6))
def test_every_right_span_is_a_citation_of_its_characters(pieces):
    text, spans = "We", []
    for number, (words, mark) in enumerate(pieces):
        text += f"{words} "
        spans.append(cite_span(len(text), len(text) + len(mark), mark, f"BIBREF{number % 5}"))
        text += f"{mark} so"
    article = article_of(text, *spans)
    direct = [one for one in article.citations if not one.implied]
    found = [article.text[one.start : one.end] for one in direct]
    assert found == [mark for _, mark in pieces]
    assert [one.work for one in direct] == [number % 5 for number in range(len(pieces))]
    assert article.unresolved == ()


# --- references ------------------------------------------------------------------------------

WORKS = [
    ({"title": "T", "authors": ["Ada Lake", "Bo"], "year": 2004}, ("Lake", "2004", "T", "")),
    ({"title": "T", "authors": [{"last": "", "name": "B Pond"}]}, ("Pond", "", "T", "")),
    ({"authors": [{"surname": "van Eel"}], "journal": {"name": "J"}}, ("van Eel", "", "J", "J")),
    ({"authors": "Lake, A.; Pond, B.", "publication_date": "2004-05"}, ("Lake", "2004", "", "")),
    ({"authors": ["The Pond Consortium"], "year": "in press"},
     ("The Pond Consortium", "in press", "", "")),
    ({"authors": None, "year": None, "title": 5}, ("", "", "5", "")),
    ({"bib_entry_raw": "R. B. Lake, Frogs, Ponds 12, 1999-2003 (2004)."}, ("Lake", "2004", "", "")),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), WORKS, ids=range(len(WORKS)))
def test_entries_in_any_words(entry, expected):
    work = article_of("Hop.", entries={"b": entry}).works[0]
    assert (work.first_author, work.year, work.title, work.source) == expected


IDS = [
    ({"other_ids": {"DOI": ["10.5555/A"], "PMID": [], "arXiv": None}}, ("10.5555/a", "", "", "")),
    ({"ids": {"doi": "", "pubmed_id": "77", "pmc_id": "88"}}, ("", "77", "PMC88", "")),
    ({"ids": {"pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/88/"}}, ("", "", "PMC88", "")),
    ({"externalids": {"PubMed": 77, "PubMedCentral": 88, "ArXiv": "2001.01234v2"}},
     ("", "77", "PMC88", "2001.01234")),
    ({"doi": "https://doi.org/10.5555/A", "links": "123"}, ("10.5555/a", "", "", "")),
    ({"contained_links": [{"url": "https://doi.org/10.5555/A"}]}, ("10.5555/a", "", "", "")),
    ({"raw_text": "Lake. Frogs. doi:10.5555/A. PMID: 77"}, ("10.5555/a", "77", "", "")),
    ({"doi": "10.5555/A", "raw_text": "doi:10.5555/B"}, ("10.5555/a", "", "", "")),
    ({"doi": {"a": 1}, "ids": [1], "other_ids": {"DOI": [[1], None, "10.5555/A"]}},
     ("10.5555/a", "", "", "")),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), IDS, ids=range(len(IDS)))
def test_identifiers_under_any_key(entry, expected):
    work = article_of("Hop.", entries={"b": entry}).works[0]
    assert (work.doi, work.pmid, work.pmcid, work.arxiv) == expected
