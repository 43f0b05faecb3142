"""What citing articles are called, and which of them cite works of their own authors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.articles import citing_article, is_self_citation


@pytest.mark.parametrize(
    ("citance", "name"),
    [
        ({"source": "PMC7", "article": {"doi": "10.5555/x"}}, "PMC7"),
        ({"source": 7}, "7"),
        ({"source": " ", "article": {"pmid": "11", "doi": None}}, "pmid:11"),
        ({"source": None, "article": {"doi": "10.5555/X", "pmid": "11"}}, "doi:10.5555/x"),
        ({"article": {"pmcid": "PMC9"}}, "pmcid:pmc9"),
        ({"article": {"arxiv": "2001.01234"}}, "arxiv:2001.01234"),
        ({"article": {"title": "Pond life", "first_author": "Lake"}}, None),
        ({"article": "Pond life"}, None),
        ({}, None),
    ],
)
def test_what_a_citing_article_is_called(citance, name):
    assert citing_article(citance) == name


def by(*names):
    """A record of authors: "Lake" or "Lake AB"."""
    parts = [name.partition(" ") for name in names]
    return {"authors": [one[0] for one in parts], "initials": [one[2] for one in parts]}


@pytest.mark.parametrize(
    ("article", "cited", "expected"),
    [
        (by("Lake A"), by("Pond C", "Lake A"), True),
        (by("Lake A"), by("Pond C"), False),
        (by("Lake AB"), by("Lake A"), True),  # the second initial is left out often
        (by("Lake A"), by("Lake"), True),
        (by("Lake A"), by("Lake B"), False),
        (by("Lake A"), by("Lake B", "Lake A"), True),
        (by("MÜLLER-HILL B"), by("muller-hill B"), True),
        (by("Łąk"), by("łąk"), True),
        # Surnames of one or two letters, and common ones, need all initials.
        (by("Wang XY"), by("Wang XY"), True),
        (by("Wang XY"), by("Wang X"), False),
        (by("Wang"), by("Wang"), False),
        (by("Wang X"), by("Wang"), False),
        (by("Ou Y"), by("Ou Y"), True),
        (by("Ou"), by("Ou"), False),
        (by("Ott"), by("Ott"), True),
        (by("Smith"), by("Smith"), False),
        (by("Wang", "Lake"), by("Li", "Wang", "Lake"), True),
        # A collaboration is an author.
        (by("Lake"), {"authors": ["The Frog Consortium"]}, False),
        ({"authors": ["The Frog Consortium"]}, {"authors": ["the frog consortium"]}, True),
        # Lists that do not fit each other, and none.
        ({"authors": ["Lake"], "initials": ["A", "B"]}, by("Lake C"), True),
        ({"first_author": "Lake"}, by("Pond C", "Lake A"), True),
        ({"first_author": "Lake"}, {"first_author": "Lake"}, True),
        ({}, {}, False),
        ({"authors": []}, {"authors": [""]}, False),
        ({"authors": "Lake"}, {"authors": "Lake"}, False),
        ({"authors": [5, None]}, {"authors": ["5"]}, False),
    ],
)
def test_whether_an_author_is_shared(article, cited, expected):
    assert is_self_citation(article, cited) is expected
    assert is_self_citation(cited, article) is expected


NAMES = st.lists(st.sampled_from(["Lake A", "Lake", "Wang X", "Ou", "Pond CD", "Pond C"]))


@given(NAMES, NAMES)
def test_more_authors_never_take_a_self_citation_away(one, other):
    if is_self_citation(by(*one), by(*other)):
        assert is_self_citation(by(*one, "Ott B"), by("Yan", *other))
