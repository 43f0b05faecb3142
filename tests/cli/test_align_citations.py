"""`citalign align`: marks of citation in the citances are no words."""

import json

import pytest
from align_runs import FACTORY, run, save
from cli_files import rows, write
from contract_cases import trained_bytes

# Both name the work that they cite, and each has a mark that looks like the other's.
TEXTS = [
    "Loss of Zork2 makes frog cells sensitive to salt stress [12].",
    "Cells that lack zork2 are more sensitive to salt (Yan et al., 2004), as in [12].",
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    model = trained_bytes(FACTORY)
    return save(tmp_path_factory.mktemp("citations") / "pipeline", model)


@pytest.fixture
def aligned(pipeline, tmp_path):
    """Aligns citances, given as text and marks."""

    def align(*citances, code=0):
        given = [
            {"id": f"c{place}", "text": text} | ({} if marks is None else {"citations": marks})
            for place, (text, marks) in enumerate(citances)
        ]
        source = write(tmp_path / "a.jsonl", {"cited": {"key": "frogs"}, "citances": given})
        result = run(source, "-o", tmp_path / "out.jsonl", "--pipeline", pipeline)
        assert result.exit_code == code, result.output
        return rows(tmp_path / "out.jsonl")[0]

    return align


def mark(text, marked, **more):
    start = text.index(marked)
    return {"start": start, "end": start + len(marked)} | more


def words_of(citance):
    return [citance["text"][start:end] for start, end in citance["words"]]


def aligned_texts(row):
    return {member["text"] for one in row["classes"] for member in one["members"]}


@pytest.mark.slow
def test_marks_that_are_given_are_no_words(aligned):
    marks = [[mark(text, "12", cites=True)] for text in TEXTS]
    row = aligned(*zip(TEXTS, marks, strict=True))
    assert not any("12" in text for text in aligned_texts(row))
    assert any("zork2" in text.lower() for text in aligned_texts(row))
    first, second = row["citances"]
    assert "12" not in words_of(first)
    # Where marks are given, no others are told; names and years are no words all the same.
    assert not {"Yan", "2004"} & set(words_of(second))
    assert [citance["citations"] for citance in row["citances"]] == marks


def test_marks_that_are_not_given_are_found(aligned):
    row = aligned(*((text, None) for text in TEXTS))
    for citance in row["citances"]:
        assert not {"12", "Yan", "2004"} & set(words_of(citance))
        assert citance["citations"]
        assert not any(one["cites"] for one in citance["citations"])  # nobody said so
    marked = [
        [citance["text"][one["start"] : one["end"]] for one in citance["citations"]]
        for citance in row["citances"]
    ]
    assert marked[0] == ["12"]
    assert marked[1][-1] == "12"
    assert any("2004" in text for text in marked[1])


def test_no_marks_means_that_there_are_none(aligned):
    row = aligned((TEXTS[0], []), (TEXTS[1], []))
    # The aligner leaves numbers in brackets out all the same.
    assert not any("12" in words_of(citance) for citance in row["citances"])
    assert [citance["citations"] for citance in row["citances"]] == [[], []]


def test_marks_say_which_of_them_cite_the_work(aligned):
    marks = [mark(TEXTS[1], "Yan et al., 2004", cites=False), mark(TEXTS[1], "12", cites=True)]
    row = aligned((TEXTS[0], [mark(TEXTS[0], "12")]), (TEXTS[1], marks))
    assert row["citances"][0]["citations"] == [mark(TEXTS[0], "12", cites=True)]
    assert row["citances"][1]["citations"] == marks


@pytest.mark.slow
def test_marks_of_an_empty_citance_and_of_those_after_it_stay_theirs(aligned):
    given = [mark(TEXTS[0], "12", cites=True)]
    row = aligned(("", None), (TEXTS[0], given), ("\U0001f438 " + TEXTS[1], None))
    assert "citations" not in row["citances"][0]
    assert row["citances"][1]["citations"] == given
    assert not {"12", "Yan"} & set(words_of(row["citances"][2]))


@pytest.mark.slow
def test_output_with_marks_is_aligned_to_the_same(aligned, pipeline, tmp_path):
    first = aligned(*((text, None) for text in TEXTS))
    again = tmp_path / "again.jsonl"
    assert run(tmp_path / "out.jsonl", "-o", again, "--pipeline", pipeline).exit_code == 0
    assert rows(again) == [first]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"start": 0}, "citances[1].citations is a JSON object; write an array"),
        ("12", "citances[1].citations is a JSON string; write an array"),
        ([[0, 2]], "citances[1].citations[0] is a JSON array; write an object"),
        (
            [{"start": 0, "end": 2}, None],
            "citances[1].citations[1] is a JSON null; write an object",
        ),
        ([{}], "citances[1].citations[0] has no start, its keys are: none; give"),
        ([{"start": 0, "end": "2"}], "citations[0].end is a JSON string; write a whole number"),
        ([{"start": True, "end": 2}], "citations[0].start is a JSON boolean; write a whole number"),
        ([{"start": 5, "end": 5}], "citations[0] is [5, 5], which is not in its text of"),
        (
            [{"start": -1, "end": 5}],
            "citations[0].start is -1; input should be greater than or equal",
        ),
        ([{"start": 0, "end": 999}], "citations[0] is [0, 999], which is not in its text"),
        (
            [{"start": 0, "end": 2, "cites": "yes"}],
            "citations[0].cites is a JSON string; write true or false",
        ),
        (
            [{"start": 0, "end": 2, "cites": 1}],
            "citations[0].cites is a JSON number; write true or false",
        ),
    ],
    ids=json.dumps,
)
def test_wrong_marks_fail_their_group(aligned, marks, message):
    row = aligned((TEXTS[0], None), (TEXTS[1], marks), code=1)
    assert list(row) == ["line", "error"]
    assert message in row["error"]
