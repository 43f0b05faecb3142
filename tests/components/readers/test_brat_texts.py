"""The reader of brat's files, in Python and by `citalign convert`."""

import pytest
import spacy
from spacy.tokens import DocBin
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.components.readers.brat_texts import make_brat_reader
from spacy_citalign.errors import CitalignWarning, InputError, SettingError

NLP = spacy.blank("en")
TEXT = "Limb1-lacking newts wake.\nTmz-4 sleeps in newt cells.\n"
ANN = """T1\tGene 0 5\tLimb1
T2\tGene 26 31\tTmz-4
T3\tCell 42 52\tnewt cells
T4\tAnimal 42 46\tnewt
N1\tReference T1 GeneID:12\tLimb1
"""


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "newts"
    path.mkdir()
    (path / "a.txt").write_text(TEXT, encoding="utf-8")
    (path / "a.ann").write_text(ANN, encoding="utf-8")
    return path


def only(examples):
    (example,) = examples
    assert example.predicted.text == example.reference.text == TEXT
    assert not example.predicted.spans
    return example.reference


def test_references_have_entities_and_all_mentions(folder):
    doc = only(make_brat_reader(folder)(NLP))
    ents = [(ent.text, ent.label_, ent.kb_id_) for ent in doc.ents]
    assert ents[1:] == [("Tmz-4", "Gene", ""), ("newt cells", "Cell", "")]
    assert ents[0][1:] == ("Gene", "12")
    assert doc.has_annotation("ENT_IOB", require_complete=True)
    group = doc.spans["brat"]
    offsets = zip(group.attrs["start_char"], group.attrs["end_char"], strict=True)
    assert [TEXT[a:b] for a, b in offsets] == ["Limb1", "Tmz-4", "newt cells", "newt"]


def test_types_and_the_group_can_be_chosen(folder):
    doc = only(make_brat_reader(folder, types=["Gene"], spans_key="gene_mentions")(NLP))
    assert {ent.label_ for ent in doc.ents} == {"Gene"}
    assert len(doc.spans["gene_mentions"]) == 2
    with pytest.raises(InputError, match=r"types is .*'Protein'.*; .* has Animal, Cell, Gene"):
        list(make_brat_reader(folder, types=["Protein"])(NLP))


def test_the_number_of_texts_can_be_limited(folder):
    for name in ("b.txt", "b.ann"):
        (folder / name).write_bytes((folder / f"a{name[1:]}").read_bytes())
    assert len(list(make_brat_reader(folder)(NLP))) == 2
    assert len(list(make_brat_reader(folder, limit=1)(NLP))) == 1
    with pytest.raises(SettingError, match="limit is -1"):
        make_brat_reader(folder, limit=-1)
    with pytest.raises(InputError, match="no path to a folder of brat"):
        list(make_brat_reader(None)(NLP))


def test_mentions_that_are_left_out_are_told(folder):
    (folder / "a.ann").write_text("T1\tGene 0 5;26 31\tLimb1 Tmz-4\n", encoding="utf-8")
    with pytest.warns(CitalignWarning, match="1 mentions in .* have fragments with other words"):
        assert len(only(make_brat_reader(folder)(NLP)).ents) == 0


def test_a_folder_is_converted_for_spacy_train(folder, tmp_path):
    output = tmp_path / "gold.spacy"
    command = ["convert", str(folder), str(output), "--reader", "citalign.Brat.v1"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "1 documents -> " in result.stderr
    (doc,) = DocBin().from_disk(output).get_docs(NLP.vocab)
    ents = [(ent.text, ent.label_) for ent in doc.ents]
    assert ents == [("Limb1", "Gene"), ("Tmz-4", "Gene"), ("newt cells", "Cell")]
