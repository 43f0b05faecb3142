"""Lines of JSON and checks of what stands in them."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.json_lines import (
    json_kind,
    json_object,
    json_span,
    json_string,
    json_value,
)
from spacy_citalign.errors import InputError

STRINGS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | STRINGS,
    lambda inner: st.lists(inner) | st.dictionaries(STRINGS, inner),
    max_leaves=8,
)


@given(st.dictionaries(STRINGS, VALUES))
def test_what_is_written_is_read(row):
    assert json_value(json_object(json.dumps(row)), "the row") == row


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "this is not JSON (Expecting value at character 1 of the line)"),
        ('{"a": 1} {"b": 2}', "this is not JSON (Extra data at character 10 of the line)"),
        ("[1]", "the line is a JSON array, not an object"),
        ("7", "the line is a JSON number, not an object"),
        ('{"a": NaN}', "NaN is no JSON value"),
        ('{"a": -1e400}', "the number -1e400 is too large"),
        ('{"a": ' + "[" * 100_000, "this is not usable JSON (maximum recursion depth"),
    ],
    ids=lambda value: value[:30],
)
def test_object_refuses_other_lines(line, message):
    with pytest.raises(InputError) as caught:
        json_object(line)
    assert message in str(caught.value)


@pytest.mark.parametrize("sign", ["", "-"])
def test_whole_numbers_have_18_digits_at_most(sign):
    assert json_object(f'{{"a": {sign}{"9" * 18}}}') == {"a": int(f"{sign}1") * (10**18 - 1)}
    with pytest.raises(InputError, match="more than 18 digits"):
        json_object(f'{{"a": {sign}1{"0" * 18}}}')
    # Written as a real number it may be as large as those are.
    assert math.isclose(json_object(f'{{"a": {sign}1e300}}')["a"], float(f"{sign}1e300"))


def test_string_refuses_what_is_none_and_half_characters():
    assert json_string("ζ🐸", "the id") == "ζ🐸"
    with pytest.raises(InputError, match=r"^the id is a JSON null; write a string$"):
        json_string(None, "the id")
    with pytest.raises(InputError, match=r"the id has half a character, '\\udc38', at character 1"):
        json_string("a\udc38", "the id")


@pytest.mark.parametrize("value", ["\ud800", ["\ud800"], [{"a": ["\ud800"]}], {"\ud800": 1}])
def test_value_refuses_half_characters_wherever_they_are(value):
    with pytest.raises(InputError, match=r"^a string of cited has half a character, '\\ud800'"):
        json_value(value, "cited")


def test_span_lies_in_its_text():
    assert json_span([0, 10], "Frogs hop.", "it") == (0, 10)
    for value in ([0, 11], [-1, 3], [3, 3], [4, 3]):
        with pytest.raises(InputError, match=r"^it is \[.*\], which is not in its text of 10 "):
            json_span(value, "Frogs hop.", "it")
    for value in ((0, 3), [0], [0, 1, 2], [0, 1.0], [False, True], "03", None):
        with pytest.raises(InputError, match=r"; write \[start, end\], two whole numbers$"):
            json_span(value, "Frogs hop.", "it")


def test_kind_has_a_word_for_every_value():
    values = [{}, [], "", False, None, 0, 0.5]
    kinds = ["object", "array", "string", "boolean", "null", "number", "number"]
    assert [json_kind(value) for value in values] == [f"a JSON {kind}" for kind in kinds]
