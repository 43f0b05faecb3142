"""What the citance aligner is trained on: gold of Examples, and resources from files."""

import gzip
import json

import numpy as np
import pytest
import spacy
from contract_cases import CASES, citance_examples, homologs
from corpus import citance_groups
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.components.citances.resources import (
    ResourceFiles,
    compile_resources,
    read_vectors,
)
from spacy_citalign.components.citances.training import gold_groups
from spacy_citalign.components.joining.join import join
from spacy_citalign.errors import InputError, SettingError
from tests.components.citances.test_component import aligned

BLANK = spacy.blank("en")
CASE = CASES["citance_aligner"]
TEXTS = [text for text, _ in citance_groups()[0]]


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
