"""What citing articles are called, and which of them cite works of their own authors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.works.articles import citing_article, is_self_citation, shared_names


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
    """A record of authors: "Lake", "Lake AB", "Lake Ada B."."""
    parts = [name.partition(" ") for name in names]
    given = [one[2] if any(map(str.islower, one[2])) else "" for one in parts]
    initials = ["".join(filter(str.isupper, one[2])) for one in parts]
    return {"authors": [one[0] for one in parts], "initials": initials, "given_names": given}


OTHERS = [f"{name}holm {letter}" for name in ("Frog", "Newt", "Toad") for letter in "ABCDEFGH"]


@pytest.mark.parametrize(
    ("article", "cited", "expected"),
    [
        # A rare surname, with initials that fit.
        (by("Lake A"), by("Pond C", "Lake A"), True),
        (by("Lake A"), by("Pond C"), False),
        (by("Lake AB"), by("Lake A"), True),  # the second initial is left out often
        (by("Lake AB"), by("Lake AC"), False),
        (by("Lake A"), by("Lake B"), False),
        (by("Lake A"), by("Lake B", "Lake A"), True),
        (by("MÜLLER-HILL B"), by("muller-hill B"), True),
        (by("Łąk"), by("łąk"), True),
        (by("Lake A", *OTHERS), by("Lake A"), True),
        # Without initials it tells less, and nothing in long lists.
        (by("Lake A"), by("Lake"), True),
        (by("Ott"), by("Ott"), True),
        (by("Lake", *OTHERS), by("Lake", *OTHERS[:5]), True),  # OTHERS are shared
        (by("Lake", *OTHERS), by("Lake", "Pond A", "Pond B", "Pond C", "Pond D"), False),
        # A common one, or a syllable of Pinyin, is not enough.
        (by("Wang XY"), by("Wang X"), False),
        (by("Wang X"), by("Wang X"), False),
        (by("Wang"), by("Wang"), False),
        (by("Smith"), by("Smith"), False),
        (by("Xiong W"), by("Xiong W"), False),
        (by("Ou Y"), by("Ou Y"), False),
        (by("Wang XY"), by("Wang XY"), True),  # but for two initials in short lists
        (by("Wang XY", *OTHERS), by("Wang XY"), False),
        (by("Wang", "Lake"), by("Li", "Wang", "Lake"), True),
        # Several are.
        (by("Wang X", "Li Y"), by("Wang X", "Li Y", "Sun Z"), True),
        (by("Wang X", *OTHERS), by("Wang X", "Li Y", "Sun Z"), False),
        (by("Wang XY", "Li YZ", *OTHERS), by("Sun Z", "Li YZ", "Wang XY"), True),
        (by("Wang XY", "Wang XZ", "Sun Y"), by("Wang X", "Gao Q"), False),  # one of them at most
        # Full names on both sides.
        (by("Wang Xiaoyu", *OTHERS), by("Wang Xiao-Yu", "Sun Z"), True),
        (by("Wang Xiaoyu"), by("Wang Xiaoyan"), False),
        (by("Lake Ada"), by("Lake Anna"), False),
        (by("Lake Ada Beata"), by("Lake Ada B."), True),
        (by("Lake A. Beata"), by("Lake Ada Beata"), True),
        (by("Lake Ada Beata"), by("Lake Ada Clara"), False),
        (by("Lake Ada Beata"), by("Lake Ada"), True),
        (by("Lake Ada"), by("Lake A"), True),  # on one side only
        # A collaboration is an author.
        (by("Lake"), {"authors": ["The Frog Consortium"]}, False),
        ({"authors": ["The Frog Consortium"]}, {"authors": ["the frog consortium"]}, True),
        # Lists that do not fit each other, and none.
        ({"authors": ["Lake"], "initials": ["A", "B"]}, by("Lake C"), True),
        ({"authors": ["Lake"], "given_names": ["Ada"]}, by("Lake B"), False),
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


NAMES = st.lists(
    st.sampled_from(
        ["Lake A", "Lake", "Lake Ada", "Wang X", "Wang XY", "Wang Xi", "Ou", "Pond CD", "Pond C"]
    )
)


@given(NAMES, NAMES)
def test_which_side_cites_and_the_order_of_authors_do_not_matter(one, other):
    flag = is_self_citation(by(*one), by(*other))
    assert is_self_citation(by(*other), by(*one)) is flag
    assert is_self_citation(by(*sorted(one)), by(*reversed(other))) is flag


@given(NAMES, NAMES)
def test_names_are_shared_once(one, other):
    assert len(shared_names(by(*one), by(*other))) <= min(len(one), len(other))
