"""Files of full texts in JSON: packed, damaged, hostile or something else."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.s2orc.reader import read_s2orc, s2orc_article
from tests.inputs.s2orc_files import LAYOUTS, TEXT, article_of, cite_span, paragraph, s2orc_2020

# --- files -----------------------------------------------------------------------------------


def test_a_file_with_a_mark_of_its_encoding_on_several_lines():
    content = b"\xef\xbb\xbf" + json.dumps(s2orc_2020(), indent=1).encode() + b"\n"
    assert read_s2orc(content).text == TEXT


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"[]", "a JSON array, not an object"),
        (b"[" * 100_000, "usable JSON"),
        (b'{"pdf_parse": ' * 100_000, "usable JSON"),
        (b'{"paper_id": NaN, "body_text": []}', "NaN is no JSON value"),
        (b'{"paper_id": "\xff"}', "a.json is not UTF-8: byte 0xff"),
        ('{"a": 1}'.encode("utf-16-le"), "UTF-16"),
        (b'{"text": "Frogs."}', "no full text: it has the keys 'text'; give a full text in JSON"),
        (b'{"paper_id": "1", "body_text": 5}', '"body_text" is a JSON number; write an array'),
        (b'{"paper_id": "1", "body_text": [5, 6]}', r'"body_text\[0\]" is a JSON number; write an'),
        (
            b'{"paper_id": "1", "body_text": [{"text": null}]}',
            r'"body_text\[0\].text" is a JSON',
        ),
        (b'{"pdf_parse": {"body_text": 5}}', '"pdf_parse.body_text" is a JSON number'),
        (b'{"pdf_parse": {"body_text": [{"text": "", "cite_spans": 5}]}}', "cite_spans"),
        (
            b'{"content": {"text": 5, "annotations": {}}}',
            '"content.text" is a JSON number; write a',
        ),
        (b'{"content": {"text": "a", "annotations": {"paragraph": "["}}}', "annotations.paragraph"),
        (b'{"biblio": {}, "body_text": [{"text": []}]}', r'"body_text\[0\].text" is a JSON array'),
    ],
)
def test_what_is_no_full_text_is_refused(content, message):
    with pytest.raises(InputError, match=message) as error:
        read_s2orc(content, name="a.json")
    assert str(error.value).startswith("a.json")


def test_a_wrong_paragraph_costs_itself():
    record = s2orc_2020()
    record["body_text"] = [5, None, {"text": 7}, {}, paragraph("Frogs."), ["a"]]
    assert s2orc_article(record, name="a").text.endswith("\nAim\nFrogs.")


@pytest.mark.slow
def test_large_and_hostile_files_take_linear_time():
    many = 20_000
    spans = [cite_span(0, 9, "a" * 40, "BIBREF0"), cite_span(5, 9 + many, None, "BIBREF1")] * many
    begun = time.process_time()
    article_of("a" * many, *spans)
    body = [paragraph("1. " * 50, sec_num="1." * number) for number in range(500)]
    s2orc_article(s2orc_2020() | {"body_text": body}, name="a")
    text = "[" + "1, " * many
    article_of(text, *(cite_span(n, n + 1, "1", "BIBREF0") for n in range(1, len(text), 3)))
    assert time.process_time() - begun < 5


def test_a_long_title_is_not_repeated_more_often_than_in_the_file():
    body = [paragraph("All.", section="a" * 1000, sec_num=number) for number in ("1", "2")]
    body += [paragraph("Hop.", section="b", sec_num=f"{n % 2 + 1}.{n}") for n in range(2, 500)]
    article = s2orc_article(s2orc_2020() | {"body_text": body}, name="a")
    assert len(article.text) < 10_000


ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "start", "title", "id", "a"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.sampled_from([*LAYOUTS]), st.integers(0, 400), ODD)
def test_a_value_of_a_wrong_type_costs_no_more_than_it_has_to(layout, place, odd):
    record = LAYOUTS[layout]()
    places = [(record, key) for key in record]
    for holder, key in places:
        inner = holder[key]
        if isinstance(inner, dict | list):
            keys = inner if isinstance(inner, dict) else range(len(inner))
            places += [(inner, name) for name in keys]
    holder, key = places[place % len(places)]
    holder[key] = odd
    try:
        article = s2orc_article(record, name="a.json", captions=True, tables=True)
    except InputError:
        return
    for one in article.citations:
        assert 0 <= one.start <= one.end <= len(article.text)
    json.dumps([article.text, article.works]).encode()
