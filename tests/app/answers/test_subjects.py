"""The subject of a collection: words that most of its works are cited with."""

import json

from spacy_citalign.app.answers.collection_context import subject_stems, with_subjects
from spacy_citalign.app.answers.group_lines import group_line
from spacy_citalign.schema import CitanceGroup

VERBS = "sing hop croak dive wake swim sleep hunt".split()


def line(number: int, *texts: str):
    citances = [{"text": text} for text in texts]
    return group_line(
        CitanceGroup.model_validate({"cited": {"key": f"k{number}"}, "citances": citances})
    )


def collection(size: int):
    """Works that are cited with frogs, and each with a verb that an eighth of them have."""
    return [
        line(n, f"Marsh frogs {VERBS[n % 8]} at night.", "Nobody knows why.") for n in range(size)
    ]


def test_words_of_most_works_are_the_subject():
    assert subject_stems(collection(40)) == ["frog", "know", "marsh", "night", "nobodi"]


def test_a_small_collection_has_none():
    assert subject_stems(collection(19)) == []


def test_the_line_of_a_group_has_the_subject_and_is_the_same_else():
    group = line(1, "Frogs sing.")
    assert with_subjects(group, []) is group
    row = json.loads(with_subjects(group, ["frog"]).line)
    assert row == json.loads(group.line) | {"subjects": ["frog"]}
    again = group_line(CitanceGroup.model_validate(row))
    assert json.loads(again.line) == row
