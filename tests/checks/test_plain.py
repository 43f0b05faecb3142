"""Docs compared as plain data, pickles found in bytes, what a component reads made up."""

import io
import pickle
import zipfile

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from spacy_citalign.checks.fresh import watched
from spacy_citalign.checks.plain import difference, plain, plain_doc
from spacy_citalign.checks.saving import pickled
from spacy_citalign.checks.seeds import seed
from spacy_citalign.checks.texts import LONG_TOKENS, ODD, SENTENCES, long_text, read_texts
from spacy_citalign.errors import InputError

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(-9, 9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@pytest.fixture
def doc() -> Doc:
    doc = spacy.blank("en")("Mice without Sox10 lack melanocytes. Mice with it do not.")
    doc.spans["genes"] = [Span(doc, 2, 3, label="GENE")]
    doc.user_data["own"] = {"numbers": np.arange(3), "pair": (1, 2)}
    return doc


# --- plain data ------------------------------------------------------------------------------


def test_copy_of_a_doc_is_the_same(doc):
    assert difference(plain_doc(doc), plain_doc(doc.copy())) is None


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda doc: setattr(doc[1], "tag_", "IN"), "token.tag[1] is '', and 'IN'"),
        (lambda doc: setattr(doc[1], "lemma_", "with"), "token.lemma[1]"),
        (lambda doc: setattr(doc[6], "is_sent_start", True), "token.is_sent_start[6]"),
        (lambda doc: doc.set_ents([Span(doc, 2, 3, label="GENE")]), "token.ent_iob[0]"),
        (lambda doc: doc.cats.update(A=0.5), "doc.cats['A'] is 0.5 once, and missing once"),
        (lambda doc: doc.user_data.update(own=1), "doc.user_data['own']"),
        (lambda doc: doc.spans["genes"].append(doc[3:4]), "doc.spans['genes']['spans'] has 1"),
        (lambda doc: doc.spans["genes"].attrs.update(score=[1]), "['attrs']['score']"),
        (lambda doc: setattr(doc, "tensor", np.ones((2, 2))), "doc.tensor[0][0] is 0, and 2"),
    ],
)
def test_each_annotation_is_compared(doc, change, place):
    other = doc.copy()
    change(other)
    assert place in difference(plain_doc(doc), plain_doc(other))


@given(PLAIN)
def test_plain_values_are_the_same_as_themselves(value):
    assert difference(plain(value), plain(value)) is None


def test_numbers_are_compared_with_a_tolerance():
    assert difference(1000.0, 1000.005) is None
    assert difference(0.0, 2e-5) == " is 0.0, and 2e-05"
    assert difference(float("nan"), float("nan")) is None
    assert difference(1.0, "1.0") is not None


def test_objects_are_their_class_and_sets_have_an_order():
    assert plain(object()) == "<builtins.object>"
    assert plain({3, 1, 2}) == [1, 2, 3]
    assert plain(np.float32(0.5)) == 0.5
    assert plain((1, [2])) == [1, [2]]


# --- pickles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("value", [{"weights": [0.5, 1.5]}, spacy.blank, [SENTENCES, 1, 2]])
def test_pickles_are_found_wherever_they_begin(protocol, value):
    data = pickle.dumps([value, value], protocol=protocol)
    assert pickled(data) == "a pickle at byte 0"
    assert pickled(b"\x00" * 99 + data + b"more") == "a pickle at byte 99"
    assert pickled(data[:-1]) == ""


def test_arrays_of_objects_and_torch_files_are_found():
    file = io.BytesIO()
    np.savez(file, words=np.array(["a", None], dtype=object))
    assert pickled(file.getvalue()) == "a numpy array of Python objects"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", b"")
    assert pickled(file.getvalue()) == "a PyTorch file, which is a pickle"


def test_random_bytes_and_numbers_are_no_pickle():
    random = np.random.default_rng(0)
    assert pickled(random.bytes(1_000_000)) == ""
    file = io.BytesIO()
    np.savez(file, weights=random.normal(size=10_000))
    assert pickled(file.getvalue()) == ""


# --- texts -----------------------------------------------------------------------------------


def test_texts_are_what_they_are_called():
    nlp = spacy.blank("en")
    assert len(SENTENCES) == 12
    assert len(nlp.make_doc(long_text())) > LONG_TOKENS
    assert len(nlp.make_doc(ODD["empty"])) == 0
    assert len(nlp.make_doc(ODD["one word"])) == 1
    assert len(nlp.make_doc(ODD["a sentence of 400 words"]).text.split()) == 400
    assert all(text.encode() is not None for text in ODD.values())


def test_texts_of_a_file_are_its_lines(tmp_path):
    (tmp_path / "texts").write_bytes("\ufeffOne.\r\n\n  \nTwo \u03b1.\n".encode())
    assert read_texts(tmp_path / "texts") == ["One.", "Two \u03b1."]


@pytest.mark.parametrize(
    ("data", "message"), [(None, "cannot be read"), (b"\n ", "no text"), (b"\xff", "not UTF-8")]
)
def test_files_without_texts_are_refused(tmp_path, data, message):
    if data is not None:
        (tmp_path / "texts").write_bytes(data)
    with pytest.raises(InputError, match=message):
        read_texts(tmp_path / "texts")


# --- what a component reads ------------------------------------------------------------------


def test_only_what_is_wanted_and_missing_is_made_up():
    nlp = spacy.blank("en")
    doc = nlp("The mice sleep. They do.")
    seed(doc, {"token.is_sent_start"}, {})
    assert [sent.text for sent in doc.sents] == ["The mice sleep.", "They do."]
    assert not doc.has_annotation("TAG")
    doc[0].tag_ = "XX"
    seed(doc, {"token.tag", "token.pos", "doc.ents"}, {})
    assert doc[0].tag_ == "XX"
    assert [token.pos_ for token in doc][:4] == ["DET", "NOUN", "NOUN", "PUNCT"]
    assert [ent.text for ent in doc.ents] == ["The", "They"]


@pytest.mark.parametrize("text", ["", "The mice sleep. They do."])
def test_parse_is_flat_and_has_its_sentences(text):
    doc = spacy.blank("en")(text)
    seed(doc, {"token.pos", "token.dep"}, {})
    assert [token.head.i for token in doc] == [0, 0, 0, 0, 4, 4, 4][: len(doc)]
    assert [sent.text for sent in doc.sents] == ["The mice sleep.", "They do."][: len(doc)]
    chunks = [chunk.text for chunk in doc.noun_chunks]
    assert chunks == ["mice", "sleep", "They", "do"][: len(doc)]


@pytest.mark.parametrize("text", ["", "One. Two. Three. Four. Five. Six."])
def test_span_groups_are_those_that_settings_name(text):
    doc = spacy.blank("en")(text)
    seed(doc, {"doc.spans"}, {"spans_key": "citances", "texts": "texts", "closure": "average"})
    assert set(doc.spans) == {"citances", "texts"}
    count = text.count(".")
    labels = [span.label_ for span in doc.spans["citances"]]
    assert labels == ["work 0"] * min(count, 5) + ["work 1"] * max(0, count - 5)
    assert len(doc.spans["texts"]) == 2
    assert doc.spans["texts"][0].end == doc.spans["texts"][1].start


# --- the network -----------------------------------------------------------------------------


def test_connections_are_seen_and_local_sockets_are_none():
    import socket

    with watched() as reached:
        one, other = socket.socketpair()
        one.close()
        other.close()
        assert reached == []
        with socket.socket(type=socket.SOCK_DGRAM) as file:
            file.connect(("127.0.0.1", 9))
    assert reached == ["127.0.0.1:9"]
    with socket.socket(type=socket.SOCK_DGRAM) as file:
        file.connect(("127.0.0.1", 9))
    assert reached == ["127.0.0.1:9"]
