"""Guidelines of the gene tagger: chosen by name, added from other taggers, saved with it."""

from dataclasses import replace

import pytest
import spacy
from contract_cases import CASES, gene_examples
from spacy.training import Example

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.errors import ModelFileError, NotFittedError, SettingError
from spacy_citalign.words.hashing import hash_strings

CASE = CASES["gene_mention_tagger"]
TEXT = CASE.text


def with_last_words(nlp):
    """The invented sentences, of each gene of several words the last one marked only."""
    examples = []
    for example in gene_examples(nlp):
        reference = nlp.make_doc(example.reference.text)
        mentions = []
        for span in example.reference.spans["gene_mentions"]:
            mentions.append((span[-1].idx, span.end_char))
        set_character_spans(reference, "gene_mentions", sorted({*mentions}), "GENE")
        examples.append(Example(nlp.make_doc(reference.text), reference))
    return examples


def trained(examples, **more):
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("gene_mention_tagger", config=more.pop("config", {}))
    tagger.initialize(lambda: examples(nlp), nlp=nlp, **CASE.settings, **more)
    return nlp


@pytest.fixture(scope="module")
def whole():
    return trained(gene_examples, guideline="whole")


@pytest.fixture(scope="module")
def last():
    return trained(with_last_words)


def found(nlp, text="Binding of mup4 kinase to QX-7 requires zinc."):
    return [one["text"] for one in nlp(text)._.gene_mentions]


def chosen(data, guideline):
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger", config={"guideline": guideline}).from_bytes(data)
    return nlp


@pytest.mark.slow
def test_what_is_marked_is_chosen_by_the_name_of_the_guideline(whole, last):
    assert found(whole) != found(last)
    tagger = spacy.blank("en").add_pipe("gene_mention_tagger")
    tagger.from_bytes(whole.get_pipe("gene_mention_tagger").to_bytes())
    tagger.add_guideline("last", last.get_pipe("gene_mention_tagger"))
    assert tagger.guidelines == ("whole", "last")
    data = tagger.to_bytes()
    assert found(chosen(data, None)) == found(chosen(data, "whole")) == found(whole)
    assert found(chosen(data, "last")) == found(last)
    with pytest.raises(SettingError, match="'first'; the model's guidelines: whole, last"):
        chosen(data, "first")


def test_a_guideline_changes_nothing_of_the_first_one(whole, last):
    tagger = spacy.blank("en").add_pipe("gene_mention_tagger")
    before = whole.get_pipe("gene_mention_tagger").to_bytes()
    tagger.from_bytes(before)
    tagger.add_guideline("last", last.get_pipe("gene_mention_tagger"))
    again = spacy.blank("en").add_pipe("gene_mention_tagger").from_bytes(tagger.to_bytes())
    assert again.to_bytes() == tagger.to_bytes()
    assert again.fitted_model().of("whole").models == ("forward", "backward", "hmm")


def test_guidelines_of_folders_are_added_at_training_and_to_what_ships(last, tmp_path):
    last.to_disk(tmp_path / "last")
    folders = {"last": tmp_path / "last"}
    nlp = trained(
        gene_examples, config={"guideline": "last"}, guideline="whole", guidelines=folders
    )
    assert found(nlp) == found(last)
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    tagger.initialize(list, nlp=nlp, guidelines=folders)
    assert "last" in tagger.guidelines


def test_names_and_folders_that_cannot_be_used_are_refused(whole, last, tmp_path):
    tagger = whole.get_pipe("gene_mention_tagger")
    other = last.get_pipe("gene_mention_tagger")
    for name in ("", "  ", "whole"):
        with pytest.raises(SettingError, match="cannot be added"):
            tagger.add_guideline(name, other)
    with pytest.raises(NotFittedError):
        tagger.add_guideline("new", spacy.blank("en").add_pipe("gene_mention_tagger"))
    with pytest.raises(ModelFileError, match="no gene_mention_tagger is in"):
        trained(gene_examples, guidelines={"last": tmp_path})
    with pytest.raises(SettingError, match="'last', but what is trained is whole"):
        trained(gene_examples, config={"guideline": "last"}, guideline="whole")


def test_of_a_tagger_with_several_the_chosen_one_is_added(whole, last):
    both = spacy.blank("en").add_pipe("gene_mention_tagger")
    both.from_bytes(whole.get_pipe("gene_mention_tagger").to_bytes())
    both.add_guideline("last", last.get_pipe("gene_mention_tagger"))
    both.override_settings(guideline="last")
    third = spacy.blank("en").add_pipe("gene_mention_tagger")
    third.from_bytes(whole.get_pipe("gene_mention_tagger").to_bytes())
    third.add_guideline("third", both)
    assert found(chosen(third.to_bytes(), "third")) == found(last) != found(whole)


def both_in(folder, whole, last):
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("gene_mention_tagger")
    tagger.from_bytes(whole.get_pipe("gene_mention_tagger").to_bytes())
    tagger.add_guideline("last", last.get_pipe("gene_mention_tagger"))
    tagger.to_disk(folder)
    return tagger


def loaded(folder):
    return spacy.blank("en").add_pipe("gene_mention_tagger").from_disk(folder)


def test_each_guideline_is_a_file_and_one_more_changes_no_other(whole, last, tmp_path):
    tagger = both_in(tmp_path, whole, last)
    paths = [path for path in tmp_path.rglob("*") if path.is_file()]
    files = {path.relative_to(tmp_path).as_posix() for path in paths}
    assert files == {"model", "guidelines.json", "guidelines/last"}
    before = {name: (tmp_path / name).read_bytes() for name in files}
    again = loaded(tmp_path)
    assert again.to_bytes() == tagger.to_bytes()
    assert again.model_digest() == tagger.model_digest()
    assert found(chosen(again.to_bytes(), "last")) == found(last)
    again.add_guideline("third", whole.get_pipe("gene_mention_tagger"))
    again.to_disk(tmp_path)
    assert (tmp_path / "model").read_bytes() == before["model"]
    assert (tmp_path / "guidelines" / "last").read_bytes() == before["guidelines/last"]
    assert (tmp_path / "guidelines" / "third").stat().st_size < 1000  # the weights of "whole"
    assert loaded(tmp_path).guidelines == ("whole", "last", "third")
    # Files of guidelines that are no more are removed.
    last.get_pipe("gene_mention_tagger").to_disk(tmp_path)
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["model"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["guidelines/last", "model", "guidelines.json"])
def test_missing_shortened_and_foreign_files_are_refused(name, whole, last, tmp_path):
    both_in(tmp_path, whole, last)
    file = tmp_path / name
    content = file.read_bytes()
    foreign = replace(last.get_pipe("gene_mention_tagger").fitted_model(), inside_words=True)
    for data in (content[:-2], b"", foreign.to_bytes()):
        file.write_bytes(data)
        with pytest.raises(ModelFileError):
            loaded(tmp_path)
    file.unlink()
    with pytest.raises(ModelFileError, match="cannot be read from"):
        loaded(tmp_path)


def test_confidences_of_other_texts_are_a_guideline_on_the_same_weights(whole, last, tmp_path):
    whole.to_disk(tmp_path / "whole")
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("gene_mention_tagger", config={"begin_bias": 4.0})
    tagger.initialize(
        lambda: [*gene_examples(nlp), *with_last_words(nlp)] * 3,  # not all of it is right
        nlp=nlp,
        weights_from=tmp_path / "whole",
        guideline="mine",
        inside_words=True,
        least_confidence=0.01,
    )
    model = tagger.fitted_model()
    assert model.calibration is not None
    assert model.document.min_confidence == 0.01
    target = spacy.blank("en").add_pipe("gene_mention_tagger")
    target.from_bytes(whole.get_pipe("gene_mention_tagger").to_bytes())
    target.add_guideline("mine", tagger)
    assert len(target.fitted_model().others["mine"]) < 4000
    own = target.fitted_model().of("mine")
    assert own.inside_words
    assert own.document.weights.tolist() == model.document.weights.tolist()
    confidences = []
    for data, guideline in ((target.to_bytes(), "mine"), (tagger.to_bytes(), None)):
        again = spacy.blank("en")
        settings = {"guideline": guideline, "begin_bias": 4.0}
        again.add_pipe("gene_mention_tagger", config=settings).from_bytes(data)
        confidences.append([one["confidence"] for one in again(TEXT)._.gene_mentions])
    assert confidences[0] == confidences[1] != []


def test_a_guideline_keeps_its_weights_when_that_of_its_weights_changes(whole, last):
    first = whole.get_pipe("gene_mention_tagger").fitted_model()
    other = last.get_pipe("gene_mention_tagger").fitted_model()
    model = first.with_guideline("a", other)
    model = model.with_guideline("b", replace(other, inside_words=True))
    assert len(model.others["b"]) < 1000
    changed = model.with_guideline("a", replace(first, guideline=""))
    assert changed.guidelines == ("whole", "a", "b")
    assert changed.of("b").to_bytes() == model.of("b").to_bytes()
    assert len(changed.others["b"]) > 1000


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"{}",
        b'{"weights_of": "nobody", "inside_words": true}',
        b'{"weights_of": "last", "inside_words": 3}',
        b'{"weights_of": "last", "inside_words": true, "document": {"weights": [1], "least": 0}}',
    ],
)
def test_what_a_guideline_has_beside_weights_is_checked(data, whole, last):
    model = whole.get_pipe("gene_mention_tagger").fitted_model()
    model = model.with_guideline("last", last.get_pipe("gene_mention_tagger").fitted_model())
    model.others["bad"] = data
    with pytest.raises(ModelFileError, match="add it anew"):
        model.of("bad")


def test_the_dictionary_is_that_of_all_guidelines(whole, last):
    model = whole.get_pipe("gene_mention_tagger").fitted_model()
    words = hash_strings(["zork"])
    model = replace(model, dictionary=words)
    model = model.with_guideline("last", last.get_pipe("gene_mention_tagger").fitted_model())
    assert model.of("last").dictionary.tolist() == words.tolist()


def test_an_unfitted_tagger_has_no_guideline(last):
    assert spacy.blank("en").add_pipe("gene_mention_tagger").guidelines == ()
    assert last.get_pipe("gene_mention_tagger").guidelines == ()


def test_a_damaged_guideline_is_said(whole, last):
    tagger = spacy.blank("en").add_pipe("gene_mention_tagger")
    model = whole.get_pipe("gene_mention_tagger").fitted_model()
    tagger.use(model.with_guideline("last", last.get_pipe("gene_mention_tagger").fitted_model()))
    tagger.fitted_model().others["last"] = b"CITALIGN" + bytes(40)
    with pytest.raises(ModelFileError):
        tagger.override_settings(guideline="last")


# --- the one that ships for names alone --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In mice Fgf10 is secreted.", ["Fgf10"]),
        ("In mice, Fgf10 is secreted.", ["Fgf10"]),
        ("Mice lacking Fgf10 die.", ["Fgf10"]),
        ("Mutations of TREX1 (D201ins) were found.", ["TREX1"]),
    ],
)
def test_names_are_found_and_variants_are_not(mention_tagger, text, names):
    assert [mention["text"] for mention in mention_tagger(text)._.gene_mentions] == names


@pytest.fixture(scope="module")
def mention_tagger():
    nlp = spacy.load("spacy_citalign", enable=["sentence_boundary_detector", "gene_mention_tagger"])
    nlp.get_pipe("gene_mention_tagger").override_settings(guideline="mention")
    return nlp
