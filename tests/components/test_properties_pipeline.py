"""Properties of the pipeline that ships, all components one after the other, on any text."""

from functools import cache

import pytest
import spacy
from blank_english import NLP as BLANK
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.checks.plain import difference, plain_doc
from spacy_citalign.components.joining import join
from spacy_citalign.components.tokenizer import scientific_tokenizer
from tests.components.doc_checks import MORE, SETS, assert_exact, assert_records, read_all
from tests.components.doc_strategies import texts

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

FEW = settings(max_examples=settings.default.max_examples // 4)  # of eight components each


@cache
def shipped():
    return spacy.load("spacy_citalign")


def assert_annotated(doc, text):
    assert doc.text == text
    written = {key for name in SETS for key in SETS[name].get("doc.spans", ())} & set(doc.spans)
    assert_exact(doc, written - {"citances"})
    for name in set(MORE) & set(shipped().pipe_names):
        MORE[name](doc)
    for records in (doc._.gene_mentions, doc._.propositional_terms):
        assert_records(text, records)
    read_all(doc)


@given(texts())
def test_words_of_the_scientific_tokenizer_are_the_text(text):
    tokenizer = scientific_tokenizer(BLANK.vocab)
    doc = tokenizer(text)
    assert doc.text == text
    assert [token.text for token in tokenizer(text)] == [token.text for token in doc]


@FEW
@given(texts())
def test_any_text_is_annotated_exactly(text):
    assert_annotated(shipped()(text), text)


@pytest.mark.slow
@FEW
@given(st.lists(texts(), min_size=2, max_size=4))
def test_a_text_is_annotated_alike_alone_and_among_others(several):
    alone = [plain_doc(shipped()(text)) for text in several]
    for size, step in ((100, 1), (2, -1)):
        found = list(shipped().pipe(several[::step], batch_size=size))[::step]
        for doc, expected in zip(found, alone, strict=True):
            assert difference(plain_doc(doc), expected) is None


JOINED = st.lists(texts().filter(bool), min_size=1, max_size=3)


@FEW
@given(JOINED, st.sampled_from(["citances", "texts"]))
def test_any_texts_can_be_joined_and_aligned(several, key):
    doc = shipped()(join(several, nlp=shipped(), key=key, labels="Lee 1999"))
    assert_annotated(doc, "\n".join(several))
    assert [span.text for span in doc.spans[key]] == several
