"""Lines of JSON and checks of what stands in them."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, StrictInt

from spacy_citalign.corpora.json_lines import (
    JsonRow,
    check_span,
    json_kind,
    json_object,
    json_record,
    json_string,
    json_value,
    read_json_lines,
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
        (f'{{"a": {"9" * 5000}}}', "this is not usable JSON (Exceeds the limit"),
        ('{"a": ' + "[" * 100_000, "this is not usable JSON (maximum recursion depth"),
    ],
    ids=lambda value: value[:30],
)
def test_object_refuses_other_lines(line, message):
    with pytest.raises(InputError) as caught:
        json_object(line)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n "a": 1,\n "b": }', "(Expecting value at line 3, character 7 of the file); fetch it"),
        ('{"a": 1', "at line 1, character 8 of the file); fetch it again"),
        ("[1]", "the file is a JSON array, not an object; give a file with one JSON object"),
        ('{"a": NaN}', "NaN is no JSON value); correct the file"),
    ],
)
def test_object_of_a_file_has_its_place_in_the_file(text, message):
    with pytest.raises(InputError) as caught:
        json_object(text, whole_file=True)
    assert message in str(caught.value)


@pytest.mark.parametrize("sign", [1, -1])
def test_whole_numbers_are_of_any_size_that_python_reads(sign):
    for digits in (18, 19, 4300):
        number = sign * 10 ** (digits - 1)
        assert json_value(json_object(f'{{"a": {number}}}'), "it") == {"a": number}
    with pytest.raises(InputError, match="its text of 2 characters"):
        check_span(0, sign * 10**4299, "ab", "it")


def test_numbers_too_large_for_a_float_are_infinite_and_not_kept():
    row = json_object('{"a": [-1e400], "b": 1e300}')
    assert row == {"a": [-math.inf], "b": 1e300}
    with pytest.raises(InputError, match=r"^a number of it is too large to be written again"):
        json_value(row, "it")


class Frog(JsonRow):
    name: str
    leaps: list[tuple[StrictInt, StrictInt]] = Field(default=[])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, "the line has no name, its keys are: none; give it one"),
        ({"name": 3}, "name is a JSON number; write a string"),
        ({"name": "a\udc38"}, r"name has half a character, '\udc38', at character 1"),
        ({"name": "a", "leaps": 3}, "leaps is a JSON number; write an array"),
        ({"name": "a", "leaps": [3]}, "leaps[0] is a JSON number; write [from, to]"),
        ({"name": "a", "leaps": [[1, 2, 3]]}, "leaps[0] is [1, 2, 3]; write [from, to]"),
        ({"name": "a", "leaps": [[1]]}, "leaps[0] is [1]; write [from, to]"),
        ({"name": "a", "leaps": [[1, 2.5]]}, "leaps[0][1] is a JSON number; write a whole number"),
    ],
)
def test_a_record_says_what_it_lacks(row, message):
    assert json_record(Frog, {"name": "Zork", "age": 3}) == Frog(name="Zork")
    with pytest.raises(InputError) as caught:
        json_record(Frog, row, "[from, to]")
    assert str(caught.value).startswith(message)


def test_records_of_a_file_are_read_in_order(tmp_path):
    path = tmp_path / "a.jsonl"

    def read(row, line):
        return line, json_string(row.get("id"), "id")

    def records():
        return read_json_lines(path, read, wanted="a list", shape="an id a line")

    path.write_bytes(b'\xef\xbb\xbf{"id": "a"}\r\n \r\n{"id": "b"}\n{"id": 3}\n')
    found = records()
    assert [next(found), next(found)] == [(1, "a"), (3, "b")]
    with pytest.raises(InputError, match=r"a\.jsonl, line 4: id is a JSON number; write a string$"):
        next(found)
    path.write_bytes(b"\n \n")
    with pytest.raises(InputError, match=r"a\.jsonl is empty; give a file with an id a line$"):
        list(records())
    path.unlink()
    with pytest.raises(InputError, match=r"cannot be read .*; give the path of a list$"):
        list(records())


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
    check_span(0, 10, "Frogs hop.", "it")
    for start, end in ((0, 11), (-1, 3), (3, 3), (4, 3)):
        with pytest.raises(InputError, match=r"^it is \[.*\], which is not in its text of 10 "):
            check_span(start, end, "Frogs hop.", "it")


def test_kind_has_a_word_for_every_value():
    values = [{}, [], "", False, None, 0, 0.5]
    kinds = ["object", "array", "string", "boolean", "null", "number", "number"]
    assert [json_kind(value) for value in values] == [f"a JSON {kind}" for kind in kinds]
