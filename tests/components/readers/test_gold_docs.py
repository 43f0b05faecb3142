"""Treebanks as Docs and Examples: the very text, gold words, tags, lemmas, sentence starts."""

import gzip
import json
from itertools import chain, pairwise

import pytest
import spacy
from blank_english import NLP
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.util import registry

from spacy_citalign.components.readers.gold_docs import treebank_doc
from spacy_citalign.corpora.conllu import TreebankText, Word
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_conllu import FROGS, READ, conllu

ZORK = "1 Zork2 zork2 PROPN NNP _\n2 is be VERB VBZ _\n\n1 Mice mouse NOUN NNS _\n"
WHITE_SPACE = " \n\t\r\u00a0\u2028\u3000"


def document(parts, end="", firsts=(0,)):
    """Lay words out after their gaps; ``firsts`` are those that begin sentences."""
    text, words = "", []
    for gap, word in parts:
        text += gap
        words.append(Word(len(text), len(text) + len(word), "FW", "X", word.lower()))
        text += word
    bounds = [*sorted(firsts), len(words)]
    sentences = list(pairwise(bounds)) if words else []
    return TreebankText("toy", text + end, words, sentences)


def columns(doc):
    return [(token.text, token.tag_, token.pos_, token.lemma_) for token in doc]


# --- Docs ------------------------------------------------------------------------------------


def test_doc_has_the_words_of_the_treebank():
    doc = treebank_doc(NLP.vocab, READ)
    assert doc.text == READ.text == "Frogs don't fly. (They) Hop\n\nWhy?"
    assert columns(doc) == [
        ("Frogs", "NNS", "NOUN", "frog"),
        ("do", "VBP", "AUX", "do"),
        ("n't", "RB", "PART", "not"),
        ("fly", "VB", "VERB", "fly"),
        (".", ".", "PUNCT", "."),
        ("(They", "PRP", "PRON", "they"),
        (")", "-RRB-", "PUNCT", ")"),
        ("Hop", "VB", "VERB", "hop"),
        ("\n\n", "_SP", "SPACE", "\n\n"),
        ("Why", "WRB", "ADV", "why"),
        ("?", ".", "PUNCT", "?"),
    ]
    sentences = ["Frogs don't fly.", "(They) Hop\n\n", "Why?"]
    assert [sentence.text for sentence in doc.sents] == sentences


@given(
    st.lists(
        st.tuples(
            st.text(WHITE_SPACE, max_size=3),
            st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=3),
        ),
        max_size=8,
    ),
    st.text(WHITE_SPACE, max_size=3),
    st.sets(st.integers(0, 7)),
)
def test_doc_has_the_text_and_every_word_of_it(parts, end, firsts):
    given_ = document(parts, end, {0} | {first for first in firsts if first < len(parts)})
    doc = treebank_doc(NLP.vocab, given_)
    assert doc.text == given_.text
    words = [token for token in doc if not token.is_space]
    assert [(t.idx, t.idx + len(t)) for t in words] == [word[:2] for word in given_.words]
    assert columns(words) == [(word, "FW", "X", word.lower()) for _, word in parts]
    # White space in front belongs to the first sentence, which the Doc's first token starts.
    starts = {words[first].i for first, _ in given_.sentences[1:]}
    assert {t.i for t in doc if t.is_sent_start} - {0} == starts
    assert {(t.tag_, t.pos_) for t in doc if t.is_space} <= {("_SP", "SPACE")}


@given(
    st.lists(st.tuples(st.text(" \n\t\u00a0", min_size=1, max_size=4), st.just("ab")), max_size=5),
    st.text(" \n\t\u00a0", max_size=3),
    st.booleans(),
)
def test_white_space_is_cut_as_the_tokenizer_cuts_it(parts, end, at_once):
    if at_once and parts:
        parts = [("", "ab"), *parts]
    given_ = document(parts, end)
    assert [(t.text, t.whitespace_) for t in treebank_doc(NLP.vocab, given_)] == [
        (t.text, t.whitespace_) for t in NLP(given_.text)
    ]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a b", ["a ", "b"]),
        ("a  b", ["a ", " ", "b"]),
        ("a\n\nb", ["a", "\n\n", "b"]),
        ("a \n b ", ["a ", "\n ", "b "]),
        (" a", [" ", "a"]),
        ("a\t", ["a", "\t"]),
    ],
)
def test_one_blank_after_a_word_is_no_token(text, tokens):
    starts = [place for place, character in enumerate(text) if character in "ab"]
    words = [Word(start, start + 1, "FW", "X", "") for start in starts]
    doc = treebank_doc(NLP.vocab, TreebankText("", text, words, [(0, len(words))]))
    assert [token.text_with_ws for token in doc] == tokens
    assert all(token.is_sent_start is False for token in doc if token.is_space)


def test_documents_without_words_are_docs():
    assert len(treebank_doc(NLP.vocab, TreebankText("", "", [], []))) == 0
    assert columns(treebank_doc(NLP.vocab, document([], "\n "))) == [("\n ", "_SP", "SPACE", "\n ")]


def test_documents_without_universal_tags_have_none():
    words = [Word(0, 1, "FW", "", "")]
    doc = treebank_doc(NLP.vocab, TreebankText("", "a", words, [(0, 1)]))
    assert columns(doc) == [("a", "FW", "", "")]
    assert not doc.has_annotation("POS")


def test_doc_of_a_file_without_tags_has_none(tmp_path):
    (tmp_path / "toy.conllu").write_text(conllu("1 Frogs _ _ _ _\n2 hop _ _ _ _\n"))
    (example,) = reader(conllu=[tmp_path / "toy.conllu"])(NLP)
    assert example.reference.text == "Frogs hop"
    assert not any(map(example.reference.has_annotation, ("TAG", "POS", "LEMMA")))


# --- Examples --------------------------------------------------------------------------------


def reader(**settings):
    return registry.readers.get("citalign.Treebank.v1")(**settings)


@pytest.fixture
def files(tmp_path):
    """Write a plain and a gzipped file of two documents."""
    plain, packed = tmp_path / "frogs.conllu", tmp_path / "zork.conllu.gz"
    plain.write_text(conllu(FROGS + "# newdoc\n" + ZORK))
    packed.write_bytes(gzip.compress(conllu(ZORK).encode()))
    return [plain, packed]


@pytest.fixture
def craft(tmp_path):
    """Write a folder of two articles."""
    for name in ("txt", "conllu"):
        (tmp_path / name).mkdir()
    for pmid in ("1", "2"):
        (tmp_path / "txt" / f"{pmid}.txt").write_text("Zork2  is\n\nMice\n")
        (tmp_path / "conllu" / f"{pmid}.conllu.gz").write_bytes(
            gzip.compress(conllu(ZORK).encode())
        )
    (tmp_path / "splits.json").write_text(json.dumps({"train": ["1", "2"], "dev": ["2"]}))
    return tmp_path


def test_reader_gives_the_gold_words_to_the_pipeline(files):
    examples = list(reader(conllu=files)(NLP))
    assert [eg.text for eg in examples] == [READ.text, "Zork2 is Mice", "Zork2 is Mice"]
    first = examples[0]
    assert columns(first.reference) == columns(treebank_doc(NLP.vocab, READ))
    for eg in examples:
        assert eg.predicted.text == eg.reference.text
        assert [t.text for t in eg.predicted] == [t.text for t in eg.reference]
        for attribute in ("TAG", "POS", "LEMMA"):
            assert eg.reference.has_annotation(attribute)
            assert not eg.predicted.has_annotation(attribute)
        assert not eg.predicted.has_annotation("SENT_START")
        assert eg.predicted.vocab is NLP.vocab


def test_reader_gives_the_text_alone_to_the_pipeline(files):
    other = spacy.blank("en")
    other.tokenizer = lambda text: Doc(other.vocab, words=[text], spaces=[False])
    for eg in reader(conllu=files, gold_words=False)(other):
        assert [token.text for token in eg.predicted] == [eg.reference.text]
        assert len(eg.reference) > 2


def test_reader_aligns_the_words_of_the_tokenizer_with_gold(files):
    eg = next(reader(conllu=files, gold_words=False)(NLP))
    tags = dict(zip([t.text for t in eg.predicted], eg.get_aligned("TAG", True), strict=True))
    assert tags["Frogs"] == "NNS"
    assert tags["("] == tags["They"] == "PRP"  # one word of the treebank


def test_reader_reads_craft_before_files(files, craft):
    found = [eg.reference for eg in reader(craft=craft, conllu=files[1:])(NLP)]
    assert [doc.text for doc in found] == ["Zork2  is\n\nMice\n"] * 2 + ["Zork2 is Mice"]
    assert [t.pos_ for t in found[0]] == ["", "SPACE", "", "SPACE", "", "SPACE"]
    assert [t.pos_ for t in found[2]] == ["PROPN", "VERB", "NOUN"]
    starts = [token.text for token in found[0] if token.is_sent_start]
    assert starts == [token.text for token in found[2] if token.is_sent_start] == ["Zork2", "Mice"]


def test_reader_takes_a_split_without_some_articles(craft):
    assert len(list(reader(craft=craft, split="dev")(NLP))) == 1
    assert len(list(reader(craft=craft, without=["2"])(NLP))) == 1
    assert len(list(reader(craft=craft, without=["1", "2"])(NLP))) == 0
    with pytest.raises(SettingError, match=r"'test'.*train, dev"):
        list(reader(craft=craft, split="test")(NLP))


def test_reader_can_be_read_again(files, craft):
    read = reader(conllu=iter(files), craft=craft, without=iter(["1"]))
    assert [eg.text for eg in read(NLP)] == [eg.text for eg in read(NLP)]
    assert len(list(read(NLP))) == 4


def test_reader_is_made_from_a_config(files):
    config = {"corpus": {"@readers": "citalign.Treebank.v1", "conllu": list(map(str, files))}}
    assert len(list(registry.resolve(config)["corpus"](NLP))) == 3


def test_reader_needs_a_path():
    for settings in ({}, {"conllu": []}, {"craft": None}):
        with pytest.raises(InputError, match="no treebank was given"):
            reader(**settings)


def test_reader_opens_files_when_it_reads(tmp_path):
    for settings in ({"conllu": [tmp_path / "none.conllu"]}, {"craft": tmp_path / "none"}):
        read = reader(**settings)
        with pytest.raises(InputError, match=r"none.* cannot be read"):
            next(read(NLP))


# --- one file --------------------------------------------------------------------------------


def file_reader(path, **settings):
    return registry.readers.get("citalign.CoNLLU.v1")(path, **settings)


def test_file_reader_gives_text_or_gold_words(files):
    by_text, by_words = (
        [list(file_reader(path, gold_words=gold)(NLP)) for path in files] for gold in (False, True)
    )
    assert [len(examples) for examples in by_text] == [2, 1]
    first, _ = by_text[0]
    assert [t.text for t in first.predicted] == [t.text for t in NLP.make_doc(READ.text)]
    for one, two in zip(chain(*by_text), chain(*by_words), strict=True):
        assert columns(one.reference) == columns(two.reference)
        assert [t.text for t in two.predicted] == [t.text for t in two.reference]
    default = next(file_reader(str(files[0]))(NLP))
    assert [t.text for t in default.predicted] == [t.text for t in first.predicted]


def test_file_reader_names_what_is_missing(tmp_path):
    with pytest.raises(InputError, match="no path to a CoNLL-U file was given"):
        file_reader(None)
    with pytest.raises(InputError, match=r"none\.gz cannot be read"):
        list(file_reader(tmp_path / "none.gz")(NLP))
