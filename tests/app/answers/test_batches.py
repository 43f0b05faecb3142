"""Groups in batches: rows of groups done alone, a bad one costs itself, the order is kept."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
import spacy
from align_runs import FACTORY, TEXTS, group
from cli_files import write
from contract_cases import loaded
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app.answers import batches
from spacy_citalign.app.answers.aligner import AlignerSetup, LoadedAligner
from spacy_citalign.app.answers.batches import (
    CountedLines,
    align_lines,
    line_batches,
    skip_groups,
    unread_components,
)

POISON = "poison"


@Language.component("align_batches_poison")
def fail_on_poison(doc: Doc) -> Doc:
    if POISON in doc.text:
        raise ValueError("this group is bad")
    return doc


class Swapping:
    """A component that gives Docs back in another order."""

    def __call__(self, doc: Doc) -> Doc:
        return doc

    def pipe(self, stream, **_):
        yield from reversed(list(stream))


@Language.factory("align_batches_swap")
def make_swapping(nlp, name):
    return Swapping()


@pytest.fixture(scope="module")
def nlp():
    return loaded(FACTORY)


@pytest.fixture
def source(tmp_path):
    bad = {"cited": {"key": "bad"}, "citances": [f"one {POISON}", "two"]}
    lines = [group(0), b"", group(1), bad, b"{", group(2), {"citances": ["", ""]}, group(0)]
    return write(tmp_path / "a.jsonl", *lines).read_bytes()


def results(nlp, source, monkeypatch=None, size=None, skip=0):
    if monkeypatch is not None:
        monkeypatch.setattr(batches, "MAX_GROUPS", size)
    lines = CountedLines(BytesIO(source))
    ready = LoadedAligner(nlp, nlp.get_pipe(FACTORY), AlignerSetup())
    skip_groups(lines, skip)
    return list(align_lines(ready, lines))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 64])
@pytest.mark.parametrize("component", [None, "align_batches_poison", "align_batches_swap"])
def test_rows_are_those_of_groups_alone(nlp, source, monkeypatch, size, component):
    with nlp.select_pipes(disable=[]):
        if component:
            nlp.add_pipe(component, first=True)
        try:
            alone = results(nlp, source, monkeypatch, 1)
            together = results(nlp, source, monkeypatch, size)
        finally:
            if component:
                nlp.remove_pipe(component)
    assert together == alone
    assert [result.line for result in together] == [1, 3, 4, 5, 6, 7, 8]
    failed = [result.line for result in together if "error" in json.loads(result.row)]
    assert failed == [result.line for result in together if result.error]
    assert failed == ([4, 5, 7] if component == "align_batches_poison" else [5, 7])
    assert sum(result.size for result in together) == len(source)


def test_groups_are_left_out_from_the_beginning(nlp, source):
    assert results(nlp, source, skip=3)[0].line == 5
    assert sum(result.size for result in results(nlp, source, skip=3)) == len(source)


def test_batches_end_at_groups_and_at_bytes(monkeypatch):
    lines = b"".join(b"%d\n" % number for number in range(10)) + b"\n \n" + b"x" * 50 + b"\nlast"
    monkeypatch.setattr(batches, "MAX_GROUPS", 4)
    monkeypatch.setattr(batches, "MAX_BYTES", 20)
    made = list(line_batches(CountedLines(BytesIO(lines))))
    assert [[line.number for line in batch] for batch in made] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10],
        [13],
        [14],
    ]
    assert sum(line.size for batch in made for line in batch) == len(lines)


@pytest.mark.slow
def test_components_that_no_row_shows_are_left_out():
    shipped = spacy.load("spacy_citalign")
    assert unread_components(shipped) == [
        "suffix_lemmatizer",
        "column_tagger",
        "sentence_aligner",
        "evidence_ranker",
    ]
    texts = [{"cited": {"key": str(n)}, "citances": own} for n, own in enumerate(TEXTS)]
    source = "".join(json.dumps(row) + "\n" for row in texts).encode()
    fewer = results(shipped, source)
    assert shipped.pipe_names[2] == "suffix_lemmatizer"  # they are there again
    shipped.add_pipe("align_batches_poison", last=True)  # may read anything
    assert unread_components(shipped) == []
    assert results(shipped, source) == fewer


def test_group_of_far_too_many_words_is_refused_before_it_is_annotated(nlp, monkeypatch):
    aligner = nlp.get_pipe(FACTORY)
    monkeypatch.setattr(aligner, "_settings", replace(aligner.settings, max_words=2000))
    texts = [f"Frogs {number} hop [1, 2, 3]" for number in range(1000)]
    line = json.dumps({"cited": {"key": "huge"}, "citances": texts}).encode() + b"\n"
    monkeypatch.setattr(nlp, "tokenizer", None)  # nothing is annotated
    (found,) = results(nlp, line)
    assert found.error.startswith("1,000 citances have more than 2,000 words")
    assert "give a sample of the citances" in found.error
    assert "max_words" in found.error
    assert json.loads(found.row) == {"line": 1, "error": found.error}
