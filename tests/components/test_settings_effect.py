"""Each setting of each component changes what the shipped pipeline gives, or is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, NamedTuple

import gene_tables
import pytest
import spacy
from contract_cases import CASES
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign import join
from spacy_citalign.components.citances.attributes import stored_alignments
from spacy_citalign.components.gene_ids.training import write_table
from spacy_citalign.errors import InputError, NotFittedError, SettingError

CHUNKS, GENES, TERMS = "base_phrase_chunker", "gene_mention_tagger", "propositional_term_extractor"
IDS, FINDER, CITANCES = "gene_normalizer", "citance_finder", "citance_aligner"
BOUNDARIES, COLUMNS = "sentence_boundary_detector", "column_tagger"
SENTENCES, EVIDENCE = "sentence_aligner", "evidence_ranker"


class Row(NamedTuple):
    """A value of a setting that changes something.

    Attributes:
        value: not the default.
        text: of the Doc, or what makes it; by default that of the component.
        beside: other settings, with and without it.
    """

    factory: str
    setting: str
    value: Any
    text: str | Callable[[Language], Doc] = ""
    beside: dict[str, Any] = {}  # noqa: RUF012 - of a tuple


def group(*texts: str) -> Callable[[Language], Doc]:
    return lambda nlp: join(texts, nlp=nlp, labels="Lee 2019")


def texts(*texts: str) -> Callable[[Language], Doc]:
    return lambda nlp: join(texts, nlp=nlp, key="texts")


def with_article(nlp: Language) -> Doc:
    citing = join(["Toads without Zork2 wake late [1]."], nlp=nlp, key="citances")
    article = ["Toads were kept in pairs.", "Loss of Zork2 delays the waking of toads."]
    cited = join(article, nlp=nlp, key="cited_text", labels=["Methods", "Results"])
    return join([citing, cited], nlp=nlp, key="members")


def one_sentence(nlp: Language) -> Doc:
    doc = nlp.make_doc("Frogs sleep. They eat flies.")
    for token in doc:
        token.is_sent_start = token.i == 0
    return doc


CHECKPOINT = group(
    "Chk1 and Chk2 phosphorylate CDC25A after genotoxic stress and target it for degradation.",
    "DNA damage triggers the rapid turnover of CDC25A, which depends on CHK1.",
    "In response to DNA damage, CDC25A is phosphorylated by Chk2 and destroyed.",
)
BARLEY = group(
    "Growth of barley roots needs the zork kinase.",
    "The zork kinase lets roots of barley grow.",
    "Barley root growth depends on zork kinase, a protein kinase.",
)
DISPUTE = group(
    "Zork wakes the frogs of ponds at dawn (Lee, 2019).",
    "In contrast to the findings of Lee (2019), we could not confirm that zork wakes frogs.",
)
TNF = texts(
    "Tumor necrosis factor (TNF) kills tumor cells. The p53 gene of frogs is active.",
    "TNF kills the cells. Frog p53 is active. Tumor necrosis factor was active.",
)
REPEATED = "Zork2 binds STAT3 in cells. No Zork2 there. Zork2tm1/+ mice live."
DOUBTFUL = (
    "Loss of STAT3 and of a zinc finger protein impairs growth of p53(-/-) cells (Zork2, NF-kappa "
    "B (p65). Zork2tm1/+ mice and the MAP kinase kinase (MEK 1) with IL-2 receptor alpha chain."
)
NO_GENES = "Long-lasting insecticidal nets (LLINs) were hung on Yap Island in Jun 2004."
AUTHORS = "We train a hidden Markov model (Smith and Jones 2004). Your results improve roots."
FOR_TRAINING = {"weights", "gold_labels"}  # test_gold_entities.py has the labels
PAPERS = {"method": "schwartz"}
WIDE: dict[str, Any] = {"guideline": "bc2gm"}  # marks more that is doubtful
DEFAULTS: dict[str, str | Callable[[Language], Doc]] = {
    CHUNKS: "The tall frogs have eaten flies.",
    GENES: "Loss of STAT3 (Zork2) and of a zinc finger protein impairs growth; Zork2tm1/+ mice.",
    TERMS: "Barley roots grown in dry soil improve the growth rate of speech recognition.",
    IDS: "In patients TP53 and MDM2 were measured. We made mice without Shh. SERCA1 was seen.",
    FINDER: "Frogs eat flies at night. This was shown [3]. Toads sleep (Smith et al. 2004).",
    CITANCES: CHECKPOINT,
    BOUNDARIES: "The growth was 5 mg. Frogs sleep at night e.g. in mud.",
    COLUMNS: "The growth of frogs is slow.",
    SENTENCES: texts(
        "The frogs of the pond eat many flies at night. They sleep in the mud by day.",
        "At night the pond's frogs eat flies. Frogs of ponds eat many flies and sleep by day.",
    ),
    EVIDENCE: with_article,
}
ROWS = [
    Row(BOUNDARIES, "threshold", 0.01),
    Row(BOUNDARIES, "overwrite", True, one_sentence),
    Row(COLUMNS, "anchors", None),
    Row(CHUNKS, "spans_key", "mine"),
    Row(CHUNKS, "noun_chunks", False),
    Row(GENES, "strategy", "intersection", DOUBTFUL),
    Row(GENES, "models", ["hmm"]),
    Row(GENES, "n_best", 1, "The TNF (alpha inhibits Shh in frogs.", WIDE | {"strategy": "n_best"}),
    Row(
        GENES,
        "n_best",
        1,
        "The HLA-DR(B1*04 and TNF (alpha in frogs.",
        WIDE | {"strategy": "posteriors", "min_probability": 0.05},
    ),
    Row(GENES, "min_votes", 1, DOUBTFUL, WIDE | {"strategy": "votes"}),
    Row(GENES, "min_probability", 0.98),
    *(
        Row(GENES, "min_probability", 0.98, beside={"strategy": strategy})
        for strategy in ("votes", "posteriors", "n_best", "union", "intersection", "forward", "hmm")
    ),
    Row(GENES, "min_probability", 0.0, beside=WIDE | {"strategy": "stacking"}),
    Row(GENES, "begin_bias", 9.0),
    Row(GENES, "begin_bias", 9.0, beside={"strategy": "backward"}),
    Row(GENES, "repair_brackets", False, "The MAP kinase kinase (MEK) 1 of zork kinase.", WIDE),
    Row(GENES, "guideline", "craft"),
    Row(GENES, "spans_key", "mine"),
    Row(GENES, "repeat_above", None, REPEATED),
    Row(GENES, "inside_words", False, REPEATED),
    Row(GENES, "inside_words", True, REPEATED, WIDE),
    Row(GENES, "leave_out_non_genes", False, NO_GENES),
    Row(GENES, "ents", "keep"),
    Row(IDS, "spans_key", "mine"),
    Row(IDS, "threshold", 1.0),
    Row(IDS, "species_threshold", 1.0),
    Row(IDS, "limit", 1),
    Row(IDS, "species", 10090),
    Row(IDS, "tables", ["rat.table"], "In rats Zork2 binds STAT3 in the cells of rat brains."),
    Row(IDS, "species_words", "words.tsv"),
    Row(TERMS, "boundaries", "crf", "Support vector machines for cell cycle in Markov models win."),
    Row(TERMS, "boundaries", "cam", "We show the loss of the gene in DNA damage response."),
    Row(TERMS, "begin_bias", 5.0, beside={"boundaries": "crf"}),
    Row(TERMS, "begin_bias", 5.0, beside={"boundaries": "cam"}),
    Row(TERMS, "min_probability", 0.9),
    Row(TERMS, "min_probability", {"biomedicine": 0.9, "computing": 0.9}),
    Row(TERMS, "min_probability", 0.9, beside={"boundaries": "crf"}),
    Row(TERMS, "min_probability", 0.9, beside={"boundaries": "cam"}),
    Row(TERMS, "alpha", 0.0),
    Row(TERMS, "exclude", False, AUTHORS),
    Row(TERMS, "domain", "computing", "We show that the cell cycle needs a change of rate."),
    Row(
        TERMS,
        "noun_phrases",
        "base_phrases",
        "We show that protein sequence alignment and growth rate of barley roots of speech "
        "recognition here.",
    ),
    Row(TERMS, "spans_key", "mine"),
    Row(TERMS, "ents", "keep"),
    Row(FINDER, "spans_key", "mine"),
    Row(FINDER, "styles", ["numbered"]),
    Row(FINDER, "overwrite", True, group("Frogs sleep [3].", "Toads sleep (Smith et al. 2004).")),
    Row(FINDER, "sentence_before", 0.0),
    Row(CITANCES, "method", "schwartz"),
    Row(CITANCES, "threshold", 0.9),
    Row(CITANCES, "exact_words", 1),
    Row(CITANCES, "max_words", 5),
    Row(CITANCES, "max_words", 5, beside=PAPERS),
    Row(CITANCES, "gap_factor", 20.0, beside=PAPERS),
    Row(CITANCES, "match_factor", 0.05, beside=PAPERS),
    Row(CITANCES, "min_prob", 0.9, beside=PAPERS),
    Row(CITANCES, "max_sources", 1, BARLEY, PAPERS),
    Row(CITANCES, "keep_posteriors", True, beside=PAPERS),
    Row(CITANCES, "min_differs", 1, DISPUTE),
    Row(CITANCES, "spans_key", "mine"),
    Row(CITANCES, "content_words", False),
    Row(CITANCES, "content_words", False, beside=PAPERS),
    Row(CITANCES, "genes_from", "none"),
    Row(CITANCES, "genes_from", "none", beside=PAPERS),
    Row(CITANCES, "terms_from", "none", BARLEY),
    Row(SENTENCES, "texts", "mine"),
    Row(SENTENCES, "method", "tfidf"),
    *(
        Row(SENTENCES, setting, value, beside={"method": method})
        for setting, value in (("threshold", 0.98), ("limit", 1), ("language", "none"))
        for method in ("alignment", "tfidf")
    ),
    Row(SENTENCES, "threshold", 0.0),
    Row(SENTENCES, "threshold", 0.0, beside={"method": "versions"}),
    Row(SENTENCES, "limit", 1, beside={"threshold": 0.0}),
    Row(SENTENCES, "limit", 1, beside={"method": "versions", "threshold": 0.0}),
    Row(SENTENCES, "language", "none"),
    Row(SENTENCES, "normalize", [], TNF),
    Row(EVIDENCE, "citances", "mine"),
    Row(EVIDENCE, "cited_text", "mine"),
    Row(EVIDENCE, "limit", 1),
    Row(EVIDENCE, "threshold", 0.3),
]
# Settings that nothing would read, each with a part of what is said.
REFUSED = [
    (
        GENES,
        {"n_best": 3},
        "n_best is 3, and strategy 'sum' does not read it; leave n_best out",
    ),
    (GENES, {"min_votes": 2}, "set strategy to 'votes'"),
    (
        GENES,
        {"strategy": "votes", "begin_bias": 1.0},
        "begin_bias is 1.0, and strategy 'votes' d",
    ),
    (GENES, {"strategy": "hmm", "models": ["hmm", "forward"]}, "leave models empty"),
    (GENES, {"repeat_above": None, "inside_words": True}, "no name is looked for anywhere else"),
    (TERMS, {"begin_bias": 2.0}, "boundaries 'rescored' does not read it; .*'crf' or 'cam'"),
    (
        TERMS,
        {"domain": "computing", "min_probability": {"biomedicine": 0.5}},
        "min_probability is of 'biomedicine', and domain is 'computing'",
    ),
    (
        IDS,
        {"species": 9606, "species_threshold": 0.2},
        "species_threshold is 0.2, and where",
    ),
    *(
        (CITANCES, {name: value}, f"{name} is {value!r}, and method 'units' does not read it")
        for name, value in (
            ("gap_factor", 2.0),
            ("match_factor", 2.0),
            ("min_prob", 0.1),
            ("max_sources", 3),
            ("keep_posteriors", True),
        )
    ),
    *(
        (CITANCES, {**PAPERS, name: value}, f"{name} is {value!r}, and method 'schwartz' does not")
        for name, value in (("threshold", 0.5), ("exact_words", 10), ("terms_from", "ents"))
    ),
]
GROUPS = [
    (factory, name)
    for factory, names in {
        CHUNKS: ["spans_key"],
        GENES: ["spans_key"],
        TERMS: ["spans_key"],
        IDS: ["spans_key"],
        FINDER: ["spans_key"],
        CITANCES: ["spans_key", "genes_from", "terms_from"],
        SENTENCES: ["texts"],
        EVIDENCE: ["citances", "cited_text"],
    }.items()
    for name in names
]


def records(doc: Doc) -> Any:
    """What components set that can be of interest here."""
    return {
        "spans": {
            key: [(span.start, span.end, span.label_, span.kb_id_) for span in spans]
            for key, spans in doc.spans.items()
        },
        "attrs": [repr(spans.attrs) for spans in doc.spans.values()],
        "ents": [str(entity) for entity in doc.ents],
        "sentences": [sentence.text for sentence in doc.sents],
        "records": [doc._.gene_mentions, doc._.propositional_terms, doc._.sentence_alignment],
        "ids": [span._.gene_ids for span in doc.spans.get("gene_mentions", [])],
        "species": doc._.species,
        "alignments": stored_alignments(doc),
        "differing": doc._.differing_citances,
        "evidence": doc._.evidence,
        "columns": [token._.column_region for token in doc],
    }


@pytest.fixture(scope="module")
def shipped() -> Language:
    return spacy.load("spacy_citalign")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.tsv").write_text("7227\tfruit fly\t1\tpatients\n", encoding="utf-8")
    rows = [(10116, 301, "Zork2", "-", "zork homolog 2", "protein-coding", "-")]
    (tmp_path / "rats").write_text(gene_tables.table(rows), encoding="utf-8")
    write_table([tmp_path / "rats"], tmp_path / "rat.table")


@contextmanager
def having(nlp: Language, factory: str, settings: dict[str, Any]) -> Iterator[None]:
    pipe = nlp.get_pipe(factory)
    before = {name: getattr(pipe, name) for name in settings}
    pipe.override_settings(**settings)
    try:
        yield
    finally:
        pipe.override_settings(**before)


def given(nlp: Language, row: Row, settings: dict[str, Any]) -> Any:
    """What the pipeline gives with some settings, or the error of a text."""
    make = row.text or DEFAULTS[row.factory]
    doc = nlp.make_doc(make) if isinstance(make, str) else make(nlp)
    if row.factory == FINDER:  # which the pipeline has not, and whose settings stay
        finder = spacy.blank("en").add_pipe(FINDER, config=settings)
        detector = nlp.get_pipe(BOUNDARIES)
        return records(finder(detector(doc)))
    with having(nlp, row.factory, settings):
        try:
            return records(nlp(doc))
        except InputError as error:
            return str(error)


def test_every_setting_has_a_row():
    nlp = spacy.blank("en")
    every = {
        (factory, setting.name)
        for factory in CASES
        for setting in fields(nlp.create_pipe(factory).settings)
        if setting.name not in FOR_TRAINING
    }
    assert every == {(row.factory, row.setting) for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.factory}-{row.setting}")
def test_setting_changes_what_is_given(shipped, row):
    without = given(shipped, row, row.beside)
    assert given(shipped, row, {**row.beside, row.setting: row.value}) != without


@pytest.mark.parametrize(("factory", "settings", "message"), REFUSED)
def test_setting_that_nothing_reads_is_refused(factory, settings, message):
    with pytest.raises(SettingError, match=message):
        spacy.blank("en").add_pipe(factory, config={"weights": "shipped", **settings})


@pytest.mark.parametrize(("factory", "name"), GROUPS)
@pytest.mark.parametrize("value", ["", " "])
def test_span_groups_have_names(factory, name, value):
    with pytest.raises(SettingError, match=f"{name} is {value!r}; give the name of a span group"):
        spacy.blank("en").add_pipe(factory, config={name: value})


@pytest.mark.parametrize("factory", sorted(name for name, case in CASES.items() if case.settings))
def test_weights_make_a_component_ready(factory):
    nlp = spacy.blank("en")
    with pytest.raises(NotFittedError):
        nlp.add_pipe(factory)(nlp.make_doc("Frogs sleep."))
    assert nlp.add_pipe(factory, name="mine", config={"weights": "shipped"}).fitted


# --- the least probability of a mention --------------------------------------------------------


@pytest.mark.parametrize("least", [0.0, 0.5, 0.9, 0.98, 1.0])
def test_a_least_probability_leaves_out_what_is_not_above_it(shipped, least):
    text = f"{DEFAULTS[GENES]} {REPEATED}"
    every = shipped(text)._.gene_mentions
    with having(shipped, GENES, {"min_probability": least}):
        kept = shipped(text)._.gene_mentions
    places = [(one["start_char"], one["confidence"]) for one in kept]
    assert places == [
        (one["start_char"], one["confidence"]) for one in every if one["confidence"] > least
    ]
    assert bool(kept) == (least < 1)


def test_without_a_least_probability_all_that_a_strategy_finds_stays(shipped):
    assert shipped.get_pipe(GENES).min_probability is None
    doubtful = "In the pond we saw Zork2tm1/+ frogs."
    with having(shipped, GENES, {"guideline": "bc2gm", "begin_bias": 9.0}):
        assert min(one["confidence"] for one in shipped(doubtful)._.gene_mentions) < 0.5
