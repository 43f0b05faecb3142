"""Trees and chunks as Examples: tags, sentences, constituents, base phrases. All invented."""

import pytest
from blank_english import NLP
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.readers.gold_docs import treebank_doc
from spacy_citalign.corpora.tree_documents import read_craft_trees
from spacy_citalign.errors import InputError, SettingError
from tests.corpora.test_conll_chunks import FILE
from tests.corpora.test_tree_documents import TEXT, TREES, write_craft

MICE = "(S (NP-SBJ (NNS Mice)) (VP (VBP heal) (ADVP (RB well))) (. .))\n"


@pytest.fixture
def craft(tmp_path):
    """A folder of two articles; in the second the heading has a tree of other words."""
    return write_craft(tmp_path / "craft", TREES.replace("Growth", "Loss"))


@pytest.fixture
def mice(tmp_path):
    """A file of two trees."""
    path = tmp_path / "mice.mrg"
    path.write_text(MICE * 2)
    return path


def trees(**settings) -> list[Example]:
    return list(registry.readers.get("citalign.PennTrees.v1")(**settings)(NLP))


def chunks(path, **settings) -> list[Example]:
    return list(registry.readers.get("citalign.ChunkCoNLL.v1")(path, **settings)(NLP))


def spans(doc: Doc, key: str) -> list[tuple[str, str]]:
    return [(span.label_, span.text) for span in doc.spans[key]]


def starts(doc: Doc) -> list[str]:
    return [token.text for token in doc if token.is_sent_start]


# --- trees -----------------------------------------------------------------------------------


def test_article_has_the_constituents_of_its_sentences(craft):
    (example,) = trees(craft=craft, splits="dev")
    doc = example.reference
    assert doc.text == TEXT
    assert starts(doc) == ["Growth", "Mice"]
    # White space of three blanks is a token between words: within a phrase, never at its ends.
    subject = 'Mice   ("Zork2\u2009-null")'
    assert spans(doc, "constituents") == [
        ("NP", "Growth"),
        ("S", f"{subject} heal ."),
        ("NP-SBJ", subject),
        ("NP", "Mice"),
        ("PRN", '("Zork2\u2009-null")'),
        ("ADJP", "Zork2\u2009-null"),
        ("VP", "heal"),
    ]
    assert spans(doc, "base_phrases") == [
        ("NP", "Growth"),
        ("NP", "Mice"),
        ("ADJP", "Zork2\u2009-null"),
        ("VP", "heal"),
    ]
    assert any(token.is_space for token in doc)


def test_article_is_the_doc_of_the_treebank(craft):
    (example,) = trees(craft=craft, splits="dev")
    (article,) = read_craft_trees(craft, "dev")
    doc = treebank_doc(NLP.vocab, article.document)
    columns = [(t.text, t.whitespace_, t.tag_, t.is_sent_start) for t in example.reference]
    assert columns == [(t.text, t.whitespace_, t.tag_, t.is_sent_start) for t in doc]


def test_sentence_with_a_tree_of_other_words_has_no_constituents(craft):
    second, first = (example.reference for example in trees(craft=craft))
    assert second.text == first.text
    assert starts(second) == starts(first)
    for key in ("constituents", "base_phrases"):
        assert spans(second, key) == spans(first, key)[1:]


def test_each_tree_of_a_file_is_a_doc(mice):
    first, second = trees(path=mice)
    for doc in (first.reference, second.reference):
        assert doc.text == "Mice heal well."
        assert [token.tag_ for token in doc] == ["NNS", "VBP", "RB", "."]
        assert starts(doc) == ["Mice"]
        assert spans(doc, "constituents") == [
            ("S", "Mice heal well."),
            ("NP-SBJ", "Mice"),
            ("VP", "heal well"),
            ("ADVP", "well"),
        ]
        assert spans(doc, "base_phrases") == [("NP", "Mice"), ("ADVP", "well")]


def test_unary_chains_stay_in_order(tmp_path):
    path = tmp_path / "toy.mrg"
    path.write_text("(S (VP (VP (VB Cut))))")
    (example,) = trees(path=path)
    doc = DocBin(store_user_data=True, docs=[example.reference]).to_bytes()
    (doc,) = DocBin().from_bytes(doc).get_docs(NLP.vocab)
    assert spans(doc, "constituents") == [("S", "Cut"), ("VP", "Cut"), ("VP", "Cut")]
    assert spans(doc, "base_phrases") == [("VP", "Cut")]


def test_tree_without_phrases_has_empty_groups(tmp_path):
    path = tmp_path / "toy.mrg"
    path.write_text("( (UH Oh) )")
    (example,) = trees(path=path)
    assert {key: len(group) for key, group in example.reference.spans.items()} == {
        "constituents": 0,
        "base_phrases": 0,
    }


@pytest.mark.parametrize(
    ("settings", "words", "tags"),
    [
        ({}, True, False),
        ({"gold_tags": True}, True, True),
        ({"gold_words": False}, False, False),
    ],
)
def test_pipeline_gets_what_the_settings_say(craft, mice, settings, words, tags):
    for example in trees(craft=craft, splits="dev", path=mice, **settings):
        predicted, reference = example.predicted, example.reference
        expected = reference if words else NLP.make_doc(reference.text)
        assert predicted.text == reference.text
        assert [token.text for token in predicted] == [token.text for token in expected]
        assert [token.tag_ for token in predicted] == [
            token.tag_ if tags else "" for token in expected
        ]
        assert predicted.has_annotation("SENT_START") == words
        if words:
            assert starts(predicted) == starts(reference)
        assert not predicted.spans
        assert not any(map(predicted.has_annotation, ("POS", "LEMMA", "ENT_IOB")))
        assert predicted.vocab is NLP.vocab


def test_craft_comes_before_files_and_the_limit_counts_documents(craft, mice):
    def texts(**settings):
        return [example.text for example in trees(**settings)]

    both = [TEXT, TEXT, "Mice heal well.", "Mice heal well."]
    assert texts(craft=craft, path=[mice]) == both
    assert texts(craft=craft, path=[mice], limit=3) == both[:3]
    assert texts(craft=craft, splits=["dev", "train"], without=["2"]) == both[:2]
    assert texts(craft=craft, splits=[], path=mice) == both[2:]
    assert texts(path=[mice, mice]) == both[2:] * 2
    assert texts(path=[]) == []


def test_limit_reads_no_further(mice, tmp_path):
    (tmp_path / "bad.mrg").write_text(MICE + "(NP")
    assert len(trees(path=[mice, tmp_path / "bad.mrg"], limit=3)) == 3
    with pytest.raises(InputError, match=r"bad\.mrg, line 2"):
        trees(path=[mice, tmp_path / "bad.mrg"])


def test_readers_can_be_read_again_and_are_made_from_a_config(craft, mice, tmp_path):
    (tmp_path / "toy.txt").write_text(FILE)
    config = {
        "trees": {"@readers": "citalign.PennTrees.v1", "path": [str(mice)], "craft": str(craft)},
        "chunks": {"@readers": "citalign.ChunkCoNLL.v1", "path": str(tmp_path / "toy.txt")},
    }
    for read, size in zip(registry.resolve(config).values(), (4, 2), strict=True):
        once, twice = ([example.to_dict() for example in read(NLP)] for _ in range(2))
        assert once == twice
        assert len(once) == size


# --- chunks ----------------------------------------------------------------------------------


def test_chunked_sentences_have_tags_and_phrases(tmp_path):
    (tmp_path / "toy.txt").write_text(FILE)
    first, second = chunks(tmp_path / "toy.txt")
    assert first.text == "Growth of yeast cells slows."
    assert second.text == "Why?"
    assert spans(first.reference, "base_phrases") == [
        ("NP", "Growth"),
        ("PP", "of"),
        ("NP", "yeast cells"),
        ("VP", "slows"),
    ]
    assert spans(second.reference, "base_phrases") == [("ADVP", "Why")]
    for example in (first, second):
        for doc in (example.predicted, example.reference):
            assert len(starts(doc)) == 1
            assert doc.has_annotation("TAG")
        assert not example.predicted.spans
        predicted, reference = (
            [(token.text, token.tag_) for token in doc]
            for doc in (example.predicted, example.reference)
        )
        assert predicted == reference
    assert [token.tag_ for token in second.predicted] == ["WRB", "."]


def test_chunked_words_and_brackets_are_as_in_trees(tmp_path):
    rows = "`` `` O;-LRB- ( O;1\\/2 CD B-NP;-RRB- ) O;'' '' O"
    (tmp_path / "toy.txt").write_text(rows.replace(";", "\n"))
    brackets = "(`` ``) (-LRB- -LRB-) (NP (CD 1\\/2)) (-RRB- -RRB-) ('' '')"
    (tmp_path / "toy.mrg").write_text(f"(NP {brackets})")
    (chunked,) = chunks(tmp_path / "toy.txt")
    (tree,) = trees(path=tmp_path / "toy.mrg")
    assert chunked.text == tree.text == '"(1/2)"'
    for key in ("TAG", "ORTH", "SENT_START"):
        assert list(chunked.reference.to_array(key)) == list(tree.reference.to_array(key))
    assert spans(chunked.reference, "base_phrases") == spans(tree.reference, "base_phrases")


def test_chunk_reader_takes_files_and_a_limit(tmp_path):
    path = tmp_path / "toy.txt"
    path.write_text(FILE)
    assert len(chunks([path, path])) == 4
    assert len(chunks([path, path], limit=3)) == 3
    assert chunks([]) == []


# --- what is wrong ---------------------------------------------------------------------------


def test_errors_come_at_reading(tmp_path, mice):
    make_trees = registry.readers.get("citalign.PennTrees.v1")
    make_chunks = registry.readers.get("citalign.ChunkCoNLL.v1")
    none = tmp_path / "none"
    for read, error, message in (
        (make_trees(), InputError, "no trees were given; set path to"),
        (make_trees(path=none), InputError, "none cannot be read"),
        (make_trees(craft=none), InputError, r"none.* cannot be read"),
        (make_trees(path=mice, limit=-1), SettingError, "limit is -1"),
        (make_trees(path=mice, gold_words=False, gold_tags=True), SettingError, "gold_tags is"),
        (make_chunks(None), InputError, "no path to chunked sentences was given; set path"),
        (make_chunks(none), InputError, "none cannot be read"),
        (make_chunks(mice, limit=-2), SettingError, "limit is -2"),
        (make_chunks(mice), InputError, r"mice\.mrg, line 1: .* columns"),
    ):
        with pytest.raises(error, match=message):
            next(read(NLP))


def test_split_that_is_none_is_named(craft):
    with pytest.raises(SettingError, match=r"'test'.*train, dev"):
        trees(craft=craft, splits=["dev", "test"])
