"""The sentences about what is no gene: their file, and some of them by what ships."""

import pytest
import spacy

from benchmarks.genes.nogenes import read_sentence, touch, written_sentences


def test_genes_are_read_from_brackets():
    one = read_sentence("frogs", "In Jun [[Jun]] binds [[c-Fos]].")
    assert one.text == "In Jun Jun binds c-Fos."
    assert [one.text[start:end] for start, end in one.genes] == ["Jun", "c-Fos"]


def test_the_sentences_are_many_and_half_of_each_section_is_to_choose_by():
    parts = [written_sentences(choose=choose) for choose in (True, False)]
    assert [len(part) for part in parts] == [78, 78]
    assert not {one.text for one in parts[0]} & {one.text for one in parts[1]}
    for part in parts:
        assert len({one.section for one in part}) == 13
        assert sum(bool(one.genes) for one in part) >= 20


@pytest.fixture(scope="module")
def nlp():
    return spacy.load(
        "spacy_citalign", enable=["sentence_boundary_detector", "gene_mention_tagger"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("guideline", ["bc2gm", "mention"])
def test_months_nets_and_diseases_are_no_genes(nlp, guideline):
    nlp.get_pipe("gene_mention_tagger").override_settings(guideline=guideline)
    chosen = ("months and dates", "bed nets, public health", "diseases")
    sentences = [one for one in written_sentences(choose=True) if one.section in chosen]
    false = found = genes = 0
    for one in sentences:
        marked = [(m["start_char"], m["end_char"]) for m in nlp(one.text)._.gene_mentions]
        false += sum(not any(touch(span, gene) for gene in one.genes) for span in marked)
        found += sum(any(touch(span, gene) for span in marked) for gene in one.genes)
        genes += len(one.genes)
    assert false <= 3
    assert found >= genes - 2


def test_the_same_is_left_out_alone_and_in_a_stream(nlp):
    texts = [one.text for one in written_sentences(choose=True)[:20]]
    alone = [nlp(text)._.gene_mentions for text in texts]
    assert [doc._.gene_mentions for doc in nlp.pipe(texts, batch_size=7)] == alone
