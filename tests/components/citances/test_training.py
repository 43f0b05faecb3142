"""What the citance aligner is trained on: gold of Examples, and resources from files."""

import gzip
import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import spacy
from blank_english import NLP as BLANK
from contract_cases import CASES, citance_examples, homologs
from corpus import citance_groups
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.citances.knowledge.statistics import learn_statistics
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus
from spacy_citalign.components.base.training import run_earlier
from spacy_citalign.components.citances.gold import gold_groups
from spacy_citalign.components.citances.resources import ResourceFiles, compile_resources
from spacy_citalign.components.joining import join
from spacy_citalign.errors import InputError, SettingError
from tests.components.citances.test_component import aligned

CASE = CASES["citance_aligner"]
TEXTS = [text for text, _ in citance_groups()[0]]


# --- training --------------------------------------------------------------------------------


def gold(examples, nlp=None, **settings):
    found = {"spans_key": "citances", "content": True} | settings
    return gold_groups(examples, partial(run_earlier, nlp, "citance_aligner"), **found)


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
    component = nlp.add_pipe(
        "citance_aligner", config={"method": "schwartz", "content_words": False}
    )
    examples = [pair_example(nlp, *pair) for pair in PAIRS]
    (first, *_) = gold(examples, content=False)
    assert first.classes is None
    assert np.argwhere(np.triu(first.links)).tolist() == [[0, 5], [1, 3], [2, 4]]
    assert np.argwhere(np.triu(first.possible)).tolist() == [[2, 3]]
    component.initialize(lambda: examples, nlp=nlp, methods=["schwartz"], max_iterations=20)
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
        "thesaurus": "frog\tsame\tfrog; toad; anuran\n",
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
            dimensions=2,
            thesaurus=[files["thesaurus"]],
        )
    )
    # frog cell, zork kinase two, ZORK2, zork kinase 2, ZK2, ZK, ZRK, salt stress
    assert len(found.lexicon.keys) == 8
    assert len(found.background.word_keys) == 6  # salt stress kill frog cell mouse
    assert found.vectors.codes.shape[1] == 1
    assert "thesaurus" in {entry.source for entry in found.thesaurus.entries}
    assert compile_resources(ResourceFiles()).lexicon is None


@pytest.mark.slow
def test_resources_train_a_model_that_needs_no_file(files, tmp_path):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner")
    component.initialize(
        lambda: citance_examples(nlp), nlp=nlp, **CASE.settings, **files, dimensions=2
    )
    expected = aligned(nlp, *TEXTS)
    nlp.to_disk(tmp_path / "saved")
    for file in files.values():
        file.unlink()
    assert homologs(aligned(spacy.load(tmp_path / "saved"), *TEXTS)) == homologs(expected)


def test_contradicting_sources_of_word_statistics_are_refused():
    with pytest.raises(SettingError, match="choose one"):
        ResourceFiles(statistics="s", background=["b"])


def test_word_statistics_are_read_from_a_file(files, tmp_path):
    lines = ["salt stress kills frog cells, not cells of the mouse"] * 6
    learned = learn_statistics(lines, dimensions=2)
    (tmp_path / "statistics").write_bytes(learned.to_bytes())
    found = compile_resources(ResourceFiles(statistics=tmp_path / "statistics"))
    assert found.vectors.codes.tolist() == learned.vectors.codes.tolist()


@pytest.mark.slow
def test_a_shipped_model_takes_a_thesaurus_of_ones_own(tmp_path):
    """It is read at initialize or by add_thesaurus, and is saved with the component."""
    file = tmp_path / "frogs.tsv"
    file.write_text("frog\tsame\tfrog; qurpix\n", encoding="utf-8")
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner", config={"weights": "shipped"})
    component.initialize(list, nlp=nlp, thesaurus=[file])
    other = nlp.add_pipe("citance_aligner", name="other", config={"weights": "shipped"})
    other.add_thesaurus(file)
    file.unlink()
    assert component.to_bytes() == other.to_bytes()
    nlp.to_disk(tmp_path / "saved")
    assert "frogs" not in (tmp_path / "saved" / "config.cfg").read_text()
    thesaurus = spacy.load(tmp_path / "saved").get_pipe("other").fitted_model().resources.thesaurus
    (entry,) = thesaurus.common(("frog",), ("qurpix",))
    assert (entry.source, entry.members) == ("frogs.tsv", ("frog", "qurpix"))


def test_warm_up_parses_the_thesaurus_once_for_all():
    """A component that is loaded and aligns nothing does without; forked processes inherit it."""
    aligner = BLANK.create_pipe("citance_aligner", config={"weights": "shipped"})
    model = aligner.fitted_model()
    text = model.resources.thesaurus.to_text()
    # The tests share what they have read.
    unread = Thesaurus.from_text(f"{text}ponds.tsv\tpond\tsame\tpond; zork\t\n")
    aligner.use(replace(model, resources=replace(model.resources, thesaurus=unread)))
    assert "entries" not in vars(unread)
    aligner.warm_up()
    parsed = vars(unread)["entries"]
    aligner(join(["Frogs eat flies.", "Flies are eaten by frogs."], nlp=BLANK, labels="a"))
    assert vars(unread)["entries"] is parsed


@pytest.mark.parametrize(
    "name", ["lexicon", "hgnc", "concepts", "background", "statistics", "thesaurus"]
)
def test_missing_files_are_named(tmp_path, name):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("citance_aligner")
    with pytest.raises(InputError, match="nowhere"):
        component.initialize(
            lambda: citance_examples(nlp), nlp=nlp, **{name: tmp_path / "nowhere.gz"}
        )
