"""Articles with marked places: a small file by hand, and what is refused."""

import json

import pytest

from benchmarks.evidence.marked_articles import read_marked_articles
from spacy_citalign.errors import InputError

TEXT = (
    "# Frogs\n\n## Results\n\nFrogs sing at night. Newts sleep.\n\n### Ponds\n\nPonds freeze."
    "\n\n## References\n\n1. Marsh."
)
START = TEXT.index("Newts")
ROW = {
    "cited": {"pmcid": "PMC1"},
    "text": TEXT,
    "citances": [
        {
            "text": "Newts sleep [4].",
            "mark": "[4]",
            "evidence": {
                "A": [[START, START + 11, "ACCURATE"]],
                "B": [[TEXT.index("at"), START + 3, "INDIRECT"]],
                "C": [[0, 5, "ACCURATE"]],
            },
        }
    ],
}


def split(text):
    """Divide at full stops."""
    spans, start = [], 0
    for end in (i + 1 for i, letter in enumerate(text) if letter == "."):
        spans.append((start, end))
        start = end + 1
    return spans


def read(tmp_path, row):
    path = tmp_path / "dev.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return list(read_marked_articles(path, split))


def test_sentences_marks_and_places(tmp_path):
    (article,) = read(tmp_path, ROW)
    assert article.id == "PMC1"
    assert [tuple(one) for one in article.sentences] == [
        ("Frogs sing at night.", "Results"),
        ("Newts sleep.", "Results"),
        ("Ponds freeze.", "Results: Ponds"),
    ]
    (citance,) = article.citances
    assert citance.text == "Newts sleep    ."
    # B touches more than ten characters of the first sentence and three of the second; C a title.
    assert citance.chosen == {"A": (1,), "B": (), "C": ()}


def test_a_place_of_several_sentences_marks_each(tmp_path):
    row = ROW | {
        "citances": [
            {"text": "x", "mark": "", "evidence": {"A": [[20, START + 12, "ACCURATE"]], "B": []}}
        ]
    }
    (article,) = read(tmp_path, row)
    assert article.citances[0].chosen == {"A": (0, 1), "B": ()}
    record = article.record()
    assert record.citances[0].chosen == (0, 1)
    assert record.citances[0].annotators == 2


@pytest.mark.parametrize(
    "row",
    [
        {},
        ROW | {"text": 3},
        ROW | {"cited": None},
        ROW | {"citances": [{"text": "x", "mark": "y"}]},
        ROW | {"citances": [{"text": "x", "mark": "y", "evidence": {"A": [[1]]}}]},
    ],
)
def test_other_shapes_are_refused(tmp_path, row):
    with pytest.raises(InputError, match=r"dev\.jsonl"):
        read(tmp_path, row)
