"""Rows of tokens: read from every source, refused where they do not fit, and what they change."""

from types import SimpleNamespace

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from thinc.types import Ragged

import spacy_citalign
from spacy_citalign.components.token_rows import span_rows, token_rows
from spacy_citalign.errors import InputError, SettingError

TEXTS = ["Glorpin wakes frogs.", "Zarbex wakes frogs.", "Frogs sleep in winter."]


@pytest.fixture
def trf_data():
    Doc.set_extension("trf_data", default=None)
    yield
    Doc.remove_extension("trf_data")


def doc_of(words, nlp=None):
    return Doc((nlp or spacy.blank("en")).vocab, words=words)


class Elsewhere:
    """An array of another library."""

    def __init__(self, values):
        self._values = values

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self._values


def test_the_tensor():
    doc = doc_of(["frogs", "hop"])
    doc.tensor = np.array([[1.0, 2.0], [3.0, 4.0]])
    rows = token_rows(doc, "tensor")
    assert rows.dtype == np.float32
    assert rows.tolist() == [[1, 2], [3, 4]]


def test_vectors_of_the_vocabulary():
    doc = doc_of(["frogs", "hop"])
    doc.vocab.set_vector("frogs", np.array([1.0, 2.0], np.float32))
    assert token_rows(doc, "vectors").tolist() == [[1, 2], [0, 0]]


def test_pieces_of_spacy_transformers(trf_data):
    """Two spans of two pieces; the second token has two pieces, the third none."""
    doc = doc_of(["frogs", "hopping", " "])
    hidden = np.arange(8.0).reshape(2, 2, 2)
    align = Ragged(np.array([[0], [1], [3]]), np.array([1, 2, 0]))
    doc._.trf_data = SimpleNamespace(
        model_output=SimpleNamespace(last_hidden_state=Elsewhere(hidden)), align=align
    )
    assert token_rows(doc, "transformer").tolist() == [[0, 1], [4, 5], [0, 0]]


def test_pieces_of_curated_transformers(trf_data):
    doc = doc_of(["frogs", "hopping"])
    state = Ragged(np.array([[1.0, 1.0], [2.0, 4.0], [4.0, 8.0]]), np.array([1, 2]))
    doc._.trf_data = SimpleNamespace(last_hidden_layer_state=state)
    assert token_rows(doc, "transformer").tolist() == [[1, 1], [3, 6]]


def test_rows_that_do_not_fit_are_refused(trf_data):
    doc = doc_of(["frogs", "hop"])
    for source in ("tensor", "transformer", "vectors"):
        with pytest.raises(InputError, match="are missing"):
            token_rows(doc, source)
    with pytest.raises(SettingError, match="choose from tensor, transformer, vectors"):
        token_rows(doc, "bert")
    doc.tensor = np.ones((3, 2))
    with pytest.raises(InputError, match="are 3 for 2 tokens"):
        token_rows(doc, "tensor")
    doc.tensor = np.array([[1.0], [np.nan]])
    with pytest.raises(InputError, match="no numbers"):
        token_rows(doc, "tensor")
    doc._.trf_data = SimpleNamespace(last_hidden_layer_state=Ragged(np.ones((1, 2)), [2, 2]))
    with pytest.raises(InputError, match="are missing"):
        token_rows(doc, "transformer")


def test_an_empty_doc_has_no_rows():
    assert token_rows(doc_of([]), "tensor").shape == (0, 0)


# --- the aligner -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vectors():
    """A pipeline in whose vectors two invented words are the same, and no others alike."""
    nlp = spacy.blank("en")
    generator = np.random.default_rng(0)
    words = {word.strip(".") for text in TEXTS for word in text.split()} - {"Glorpin", "Zarbex"}
    rows = {word: generator.normal(size=16) for word in sorted(words)}
    rows["Glorpin"] = rows["Zarbex"] = generator.normal(size=16) * 3
    for word, row in rows.items():
        nlp.vocab.set_vector(word, row.astype(np.float32))
    return nlp


def classes(nlp, **settings):
    aligner = nlp.create_pipe("citance_aligner", config={"weights": "shipped", **settings})
    doc = aligner(spacy_citalign.join(TEXTS, nlp=nlp, labels="frogs"))
    return {token.text: token._.homology_class for token in doc}, doc._.citance_alignment


def test_words_with_the_same_row_are_aligned_where_rows_count(vectors):
    plain, _ = classes(vectors)
    assert plain["Glorpin"] == plain["Zarbex"] == 0
    rows, _ = classes(vectors, rows_from="vectors", rows_weight=12.0)
    assert rows["Glorpin"] == rows["Zarbex"] > 0


@pytest.mark.slow
def test_without_weight_rows_change_nothing(vectors):
    _, plain = classes(vectors)
    _, weightless = classes(vectors, rows_from="vectors", rows_weight=0.0)
    assert plain.classes == weightless.classes


def test_random_rows_give_the_same_each_time():
    nlp = spacy.blank("en")
    aligner = nlp.create_pipe(
        "citance_aligner", config={"weights": "shipped", "rows_from": "tensor"}
    )
    found = []
    for _ in range(2):
        doc = spacy_citalign.join(TEXTS, nlp=nlp, labels="frogs")
        doc.tensor = np.random.default_rng(1).normal(size=(len(doc), 8)).astype(np.float32)
        found.append(aligner(doc)._.citance_alignment.classes)
    assert found[0] == found[1]


def test_missing_rows_and_wrong_settings_are_said():
    nlp = spacy.blank("en")
    aligner = nlp.create_pipe(
        "citance_aligner", config={"weights": "shipped", "rows_from": "tensor"}
    )
    with pytest.raises(InputError, match="tok2vec"):
        aligner(spacy_citalign.join(TEXTS, nlp=nlp, labels="frogs"))
    for wrong in ({"rows_from": "bert"}, {"rows_weight": -1.0}):
        with pytest.raises(SettingError):
            nlp.create_pipe("citance_aligner", config=wrong)


def test_sentences_are_likelier_links_where_their_rows_are_alike(vectors):
    texts = ["Glorpin wakes.\nFrogs sleep in winter.", "Zarbex wakes.\nFrogs sleep."]
    found = {}
    for weight in (0.0, 3.0):
        config = {"weights": "shipped", "rows_from": "vectors", "rows_weight": weight}
        aligner = vectors.create_pipe("sentence_aligner", config=config | {"threshold": 0.0})
        doc = spacy_citalign.join(texts, nlp=vectors, key="texts")
        records = aligner(doc)._.sentence_alignment
        found[weight] = {tuple(one["sentences"]): one["probability"] for one in records}
    assert found[3.0][0, 0] > found[0.0][0, 0]
    plain = vectors.create_pipe("sentence_aligner", config={"weights": "shipped", "threshold": 0.0})
    records = plain(spacy_citalign.join(texts, nlp=vectors, key="texts"))._.sentence_alignment
    same = {tuple(one["sentences"]): one["probability"] for one in records}
    assert same == pytest.approx(found[0.0])


def test_rows_of_spans_are_means_of_their_tokens():
    doc = doc_of(["frogs", "hop", "far"])
    rows = np.array([[1.0], [3.0], [8.0]], np.float32)
    assert span_rows(rows, doc, [(0, 9), (10, 13)]).tolist() == [[2], [8]]
    assert span_rows(rows, doc, []).shape == (0, 1)
