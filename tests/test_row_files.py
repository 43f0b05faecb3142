"""Files of citance groups, written here in miniature."""

import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.answer_rows import read_answer, read_answer_line
from spacy_citalign.errors import InputError
from spacy_citalign.row_files import iter_groups, json_line, read_groups
from spacy_citalign.schema import Citance, CitanceGroup, CitedWork, WorkAnswer

OWN = {
    "cited": {"key": "zork", "doi": "10.1/z", "pmid": 12, "title": "Zork2 wakes frogs"},
    "citances": [
        {"id": "a", "text": "Zork2 wakes frogs.", "source": "PMC1", "section": "Intro", "start": 7},
        {"id": "b", "text": "Frogs are woken by Zork2 (ζ).", "source": None},
    ],
}
ANNOTATED = {
    "group": "zork-1",
    "source": "by hand",
    "citances": [
        {
            "id": "a",
            "text": "Zork2 wakes frogs.",
            "words": [[0, 5], [6, 11], [12, 17]],
            "classes": ["zork", None, "frog"],
        }
    ],
}
COLLECTED = {
    "target": "W99",
    "title": "On frogs",
    "citances": [{"id": "W99-3", "citing": "W01", "text": "Frogs hop.", "raw": "Frogs hop [3]."}],
}
READ = [
    CitanceGroup(
        cited=CitedWork(key="zork", doi="10.1/z", pmid="12", title="Zork2 wakes frogs"),
        citances=[
            Citance(id="a", text="Zork2 wakes frogs.", source="PMC1", section="Intro", start=7),
            Citance(id="b", text="Frogs are woken by Zork2 (ζ).", source=None),
        ],
    ),
    CitanceGroup(
        cited=CitedWork(key="zork-1"),
        citances=[
            Citance(
                id="a",
                text="Zork2 wakes frogs.",
                words=[(0, 5), (6, 11), (12, 17)],
                classes=["zork", None, "frog"],
            )
        ],
        group="zork-1",
        source="by hand",
    ),
    CitanceGroup(
        cited=CitedWork(key="W99", title="On frogs"),
        citances=[
            Citance(id="W99-3", text="Frogs hop.", source="W01", citing="W01", raw="Frogs hop [3].")
        ],
        target="W99",
        title="On frogs",
    ),
]
LINES = [json.dumps(group, ensure_ascii=False) for group in (OWN, ANNOTATED, COLLECTED)]


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "groups.jsonl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_one(line: str) -> CitanceGroup:
    (found,) = iter_groups([line], "toy")
    assert isinstance(found, CitanceGroup), found
    return found


def error_of(line: str | bytes) -> str:
    (found,) = iter_groups([line], "toy")
    assert isinstance(found, InputError), found
    return str(found)


def group_of(**citance) -> str:
    return json.dumps({"group": "g", "citances": [{"text": "Frogs hop.", **citance}]})


# --- what is read ----------------------------------------------------------------------------


def test_read_takes_all_shapes(tmp_path):
    assert list(read_groups(write(tmp_path, "\n".join(LINES)))) == READ


def test_read_does_not_mind_bom_line_ends_and_blank_lines(tmp_path):
    content = BOM_UTF8 + "\r\n \r\n".join([*LINES, ""]).encode()
    path = write(tmp_path, content)
    assert list(read_groups(str(path))) == READ
    with path.open("rb") as lines:
        assert list(iter_groups(lines, "toy")) == READ


def test_escaped_and_plain_characters_are_the_same():
    escaped = json.dumps({"citances": ["β-catenin 🐸"]})
    assert "\\ud83d\\udc38" in escaped
    assert read_one(escaped).citances[0].text == "β-catenin 🐸"


def test_a_citance_may_be_nothing_but_its_text():
    assert read_one('{"group": "g", "citances": ["Frogs hop.", {"text": ""}]}').citances == [
        Citance(id="g-1", text="Frogs hop."),
        Citance(id="g-2", text=""),
    ]


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ('"cited": {"key": "c"}, "group": "g", "target": "t"', "c"),
        ('"cited": {"doi": "10.1/z"}, "group": "g", "target": "t"', "g"),
        ('"cited": {"key": ""}, "group": null, "target": "t"', "t"),
        ('"cited": {"key": 77}', "77"),
        ('"cited": null', "group-1"),
        ('"title": "On frogs"', "group-1"),
    ],
)
def test_the_key_is_the_first_that_is_given(start, key):
    group = read_one(f'{{{start}, "citances": ["Frogs hop."]}}')
    assert group.key == key
    assert group.citances[0].id == f"{key}-1"


def test_groups_without_key_are_named_by_their_line_blank_ones_counted():
    line = '{"citances": ["Frogs hop."]}'
    found = list(iter_groups([line, "\n", line], "toy"))
    assert [group.key for group in found] == ["group-1", "group-3"]


def test_names_and_texts_may_be_numbers():
    citance = {"id": 7, "text": "3 frogs", "source": 901, "section": 4, "words": [[0, 1]]}
    line = json.dumps(
        {"cited": {"key": 1.5, "year": 2004}, "citances": [citance | {"classes": [1]}]}
    )
    group = read_one(line)
    assert (group.key, group.cited.year) == ("1.5", "2004")
    read = group.citances[0]
    assert (read.id, read.source, read.section, read.classes) == ("7", "901", "4", ["1"])


def test_ids_may_be_numbers_and_need_not_differ():
    citances = read_one('{"citances": [{"id": 4, "text": "a"}, {"id": "4", "text": "b"}]}').citances
    assert [citance.id for citance in citances] == ["4", "4"]


def test_words_need_no_classes_and_may_be_none_at_all():
    assert read_one(group_of(words=[[0, 5]])).citances[0].words == [(0, 5)]
    assert read_one(group_of(words=[[0, 5]])).citances[0].classes is None
    empty = read_one(group_of(words=[], classes=[])).citances[0]
    assert (empty.words, empty.classes) == ([], [])


def test_what_else_is_said_of_a_citance_is_kept_as_it_stands():
    fields = {"section": None, "start": 7, "end": 17, "marks": [{"x": [1.5, True]}], "": ""}
    citance = read_one(group_of(id="a", citing="W1", **fields)).citances[0]
    written = json.loads(json_line(citance))
    known = {"id": "a", "text": "Frogs hop.", "citing": "W1", "source": "W1"}
    assert written == known | fields


@given(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.integers(0, 40), unique=True, max_size=8),
)
def test_words_are_where_the_file_says(text, places):
    cuts = sorted(place for place in places if place <= len(text))
    words = list(zip(cuts[::2], cuts[1::2], strict=False))
    read = read_one(group_of(text=text, words=words, classes=["c"] * len(words))).citances[0]
    assert (read.text, read.words) == (text, words)


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"citances": ', "not JSON (Expecting value at character 14 of the line)"),
        ("[" * 100_000, "not usable JSON (maximum recursion depth"),
        ('["Frogs hop."]', "the line is a JSON array, not an object"),
        ("null", "the line is a JSON null"),
        ('{"cited": {"year": NaN}, "citances": ["a"]}', "NaN is no JSON value"),
        ('{"cited": {"year": -Infinity}, "citances": ["a"]}', "-Infinity is no JSON value"),
        (
            '{"cited": {"year": 1e999}, "citances": ["a"]}',
            "a number of cited.year is too large to be written again",
        ),
        (
            f'{{"group": {"9" * 9999}, "citances": ["a"]}}',
            "not usable JSON (Exceeds the limit (4300 digits)",
        ),
        ('{"cited": "10.1/z", "citances": ["a"]}', "cited is a JSON string; write an object"),
        (
            '{"cited": {"x": [{"\\udc00": 1}]}, "citances": ["a"]}',
            r"a string of cited.x has half a character, '\ud",
        ),
        (
            '{"cited": {"key": true}, "citances": ["a"]}',
            "cited.key is a JSON boolean; write a string",
        ),
        ('{"group": ["g"], "citances": ["a"]}', ": group is a JSON array; write a string"),
        ('{"target": {}, "citances": ["a"]}', ": target is a JSON object; write a string"),
        ('{"cited": {"key": ["g"]}, "citances": ["a"]}', ": cited.key is a JSON array; write a"),
        ('{"group": "g"}', "has no citances, its keys are: 'group'; write"),
        ("{}", "its keys are: none"),
        ('{"citances": []}', "citances is an empty array"),
        ('{"citances": {}}', "citances is a JSON object"),
        ('{"citances": ["a", 3]}', "citances[1] is a JSON number; write an object or a string"),
        ('{"citances": [{"id": "a"}]}', "citances[0] has no text, its keys are: 'id'"),
        ('{"citances": [{"text": null}]}', "citances[0].text is a JSON null; write a string"),
        (
            '{"target": "a", "cited": ["b"], "citances": ["c"]}',
            "cited is a JSON array; write an obj",
        ),
        (
            '{"citances": ["hop \\ud800!"]}',
            r"citances[0] has half a character, '\ud800', at character 4",
        ),
        (
            '{"citances": [{"text": "hop \\ud800!"}]}',
            r"citances[0].text has half a character, '\ud800', at character 4",
        ),
        (group_of(id=True), "citances[0].id is a JSON boolean"),
        (group_of(source={}), "citances[0].source is a JSON object"),
        (group_of(words="Frogs"), "citances[0].words is a JSON string; write an array"),
        (group_of(words=[[0, 5], [6]]), "citances[0].words[1] is [6]; write [start, end]"),
        (group_of(words=[[False, 5]]), "words[0][0] is a JSON boolean; write a whole number"),
        (group_of(words=[[0, 5, 6]]), "words[0] is [0, 5, 6]; write [start, end]"),
        (group_of(words=[5]), "words[0] is a JSON number; write [start, end]"),
        (group_of(words=[[0, 5.0]]), "words[0][1] is a JSON number; write a whole number"),
        (group_of(words=[[6, 11]]), "words[0] is [6, 11], which is not in its text of 10 char"),
        (
            group_of(words=[[-1, 5]]),
            "words[0][0] is -1; input should be greater than or equal to 0",
        ),
        (group_of(words=[[5, 5]]), "words[0] is [5, 5], which is not in its text"),
        (group_of(words=[[0, 5], [4, 9]]), "begins before the end of the word before it, [0, 5]"),
        (group_of(words=[[6, 9], [0, 5]]), "begins before the end of the word before it, [6, 9]"),
        (group_of(words=[[0, 5]], classes=[]), "classes has 0 entries for 1 words"),
        (group_of(classes=["frog"]), "classes has 1 entries for no words"),
        (group_of(words=[[0, 5]], classes="f"), "classes is a JSON string; write an array"),
        (group_of(words=[[0, 5]], classes=[[]]), "classes[0] is a JSON array; write a string"),
        (group_of(citations=[3]), "citances[0].citations[0] is a JSON number; write an object"),
        (
            group_of(citations=[{"start": 1}]),
            "citances[0].citations[0] has no end, its keys are: 'start'; give it one",
        ),
        (
            group_of(citations=[{"start": 6, "end": 11}]),
            "citances[0].citations[0] is [6, 11], which is not in its text of 10 characters",
        ),
        (
            group_of(part={"\ud800": 1}),
            r"a string of citances[0].part has half a character, '\ud800', at character 0",
        ),
        (
            group_of(**{"\ud800": 1}),
            r"citances[0] has half a character, '\ud800', at character 0",
        ),
        ('{"citances": ["café"]}'.encode("latin-1"), "byte 18 of the line (from 0) is 0xe9"),
        ('{"citances": ["a"]}'.encode("utf-16"), "0xff, which is not UTF-8; convert the file"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_bad_line_says_what_is_wrong(line, message):
    error = error_of(line)
    assert error.startswith("toy, line 1: ")
    assert message in error


def test_what_describes_a_work_or_a_citance_is_left_out_where_it_does_not_fit():
    cited = {"key": "k", "title": ["Frogs"], "year": 2004, "doi": {"x": 1}}
    line = {"cited": cited, "citances": [{"text": "Frogs hop.", "article": "PMC1", "start": 3.0}]}
    (group,) = iter_groups([json.dumps(line)], "toy")
    assert (group.cited.title, group.cited.year, group.cited.doi) == (None, "2004", None)
    assert group.citances[0].article is None
    assert sorted(group.unread.values()) == [
        "citances[0].article is a JSON string; write an object",
        "citances[0].start is a JSON number; write a whole number",
        "cited.doi is a JSON object; write a string",
        "cited.title is a JSON array; write a string",
    ]


def test_deep_values_are_read_or_refused_and_never_break():
    for depth in range(900, 1000, 3):
        nested = "[" * depth + "]" * depth
        for line in (
            f'{{"cited": {{"x": {nested}}}, "citances": ["a"]}}',
            f'{{"citances": [{{"text": "a", "words": [{nested}]}}]}}',
        ):
            assert len(list(iter_groups([line], "toy"))) == 1


def test_a_bad_line_costs_one_line():
    found = list(iter_groups([LINES[0], b"\xff", "", "{", LINES[2]], "toy"))
    assert [found[0], found[3]] == [READ[0], READ[2]]
    assert [str(error)[:13] for error in found[1:3]] == ["toy, line 2: ", "toy, line 4: "]


def test_read_stops_at_the_first_bad_line(tmp_path):
    groups = read_groups(write(tmp_path, f"{LINES[0]}\n\n{{}}\n{LINES[1]}\n"))
    assert next(groups) == READ[0]
    with pytest.raises(InputError, match=r"groups\.jsonl, line 3: the group has no citances"):
        next(groups)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty; give a file with one group a line"),
        ("\n \n", "is empty"),
        (LINES[0].encode() + b"\n\xe9", "line 2: byte .* is 0xe9"),
    ],
)
def test_read_refuses_files_without_groups_and_other_encodings(tmp_path, content, message):
    with pytest.raises(InputError, match=rf"groups\.jsonl.*{message}"):
        list(read_groups(write(tmp_path, content)))


def test_read_says_that_a_file_is_missing(tmp_path):
    with pytest.raises(InputError, match=r"none\.jsonl cannot be read \(No such file"):
        list(read_groups(tmp_path / "none.jsonl"))


# --- answers ---------------------------------------------------------------------------------

ALIGNED = {
    "schema": 1,
    "cited": {"key": "zork"},
    "citances": [{"text": "Frogs hop."}, {"text": "Frogs hop far."}],
    "classes": [{"class": "frog", "members": [{"place": 0, "start": 0, "end": 5}]}],
    "merges": {"units": [[0], [1]], "first": [0], "second": [1], "height": [0.5]},
    "threshold": 0.4,
    "expected_ama": 0.9,
    "articles": 2,
    "statements": [{"places": [1, 0], "articles": 2}],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("merges", {"x": 1}),
        ("merges", {"units": [[0], [1]], "first": [0], "second": [1]}),
        ("merges", {"units": "x", "first": [-1], "second": [1], "height": ["x"]}),
        ("merges", 5),
        ("threshold", "high"),
        ("classes", 5),
        ("classes", [{"members": [{"start": 1}]}, 7]),
        ("statements", [{"places": [99]}]),
        ("statements", [{}]),
        ("differing", 5),
        ("articles", 0),
        ("schema", "x"),
    ],
)
def test_what_is_not_as_the_schema_has_it_is_left_out(field, value):
    answer = read_answer(ALIGNED | {field: value}, 1)
    assert isinstance(answer, WorkAnswer)
    assert len(answer.citances) == 2
    others = {"classes", "merges", "threshold", "articles", "statements"} - {field}
    whole = read_answer(ALIGNED, 1)
    assert all(getattr(answer, name) == getattr(whole, name) for name in others)
    assert ("merges" in answer.unread) is (field == "merges")
    assert answer.merges is None or field != "merges"


def test_rows_begin_with_their_version():
    answer = read_answer(dict(reversed(ALIGNED.items())), 1)
    assert json_line(answer).startswith('{"schema": 1, "cited": ')
    assert read_answer_line(json_line(answer).encode(), 1) == answer
