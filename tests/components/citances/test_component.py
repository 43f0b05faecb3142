"""What is particular to the component citance_aligner."""

import inspect
import re
from dataclasses import replace

import numpy as np
import pytest
import spacy
from blank_english import NLP as BLANK
from contract_cases import CASES, train
from corpus import citance_groups
from spacy.tokens import Doc, Span

from spacy_citalign.citances.learning import LearningSettings
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.components.citances.alignment import CitanceAlignment
from spacy_citalign.components.citances.attributes import ENTRY
from spacy_citalign.components.citances.component import CitanceAligner
from spacy_citalign.components.citances.records import class_runs, words_apart
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError, SettingError

CASE = CASES["citance_aligner"]
TEXTS = [text for text, _ in citance_groups()[0]]


@pytest.fixture(scope="module")
def nlp():
    return train(CASE)


@pytest.fixture(scope="module")
def model(nlp):
    return nlp.get_pipe("citance_aligner").to_bytes()


def aligner(model, **config):
    """Return a pipeline of the trained aligner with other settings."""
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_aligner", config=config).from_bytes(model)
    return nlp


def aligned(nlp, *texts, labels="work"):
    return nlp(join(texts, nlp=nlp, labels=labels))


def classes(doc):
    """Return class numbers by word of the first alignment."""
    alignment = doc._.citance_alignment
    return [[w["class"] for w in alignment.words(i)] for i in range(len(alignment.citances))]


# --- what it sets ----------------------------------------------------------------------------


def test_units_of_the_same_meaning_have_one_class(nlp):
    doc = aligned(nlp, *TEXTS)
    (number,) = {t._.homology_class for t in doc if t.lower_ == "zork2"}
    spans = [span for span in doc.spans["homologs"] if span.label_ == str(number)]
    assert [span.text.lower() for span in spans] == ["zork2"] * 4
    assert doc._.citance_alignment.key == "work"
    assert list(doc._.citance_alignments) == ["work"]


def test_spans_classes_and_token_attributes_say_the_same(nlp):
    doc = aligned(nlp, *TEXTS)
    alignment = doc._.citance_alignment
    members = {
        (member["start_char"], member["end_char"], str(one["number"]))
        for one in alignment.classes
        for member in one["members"]
    }
    group = doc.spans["homologs"]
    starts, ends = group.attrs["start_char"], group.attrs["end_char"]
    labels = [span.label_ for span in group]
    assert set(zip(starts, ends, labels, strict=True)) == members
    assert len(group) == len(members)
    assert set(group.attrs["key"]) == {"work"}
    for one in alignment.classes:
        for member in one["members"]:
            assert doc.text[member["start_char"] : member["end_char"]] == member["text"]
            assert 0 <= member["confidence"] <= 1
            span = doc.char_span(member["start_char"], member["end_char"])
            assert one["number"] in {token._.homology_class for token in span}
            citance = alignment.citances[member["citance"]]
            assert citance["start_char"] <= member["start_char"]
            assert member["end_char"] <= citance["end_char"]
    assert [one["number"] for one in alignment.classes] == list(
        range(1, len(alignment.classes) + 1)
    )


def test_units_run_over_left_out_words_only():
    runs = class_runs(np.array([1, 1, 0, 1, 2, 2, 1, 1]), np.array([0, 0, 0, 0, 0, 1, 1, 2]))
    assert runs.firsts.tolist() == [0, 3, 4, 5, 6, 7]
    assert runs.lasts.tolist() == [1, 3, 4, 5, 6, 7]
    assert runs.classes.tolist() == [1, 1, 2, 2, 1, 1]
    nothing = np.zeros(0, dtype=np.int64)
    assert class_runs(nothing, nothing).firsts.tolist() == []


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("double-strand breaks (DSBs)", ["double-strand breaks", "DSBs"]),
        ("poly(ADP-ribose) polymerase", ["poly(ADP-ribose) polymerase"]),
        ("PARP-1", ["PARP-1"]),
        ("breaks, breaks", ["breaks", "breaks"]),
        ("breaks (DSBs), breaks", ["breaks", "DSBs", "breaks"]),
        ("loss of function", ["loss of function"]),
    ],
)
def test_a_bracket_or_a_comma_ends_a_unit(text, units):
    """A long form and its abbreviation are two units, though they are of one class."""
    words = np.array([match.span() for match in re.finditer(r"\w+", text)])
    same = np.ones(len(words), dtype=np.int64)
    runs = class_runs(same, same, words_apart(text, words))
    assert [
        text[words[first, 0] : words[last, 1]]
        for first, last in zip(runs.firsts, runs.lasts, strict=True)
    ] == units


def test_class_numbers_are_unique_in_a_doc_and_keys_are_apart(nlp):
    others = [text for text, _ in citance_groups()[1]]
    doc = aligned(nlp, *TEXTS, *others, labels=["a"] * len(TEXTS) + ["b"] * len(others))
    first, second = doc._.citance_alignments.values()
    assert (first.key, second.key) == ("a", "b")
    numbers = [one["number"] for alignment in (first, second) for one in alignment.classes]
    assert numbers == list(range(1, len(numbers) + 1))
    assert set(doc.spans["homologs"].attrs["key"]) == {"a", "b"}
    alone = aligned(nlp, *others)._.citance_alignment
    shifted = [len(first.classes) + one["number"] for one in alone.classes]
    assert [one["number"] for one in second.classes] == shifted
    assert [[m["text"] for m in one["members"]] for one in second.classes] == [
        [m["text"] for m in one["members"]] for one in alone.classes
    ]
    graph = second.graph()
    assert {d["aligned_class"] for _, d in graph.nodes(data=True)} == {0, *shifted}


def test_a_span_under_two_labels_is_in_two_alignments(nlp):
    doc = join(TEXTS, nlp=nlp, labels="a")
    spans = list(doc.spans["citances"])
    doc.spans["citances"] = spans + [
        Span(doc, span.start, span.end, label="b") for span in spans[:2]
    ]
    doc = nlp(doc)
    (token,) = (t for t in doc[: spans[0].end] if t.text == "Zork2")
    found = token._.homology_classes
    assert list(found) == ["a", "b"]
    assert 0 < found["a"] < found["b"]
    assert token._.homology_class == found["a"]
    assert list(doc[spans[2].start + 1]._.homology_classes) == ["a"]


def test_overlapping_and_repeated_citances_of_one_work(nlp):
    doc = nlp.make_doc(" ".join(TEXTS))
    sentences = [
        doc.char_span(doc.text.index(text), doc.text.index(text) + len(text)) for text in TEXTS
    ]
    doc.spans["citances"] = [
        Span(doc, sentences[0].start, sentences[1].end, label="work"),
        Span(doc, sentences[1].start, sentences[2].end, label="work"),
        Span(doc, sentences[1].start, sentences[2].end, label="work"),
    ]
    doc = nlp(doc)
    assert len(doc._.citance_alignment.citances) == 3
    for span in doc.spans["homologs"]:
        assert span.text in doc.text
    assert all(token._.homology_class is not None for token in doc)


def test_tokens_outside_of_citances_have_no_class(nlp):
    doc = nlp.make_doc("Before it. " + TEXTS[0])
    doc.spans["citances"] = [Span(doc, 3, len(doc), label="work")]
    doc = nlp(doc)
    assert doc[0]._.homology_classes == {}
    assert doc[0]._.homology_class == 0
    assert doc[3]._.homology_classes == {"work": 0}


def test_a_token_of_several_words_has_the_class_of_the_first_that_is_aligned(model):
    nlp = aligner(model)
    words = ["unseen-Zork2", "protects", "cells", "\n", "Zork2", "protects", "cells"]
    doc = Doc(nlp.vocab, words=words)
    doc.spans["citances"] = [Span(doc, 0, 3, label="w"), Span(doc, 4, 7, label="w")]
    doc = nlp(doc)
    assert doc[0]._.homology_class == doc[4]._.homology_class > 0
    group = doc.spans["homologs"]
    exact = {
        doc.text[a:b]
        for a, b in zip(group.attrs["start_char"], group.attrs["end_char"], strict=True)
    }
    # Of the token "unseen-Zork2" the aligned unit begins with its second word.
    assert any(text.startswith("Zork2") for text in exact) or "unseen-Zork2 protects cells" in exact


# --- the view --------------------------------------------------------------------------------


def test_links_pharaoh_and_graph_agree(nlp):
    doc = aligned(nlp, *TEXTS)
    alignment = doc._.citance_alignment
    graph = alignment.graph()
    count = 0
    for i in range(len(TEXTS)):
        assert alignment.links(i, i) == []
        for j in range(len(TEXTS)):
            links = alignment.links(i, j)
            ours, theirs = alignment.words(i), alignment.words(j)
            pairs = [tuple(map(int, link.split("-"))) for link in alignment.pharaoh(i, j).split()]
            assert [(ours[a]["start_char"], theirs[b]["end_char"]) for a, b in pairs] == [
                (link["source_start"], link["target_end"]) for link in links
            ]
            assert all(ours[a]["class"] == theirs[b]["class"] > 0 for a, b in pairs)
            for link in links:
                assert doc.text[link["source_start"] : link["source_end"]] == link["source_text"]
                assert doc.text[link["target_start"] : link["target_end"]] == link["target_text"]
                assert 0 <= link["confidence"] <= 1
            count += len(links)
    assert graph.number_of_edges() == count / 2
    assert all(
        doc.text[one["start_char"] : one["end_char"]] == one["text"]
        for _, one in graph.nodes(data=True)
    )


def test_citances_out_of_range_are_refused(nlp):
    alignment = aligned(nlp, *TEXTS)._.citance_alignment
    for call in (
        lambda: alignment.links(0, 4),
        lambda: alignment.pharaoh(-1, 0),
        lambda: alignment.words(4),
        lambda: alignment.posteriors(0, 9),
    ):
        with pytest.raises(InputError, match="no citance"):
            call()


@pytest.mark.slow
def test_classes_at_another_threshold_are_those_of_another_run(nlp, model):
    alignment = aligned(nlp, *TEXTS)._.citance_alignment
    assert alignment.threshold == AlignmentSettings().threshold
    assert alignment.classes_at(alignment.threshold) == alignment.classes
    for threshold in (0.05, 0.5, 0.9, 1.0):
        other = aligned(aligner(model, threshold=threshold), *TEXTS)._.citance_alignment
        moved = alignment.classes_at(threshold)
        assert [one["members"] for one in moved] == [one["members"] for one in other.classes]
    with pytest.raises(SettingError, match="floor"):
        alignment.classes_at(0.01)
    heights = [merge["height"] for merge in alignment.merges]
    assert heights == sorted(heights, reverse=True)


def test_the_equivalence_closure_has_no_merges(model):
    alignment = aligned(aligner(model, method="schwartz"), *TEXTS)._.citance_alignment
    assert alignment.classes
    assert alignment.merges is None
    with pytest.raises(InputError, match="equivalence"):
        alignment.classes_at(0.5)


def test_expected_accuracy_is_said_without_gold(nlp):
    assert 0 < aligned(nlp, *TEXTS)._.citance_alignment.expected_ama <= 1


def test_posteriors_stay_on_request(nlp, model):
    assert aligned(nlp, *TEXTS)._.citance_alignment.posteriors(0, 1) is None
    keeping = aligner(model, method="schwartz", keep_posteriors=True)
    alignment = aligned(keeping, *TEXTS)._.citance_alignment
    posteriors = alignment.posteriors(0, 1)
    assert posteriors.shape == (len(alignment.words(0)), len(alignment.words(1)))
    assert (posteriors >= 0).all()
    assert (posteriors.sum(axis=1) <= 1 + 1e-3).all()
    assert posteriors.max() > 0.5


# --- storage ---------------------------------------------------------------------------------


def described(doc):
    """Return all that the attributes say of a Doc."""
    alignments = doc._.citance_alignments
    return [
        [(t._.homology_class, t._.homology_classes) for t in doc],
        {
            key: (one.classes, one.citances, one.merges, one.links(0, 1), one.expected_ama)
            for key, one in alignments.items()
        },
    ]


def test_view_is_read_from_plain_values_as_it_was_made(nlp):
    """Similarities are stored with four digits."""
    doc = aligned(nlp, *TEXTS)
    (found,) = nlp.get_pipe("citance_aligner").predict([doc])
    record = doc.user_data[ENTRY]["alignments"][0]
    made = CitanceAlignment(doc.text, record, found[0][1])
    read = doc._.citance_alignment
    for one, other in zip(made.classes, read.classes, strict=True):
        assert one["number"] == other["number"]
        assert one["confidence"] == pytest.approx(other["confidence"], abs=1e-4)
        assert len(one["members"]) == len(other["members"])


def test_attributes_are_none_before_and_where_lengths_do_not_agree(nlp):
    doc = join(TEXTS, nlp=nlp, labels="work")
    part = aligned(nlp, *TEXTS)[2:9].as_doc(copy_user_data=True)
    odd = aligned(nlp, *TEXTS)
    odd.user_data[ENTRY] = "something else"
    for other in (doc, part, odd):
        assert other._.citance_alignments is None
        assert other._.citance_alignment is None
        assert other[0]._.homology_class is None
        assert other[0]._.homology_classes is None


def test_annotating_again_replaces_what_was_there(nlp):
    doc = aligned(nlp, *TEXTS)
    before = described(doc)
    assert described(nlp(doc)) == before
    doc.spans["citances"] = []
    doc = nlp(doc)
    assert doc._.citance_alignments == {}
    assert len(doc.spans["homologs"]) == 0
    assert {token._.homology_class for token in doc} == {0}


# --- odd groups ------------------------------------------------------------------------------


def test_docs_without_citances_are_left_empty(nlp):
    plain = nlp.make_doc(TEXTS[0])
    none = nlp.make_doc(TEXTS[0])
    none.spans["citances"] = []
    docs = list(nlp.pipe([plain, none, join(TEXTS, nlp=nlp, labels="work"), nlp.make_doc("")]))
    for doc in (docs[0], docs[1], docs[3]):
        assert doc._.citance_alignments == {}
        assert doc._.citance_alignment is None
        assert len(doc.spans["homologs"]) == 0
        assert all(token._.homology_class == 0 for token in doc)
    assert described(docs[2]) == described(aligned(nlp, *TEXTS))


@pytest.mark.slow
@pytest.mark.parametrize(
    "texts",
    [
        TEXTS[:1],
        ["It is the same as that of these."],
        ["It is the same.", "These are of those."],
        [" ", "\t"],
        ["!", "..."],
    ],
)
@pytest.mark.parametrize("method", ["units", "schwartz"])
def test_groups_without_anything_to_align(model, texts, method):
    doc = aligned(aligner(model, method=method), *texts)
    alignment = doc._.citance_alignment
    assert alignment.classes == []
    assert len(alignment.citances) == len(texts)
    assert len(doc.spans["homologs"]) == 0
    assert {token._.homology_class for token in doc} == {0}
    assert alignment.links(0, len(texts) - 1) == []
    assert alignment.graph().number_of_edges() == 0
    assert alignment.expected_ama == 1


def test_a_citance_of_stop_words_changes_no_other(nlp):
    doc = aligned(nlp, *TEXTS[:2], "It is of the same.", *TEXTS[2:])
    found = classes(doc)
    assert found.pop(2) == []
    assert found == classes(aligned(nlp, *TEXTS))


def test_identical_citances_are_aligned_word_by_word(nlp):
    found = classes(aligned(nlp, TEXTS[0], TEXTS[0], TEXTS[0]))
    assert found[0] == found[1] == found[2]
    assert all(found[0])


def test_tokens_are_aligned_where_content_words_are_not_asked_for(model):
    doc = aligned(aligner(model, content_words=False), *TEXTS)
    words = [one["text"] for one in doc._.citance_alignment.words(0)]
    assert words == [token.text for token in join(TEXTS[:1], nlp=BLANK)]


@pytest.mark.slow
def test_other_span_groups_can_be_read(model):
    nlp = aligner(model, spans_key="mine")
    doc = join(TEXTS, nlp=nlp, key="mine", labels="work")
    assert nlp(doc)._.citance_alignment.classes


# --- settings --------------------------------------------------------------------------------


def test_defaults_are_those_of_the_library():
    settings, learning = AlignmentSettings(), LearningSettings()
    component = CitanceAligner(spacy.blank("en"))
    arguments = inspect.signature(CitanceAligner).parameters
    for name in settings.__dataclass_fields__:
        assert arguments[name].default == getattr(settings, name) == getattr(component, name)
    arguments = inspect.signature(component.initialize).parameters
    for name in ("many_to_many", "prior", "sparse_prior", "least_count", "max_iterations"):
        assert arguments[name].default == getattr(learning.crf, name)
    for name in ("folds", "trees", "calibrate"):
        assert arguments[name].default == getattr(learning, name)


@pytest.mark.parametrize(
    "config", [{"method": "none"}, {"threshold": 2.0}, {"max_words": 0}, {"min_prob": -1.0}]
)
def test_bad_settings_are_refused(config):
    with pytest.raises(SettingError):
        spacy.blank("en").add_pipe("citance_aligner", config=config)


def test_a_method_that_was_not_trained_is_refused(nlp):
    trained = nlp.get_pipe("citance_aligner").fitted_model()
    half = aligner(replace(trained, schwartz=None).to_bytes(), method="schwartz")
    with pytest.raises(SettingError, match="not been trained"):
        aligned(half, *TEXTS)


def test_every_attribute_can_be_asked_for_before_training():
    """As spaCy does, with ``hasattr``, to see what a component is."""
    component = spacy.blank("en").add_pipe("citance_aligner")
    for name in dir(component):
        getattr(component, name, None)
    assert not component.fitted
