"""Files of pairs of texts, written here in miniature."""

import json
from codecs import BOM_UTF8

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.text_pairs import AlignedTexts, read_text_pairs
from spacy_citalign.errors import InputError

LINKED = {
    "id": "frogs",
    "lang": "en",
    "a": ["Frogs hop.", "They sleep\nin May."],
    "b": ["Frogs jump", " Toads do not. ", "In May frogs sleep."],
    "links": [[1, 2], [0, 0], [1, 2]],
    "source": "by hand",
}
TOLD = {"id": 7, "a": ["x", "y", "z"], "b": ["u"], "passages": [[[1, 0], [0, 0]], [[1], [0]]]}
BARE = {"a": [], "b": ["Frogs hop."], "links": None, "lang": None}
READ = [
    AlignedTexts(
        "frogs",
        "en",
        ("Frogs hop.", "They sleep\nin May."),
        ("Frogs jump", " Toads do not. ", "In May frogs sleep."),
        ((0, 0), (1, 2)),
        None,
    ),
    AlignedTexts("7", None, ("x", "y", "z"), ("u",), None, (((0, 1), (0,)), ((1,), (0,)))),
    AlignedTexts("pair-3", None, (), ("Frogs hop.",), None, None),
]


def write(folder, *rows):
    path = folder / "pairs.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def fails(folder, message, *rows):
    path = write(folder, *rows)
    with pytest.raises(InputError) as caught:
        list(read_text_pairs(path))
    assert message in str(caught.value)
    return str(caught.value).removeprefix(str(path))


def test_links_passages_or_neither_are_read(tmp_path):
    assert list(read_text_pairs(write(tmp_path, LINKED, TOLD, BARE))) == READ


def test_bom_line_ends_and_blank_lines_do_not_matter(tmp_path):
    path = tmp_path / "pairs.jsonl"
    lines = [json.dumps(LINKED), "", json.dumps(TOLD | {"id": "x"}), " ", json.dumps(BARE)]
    path.write_bytes(BOM_UTF8 + "\r\n".join(lines).encode())
    found = list(read_text_pairs(str(path)))
    assert [pair.id for pair in found] == ["frogs", "x", "pair-5"]
    assert found[0] == READ[0]


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6),
)
def test_what_is_written_is_read(tmp_path_factory, texts, links):
    sentences = [text for text in texts if text.strip()]
    size = len(sentences)
    links = [(i, j) for i, j in links if max(i, j) < size]
    row = {"id": "x", "lang": "de", "a": sentences, "b": sentences, "links": links}
    (pair,) = read_text_pairs(write(tmp_path_factory.mktemp("pairs"), row))
    assert pair == AlignedTexts(
        "x", "de", tuple(sentences), tuple(sentences), tuple(sorted(set(links))), None
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a": "Frogs hop."}, "a is a JSON string; write an array"),
        ({"b": None}, "b is a JSON null; write an array"),
        ({"a": ["Frogs hop.", 3]}, "a[1] is a JSON number; write a string"),
        ({"b": ["x", " \n", "y"]}, "b[1] is blank; leave it out"),
        ({"a": ["\ud800", "x"]}, "a[0] has half a character"),
        ({"links": {}}, "links is a JSON object; write an array"),
        ({"links": [[0, 0], [0]]}, "links[1] is [0]; write [i, j]"),
        ({"links": [3]}, "links[0] is a JSON number; write [i, j]"),
        ({"links": [[0, 3]]}, "links[0] names sentence 3 of 3; write whole numbers from 0"),
        ({"links": [[-1, 0]]}, "links[0] names sentence -1 of 2"),
        ({"links": [[True, 0]]}, "links[0][0] is a JSON boolean; write a whole number"),
        ({"links": [["0", 0]]}, "links[0][0] is a JSON string"),
        ({"links": [[0.0, 0]]}, "links[0][0] is a JSON number"),
        ({"passages": []}, "the pair has links and passages; write one of them"),
        ({"id": ["x"]}, "id is a JSON array; write a string"),
        ({"id": True}, "id is a JSON boolean; write a string"),
        ({"lang": 3}, "lang is a JSON number; write a string"),
    ],
)
def test_malformed_pairs_are_refused_with_file_and_line(tmp_path, change, message):
    said = fails(tmp_path, message, LINKED, "", LINKED | change)
    assert said.startswith(", line 3: ")


@pytest.mark.parametrize(
    ("passages", "message"),
    [
        (3, "passages is a JSON number; write an array"),
        ([[[0], [0]], [[0]]], "passages[1] is [[0]]; write [[i, ...], [j, ...]]"),
        ([[0, 0]], "passages[0][0] is a JSON number; write an array"),
        ([[[0], "0"]], "passages[0][1] is a JSON string; write an array"),
        ([[[0], []]], "passages[0] has no sentences on one side"),
        ([[[0, 3], [0]]], "passages[0] names sentence 3 of 3"),
    ],
)
def test_malformed_passages_are_refused(tmp_path, passages, message):
    assert fails(tmp_path, message, TOLD | {"passages": passages}).startswith(", line 1: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": ["x"]', "this is not JSON"),
        ('["x"]', "the line is a JSON array, not an object"),
        ('{"b": ["x"], "text": 1}', "the line has no a, its keys are: 'b', 'text'; give it one"),
        ("{}", "the line has no a, its keys are: none"),
    ],
)
def test_lines_that_are_no_pairs_are_refused(tmp_path, line, message):
    assert fails(tmp_path, message, line).startswith(", line 1: ")


def test_files_without_pairs_are_refused(tmp_path):
    for rows in ((), ("", " ")):
        fails(tmp_path, "is empty; give a file with one pair of texts a line", *rows)
    with pytest.raises(InputError, match="cannot be read"):
        list(read_text_pairs(tmp_path / "none.jsonl"))
    (tmp_path / "latin.jsonl").write_bytes(b'{"a": ["\xe9"]}')
    with pytest.raises(InputError, match=r"line 1: byte 8 .* not UTF-8"):
        list(read_text_pairs(tmp_path / "latin.jsonl"))
