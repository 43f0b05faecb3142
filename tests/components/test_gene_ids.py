"""The component: ids on spans and entities, what stays as it was, settings, tables, species."""

from time import process_time

import gene_tables
import pytest
import spacy
from contract_cases import CASES, loaded
from spacy.tokens import Doc, DocBin, Span
from spacy.training import Example

from spacy_citalign.components.gene_ids.component import make_gene_id_scorer
from spacy_citalign.components.gene_ids.training import write_table
from spacy_citalign.components.readers.gene_id_corpora import set_gold
from spacy_citalign.errors import CitalignWarning, InputError, ModelFileError, SettingError

CASE = CASES["gene_normalizer"]
TEXT = "Patients have ZORK2 and MIPL1. Mice have Zork2."
LOW = {"threshold": 0.1, "species_threshold": 0.0}


@pytest.fixture(scope="module")
def nlp():
    return loaded("gene_normalizer")


def other(nlp, **settings):
    """A component with the same model and other settings."""
    component = spacy.blank("en").add_pipe("gene_normalizer", config=LOW | settings)
    return component.from_bytes(nlp.get_pipe("gene_normalizer").to_bytes())


def marked(nlp, text=TEXT):
    return CASE.doc(nlp, text)


def ids(doc: Doc, key: str = "gene_mentions") -> list[tuple[str, str]]:
    return [(span.text, span.kb_id_) for span in doc.spans[key]]


def test_spans_of_the_group_have_ids(nlp):
    doc = other(nlp)(marked(nlp))
    assert ids(doc) == [("ZORK2", "101"), ("MIPL1", "102"), ("Zork2", "201")]
    first = doc.spans["gene_mentions"][0]._.gene_ids[0]
    assert first["id"] == "101"
    assert first["taxon"] == 9606
    assert first["reason"] == "exact name"
    assert 0 < first["confidence"] <= 1
    assert doc[1:2]._.gene_ids is None


@pytest.mark.parametrize(("words", "place"), [([], 0), (["ZORK2"], 0), (["in", "ZORK2"], 1)])
def test_a_span_without_tokens_stays_as_it_is(nlp, words, place):
    doc = Doc(nlp.vocab, words=words)
    doc.spans["gene_mentions"] = [Span(doc, place, place, label="GENE")]
    other(nlp)(doc)
    assert [(span.start, span.end, span.kb_id_) for span in doc.spans["gene_mentions"]] == [
        (place, place, "")
    ]


def test_several_genes_of_a_mention_have_their_ids_joined(nlp):
    doc = nlp.make_doc("Patients have MIPL1/NEWT5.")
    doc.spans["gene_mentions"] = [doc.char_span(14, 25, label="GENE", alignment_mode="expand")]
    doc = other(nlp)(doc)
    assert doc.spans["gene_mentions"][0].kb_id_ == "102;103"
    assert {one["part"] for one in doc.spans["gene_mentions"][0]._.gene_ids} == {0, 1}


def test_entities_of_the_same_tokens_get_ids(nlp):
    doc = marked(nlp)
    first, _, last = doc.spans["gene_mentions"]
    doc.ents = [first, Span(doc, last.start, last.end, label="OTHER", span_id="x")]
    doc = other(nlp)(doc)
    assert [(ent.label_, ent.kb_id_, ent.ent_id_) for ent in doc.ents] == [
        ("GENE", "101", ""),
        ("OTHER", "", "x"),
    ]
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert [ent.kb_id_ for ent in again.ents] == ["101", ""]


def test_what_was_known_of_mentions_stays(nlp):
    from spacy_citalign.components.base.span_records import set_span_records

    doc = nlp.make_doc(TEXT)
    values = {"confidence": [0.9, 0.4], "votes": [3, 1]}
    set_span_records(doc, "gene_mentions", [(14, 19), (24, 29)], ["GENE", "RNA"], values)
    doc.spans["gene_mentions"].attrs["mine"] = "kept by nobody"
    doc = other(nlp)(doc)
    records = doc._.mentions("gene_mentions")
    assert [record["confidence"] for record in records] == [0.9, 0.4]
    assert [record["votes"] for record in records] == [3, 1]
    assert [record["label"] for record in records] == ["GENE", "RNA"]
    assert [record["kb_id"] for record in records] == ["101", "102"]
    assert doc.spans["gene_mentions"][0]._.confidence == 0.9


def test_a_second_run_gives_the_same(nlp):
    component = other(nlp)
    doc = component(marked(nlp))
    before = doc.to_bytes()
    assert component(doc).to_bytes() == before


def test_ids_survive_what_is_done_to_docs(nlp):
    doc = other(nlp)(marked(nlp))
    expected = [span._.gene_ids for span in doc.spans["gene_mentions"]]
    without_user_data = DocBin(docs=[doc])
    joined = Doc.from_docs([doc, doc])
    for copy, wanted in (
        (doc.copy(), expected),
        (Doc(nlp.vocab).from_bytes(doc.to_bytes()), expected),
        (next(iter(without_user_data.get_docs(nlp.vocab))), expected),
        (joined, expected * 2),
    ):
        assert [span._.gene_ids for span in copy.spans["gene_mentions"]] == wanted
        assert [span.kb_id_ for span in copy.spans["gene_mentions"]] == [
            one[0]["id"] for one in wanted
        ]
    assert [one["taxon"] for one in joined._.species] == [one["taxon"] for one in doc._.species]
    part = doc[:5].as_doc(copy_user_data=True)  # which has no groups
    assert [record["gene_ids"] for record in part._.mentions("gene_mentions")] == expected[:2]


def test_from_json_the_ids_themselves_are_left(nlp):
    doc = other(nlp)(marked(nlp))
    bare = Doc(nlp.vocab).from_json(doc.to_json())
    (first, *_) = bare.spans["gene_mentions"]
    assert first._.gene_ids == [{"id": "101", "taxon": None, "confidence": None, "reason": None}]


def test_getters_never_raise(nlp):
    doc = nlp.make_doc("ZORK2 sleeps")
    assert doc._.species is None
    assert doc[0:1]._.gene_ids is None
    doc = other(nlp)(marked(nlp))
    doc.spans["gene_mentions"].attrs["gene_ids"] = [7, None, [3]]
    doc.spans["species"].attrs["kb_id"] = [None] * len(doc.spans["species"])
    assert doc._.species == []
    for span in doc.spans["gene_mentions"]:
        assert isinstance(span._.gene_ids, list)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
    for span in (doc[0:1], doc[:]):
        assert span._.gene_ids is None
    assert doc._.species is not None


def test_species_of_docs(nlp):
    doc = other(nlp)(marked(nlp))
    human, mouse = sorted(doc._.species, key=lambda one: one["mentions"])
    assert (human["taxon"], human["name"], human["mentions"]) == (9606, "human", [[0, 8]])
    assert mouse["taxon"] == 10090
    assert human["share"] + mouse["share"] == pytest.approx(1)
    assert [(span.text, span.label_, span.kb_id_) for span in doc.spans["species"]] == [
        ("Patients", "SPECIES", "9606"),
        ("Mice", "SPECIES", "10090"),
    ]


def test_a_doc_without_the_group_gets_species_only(nlp):
    doc = other(nlp)(nlp.make_doc("Mice sleep."))
    assert [one["name"] for one in doc._.species] == ["mouse"]
    assert "gene_mentions" not in doc.spans


def test_thresholds_take_ids_and_keep_candidates(nlp):
    doc = other(nlp, threshold=1.0)(marked(nlp))
    assert {kb_id for _, kb_id in ids(doc)} == {""}
    assert all(span._.gene_ids for span in doc.spans["gene_mentions"])
    doc = other(nlp, limit=1)(marked(nlp))
    assert {len(span._.gene_ids) for span in doc.spans["gene_mentions"]} == {1}


def test_another_group(nlp):
    doc = marked(nlp)
    doc.spans["mine"] = list(doc.spans.pop("gene_mentions"))
    assert ids(other(nlp, spans_key="mine")(doc), "mine")[0] == ("ZORK2", "101")


def test_one_species(nlp):
    doc = other(nlp, species=10090, species_threshold=0.65)(marked(nlp))
    assert [kb_id for _, kb_id in ids(doc)] == ["201", "202", "201"]


def rat_file(folder):
    file = folder / "rat.gene_info"
    rows = [(10116, 301, "Zork2", "-", "zork homolog 2", "protein-coding", "-")]
    file.write_text(gene_tables.table(rows), encoding="utf-8")
    return file


def test_further_species_by_a_compiled_table(nlp, tmp_path):
    text = "Rats have Zork2 in rat brains."
    assert ids(other(nlp)(marked(nlp, text)))[0][1] != "301"
    table = tmp_path / "rat.table"
    write_table([rat_file(tmp_path)], table)
    doc = other(nlp, tables=[str(table)])(marked(nlp, text))
    assert ids(doc) == [("Zork2", "301")]
    doc = other(nlp, tables=[str(table)])(marked(nlp, "Patients have ZORK2."))
    assert ids(doc) == [("ZORK2", "101")]


def test_a_species_without_a_table_is_said_and_not_guessed(nlp):
    doc = other(nlp)(marked(nlp, "Rats have Zork2 in rat brains."))
    assert [(one["name"], one["in_tables"]) for one in doc._.species] == [("rat", False)]
    (span,) = doc.spans["gene_mentions"]
    assert (span.kb_id_, span._.why_no_id) == ("", "species without a table: rat")
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again.spans["gene_mentions"][0]._.why_no_id == "species without a table: rat"


def test_reasons_for_no_id(nlp):
    doc = other(nlp)(marked(nlp))
    assert [span._.why_no_id for span in doc.spans["gene_mentions"]] == [None] * 3
    assert [one["in_tables"] for one in doc._.species] == [True, True]
    doc = other(nlp, threshold=1.0)(marked(nlp))
    reasons = {span._.why_no_id for span in doc.spans["gene_mentions"]}
    assert reasons == {"no candidate is sure enough"}
    doc = other(nlp, species_threshold=1.0)(marked(nlp))
    assert {span._.why_no_id for span in doc.spans["gene_mentions"]} == {"species not sure"}
    doc = other(nlp)(marked(nlp, "A word of men."))
    assert [span._.why_no_id for span in doc.spans["gene_mentions"]] == ["no candidate"]
    assert nlp.make_doc("ZORK2")[:]._.why_no_id is None


def test_a_species_is_added_in_one_line_and_saved(nlp, tmp_path):
    component = other(nlp)
    assert component.known_species == {9606: "human", 10090: "mouse"}
    component.add_species(rat_file(tmp_path))
    again = other(nlp).from_bytes(component.to_bytes())
    assert again.known_species == {9606: "human", 10090: "mouse", 10116: "rat"}
    doc = again(marked(nlp, "Rats have Zork2 in rat brains."))
    assert ids(doc) == [("Zork2", "301")]
    assert [one["in_tables"] for one in doc._.species] == [True]
    with pytest.raises(InputError, match="nowhere"):
        component.add_species(tmp_path / "nowhere")


@pytest.mark.slow
def test_further_species_by_initialize(tmp_path):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("gene_normalizer", config={"weights": "shipped", **LOW})
    component.initialize(list, nlp=nlp, genes=[str(rat_file(tmp_path))])
    assert 10116 in component.fitted_model().table.species
    again = spacy.blank("en").add_pipe("gene_normalizer", config=LOW)
    again.from_bytes(component.to_bytes())
    doc = again(marked(nlp, "Rats have Zork2 in rat brains."))
    assert ids(doc) == [("Zork2", "301")]


def test_bad_tables_are_named(nlp, tmp_path):
    bad = tmp_path / "bad.table"
    bad.write_bytes(b"no table")
    for path in (bad, tmp_path / "nowhere.table"):
        with pytest.raises(ModelFileError, match=path.name):
            other(nlp, tables=[str(path)])


@pytest.mark.parametrize(
    ("setting", "value"),
    [("threshold", 2.0), ("species_threshold", -1.0), ("limit", 0), ("species", 0)],
)
def test_settings_out_of_range_are_refused(setting, value):
    with pytest.raises(SettingError, match=setting):
        spacy.blank("en").add_pipe("gene_normalizer", config={setting: value})


def test_training_needs_genes_and_ids(nlp):
    component = spacy.blank("en").add_pipe("gene_normalizer")
    with pytest.raises(InputError, match="gene_info"):
        component.initialize(lambda: CASE.examples(nlp))
    reference = nlp.make_doc("ZORK2 sleeps")
    set_gold(reference, [(0, 5)], ["HGNC:5"])
    example = Example(nlp.make_doc("ZORK2 sleeps"), reference)
    with pytest.raises(InputError, match="HGNC:5"):
        component.initialize(lambda: [example], genes=[gene_tables.gene_file()])


def test_scores_by_hand(nlp):
    reference, predicted = nlp.make_doc(TEXT), nlp.make_doc(TEXT)
    set_gold(reference, [(14, 19), (24, 29), (41, 46)], ["101", "102;103", ""])
    set_gold(predicted, [(14, 19), (24, 29), (41, 46)], ["101", "104", "101"])
    scores = make_gene_id_scorer()([Example(predicted, reference)])
    assert scores == pytest.approx({"gene_ids_p": 1 / 2, "gene_ids_r": 1 / 3, "gene_ids_f": 2 / 5})
    bare = Example(nlp.make_doc(TEXT), nlp.make_doc(TEXT))
    assert make_gene_id_scorer()([bare])["gene_ids_f"] is None


def test_one_name_in_a_text_of_several_species_has_one_answer():
    """Places differ in how near words for species are; the decision is one for both of ``MDM2``."""
    text = (
        "In patients with early tumours, TP53 and its inhibitor MDM2 were measured. Only MDM2 was "
        "high. We made mice without Shh in the limb bud. In zebrafish, ptch1 is in the fin bud."
    )
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("gene_normalizer", config={"weights": "shipped", "threshold": 0.0})
    given = set()
    for threshold in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        pipe.override_settings(species_threshold=threshold)
        doc = nlp.make_doc(text)
        places = [text.index("MDM2"), text.rindex("MDM2")]
        doc.spans["gene_mentions"] = [
            doc.char_span(start, start + 4, label="GENE") for start in places
        ]
        first, second = [kb_id for _, kb_id in ids(pipe(doc))]
        assert first == second
        given.add(first)
    assert given == {"", "4193"}


def test_a_mention_without_end_is_looked_up_by_its_beginning(nlp):
    """The time for the words at its borders grew with the square of their number."""
    words = ["ZORK2", *["protein", "receptor"] * 8_000]
    long, short = (Doc(nlp.vocab, words[:count]) for count in (len(words), 100))
    for doc in (long, short):
        doc.spans["gene_mentions"] = [Span(doc, 0, len(doc), label="GENE")]
    start = process_time()
    with pytest.warns(CitalignWarning, match=r"of 136,005 characters .* by its first 1,000"):
        other(nlp)(long)
    assert process_time() - start < 20  # it took over a minute
    other(nlp)(short)
    assert long.spans["gene_mentions"][0].kb_id_ == short.spans["gene_mentions"][0].kb_id_ == "101"
