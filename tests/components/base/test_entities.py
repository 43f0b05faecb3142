"""Genes and terms as entities: learned and scored by them, and written to them."""

from importlib import import_module

import pytest
import spacy
from confection import ConfigValidationError
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.components.base.entities import with_entities_as_gold
from spacy_citalign.components.readers.gold_docs import with_gold
from spacy_citalign.errors import InputError, SettingError

# The modules, not the functions of the same names that spacy.cli has.
convert = import_module("spacy.cli.convert").convert
train = import_module("spacy.cli.train").train
fill_config = import_module("spacy.cli.init_config").fill_config
VOCAB = spacy.blank("en").vocab
WORDS = "Limb1 wakes newt cells .".split()
ENTS = ["B-GENE", "O", "B-CELL", "I-CELL", "O"]


def example(ents=ENTS, **groups):
    doc = Doc(VOCAB, WORDS, ents=ents)
    for key, spans in groups.items():
        doc.spans[key] = [Span(doc, *place) for place in spans]
    return Example(Doc(VOCAB, WORDS), doc)


def gold(examples, *labels):
    read = with_entities_as_gold(examples, "genes", "GENE", labels)
    groups = [eg.reference.spans.get("genes") for eg in read]
    return [group and [(span.text, span.label_) for span in group] for group in groups]


def test_entities_of_the_labels_are_gold():
    assert gold([example()], "GENE") == [[("Limb1", "GENE")]]
    assert gold([example()], "CELL", "PROTEIN") == [[("newt cells", "GENE")]]


def test_a_text_without_any_has_an_empty_group():
    (with_one, without) = with_entities_as_gold(
        [example(), example(ents=["O"] * 5)], "genes", "GENE", ["GENE"]
    )
    assert len(with_one.reference.spans["genes"]) == 1
    assert len(without.reference.spans["genes"]) == 0


def test_references_are_left_alone():
    given = example()
    with_entities_as_gold([given], "genes", "GENE", ["GENE"])
    assert "genes" not in given.reference.spans


@pytest.mark.parametrize(
    ("examples", "labels"),
    [
        ([example(), example(genes=[])], ["GENE"]),  # somebody made the group
        ([example()], []),
        ([example()], ["PROTEIN"]),
        ([example(ents=["", "", "B-GENE", "", ""]), example(ents=["O"] * 5)], ["CELL"]),
    ],
)
def test_examples_stay_as_they_are(examples, labels):
    assert with_entities_as_gold(examples, "genes", "GENE", labels) == examples


def test_a_reference_that_leaves_tokens_open_is_no_gold():
    ents = ["B-GENE", "", "", "", ""]
    assert gold([example(), example(ents=ents)], "GENE") == [[("Limb1", "GENE")], None]


def test_no_gold_says_which_labels_there_are():
    with pytest.raises(InputError, match=r"set gold_labels to .* mentions, of \['CELL', 'GENE'\]"):
        with_gold([example()], "genes", "mentions", label="GENE", gold_labels=["PROTEIN"])
    with pytest.raises(InputError, match=r"\(an empty group where there are none\)$"):
        with_gold([example()], "phrases", "phrases")


@pytest.mark.parametrize("name", ["gene_mention_tagger", "propositional_term_extractor"])
@pytest.mark.parametrize("labels", ["GENE", [""], [1]])
def test_labels_are_names(name, labels):
    with pytest.raises((SettingError, ConfigValidationError), match="gold_labels"):
        spacy.blank("en").add_pipe(name, config={"gold_labels": labels})


# --- spaCy's own commands -------------------------------------------------------------------------

NAMES = ["Limb1", "tmz-4", "Skin7", "Rgn3", "tmz-9", "Fin12", "Limb4", "Eye2"]
FRAMES = ["{} wakes newt cells .", "The cells of newts need {} .", "Newts that lack {} sleep ."]
CONFIG = """
[nlp]
lang = "en"
pipeline = ["perceptron_tagger", "NAME"]
[components]
[components.perceptron_tagger]
factory = "perceptron_tagger"
weights = "shipped"
[components.NAME]
factory = "NAME"
gold_labels = ["THING"]
COMPONENT
[training]
max_steps = 1
max_epochs = 0
eval_frequency = 1
score_weights = {"SCORE": 0.5, "spans_GROUP_f": 0.5}
[initialize]
[initialize.components]
[initialize.components.NAME]
algorithm = "masked_lbfgs"
cutoff = 1
folds = 3
prune = 0.0
TRAINING
[initialize.components.NAME.crf]
c2 = 1.0
max_iterations = 40
"""


def tagged_sentences():
    """Sentences of words with their tags."""
    for name in NAMES:
        for frame in FRAMES:
            words = [(name, "B-THING") if word == "{}" else (word, "O") for word in frame.split()]
            yield [*words]


def as_iob(path):
    """A sentence a line of "word|tag"."""
    lines = [" ".join(f"{word}|{tag}" for word, tag in words) for words in tagged_sentences()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def as_ner(path):
    """A token and its tag a line, as CoNLL 2003 has it."""
    texts = ["\n".join(f"{word} {tag}" for word, tag in words) for words in tagged_sentences()]
    path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "score", "group", "component", "training"),
    [
        ("gene_mention_tagger", "gene_mentions_strict_f", "gene_mentions", "", ""),
        (
            "propositional_term_extractor",
            "propositional_terms_f",
            "propositional_terms",
            'boundaries = "crf"',
            "rescore = 0",  # too few for confidences
        ),
    ],
    ids=["genes", "terms"],
)
@pytest.mark.parametrize(
    ("write", "converter"), [(as_iob, "iob"), (as_ner, "ner")], ids=["iob", "ner"]
)
def test_converted_files_train(tmp_path, name, score, group, component, training, write, converter):
    write(tmp_path / f"gold.{converter}")
    source = tmp_path / f"gold.{converter}"
    convert(source, tmp_path, converter=converter, file_type="spacy", silent=True)
    text = CONFIG.replace("NAME", name).replace("SCORE", score)
    for place, lines in {"GROUP": group, "COMPONENT": component, "TRAINING": training}.items():
        text = text.replace(place, lines)
    (tmp_path / "some.cfg").write_text(text, encoding="utf-8")
    _, filled = fill_config(tmp_path / "filled.cfg", tmp_path / "some.cfg", silent=True)
    filled.to_disk(tmp_path / "filled.cfg")
    files = dict.fromkeys(("paths.train", "paths.dev"), str(tmp_path / "gold.spacy"))
    train(tmp_path / "filled.cfg", tmp_path / "out", overrides=files)
    nlp = spacy.load(tmp_path / "out" / "model-last")
    for key in (score, f"spans_{group}_f"):
        assert nlp.meta["performance"][key] > 0.9
    doc = nlp("Newts that lack Rgn8 sleep .")
    assert [span.text for span in doc.spans[group]] == ["Rgn8"]


# --- mentions as entities: what is none is outside, as entity rulers have it ------------------


@pytest.fixture(scope="module", params=["keep", "replace"])
def nlp(request):
    excluded = ["citance_aligner", "sentence_aligner", "propositional_term_extractor"]
    ents = {"components.gene_mention_tagger.ents": request.param}
    return spacy.load("spacy_citalign", exclude=excluded, config=ents)


@pytest.mark.slow
def test_what_is_no_gene_is_outside(nlp):
    doc = nlp("BRCA1 binds it.")
    assert [token.ent_iob_ for token in doc] == ["B", "O", "O", "O"]


def test_a_text_without_genes_has_been_looked_at(nlp):
    doc = nlp("No frog was seen.")
    assert doc.has_annotation("ENT_IOB")
    assert {token.ent_iob_ for token in doc} == {"O"}


def test_what_is_learned_from_it_knows_no_missing_words(nlp):
    text = "BRCA1 binds it."
    example = Example(nlp.make_doc(text), nlp(text))
    assert example.get_aligned_ner() == ["U-GENE", "O", "O", "O"]


def test_an_empty_text(nlp):
    assert list(nlp("").ents) == []
