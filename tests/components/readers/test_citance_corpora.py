"""Readers and scorers of citances and of word alignments."""

import json

import numpy as np
import pytest
from blank_english import NLP as BLANK
from contract_cases import CASES, citance_examples, loaded, with_citances
from corpus import citance_groups
from spacy.tokens import DocBin
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.citances.gold import classes_in, numbered
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError, SettingError
from tests.components.citances.test_training import PAIRS, pair_example

CASE = CASES["citance_aligner"]
TEXTS = [text for text, _ in citance_groups()[0]]


# --- readers ---------------------------------------------------------------------------------


@pytest.fixture
def groups_file(tmp_path):
    """Write the invented groups, and one without gold."""
    rows = []
    for number, citances in enumerate(citance_groups()):
        row = {"group": f"work {number}", "citances": []}
        for text, units in citances:
            words = [(m, m + len(w)) for m, w in _words(text)]
            own = [next((c for a, b, c in units if a <= m < b), None) for m, _ in words]
            row["citances"].append({"text": text, "words": words, "classes": own})
        rows.append(row)
    rows.append({"group": "bare", "citances": [{"text": ""}, {"text": "Zork2 binds."}]})
    rows.append({"group": "none", "citances": [{"text": ""}]})
    file = tmp_path / "groups.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def _words(text):
    import re

    return [(found.start(), found[0]) for found in re.finditer(r"\w+", text)]


def reader(name, *args, **settings):
    return registry.readers.get(f"citalign.{name}.v1")(*args, **settings)


def test_groups_are_read_with_their_units(groups_file):
    examples = list(reader("CitanceGroups", groups_file)(BLANK))
    assert len(examples) == len(citance_groups()) + 1
    for example, expected in zip(examples, citance_examples(BLANK), strict=False):
        reference, predicted = example.reference, example.predicted
        assert reference.text == expected.reference.text
        assert [(s.text, s.label_) for s in reference.spans["homologs"]] == [
            (s.text, s.label_) for s in expected.reference.spans["homologs"]
        ]
        for doc in (reference, predicted):
            assert [(s.text, s.label_) for s in doc.spans["citances"]] == [
                (s.text, s.label_) for s in expected.reference.spans["citances"]
            ]
        assert "homologs" not in predicted.spans
        words = [
            reference.text[start:end]
            for citance in reference.user_data["gold_words"]
            for start, end in citance
        ]
        assert words == [word for _, word in _words(reference.text)]
    assert "homologs" not in examples[-1].reference.spans
    assert examples[-1].reference.text == "Zork2 binds."


def test_readers_settings(groups_file):
    found = list(
        reader("CitanceGroups", [groups_file] * 2, partial=True, weight=0.2, limit=9)(BLANK)
    )
    assert len(found) == 8  # one of the nine has no text
    stored = found[0].reference.user_data["citance_gold"]
    assert stored == {"partial": True, "weight": 0.2}
    assert list(reader("CitanceGroups", [])(BLANK)) == []
    both = reader("Corpora", reader("CitanceGroups", groups_file, limit=1), lambda nlp: iter("x"))
    assert len(list(both(BLANK))) == 2
    for name in ("CitanceGroups", "WordAlignments", "CitanceCorpus"):
        with pytest.raises(InputError, match="path"):
            reader(name, None)


def test_spacy_files_are_read_with_their_citances(tmp_path):
    examples = citance_examples(BLANK)
    DocBin(docs=[eg.reference for eg in examples]).to_disk(tmp_path / "gold.spacy")
    for found, example in zip(
        reader("CitanceCorpus", tmp_path / "gold.spacy")(BLANK), examples, strict=True
    ):
        spans = [(s.text, s.label_) for s in found.predicted.spans["citances"]]
        assert spans == [(s.text, s.label_) for s in example.reference.spans["citances"]]


def test_pairs_are_read_with_their_tokens_and_links(tmp_path):
    columns = ["p1", "frogs eat flies", "", "eat  flies .", "", "", "", "0-2 1-0", "1-0 2-1"]
    empty = ["p2", "", "", "x", "", "", "", "", ""]
    file = tmp_path / "pairs.tsv"
    file.write_text("\t".join(columns) + "\n" + "\t".join(empty) + "\n", encoding="utf-8")
    (example,) = reader("WordAlignments", file)(BLANK)
    for doc in (example.reference, example.predicted):
        assert [token.text for token in doc] == [
            *("frogs", "eat", "flies", "\n", "eat", "flies", "."),
        ]
        assert doc.text == "frogs eat flies\neat flies ."
        assert [(s.text, s.label_) for s in doc.spans["citances"]] == [
            ("frogs eat flies", "p1"),
            ("eat flies .", "p1"),
        ]
        assert [token.i for token in doc if token.is_sent_start] == [0, 4]
    links = example.reference.user_data["word_links"]
    assert links == {"sure": [[0, 6], [1, 4]], "possible": [[2, 5]]}
    assert "word_links" not in example.predicted.user_data


def test_pharaoh_pairs_need_their_links(tmp_path):
    texts, links = tmp_path / "texts", tmp_path / "links"
    texts.write_text("frogs eat ||| eat frogs\n", encoding="utf-8")
    links.write_text("1-2 2p1\n", encoding="utf-8")
    (example,) = reader("WordAlignments", texts, format="pharaoh", links=links, one_based=True)(
        BLANK
    )
    stored = example.reference.user_data["word_links"]
    assert stored == {"sure": [[0, 4]], "possible": [[1, 3]]}
    for settings in ({"format": "pharaoh"}, {"links": links}, {"format": "other"}):
        with pytest.raises(SettingError, match="format"):
            reader("WordAlignments", texts, **settings)


# --- scorers ---------------------------------------------------------------------------------


def scored(name, examples):
    return registry.scorers.get(f"citalign.{name}.v1")()(examples)


def grouped_example(gold_labels, predicted_labels, given=True):
    """Return an Example of citances, each given as the classes of its words, "-" for none."""
    docs = []
    for labels in (gold_labels, predicted_labels):
        doc = join(["Abc " * len(own.split()) + "x" for own in labels], nlp=BLANK, labels="w")
        units, names, words = [], [], []
        for span, own in zip(doc.spans["citances"], labels, strict=True):
            places = [(span.start_char + 4 * n, span.start_char + 4 * n + 3) for n in range(9)]
            places = places[: len(own.split())]
            words.append([list(place) for place in places])
            for place, label in zip(places, own.split(), strict=True):
                if label != "-":
                    units.append(place)
                    names.append(label)
        set_character_spans(doc, "homologs", units, names)
        if given:
            doc.user_data["gold_words"] = words
        docs.append(doc)
    return Example(docs[1], docs[0])


def test_the_worked_example_is_scored_as_by_hand():
    scores = scored("CitanceScorer", [grouped_example(["1 2", "1 2 2"], ["1 2", "1 2 -"])])
    precision, recall = 4 / 4, 4 / 6
    f = 2 * precision * recall / (precision + recall)
    assert scores["homologs_p"] == scores["homologs_micro_p"] == precision
    assert scores["homologs_r"] == pytest.approx(recall)
    assert scores["homologs_f"] == pytest.approx(f)
    assert scores["homologs_ama"] == pytest.approx(3.5 / 5)
    assert scores["homologs_ama_dice"] == pytest.approx((1 + 2 / 3 + 1 + 1 + 0) / 5)
    assert scores["homologs_ama_jaccard"] == pytest.approx((1 + 1 / 2 + 1 + 1 + 0) / 5)
    assert scores["homologs_ama_hamming"] == pytest.approx((1 + 2 / 3 + 1 + 1 + 1 / 2) / 5)
    assert scores["homologs_ama_zero_one"] == pytest.approx(3 / 5)


def test_scores_are_means_over_groups_and_all_pairs_together():
    one = grouped_example(["1", "1"], ["1", "1"])
    other = grouped_example(["1 2", "1 2"], ["- -", "- -"])
    scores = scored("CitanceScorer", [one, other])
    assert scores["homologs_f"] == (1 + 0) / 2
    assert scores["homologs_micro_r"] == pytest.approx(2 / (2 + 4))


def test_labels_need_not_be_the_same():
    scores = scored("CitanceScorer", [grouped_example(["a b", "a b"], ["7 8", "7 8"])])
    assert scores["homologs_f"] == scores["homologs_ama"] == 1


def test_without_gold_words_the_content_words_are_scored():
    scores = scored("CitanceScorer", [grouped_example(["1 -", "1"], ["1 -", "1"], given=False)])
    assert scores["homologs_f"] == 1
    # Of 5 words, the two "x" among them, all agree.
    assert scores["homologs_ama"] == 1


def test_groups_of_several_works_are_scored_apart():
    labels = ["a", "a", "b", "b"]
    texts = ["Abc", "Abc", "Abd", "Abd"]
    reference, predicted = (join(texts, nlp=BLANK, labels=labels) for _ in range(2))
    offsets = [(0, 3), (4, 7), (8, 11), (12, 15)]
    set_character_spans(reference, "homologs", offsets, ["1", "1", "2", "2"])
    # All four are one class, but works are no citances of each other.
    keys = {"key": labels}
    set_character_spans(predicted, "homologs", offsets, "1", attrs=keys)
    scores = scored("CitanceScorer", [Example(predicted, reference)])
    assert scores["homologs_f"] == scores["homologs_micro_p"] == 1


def test_without_gold_there_is_no_score():
    doc = join(TEXTS, nlp=BLANK, labels="w")
    for name in ("CitanceScorer", "WordAlignmentScorer"):
        for examples in ([], [Example(doc, doc)]):
            assert set(scored(name, examples).values()) == {None}


def test_the_first_span_that_touches_a_word_counts():
    doc = BLANK.make_doc("abcdef ghi")
    set_character_spans(doc, "homologs", [(3, 6), (1, 4), (8, 9)], ["late", "early", "inner"])
    words = np.array([(0, 6), (4, 6), (7, 10), (0, 1)])
    assert classes_in(doc, words) == ["early", "late", "inner", None]
    assert numbered(["b", None, "a", "b"]).tolist() == [1, 0, 2, 1]
    assert classes_in(BLANK.make_doc("x"), words) == [None] * 4
    assert classes_in(doc, words[:0]) == []


def test_word_links_are_scored_by_tokens():
    example = pair_example(BLANK, *PAIRS[0])
    # Predicted: frogs - frogs, eat - eat, flies - eat.
    doc = example.predicted
    set_character_spans(
        doc,
        "homologs",
        [(token.idx, token.idx + len(token)) for token in doc if token.i not in (3, 5)],
        ["1", "2", "2", "2", "1"],
    )
    scores = scored("WordAlignmentScorer", [example])
    # Three predicted, of them two sure and one possible; gold is three sure and one possible.
    assert scores["alignment_p"] == 3 / 3
    assert scores["alignment_r"] == 3 / 4
    assert scores["alignment_sure_p"] == pytest.approx(2 / 3)
    assert scores["alignment_sure_r"] == pytest.approx(2 / 3)
    assert scores["alignment_aer"] == pytest.approx(1 - (2 + 3) / (3 + 3))
    assert scores["alignment_exact"] == 0


@pytest.mark.slow
def test_a_trained_aligner_is_good_on_its_own_groups():
    nlp = loaded("citance_aligner")
    scores = nlp.evaluate(citance_examples(nlp))
    assert scores["homologs_f"] > 0.7
    assert scores["homologs_ama"] > 0.7


def test_contract_docs_have_a_citance_a_line():
    doc = with_citances(BLANK, "a\n\nb b\n")
    assert [(s.text, s.label_) for s in doc.spans["citances"]] == [
        ("a", "work 0"),
        ("b b", "work 0"),
    ]
