"""Properties of every component on any Doc, whatever was on it before.

Each is a plain ``@given``, so that ``fuzz_one_input`` can drive it.
"""

import warnings

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from spacy_citalign.checks.plain import difference, plain, plain_doc
from spacy_citalign.components.articles.slicing import DocSlicer
from spacy_citalign.components.citances.attributes import ENTRY
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError
from tests.components.component_problems import NLP, Problem, annotate, annotated, problems
from tests.components.doc_checks import MORE, assert_exact, assert_records, read_all, rest, said
from tests.components.doc_strategies import Recipe, recipes

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

RECORDS = {"gene_mentions", "propositional_terms", "citations"}
OFFSETS = ("start_char", "end_char")
HALF = settings(max_examples=settings.default.max_examples // 2)  # of several Docs each
OVERLAPPING = Recipe(
    tuple("We found that Zork2 binds mup4 in yeast cells . We found it .".split()),
    groups=(("texts", ((0, 1, "1"), (0, 11, "1"), (0, 11, "1"))),),
)
OTHERS = (("citances", ()),)
NAMED = (("citances", ((0, 1, "1"),)), ("gene_mentions", ((0, 1, "GENE"),)))
ODD_OFFSETS = (("citances", "start_char", False), ("citances", "end_char", {}))
NO_OFFSETS = (("gene_mentions", "start_char", (0,)), ("gene_mentions", "end_char", ("b",)))


def assert_readable(doc: Doc) -> None:
    found = read_all(doc)
    for name in RECORDS & set(found):
        for record in found[name] or ():
            assert record["text"] == doc.text[record["start_char"] : record["end_char"]]
    for link in found.get("sentence_alignment") or ():
        assert_records(doc.text, (link["first"], link["second"]))


def same(one: Doc, other: Doc) -> None:
    assert difference(plain_doc(one), plain_doc(other)) is None


@given(problems())
@example(Problem("citance_aligner", 0, (Recipe((), groups=OTHERS, attrs=ODD_OFFSETS),)))
@example(Problem("citance_aligner", 0, (Recipe(("a",), groups=NAMED, attrs=NO_OFFSETS),)))
def test_any_doc_is_annotated_or_refused_as_documented(problem):
    (doc,) = problem.docs()
    before = plain_doc(doc)
    if problem.refuses(doc):
        with pytest.raises(InputError):
            annotate(problem, doc)
        assert difference(plain_doc(doc), before) is None
    else:
        assert annotate(problem, doc) is doc
        assert doc.text == before["doc.text"]


@given(problems())
def test_only_what_a_component_sets_changes(problem):
    ents = "ents" in problem.settings
    for doc in annotated(problem):
        (before,) = problem.docs()
        expected = rest(before, problem.factory, ents=ents)
        assert difference(rest(doc, problem.factory, ents=ents), expected) is None


@given(problems())
@example(Problem("sentence_aligner", 3, (OVERLAPPING,)))
def test_spans_are_exact_and_confidences_are_probabilities(problem):
    for doc in annotated(problem):
        assert_exact(doc, problem.written)
        for name in problem.written:
            if name in RECORDS:
                assert_records(doc.text, getattr(doc._, name))
        if problem.factory in MORE:
            MORE[problem.factory](doc)
        ends = [0, *(ent.end for ent in doc.ents)]
        assert all(ent.start >= end for ent, end in zip(doc.ents, ends, strict=False))


@pytest.mark.slow
@HALF
@given(problems(most=4))
def test_a_doc_is_annotated_alike_alone_and_in_any_batch(problem):
    alone = annotated(problem)
    for size, step in ((1, 1), (2, -1), (100, 1), (100, -1)):
        docs = [doc for doc in problem.docs() if not problem.refuses(doc)][::step]
        with problem.quiet():
            found = list(problem.component.pipe(docs, batch_size=size))[::step]
        for one, other in zip(alone, found, strict=True):
            same(one, other)


@HALF
@given(problems(most=4))
def test_a_doc_that_is_refused_costs_no_other(problem):
    failed = []
    with problem.quiet(failed):
        found = list(problem.component.pipe(problem.docs(), batch_size=100))
    kept = [place for place, doc in enumerate(problem.docs()) if not problem.refuses(doc)]
    assert len(failed) == len(problem.recipes) - len(kept)
    for one, other in zip(annotated(problem), found, strict=True):
        same(one, other)


@given(problems())
def test_a_second_time_changes_nothing(problem):
    for doc in annotated(problem):
        before = plain_doc(doc)
        annotate(problem, doc)
        assert difference(plain_doc(doc), before) is None


@pytest.mark.filterwarnings("ignore::spacy_citalign.errors.CitalignWarning")  # odd titles
@given(problems())
def test_what_was_found_survives_saving(problem):
    for doc in annotated(problem):
        packed = DocBin(store_user_data=True, docs=[doc]).to_bytes()
        for other in (
            Doc(doc.vocab).from_bytes(doc.to_bytes()),
            next(iter(DocBin().from_bytes(packed).get_docs(doc.vocab))),
        ):
            assert difference(said(other, problem.factory), said(doc, problem.factory)) is None
            assert difference(plain(read_all(other)), plain(read_all(doc))) is None


@given(recipes())
@example(Recipe(("a",), data=((ENTRY, {"size": None}),)))
@example(Recipe(("a",), data=((ENTRY, {"size": None, "alignments": [0]}),)))
@example(Recipe(("a",), data=((ENTRY, {"size": None, "tokens": [[0], [0], 1]}),)))
def test_what_others_left_on_a_doc_can_be_read(recipe):
    read_all(recipe.doc(NLP.vocab))


@given(problems(), st.integers(0, 24), st.integers(1, 24))
def test_parts_of_docs_can_be_read(problem, start, size):
    for doc in annotated(problem):
        if start < len(doc):
            end = min(start + size, len(doc))
            for part in (doc[start:end].as_doc(), DocSlicer(doc).part(start, end)):
                assert_readable(part)


@HALF
@given(problems(most=3))
def test_docs_that_spacy_puts_together_can_be_read(problem):
    docs = annotated(problem)
    assume(all(span for doc in docs for group in doc.spans.values() for span in group))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # spaCy's, of user data that it drops
        joined = Doc.from_docs(docs)
    if joined is not None:
        assert_readable(joined)


@pytest.mark.filterwarnings("ignore::spacy_citalign.errors.CitalignWarning")  # odd titles
@HALF
@given(problems(most=3))
def test_docs_that_are_joined_keep_what_was_found(problem):
    docs = [doc for doc in annotated(problem) if len(doc)]
    assume(docs)
    joined = join(docs, nlp=NLP, key="members")
    assert_readable(joined)
    for name in RECORDS & problem.written:
        expected = []
        for doc, member in zip(docs, joined.spans["members"], strict=True):
            for record in getattr(doc._, name):
                shifted = {key: record[key] + member.start_char for key in OFFSETS}
                expected.append(record | shifted)
        assert getattr(joined._, name) == expected
