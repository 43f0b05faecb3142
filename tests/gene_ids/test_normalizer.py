"""Answers for mentions: worked by hand on invented genes, and what must hold for any text."""

import gene_tables
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.abbreviations import find_definitions
from spacy_citalign.errors import InputError, ModelFileError
from spacy_citalign.gene_ids.candidates import CandidateFinder
from spacy_citalign.gene_ids.compiling import NamedGene, compile_table
from spacy_citalign.gene_ids.evidence import Abbreviation
from spacy_citalign.gene_ids.model import GeneIdModel, ShareCalibration
from spacy_citalign.gene_ids.normalizer import (
    GeneAnswer,
    GeneCandidate,
    GeneNormalizer,
    chosen_genes,
)
from spacy_citalign.gene_ids.species import SPECIES_FEATURES, SpeciesMention, species_features
from spacy_citalign.gene_ids.training import AnnotatedText, TrainingSettings, train

from .test_table import genes

TABLE = compile_table(genes())


def annotated(text: str, named: list[tuple[str, str]]) -> AnnotatedText:
    spans = tuple((text.index(name), text.index(name) + len(name)) for name, _ in named)
    ids = tuple(tuple(int(one) for one in own.split(";") if one) for _, own in named)
    return AnnotatedText(text, spans, ids, ())


MODEL = train(
    [annotated(*one) for one in gene_tables.TEXTS], TABLE, TrainingSettings(l2=0.3, folds=2)
)


def answers(text: str, *names: str, **settings) -> list[GeneAnswer]:
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    definitions = [Abbreviation(*one) for one in find_definitions(text)]
    ((found, _),) = GeneNormalizer(MODEL, **settings)([text], [spans], [definitions])
    return found


def best(text: str, *names: str, **settings) -> list[list[int]]:
    return [
        [part[0].gene_id for part in one.parts if part] for one in answers(text, *names, **settings)
    ]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("Patients have ZORK2 and MIPL1.", ("ZORK2", "MIPL1"), [[101], [102]]),
        ("Mice have Zork2 and Mipl1.", ("Zork2", "Mipl1"), [[201], [202]]),
        ("ZORK2 is bound.", ("ZORK2",), [[101]]),
        ("Mice have the murine Zork2 gene.", ("murine Zork2 gene",), [[201]]),
        ("Frog protein 41 of patients.", ("Frog protein 41",), [[101]]),
        ("NEWT-5 of women.", ("NEWT-5",), [[103]]),
        ("Women have ZORK2 and MIPL1/NEWT5.", ("MIPL1/NEWT5",), [[102, 103]]),
        ("A new thing (XQ) of women.", ("XQ",), [[]]),
        ("Women have marsh leap ligand 1 (MLL1); MLL1 binds.", ("MLL1",), [[102]]),
    ],
)
def test_answers_by_hand(text, names, expected):
    assert best(text, *names) == expected


def test_reasons_are_told():
    text = "Women have ZORK2, ZK2, frog protein 41; marsh leap ligand 1 (MLL1)."
    found = answers(text, "ZORK2", "ZK2", "frog protein 41", "MLL1")
    assert [one.parts[0][0].reason for one in found] == [
        "exact name",
        "alias",
        "full name",
        "long form in the text",
    ]


def test_words_of_a_full_name_are_a_reason():
    more = [
        NamedGene(9606, 900 + n, f"QX{n}", (), f"protein {word}", (), "protein-coding")
        for n, word in enumerate(["of reeds", "of mud", "of rain", "of moss"])
    ]
    table = compile_table([*genes(), *more])
    (one,) = CandidateFinder(table)(["pond marsh leap ligand"])["pond marsh leap ligand"]
    assert not len(one.genes) or set(table.ids[one.genes]) <= {102, 202}
    (one,) = CandidateFinder(table)(["leap ligand of the marsh"])["leap ligand of the marsh"]
    assert set(table.ids[one.genes]) == {102, 202}
    assert (one.features[:, 10] == 1).all()


def test_ambiguous_names_have_candidates_in_order():
    (one,) = answers("Women have FROP.", "FROP")
    human = [candidate for candidate in one.parts[0] if candidate.taxon == 9606]
    assert {candidate.gene_id for candidate in human} == {101, 103}
    confidences = [candidate.confidence for candidate in one.parts[0]]
    assert confidences == sorted(confidences, reverse=True)


def test_one_species_for_all_texts():
    assert best("Mice have Zork2.", "Zork2", species=9606) == [[101]]
    assert best("Patients have ZORK2.", "ZORK2", species=10090) == [[201]]
    assert best("Patients have ZORK2.", "ZORK2", species=7955) == [[]]


def one(gene_id, taxon, confidence):
    return GeneCandidate(gene_id, taxon, confidence, "alias")


def chosen_ids(names, answers, threshold, species_threshold):
    chosen = chosen_genes(names, answers, threshold, species_threshold)
    return [[candidate.gene_id for candidate in own] for own in chosen]


def test_choice_by_confidence_and_by_species():
    answer = GeneAnswer(
        ((one(1, 9606, 0.5), one(2, 10090, 0.4)), (one(3, 9606, 0.3),), (), (one(4, 9606, 0.8),)),
        9606,
        (0.55, 1.0, 0.0, 1.0),
    )
    assert chosen_ids(["ZORK2"], [answer], 0.4, 0.0) == [[1, 4]]
    assert chosen_ids(["ZORK2"], [answer], 0.4, 0.6) == [[4]]
    assert chosen_ids(["ZORK2"], [answer], 0.2, 0.5) == [[1, 3, 4]]


def test_mentions_written_alike_of_one_gene_have_all_the_id_or_none():
    def mention(gene_id, confidence, share):
        return GeneAnswer(((one(gene_id, 9606, confidence),),), 9606, (share,))

    same = [mention(1, 0.6, 0.9), mention(1, 0.45, 0.9)]  # alone the second would have none
    assert chosen_ids(["ZORK2", "ZORK2"], same, 0.5, 0.6) == [[1], [1]]
    assert chosen_ids(["ZORK2", "Zork2"], same, 0.5, 0.6) == [[1], []]
    more = [*same, mention(1, 0.9, 0.5)]  # one of three is sure
    assert chosen_ids(["ZORK2"] * 3, more, 0.5, 0.6) == [[], [], []]
    other = [mention(1, 0.6, 0.9), mention(2, 0.45, 0.55)]  # another gene likeliest
    assert chosen_ids(["ZORK2", "ZORK2"], other, 0.5, 0.6) == [[1], []]
    elsewhere = [same[0], same[1]._replace(taxon=10090)]  # other evidence of species
    assert chosen_ids(["ZORK2", "ZORK2"], elsewhere, 0.5, 0.6) == [[1], []]
    nothing = GeneAnswer(((),), 0, (0.0,))
    assert chosen_ids(["ZORK2", "ZORK2"], [nothing, same[0]], 0.0, 0.0) == [[], [1]]


_ANSWERS = st.lists(
    st.tuples(
        st.sampled_from(["ZORK2", "Zork2"]), st.integers(1, 2), st.floats(0, 1), st.floats(0, 1)
    ),
    max_size=6,
)
_TWO = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)


@given(_ANSWERS, _TWO, _TWO)
def test_higher_thresholds_never_add_an_id(mentions, least, shares):
    names = [name for name, *_ in mentions]
    listed = [GeneAnswer(((one(gene, 9606, x),),), 9606, (y,)) for _, gene, x, y in mentions]
    low = chosen_ids(names, listed, least[0], shares[0])
    high = chosen_ids(names, listed, least[1], shares[1])
    assert all({*more} <= {*fewer} for more, fewer in zip(high, low, strict=True))
    assert chosen_ids(names, listed, 0.0, 0.0) == [[gene] for _, gene, *_ in mentions]
    sure = {(name, gene) for name, gene, x, _ in mentions if x == 1}
    most = chosen_ids(names, listed, 1.0, 0.0)
    assert all((name, x) in sure for name, own in zip(names, most, strict=True) for x in own)


def test_how_sure_a_species_is_by_candidates_and_by_what_the_text_says():
    text = "Mice have Zork2."
    spans = [(10, 15)]
    ((answers, _),) = GeneNormalizer(MODEL)([text], [spans], [()])
    (described,) = GeneNormalizer(MODEL).describe([text], [spans], [()])
    scores = np.exp(described.species @ MODEL.weights.species)[0]
    listed = answers[0].parts[0]
    share = sum(c.confidence for c in listed if c.taxon == listed[0].taxon)
    share /= sum(c.confidence for c in listed)
    expected = share * (1 - scores[-1] / scores.sum() / 2)
    assert answers[0].shares == pytest.approx((expected,))
    ((fixed, _),) = GeneNormalizer(MODEL, species=10090)([text], [spans], [()])
    assert fixed[0].shares == (1.0,)


def test_fewer_candidates_are_the_first_of_all():
    text, spans = "Zork2 is seen in frogs.", [(0, 5)]
    ((whole, _),) = GeneNormalizer(MODEL)([text], [spans], [()])
    ((first, _),) = GeneNormalizer(MODEL, limit=1)([text], [spans], [()])
    assert len(whole[0].parts[0]) > 1
    assert first[0].parts == (whole[0].parts[0][:1],)
    assert first[0].shares == whole[0].shares


def test_features_of_species_by_hand():
    text = "Mice sleep. In human cells ZORK2 is seen, in mice not."
    (name,) = CandidateFinder(TABLE)(["ZORK2"])["ZORK2"]
    place = text.index("ZORK2")
    species = [
        SpeciesMention(0, 4, 10090, 1.0),
        SpeciesMention(text.index("human"), text.index("human") + 5, 9606, 1.0),
        SpeciesMention(text.index("mice"), text.index("mice") + 4, 10090, 1.0),
    ]
    found = species_features(text, [(place, place + 5)], [name], species, (9606, 10090))[0]
    human, mouse, other = (dict(zip(SPECIES_FEATURES, row, strict=True)) for row in found)
    assert human["share of the text"] == pytest.approx(1 / 3)
    assert mouse["most of the text"] == 1
    assert human["nearest before in the sentence"] == human["beside the name"] == 1
    assert mouse["nearest after in the sentence"] == 1
    assert mouse["in the first sentence"] == 1
    assert human["words of the sentence"] == pytest.approx(0.5)
    assert other["not in the text"] == 1
    assert human["human, capitals"] == mouse["mouse, capitals"] == 1


TEXT = st.lists(
    st.sampled_from(
        ["ZORK2", "Zork2", "FROP", "mice", "patients", "rat", "and", ".", "Leapa", "(x)"]
    ),
    max_size=12,
).map(" ".join)


@given(st.lists(TEXT, max_size=4))
def test_alone_as_together(texts):
    spans = [[match.span() for match in gene_tables.NAMED.finditer(text)] for text in texts]
    normalize = GeneNormalizer(MODEL)
    together = normalize(texts, spans, [[] for _ in texts])
    alone = [GeneNormalizer(MODEL)([t], [s], [[]])[0] for t, s in zip(texts, spans, strict=True)]
    assert [found for _, found in together] == [found for _, found in alone]
    for (first, _), (second, _) in zip(together, alone, strict=True):
        assert len(first) == len(second)
        for one, other in zip(first, second, strict=True):
            assert [[c.gene_id for c in part] for part in one.parts] == [
                [c.gene_id for c in part] for part in other.parts
            ]
            for part in one.parts:
                assert sum(candidate.confidence for candidate in part) >= 0
                assert all(0 <= candidate.confidence <= 1 for candidate in part)


def test_models_survive_bytes():
    data = MODEL.to_bytes()
    other = GeneIdModel.from_bytes(data)
    assert other.to_bytes() == data
    assert (
        train(
            [annotated(*one) for one in gene_tables.TEXTS], TABLE, TrainingSettings(l2=0.3, folds=2)
        ).to_bytes()
        == data
    )
    with pytest.raises(ModelFileError):
        GeneIdModel.from_bytes(TABLE.to_bytes())


def test_calibration_keeps_order_and_range():
    shares = np.linspace(0, 1, 50)
    probabilities = ShareCalibration(0.7, -0.3)(shares)
    assert (np.diff(probabilities) >= 0).all()
    assert ((probabilities >= 0) & (probabilities <= 1)).all()


def test_nothing_to_learn_from_is_an_error():
    with pytest.raises(InputError, match="none of the 1 texts"):
        train([AnnotatedText("Frogs.", (), (), ())], TABLE, TrainingSettings())
