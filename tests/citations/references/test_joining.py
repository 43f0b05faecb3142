"""Lines of an entry joined: what the end of a line cuts is whole again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.references.entries import join_lines


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["Salt glands of", "marsh grass."], "Salt glands of marsh grass."),
        (["Gene annota-", "tion of grass"], "Gene annotation of grass"),
        (["Orlova-", "Petty B."], "Orlova-Petty B."),
        (["J. Marsh 2011; 3: 1109\u2013", "1117."], "J. Marsh 2011; 3: 1109\u20131117."),
        (["https://marsh.example/salt/", "glands.html"], "https://marsh.example/salt/glands.html"),
        (["http://www.marsh.example/med", "ia/fs117/"], "http://www.marsh.example/media/fs117/"),
        (
            ["https://doi.org/10.5555/marsh.", "2011.04.007"],
            "https://doi.org/10.5555/marsh.2011.04.007",
        ),
        (["doi: 10.5555/0717-", "6287-47."], "doi: 10.5555/0717-6287-47."),
        (["https://marsh.example.", "Accessed 2011."], "https://marsh.example. Accessed 2011."),
        (["https://marsh.example/salt", "2011."], "https://marsh.example/salt 2011."),
        (["one", "", "two"], "one two"),
        ([], ""),
    ],
)
def test_lines_are_joined(lines, joined):
    assert join_lines(lines) == joined


@given(st.lists(st.text(alphabet="aB1 -./:;\u2013http", max_size=12)))
def test_nothing_but_hyphens_is_lost_and_blanks_are_added(lines):
    before, after = ("".join(text.split()) for text in ("".join(lines), join_lines(lines)))
    assert before.replace("-", "") == after.replace("-", "")
