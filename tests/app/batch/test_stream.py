"""Records through a pipeline: each comes out again, whatever a component makes of it."""

import sys

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app.batch.stream import annotated
from spacy_citalign.app.pipelines import raise_failure
from spacy_citalign.errors import CitalignError
from spacy_citalign.inputs.records import Record


@Language.component("stream_test_none")
def give_nothing(doc: Doc) -> Doc | None:
    return None if doc.text == "bad" else doc


@Language.component("stream_test_text")
def give_text(doc: Doc) -> Doc | str:
    return doc.text if doc.text == "bad" else doc


@Language.component("stream_test_exit")
def want_to_exit(doc: Doc) -> Doc:
    if doc.text == "bad":
        sys.exit("no more")
    return doc


@pytest.mark.parametrize("batch_size", [1, 2, 9])
@pytest.mark.parametrize(
    ("component", "error"),
    [
        ("stream_test_none", "the last component gave a NoneType, not a Doc"),
        ("stream_test_text", "the last component gave a str, not a Doc"),
        ("stream_test_exit", "SystemExit: no more"),
    ],
)
def test_what_is_no_doc_costs_one_record(component, error, batch_size):
    nlp = spacy.blank("en")
    nlp.add_pipe(component)
    texts = ["a", "bad", "b", "c", "bad", "d"]
    records = [Record(f"a:{number}", number, text) for number, text in enumerate(texts)]
    found = list(annotated(nlp, records, batch_size=batch_size))
    assert [one.record for one in found] == records
    assert [one.doc is not None and one.doc.text for one in found] == [
        text != "bad" and text for text in texts
    ]
    assert [one.error for one in found] == [error if text == "bad" else None for text in texts]


def test_a_component_is_named_once_where_two_handlers_get_its_error():
    """spaCy asks that of ``pipe`` and that of the pipeline."""
    what = r"^component 'toads' failed: ValueError: bad$"
    with pytest.raises(CitalignError, match=what) as first:
        raise_failure("toads", None, [], ValueError("bad"))
    with pytest.raises(CitalignError) as again:
        raise_failure("toads", None, [], first.value)
    assert again.value is first.value
    with pytest.raises(CitalignError, match=r"^component 'newts' failed: .*component 'toads'"):
        raise_failure("newts", None, [], first.value)
