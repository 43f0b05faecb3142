"""Readers of pairs of texts: Docs with texts, sentences and gold links."""

import json

import pytest
import spacy
from blank_english import NLP
from corpus import text_pairs
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import DocBin
from spacy.util import registry

from spacy_citalign.components.readers.sentence_corpora import pair_doc
from spacy_citalign.components.sentences.gold import copy_texts, gold_pairs
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.corpora.text_pairs import AlignedTexts
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

FROGS = {
    "id": "frogs",
    "lang": "en",
    "a": ["Frogs hop", "they sleep.\nIn May", " So do toads. \n"],
    "b": ["Frogs jump! And sleep.", "Toads too"],
    "links": [[1, 0], [0, 0], [2, 1]],
}
TOLD = {"a": ["Frogs hop.", "They sleep."], "b": ["Frogs."], "passages": [[[0, 1], [0]]]}
NOTHING = {"a": ["Frogs hop."], "b": []}
BARE = {"a": ["Frogs hop."], "b": ["Toads too."]}


def write(folder, *rows, name="pairs.jsonl"):
    path = folder / name
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def examples(path, name="citalign.SentencePairs.v1", nlp=NLP, **settings):
    return list(registry.readers.get(name)(path, **settings)(nlp))


def words_of(doc):
    return [text.words for text in text_sentences(doc)]


def test_both_docs_have_texts_and_the_sentences_of_the_file(tmp_path):
    (example,) = examples(write(tmp_path, FROGS))
    for doc in (example.predicted, example.reference):
        first, second = doc.spans["texts"]
        assert first.text == "Frogs hop they sleep.\nIn May So do toads."
        assert second.text == "Frogs jump! And sleep. Toads too"
        assert doc.text == f"{first.text}\n{second.text}"
        said = [[doc.text[a:b] for a, b in text.spans] for text in text_sentences(doc)]
        assert said == [
            ["Frogs hop", "they sleep.\nIn May", "So do toads."],
            ["Frogs jump! And sleep.", "Toads too"],
        ]


def test_pairs_of_another_language_are_warned_of_once(tmp_path):
    german = {**FROGS, "lang": "de"}
    with pytest.warns(
        CitalignWarning, match="of language 'de' are read into a pipeline of 'en'"
    ) as told:
        assert len(examples(write(tmp_path, german, FROGS, german, BARE))) == 4
    assert len(told) == 1


def test_references_have_the_gold(tmp_path):
    linked, told, bare = examples(write(tmp_path, FROGS, TOLD, NOTHING, BARE))
    assert linked.reference.user_data["sentence_links"] == [
        {"texts": [0, 1], "links": [[0, 0], [1, 0], [2, 1]]}
    ]
    assert told.reference.user_data["sentence_links"] == [
        {"texts": [0, 1], "passages": [[[0, 1], [0]]]}
    ]
    assert "sentence_links" not in bare.reference.user_data
    assert "sentence_links" not in linked.predicted.user_data


def test_several_files_are_read_up_to_the_limit(tmp_path):
    files = [write(tmp_path, FROGS, NOTHING, BARE, name=name) for name in ("one", "two")]
    assert len(examples(files)) == 4
    assert len(examples(list(map(str, files)), limit=3)) == 2  # the second of three is left out
    assert examples([]) == []


def test_another_tokenizer_changes_no_sentence(tmp_path):
    rows = [
        {"a": pair.first, "b": pair.second, "links": [list(link) for link in pair.links]}
        for pair in text_pairs()
    ]
    path = write(tmp_path, *rows)
    nlp = spacy.blank("xx")
    nlp.tokenizer = registry.callbacks.get("citalign.ScientificTokenizer.v1")()(nlp).tokenizer
    for plain, other in zip(examples(path), examples(path, nlp=nlp), strict=True):
        spans = [[text.spans for text in text_sentences(eg.reference)] for eg in (plain, other)]
        assert spans[0] == spans[1]


SENTENCE = st.text(
    st.sampled_from("ab.!? \n\t\r\u2028\u00a0\u200b🐸\x1c\x85'-"), min_size=1, max_size=8
).filter(str.strip)


@given(st.lists(SENTENCE, min_size=1, max_size=4), st.lists(SENTENCE, min_size=1, max_size=4))
def test_sentences_are_those_of_the_file_whatever_they_hold(first, second):
    pair = AlignedTexts("x", None, tuple(first), tuple(second), None, None)
    doc = pair_doc(NLP, pair)
    for text, own in zip(text_sentences(doc), (first, second), strict=True):
        assert [doc.text[a:b] for a, b in text.spans] == [sentence.strip() for sentence in own]


def test_wrong_settings_are_refused(tmp_path):
    for name in ("citalign.SentencePairs.v1", "citalign.SentenceCorpus.v1"):
        make = registry.readers.get(name)
        with pytest.raises(InputError, match="no path"):
            make(None)
        with pytest.raises(SettingError, match="limit is -1"):
            make(tmp_path, limit=-1)
    with pytest.raises(InputError, match="line 1: the line has no b"):
        examples(write(tmp_path, {"a": ["x"]}))


# --- .spacy files ----------------------------------------------------------------------------


def test_spacy_files_give_texts_and_sentences_too(tmp_path):
    given_ = examples(write(tmp_path, FROGS, TOLD))
    docs = DocBin(store_user_data=True, docs=[eg.reference for eg in given_])
    docs.to_disk(tmp_path / "pairs.spacy")
    found = examples(tmp_path / "pairs.spacy", "citalign.SentenceCorpus.v1")
    for example, other in zip(given_, found, strict=True):
        assert words_of(other.predicted) == words_of(other.reference) == words_of(example.reference)
        sizes = [len(text) for text in words_of(other.reference)]
        assert gold_pairs(other.reference, sizes) == gold_pairs(example.reference, sizes)
    assert len(examples(tmp_path / "pairs.spacy", "citalign.SentenceCorpus.v1", limit=1)) == 1


def test_spacy_files_of_docs_without_texts_are_read(tmp_path):
    DocBin(docs=[NLP("Frogs hop.")]).to_disk(tmp_path / "plain.spacy")
    (example,) = examples(tmp_path / "plain.spacy", "citalign.SentenceCorpus.v1")
    assert "texts" not in example.predicted.spans


# --- gold ------------------------------------------------------------------------------------


def gold_doc(stored):
    doc = NLP("Frogs hop.")
    doc.user_data["sentence_links"] = stored
    return doc


def test_gold_is_read_with_texts_in_order():
    (pair,) = gold_pairs(gold_doc([{"texts": [2, 0], "links": [[1, 3], [0, 0]]}]), [4, 1, 2])
    assert (pair.texts, pair.links, pair.passages) == ((0, 2), ((0, 0), (3, 1)), None)
    (pair,) = gold_pairs(gold_doc([{"texts": (1, 0), "passages": ([(1, 0), (2,)],)}]), [3, 2])
    assert (pair.texts, pair.links, pair.passages) == ((0, 1), None, (((2,), (0, 1)),))
    assert gold_pairs(NLP("x"), []) == []


@pytest.mark.parametrize(
    "stored",
    [
        5,
        [5],
        [[0, 1]],
        [{}],
        [{"texts": [0], "links": []}],
        [{"texts": 0, "links": []}],
        [{"texts": [0, 1]}],
        [{"texts": [0, 1], "links": [], "passages": []}],
        [{"texts": [0, 1], "links": [3]}],
        [{"texts": [0, 1], "links": [[0, 1, 2]]}],
        [{"texts": [0, 1], "links": [[0, "1"]]}],
        [{"texts": [0, 1], "links": [[0, True]]}],
        [{"texts": [0, 1], "links": None}],
        [{"texts": [0, 1], "passages": [[0, 1]]}],
        [{"texts": [0, 0.5], "links": []}],
    ],
)
def test_malformed_gold_is_refused(stored):
    with pytest.raises(InputError, match=r"sentence_links.* of 'Frogs hop.'.*; give \[.\"texts"):
        gold_pairs(gold_doc(stored), [5, 5])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"texts": [0, 2], "links": []}, r"texts \[0, 2\]; give two of the 2 texts"),
        ({"texts": [1, 1], "links": []}, r"texts \[1, 1\]"),
        ({"texts": [-1, 0], "links": []}, r"texts \[-1, 0\]"),
        ({"texts": [0, 1], "links": [[0, 3]]}, "names sentence 3 of text 1, which has 3"),
        ({"texts": [0, 1], "links": [[-1, 0]]}, "names sentence -1 of text 0"),
        ({"texts": [0, 1], "passages": [[[0, 2], [0]]]}, "names sentence 2 of text 0"),
    ],
)
def test_gold_of_what_is_not_there_is_refused(entry, message):
    with pytest.raises(InputError, match=message):
        gold_pairs(gold_doc([entry]), [2, 3])


def test_texts_are_copied_with_their_sentences_whatever_the_tokens(tmp_path):
    (example,) = examples(write(tmp_path, FROGS))
    source = example.reference
    source.spans["texts"][0].label_ = "old"
    other = spacy.blank("xx")
    other.tokenizer = registry.callbacks.get("citalign.ScientificTokenizer.v1")()(other).tokenizer
    other.add_pipe("sentencizer")
    target = other(source.text)
    copy_texts(source, target, "texts")
    assert [text.spans for text in text_sentences(target)] == [
        text.spans for text in text_sentences(source)
    ]
    with pytest.raises(InputError, match="says something else"):
        copy_texts(source, NLP("Frogs hop."), "texts")


def test_sentences_that_are_not_set_stay_so():
    from spacy_citalign.components.joining import join

    source = join(["Frogs hop. They eat.", "Toads dig"], nlp=NLP, key="texts")
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer", config={"punct_chars": ["!"]})
    target = nlp(source.text)
    copy_texts(source, target, "texts")
    assert words_of(target) == words_of(source)
    assert len(words_of(source)[0]) == 2
