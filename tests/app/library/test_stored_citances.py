"""A library stores a sentence once for all works that it cites, and gives back what was written."""

import json

from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.library.stored_citances import (
    citance_line,
    citance_values,
    stored_citance,
    stored_sentence,
)
from spacy_citalign.row_files import json_line
from spacy_citalign.schema import Citance

FROGS = {
    "id": "a:7",
    "text": "Frogs hop [1], toads walk [2].",
    "source": "a",
    "section": "Results",
    "start": 7,
    "end": 37,
    "suffix": " Why?",
    "citations": [
        {"start": 10, "end": 13, "cites": True},
        {"start": 26, "end": 29, "cites": False},
    ],
}


def stored_and_read(values, first=None, source="a"):
    sentence = stored_sentence(first or values, source)
    return citance_values(sentence, stored_citance(values, sentence, source), source)


def test_second_work_of_a_sentence_adds_the_numbers_of_its_marks():
    sentence = stored_sentence(FROGS, "a")
    toads = FROGS | {"citations": [m | {"cites": not m["cites"]} for m in FROGS["citations"]]}
    assert stored_citance(FROGS, sentence, "a") == "0"
    assert stored_citance(toads, sentence, "a") == "1"
    assert citance_values(sentence, "1", "a") == toads


def test_line_is_that_of_the_record_to_the_byte():
    sentence = stored_sentence(FROGS, "a")
    line = json_line(Citance(**FROGS)).rstrip()[:-1].encode()
    assert citance_line(sentence, "0", "a") == line


def test_what_only_one_citance_of_a_sentence_has_stays_with_it():
    scoped = FROGS | {"scope": [[0, 13]], "self_citation": True, "id": "mine"}
    sentence = stored_sentence(FROGS, "a")
    marks = stored_citance(scoped, sentence, "a")
    assert json.loads(marks).keys() == {"scope", "self_citation", "id", "citations"}
    assert citance_values(sentence, marks, "a") == scoped
    assert citance_values(sentence, "0", "a") == FROGS


def test_what_the_first_has_and_another_lacks_is_left_out_again():
    bare = {"text": FROGS["text"]}
    assert stored_and_read(bare, first=FROGS | {"scope": [[0, 13]]}) == bare
    assert stored_and_read(FROGS, first=bare) == FROGS


def test_marks_of_which_nothing_is_known_are_kept_as_they_are():
    for marks in ([{"start": 0, "end": 3}], [], [{"start": 0, "end": 3, "cites": True, "by": 1}]):
        assert stored_and_read(FROGS | {"citations": marks})["citations"] == marks


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
spans = st.tuples(st.integers(0, 9), st.integers(0, 9))
citances = st.fixed_dictionaries(
    {"text": texts},
    optional={
        "id": texts,
        "source": texts,
        "section": texts,
        "paragraph_kind": texts,
        "start": st.integers(0, 99),
        "end": st.integers(99, 200),
        "prefix": texts,
        "scope": st.lists(spans.map(list), max_size=2),
        "words_of_others": st.none() | st.floats(allow_nan=False, allow_infinity=False),
        "citations": st.lists(
            st.fixed_dictionaries(
                {"start": st.integers(0, 9), "end": st.integers(9, 20)},
                optional={"cites": st.booleans()},
            ),
            max_size=3,
        ),
    },
)


@given(citances, citances, texts)
def test_any_citance_of_any_sentence_is_read_as_it_was_written(values, first, source):
    known = {name: value for name, value in values.items() if value is not None}
    assert stored_and_read(values, first, source) == known
