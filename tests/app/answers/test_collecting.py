"""Citances of an article as lines: the marks in them, and sentences with very many works."""

import json
import time

import pytest
import spacy

from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CollectedArticle
from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import ReadArticle
from spacy_citalign.errors import InputError


@pytest.fixture(scope="module")
def finder():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return SentenceFinder(nlp)


def article(text: str, marks: list[tuple[int, int, str]]) -> ReadArticle:
    stated = [Mark(start, end, key, "stated") for start, end, key in marks]
    return ReadArticle("pond", text, stated, {}, [], {})


def entries_of(collected: CollectedArticle) -> list[tuple[str, dict]]:
    """The key of the cited work and the record of each citance."""
    return [
        (collected.references[citance.reference].key, json.loads(citance.line + b"}"))
        for citance in collected.citances
    ]


def test_each_work_of_a_sentence_knows_which_marks_are_its_own(finder):
    text = "Frogs hop [1,2] far [1]. Toads rest [2]."
    collected = collect_article(
        article(text, [(11, 12, "a"), (13, 14, "b"), (21, 22, "a"), (37, 38, "b")]), finder
    )
    entries = [(key, record["text"], record["citations"]) for key, record in entries_of(collected)]
    first, places = "Frogs hop [1,2] far [1].", [(11, 12), (13, 14), (21, 22)]

    def said(own: set[tuple[int, int]]) -> list[dict]:
        return [{"start": a, "end": b, "cites": (a, b) in own} for a, b in places]

    assert entries == [
        ("a", first, said({(11, 12), (21, 22)})),
        ("b", first, said({(13, 14)})),
        ("b", "Toads rest [2].", [{"start": 12, "end": 13, "cites": True}]),
    ]


def test_of_very_many_marks_each_work_lists_its_own(finder):
    text = "Frogs " + "x " * 600 + "hop."
    marks = [(6 + 2 * n, 7 + 2 * n, f"k{n}") for n in range(600)]
    collected = collect_article(article(text, marks), finder)
    assert [len(record["citations"]) for _, record in entries_of(collected)] == [1] * 600


@pytest.mark.slow
def test_a_mark_of_many_works_takes_linear_time(finder):
    marks = [(10, 11, f"k{n}") for n in range(20_000)]
    start = time.process_time()
    assert len(collect_article(article("Frogs hop 1.", marks), finder).citances) == 20_000
    # Half a second where nothing else runs; minutes, if each work looked at all marks.
    assert time.process_time() - start < 15


def test_a_sentence_too_long_for_its_works_is_refused(finder):
    text = "x " * 10_000
    marks = [(2 * n, 2 * n + 1, f"k{n}") for n in range(5_000)]
    with pytest.raises(InputError, match="cites 5,000 works, more than any sentence does"):
        collect_article(article(text, marks), finder)
