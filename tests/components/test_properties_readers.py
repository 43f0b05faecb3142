"""Properties of what reads annotated Docs: rows of a run, pages, parts and joined Docs."""

import json

from hypothesis import example, given

import spacy_citalign
from spacy_citalign.components.results import doc_results, token_results
from tests.components.component_problems import NLP, annotated, problems
from tests.components.doc_checks import assert_records
from tests.components.doc_strategies import Recipe, recipes

GENES = ("gene_mentions", ())


def assert_rows(doc):
    rows = doc_results(doc) | token_results(doc)
    assert json.loads(json.dumps(rows)) is not None
    words = rows["tokens"]
    assert len({len(column) for column in words.values()}) == 1
    return rows


@given(problems())
def test_rows_of_an_annotated_doc_say_what_stands_in_its_text(problem):
    for doc in annotated(problem):
        rows = assert_rows(doc)
        for name in set(rows) & problem.written & {"gene_mentions", "propositional_terms"}:
            assert_records(doc.text, rows[name])


@given(recipes())
@example(Recipe(("a",), groups=(("x", ()),), attrs=(("x", "confidence", None),)))
@example(Recipe((), groups=(GENES,), attrs=(("gene_mentions", "confidence", None),)))
def test_any_doc_has_rows(recipe):
    assert_rows(recipe.doc(NLP.vocab))


@given(problems(factories=("citance_aligner", "sentence_aligner")))
def test_what_was_aligned_is_shown_as_a_page_and_as_a_part_of_one(problem):
    for doc in annotated(problem):
        page = spacy_citalign.render(doc, page=True, jupyter=False)
        assert page.startswith("<!DOCTYPE html>")
        part = spacy_citalign.render(doc, jupyter=False)
        assert "<!DOCTYPE" not in part
