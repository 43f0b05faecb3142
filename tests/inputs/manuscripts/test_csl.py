"""Bibliographies in CSL-JSON."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.manuscripts.bibliographies import read_bibliography

ITEM = {
    "id": "zork2004",
    "type": "article-journal",
    "title": "Frogs of <i>ponds</i>",
    "container-title": "Ponds",
    "author": [
        {"family": "Zork", "given": "Ada B."},
        {"family": "Meer", "given": "J.", "non-dropping-particle": "van der"},
        {"literal": "The Toads"},
    ],
    "issued": {"date-parts": [[2004, 5, 6]]},
    "DOI": "10.5555/ZK.1",
    "PMID": "77",
    "URL": "https://arxiv.org/abs/2304.01234",
}


def read(items):
    return read_bibliography(json.dumps(items).encode(), "refs.json")


def test_an_item_is_a_work():
    [work] = read([ITEM]).works
    assert (work.id, work.title, work.source, work.year) == (
        "zork2004",
        "Frogs of ponds",
        "Ponds",
        "2004",
    )
    assert work.authors == ("Zork", "van der Meer", "The Toads")
    assert (work.doi, work.pmid, work.arxiv) == ("10.5555/zk.1", "77", "2304.01234")


@pytest.mark.parametrize(
    "issued", [{"date-parts": [["2004"]]}, {"raw": "May 2004"}, {"literal": "2004?"}, "2004-05"]
)
def test_dates_of_all_kinds(issued):
    [work] = read([ITEM | {"issued": issued}]).works
    assert work.year == "2004"


def test_items_without_id_and_with_one_that_was_there_are_told():
    found = read([ITEM, {"title": "Toads"}, ITEM | {"title": "Again"}, {"id": 5}])
    assert [(work.id, work.title) for work in found.works] == [
        ("zork2004", "Frogs of ponds"),
        ("5", ""),
    ]
    assert [str(fault) for fault in found.faults] == [
        "refs.json: item 2 has no id; give it one",
        "refs.json: the key 'zork2004' is there again (item 3); the first counts",
    ]


def test_a_list_may_stand_in_an_object():
    assert [work.id for work in read({"items": [ITEM]}).works] == ["zork2004"]


@pytest.mark.parametrize("content", [b"[{]", b'{"a": 1}', b"[" * 100_000, b'{"references": 3}'])
def test_anything_else_is_refused(content):
    with pytest.raises(InputError, match=r"^refs\.json"):
        read_bibliography(content, "refs.json")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*ITEM, "date-parts", "family"]), inner, max_size=4)
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.dictionaries(st.sampled_from([*ITEM]), values), max_size=4))
def test_no_value_is_too_odd(items):
    for work in read(items).works:
        assert all(isinstance(value, str | int | tuple) for value in work)
