"""What is particular to the component citance_aligner, its readers, scorers and resources."""

import gzip
import inspect
import json

import numpy as np
import pytest
import spacy
from contract_cases import CASES, citance_examples, homologs, train, with_citances
from corpus import citance_groups
from spacy.tokens import Doc, DocBin, Span
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.citances.aligner import AlignmentSettings
from spacy_citalign.citances.learning import LearningSettings
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.components.alignments import CitanceAlignment
from spacy_citalign.components.citance_aligner import DEFAULTS, CitanceAligner
from spacy_citalign.components.citance_resources import (
    ResourceFiles,
    compile_resources,
    read_vectors,
)
from spacy_citalign.components.citance_training import gold_groups
from spacy_citalign.components.homologs import class_runs, classes_in, numbered
from spacy_citalign.components.joining import join
from spacy_citalign.components.spans import set_character_spans
from spacy_citalign.errors import InputError, SettingError

BLANK = spacy.blank("en")
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
    nlp = aligner(model, unit_threshold=1.1)
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
    assert "Zork2" in exact
    assert "unseen-Zork2" not in exact
    assert group[0].text == "unseen-Zork2"


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


def test_classes_at_another_threshold_are_those_of_another_run(nlp, model):
    alignment = aligned(nlp, *TEXTS)._.citance_alignment
    assert alignment.threshold == DEFAULTS["threshold"]
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
    alignment = aligned(aligner(model, closure="equivalence"), *TEXTS)._.citance_alignment
    assert alignment.classes
    assert alignment.merges is None
    with pytest.raises(InputError, match="equivalence"):
        alignment.classes_at(0.5)


def test_expected_accuracy_is_said_without_gold(nlp):
    assert 0 < aligned(nlp, *TEXTS)._.citance_alignment.expected_ama <= 1


def test_posteriors_stay_on_request(nlp, model):
    assert aligned(nlp, *TEXTS)._.citance_alignment.posteriors(0, 1) is None
    alignment = aligned(aligner(model, keep_posteriors=True), *TEXTS)._.citance_alignment
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


def test_everything_survives_serialization(nlp):
    doc = aligned(nlp, *TEXTS, *TEXTS, labels=["a"] * 4 + ["b"] * 4)
    stored = DocBin(store_user_data=True)
    stored.add(doc)
    copies = [
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        doc.copy(),
        next(iter(DocBin().from_bytes(stored.to_bytes()).get_docs(nlp.vocab))),
    ]
    expected = described(copies[0])
    for copy in copies:
        assert described(copy) == expected
        assert homologs(copy) == homologs(doc)
    assert json.dumps(doc.user_data["citance_alignments"])


def test_view_is_read_from_plain_values_as_it_was_made(nlp):
    """Similarities are stored with four digits."""
    doc = aligned(nlp, *TEXTS)
    (found,) = nlp.get_pipe("citance_aligner").predict([doc])
    record = doc.user_data["citance_alignments"]["alignments"][0]
    made = CitanceAlignment(doc.text, record, found[0][1])
    read = doc._.citance_alignment
    for one, other in zip(made.classes, read.classes, strict=True):
        assert one["number"] == other["number"]
        assert one["confidence"] == pytest.approx(other["confidence"], abs=1e-4)
        assert len(one["members"]) == len(other["members"])


def test_predict_leaves_docs_as_they_are(nlp):
    doc = join(TEXTS, nlp=nlp, labels="work")
    before = doc.to_bytes()
    nlp.get_pipe("citance_aligner").predict([doc])
    assert doc.to_bytes() == before


def test_attributes_are_none_before_and_where_lengths_do_not_agree(nlp):
    doc = join(TEXTS, nlp=nlp, labels="work")
    part = aligned(nlp, *TEXTS)[2:9].as_doc(copy_user_data=True)
    odd = aligned(nlp, *TEXTS)
    odd.user_data["citance_alignments"] = "something else"
    for other in (doc, part, odd):
        assert other._.citance_alignments is None
        assert other._.citance_alignment is None
        assert other[0]._.homology_class is None
        assert other[0]._.homology_classes is None
    merged = aligned(nlp, *TEXTS)
    with merged.retokenize() as retokenizer:
        retokenizer.merge(merged[0:3])
    assert merged._.citance_alignments is None
    assert merged[0]._.homology_class is None


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
@pytest.mark.parametrize("closure", ["average", "equivalence"])
def test_groups_without_anything_to_align(model, texts, closure):
    doc = aligned(aligner(model, closure=closure), *texts)
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


@pytest.mark.parametrize(
    "text",
    [
        "Zork2 🧬 protects\r\nfrog cells 🧪.",
        "Zork2\x00 protects \x07frog cells\x7f.",
        "Zork2 protects frog\u200b cells, e\u0301.",
        "\ufeffZork2 protects \u00a0frog cells.",
    ],
)
def test_odd_characters_keep_offsets_exact(nlp, text):
    doc = aligned(nlp, text, "Cells of a frog are protected by Zork2.")
    found = [doc.text[start:end] for start, end, *_ in homologs(doc)]
    assert found.count("Zork2") == 2


def test_a_group_that_is_too_large_costs_one_doc(model):
    nlp = aligner(model, max_words=13)
    with pytest.raises(InputError, match=r"citances of 'large'.*max_words"):
        aligned(nlp, *TEXTS, labels="large")
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.append(str(error)))
    large = join(TEXTS, nlp=nlp, labels="large")
    small = join(TEXTS[:2], nlp=nlp, labels="small")
    docs = list(nlp.pipe([large, small]))
    assert [list(doc._.citance_alignments) for doc in docs] == [["small"]]
    assert len(failed) == 1


def test_tokens_are_aligned_where_content_words_are_not_asked_for(model):
    doc = aligned(aligner(model, content_words=False), *TEXTS)
    words = [one["text"] for one in doc._.citance_alignment.words(0)]
    assert words == [token.text for token in join(TEXTS[:1], nlp=BLANK)]


def test_other_span_groups_can_be_read(model):
    nlp = aligner(model, spans_key="mine")
    doc = join(TEXTS, nlp=nlp, key="mine", labels="work")
    assert nlp(doc)._.citance_alignment.classes


# --- settings --------------------------------------------------------------------------------


def test_defaults_are_those_of_the_library():
    settings = AlignmentSettings()
    for name in settings.__dataclass_fields__:
        assert DEFAULTS[name] == getattr(settings, name)
    arguments = inspect.signature(CitanceAligner).parameters
    for name, value in DEFAULTS.items():
        if name != "scorer":
            assert arguments[name].default == value
    learning = LearningSettings()
    arguments = inspect.signature(CitanceAligner.initialize).parameters
    for name in ("many_to_many", "prior", "sparse_prior", "least_count", "max_iterations"):
        assert arguments[name].default == getattr(learning.crf, name)
    assert DEFAULTS["unit_threshold"] == learning.unit_threshold
    for name in ("units", "unit_strength", "unit_pairs", "pair_strength", "folds"):
        assert arguments[name].default == getattr(learning, name)


def test_training_settings_of_the_config_are_the_defaults():
    from importlib import resources

    from thinc.api import Config

    file = resources.files("spacy_citalign.configs") / "citance_aligner.cfg"
    config = Config().from_str(file.read_text(encoding="utf-8"), interpolate=True)
    given = config["initialize"]["components"]["citance_aligner"]
    arguments = inspect.signature(CitanceAligner.initialize).parameters
    assert set(given) == set(arguments) - {"self", "get_examples", "nlp"}
    for name in set(given) - {"concept_splits"}:
        assert given[name] == arguments[name].default, name


@pytest.mark.parametrize(
    "config", [{"closure": "none"}, {"threshold": 2.0}, {"unit_threshold": 0.0}, {"min_prob": -1.0}]
)
def test_bad_settings_are_refused(config):
    with pytest.raises(SettingError):
        spacy.blank("en").add_pipe("citance_aligner", config=config)


def test_every_attribute_can_be_asked_for_before_training():
    """As spaCy does, with ``hasattr``, to see what a component is."""
    component = spacy.blank("en").add_pipe("citance_aligner")
    for name in dir(component):
        getattr(component, name, None)
    assert not component.fitted


# --- training --------------------------------------------------------------------------------


def gold(examples, nlp=None, **settings):
    found = {"before": "citance_aligner", "spans_key": "citances", "content": True} | settings
    return gold_groups(examples, nlp=nlp, **found)


def test_gold_is_read_by_characters_whatever_the_tokens():
    example = citance_examples(BLANK)[0]
    text = example.reference.text
    predicted = Doc(BLANK.vocab, words=[text], spaces=[False])
    assert predicted.text == text
    (one,) = gold([example])
    (other,) = gold([Example(predicted, example.reference)])
    assert one.classes.tolist() == other.classes.tolist()
    assert one.group.words == other.group.words
    assert sorted(set(one.classes.tolist())) == [0, 1, 2, 3, 4]


def test_weights_and_partial_gold_are_read():
    examples = citance_examples(BLANK)[:2]
    examples[1].reference.user_data["citance_gold"] = {"partial": True, "weight": 0.2}
    one, other = gold(examples)
    assert (one.partial, one.weight) == (False, 1.0)
    assert (other.partial, other.weight) == (True, 0.2)


def test_earlier_components_run_on_the_examples():
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "gene_mentions"})
    ruler.add_patterns([{"label": "GENE", "pattern": "Zork2"}])
    nlp.add_pipe("citance_aligner")
    one = gold(citance_examples(nlp), nlp)[0]
    marked = [word for word, gene in zip(one.group.words, one.group.genes, strict=True) if gene]
    assert marked == ["Zork2", "Zork2"]


def test_examples_without_gold_are_refused():
    doc = join(TEXTS, nlp=BLANK, labels="work")
    with pytest.raises(InputError, match=r"none of the 1 .*homologs"):
        gold([Example(doc, doc)])
    with pytest.raises(InputError, match="none of the 0"):
        gold([])


def test_links_of_tokens_train_a_model():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner", config={"content_words": False})
    examples = [pair_example(nlp, *pair) for pair in PAIRS]
    (first, *_) = gold(examples, content=False)
    assert first.classes is None
    assert np.argwhere(np.triu(first.links)).tolist() == [[0, 5], [1, 3], [2, 4]]
    assert np.argwhere(np.triu(first.possible)).tolist() == [[2, 3]]
    component.initialize(lambda: examples, nlp=nlp, max_iterations=20)
    doc = nlp(pair_example(nlp, *PAIRS[0]).predicted)
    assert doc._.citance_alignment.pharaoh(0, 1)


def pair_example(nlp, first, second, sure, possible=()):
    words, others = first.split(), second.split()
    docs = []
    for _ in range(2):
        doc = Doc(nlp.vocab, words=[*words, "\n", *others])
        doc.spans["citances"] = [
            Span(doc, 0, len(words), label="pair"),
            Span(doc, len(words) + 1, len(doc), label="pair"),
        ]
        docs.append(doc)
    after = len(words) + 1
    docs[1].user_data["word_links"] = {
        "sure": [[i, j + after] for i, j in sure],
        "possible": [[i, j + after] for i, j in possible],
    }
    return Example(*docs)


PAIRS = [
    ("frogs eat flies", "eat flies frogs", [(0, 2), (1, 0), (2, 1)], [(2, 0)]),
    ("the frogs sleep", "frogs are asleep", [(1, 0), (2, 2)]),
    ("small cells grow", "growth of small cells", [(0, 2), (1, 3), (2, 0)]),
]


@pytest.mark.parametrize(
    "links", ["x", {"sure": [[0]]}, {"sure": [["a", 1]]}, {"sure": [[0, 99]]}, {"sure": [[-1, 4]]}]
)
def test_bad_links_are_refused(links):
    example = pair_example(BLANK, *PAIRS[0])
    example.reference.user_data["word_links"] = links
    with pytest.raises(InputError, match=r"user_data|token"):
        gold([example], content=False)


# --- resources -------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """Write small resources of every kind."""
    names = {
        "lexicon": "frog cell\tX1\nzork kinase two\tX2\n",
        "hgnc": "symbol\tname\talias_symbols\tprev_symbols\nZORK2\tzork kinase 2\tZK2|ZK\tZRK\n",
        "concepts": json.dumps(
            {
                "id": "1",
                "title": "Salt stress",
                "abstract": "kills cells.",
                "split": "train",
                "mentions": [[0, 11, "Disease", "D1"], [18, 23, "Cell", "C1|C2"]],
            }
        )
        + "\n",
        "vectors": "3 2\nfrog 1.0 0.0\nfrogs 0.9 0.1\nsalt 0 1\n",
    }
    found = {}
    for name, text in names.items():
        found[name] = tmp_path / name
        found[name].write_text(text, encoding="utf-8")
    found["background"] = tmp_path / "background.txt.gz"
    lines = ["Salt stress kills frog cells, not cells of the mouse."] * 6
    found["background"].write_bytes(gzip.compress("\n".join(lines).encode()))
    return found


def test_resources_are_compiled(files):
    found = compile_resources(
        ResourceFiles(
            lexicon=[files["lexicon"]],
            hgnc=files["hgnc"],
            concepts=[files["concepts"]],
            background=[files["background"]],
            vectors=files["vectors"],
        )
    )
    # frog cell, zork kinase two, ZORK2, zork kinase 2, ZK2, ZK, ZRK, salt stress
    assert len(found.lexicon.keys) == 8
    assert found.background.total == 6 * 7  # all but "not", "of", "the"
    assert found.vectors.rows.shape == (2, 2)
    assert found.wordnet is None
    assert compile_resources(ResourceFiles()).lexicon is None


def test_own_vectors_are_made_from_the_background(files):
    found = compile_resources(ResourceFiles(background=[files["background"]], dimensions=2))
    assert found.vectors.rows.shape[1] == 2


def test_resources_train_a_model_that_needs_no_file(files, tmp_path):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner")
    paths = {name: file for name, file in files.items() if name != "vectors"}
    component.initialize(
        lambda: citance_examples(nlp), nlp=nlp, **CASE.settings, **paths, dimensions=2
    )
    expected = aligned(nlp, *TEXTS)
    nlp.to_disk(tmp_path / "saved")
    for file in files.values():
        file.unlink()
    assert homologs(aligned(spacy.load(tmp_path / "saved"), *TEXTS)) == homologs(expected)


@pytest.mark.parametrize(
    "settings",
    [
        {"dimensions": 5},
        {"vectors": "v", "dimensions": 5, "background": ["b"]},
        {"vectors": "v", "pipeline_vectors": True},
    ],
)
def test_contradicting_sources_of_vectors_are_refused(settings):
    with pytest.raises(SettingError, match=r"choose one|background"):
        ResourceFiles(**settings)


@pytest.mark.parametrize(
    "text",
    ["", "3 2\n", "frog 1.0 x\n", "frog 1.0 2.0\nsalt 1.0\n", "frog nan 1\n", "frog\nsalt 1\n"],
)
def test_broken_vectors_are_refused(tmp_path, text):
    file = tmp_path / "vectors.txt"
    file.write_text(text)
    with pytest.raises(InputError, match=r"vectors.txt"):
        read_vectors(file)


def test_vectors_are_read_with_and_without_a_header(tmp_path):
    file = tmp_path / "vectors.txt"
    for header in ("", "2 3\n"):
        file.write_text(header + "frog 1 0 0.5\nsalt 0 1 0\n", encoding="utf-8")
        words, rows = read_vectors(file)
        assert words == ["frog", "salt"]
        assert rows.tolist() == [[1, 0, 0.5], [0, 1, 0]]


@pytest.mark.parametrize("name", ["lexicon", "hgnc", "concepts", "background", "vectors"])
def test_missing_files_are_named(tmp_path, name):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner")
    with pytest.raises(InputError, match="nowhere"):
        component.initialize(
            lambda: citance_examples(nlp), nlp=nlp, **{name: tmp_path / "nowhere.gz"}
        )


def with_vectors(seed):
    nlp = spacy.blank("en")
    generator = np.random.default_rng(seed)
    for word in ("frog", "cells", "salt", "zork2", "stress", "die"):
        nlp.vocab.set_vector(word, generator.normal(size=8).astype(np.float32))
    return nlp


def test_a_model_with_the_vectors_of_a_pipeline_needs_them():
    nlp = with_vectors(0)
    component = nlp.add_pipe("citance_aligner")
    component.initialize(
        lambda: citance_examples(nlp), nlp=nlp, **CASE.settings, pipeline_vectors=True
    )
    model = AlignmentModel.from_bytes(component.to_bytes())
    assert model.resources.vectors is None
    assert model.weights.pair["vector cosine"] != 0
    again = with_vectors(0)
    again.add_pipe("citance_aligner").from_bytes(component.to_bytes())
    assert homologs(aligned(again, *TEXTS)) == homologs(aligned(nlp, *TEXTS))
    for other in (with_vectors(1), spacy.blank("en")):
        other.add_pipe("citance_aligner").from_bytes(component.to_bytes())
        with pytest.raises(SettingError, match="word vectors"):
            aligned(other, *TEXTS)


def test_vectors_that_a_pipeline_lacks_are_refused():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner")
    with pytest.raises(SettingError, match="no vectors"):
        component.initialize(lambda: citance_examples(nlp), nlp=nlp, pipeline_vectors=True)


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


def test_a_trained_aligner_is_good_on_its_own_groups(nlp):
    scores = nlp.evaluate(citance_examples(nlp))
    assert scores["homologs_f"] > 0.7
    assert scores["homologs_ama"] > 0.7


def test_contract_docs_have_a_citance_a_line():
    doc = with_citances(BLANK, "a\n\nb b\n")
    assert [(s.text, s.label_) for s in doc.spans["citances"]] == [
        ("a", "work 0"),
        ("b b", "work 0"),
    ]
