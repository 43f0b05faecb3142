"""What is learned of names, names of other species, and what stands around: worked by hand."""

import numpy as np
import pytest

from spacy_citalign.gene_ids.candidates import CandidateFinder
from spacy_citalign.gene_ids.compiling import NamedGene, compile_table
from spacy_citalign.gene_ids.evidence import PLACE_FEATURES, place_features
from spacy_citalign.gene_ids.learned import (
    LEARNED,
    LEARNED_FEATURES,
    NONE,
    CandidateRecall,
    LearnedNames,
    genes_by_symbol,
    learn_names,
    names_of,
    symbols_of,
)
from spacy_citalign.gene_ids.name_features import ABSENT_FEATURES, NAME_FEATURES
from spacy_citalign.gene_ids.normalizer import GeneNormalizer
from spacy_citalign.gene_ids.table import name_hashes
from spacy_citalign.gene_ids.training import AnnotatedText, TrainingSettings, train

from .test_table import genes

MORE = [
    NamedGene(9606, 301, "TOAD1", ("newtin",), "toad 1", (), "protein-coding"),
    NamedGene(10090, 302, "Toad1", ("Pondin",), "toad 1", (), "protein-coding"),
    NamedGene(10090, 303, "Reed2", ("Pondin",), "reed 2", (), "protein-coding"),
]
TABLE = compile_table([*genes(), *MORE])
SYMBOLS = symbols_of(TABLE)
FIND = CandidateFinder(TABLE)
(ZORK,), (NEWT,), (POND,) = (name_hashes([key]).tolist() for key in ("zork2", "newt5", "pondin"))


def ids(places) -> set[int]:
    return set(TABLE.ids[places].tolist())


def candidates(name: str):
    (found,) = CandidateFinder(TABLE)([name])[name]
    return found


def test_names_of_another_species_come_after_those_of_its_own():
    found = candidates("pondin")
    assert ids(found.genes) == {301, 302, 303}
    borrowed = dict(
        zip(
            TABLE.ids[found.genes].tolist(),
            found.features[:, NAME_FEATURES.index("name of another species")],
            strict=True,
        )
    )
    assert borrowed == {301: 1, 302: 0, 303: 0}


def test_ranges_and_lists_have_candidates_for_each_gene():
    parts = CandidateFinder(TABLE)(["ZORK2 and NEWT5"])["ZORK2 and NEWT5"]
    assert [ids(part.genes) for part in parts] == [{101, 201}, {103, 203}]


def test_a_list_of_names_is_no_name_that_fewer_species_have():
    fly = NamedGene(7227, 401, "rl", ("ZORK2/NEWT5",), "rolled", (), "protein-coding")
    name = "ZORK2/NEWT5"
    assert len(CandidateFinder(compile_table([*genes(), fly]))([name])[name]) == 2


def test_symbols_join_species():
    assert SYMBOLS[101] == SYMBOLS[201] == ZORK
    assert ids(genes_by_symbol(TABLE, [ZORK])[ZORK]) == {101, 201}
    assert genes_by_symbol(TABLE, [1]) == {}


def test_names_count_once_a_text():
    names = ["ZORK2", "the ZORK2 gene", "NEWT5", "Zork2", "ZORK2/NEWT5", "NEWT5"]
    given = names_of(names, [(101,), (101,), (), (77,), (101, 103), (103,)], SYMBOLS, FIND)
    assert given == {(ZORK, ZORK): 1, (NEWT, NONE): 1, (NEWT, NEWT): 1}


def test_learned_names_are_sums_and_survive_packing():
    learned = learn_names([{(5, 7): 1, (5, NONE): 1}, {(5, 7): 1, (3, 7): 1}])
    assert learned.of_names == {3: {7: 1}, 5: {NONE: 1, 7: 2}}
    assert learned.of_symbols == {NONE: 1, 7: 3}
    other = LearnedNames.unpacked(learned.packed())
    assert other.of_names == learned.of_names
    with pytest.raises(ValueError, match="unequal length"):
        LearnedNames.unpacked(learned.packed() | {"texts": learn_names([]).packed()["texts"]})


def test_what_was_learned_by_hand():
    texts = [{(ZORK, ZORK): 1}, {(ZORK, ZORK): 1}, {(ZORK, NONE): 1}]
    recall = CandidateRecall(learn_names(texts), TABLE)
    (name,), features = recall([candidates("ZORK2")], {})
    assert dict(zip(LEARNED_FEATURES, features[0], strict=True)) == pytest.approx(
        {
            "learned: share": 2 / (3 + 1),
            "learned: share of others": 1 / (3 + 1),
            "learned: logarithm of texts": np.log(2 + 1),
            "learned: alone": 0,
            "learned: logarithm of texts of the gene": np.log(2 + 1),
        }
    )
    absent = dict(zip(ABSENT_FEATURES, name.absent, strict=True))
    assert absent["learned: share of none"] == 1 / (3 + 1)
    assert absent["learned: share of genes"] == 2 / (3 + 1)


def test_a_text_does_not_learn_of_itself():
    own = {(ZORK, ZORK): 1}
    recall = CandidateRecall(learn_names([own]), TABLE)
    _, features = recall([candidates("ZORK2")], own)
    assert not features.any()


def test_genes_are_known_from_texts_alone():
    recall = CandidateRecall(learn_names([{(NEWT, ZORK): 1}]), TABLE)
    (name,), features = recall([candidates("NEWT5")], {})
    assert ids(name.genes) == {103, 203, 101, 201}
    assert ids(name.genes[name.kinds == LEARNED]) == {101, 201}
    assert features[:, LEARNED_FEATURES.index("learned: alone")].tolist() == [0, 0, 1, 1]


def test_reason_of_what_texts_alone_say():
    def annotated(text: str, name: str, gene: int) -> AnnotatedText:
        start = text.index(name)
        return AnnotatedText(text, ((start, start + len(name)),), ((gene,),), ())

    texts = [annotated(f"Women {word} Mossin.", "Mossin", 101) for word in ("have", "lack", "eat")]
    texts += [annotated(*one) for one in (("Men have ZORK2.", "ZORK2", 101),)]
    model = train(texts, TABLE, TrainingSettings(l2=0.1, folds=2))
    ((found, _),) = GeneNormalizer(model)(["Women see Mossin."], [[(10, 16)]], [[]])
    assert found[0].parts[0][0][0] == 101
    assert found[0].parts[0][0].reason == "learned of texts"


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("The ZORK2 family grows.", "ZORK2", {"family after", "in the first sentence"}),
        ("The ZORK2 gene family grows.", "ZORK2 gene", {"family after", "in the first sentence"}),
        ("Frogs leap. ZORK2 complexes leap.", "ZORK2", {"complex after"}),
        ("Frogs leap. A ZORK2(+) cell leaps.", "ZORK2", {"cells after", "plus after"}),
        ("Frogs leap. Members of the ZORK2 clan.", "ZORK2", {"family before"}),
        ("Frogs leap. Members of ZORK2.", "ZORK2", {"family before"}),
        ("Frogs leap. The (ZORK2) leaps.", "ZORK2", {"in brackets"}),
        ("Frogs leap. MIPL1-ZORK2-NEWT5.", "ZORK2", {"joined before", "joined after"}),
        ("Frogs leap. The ZORK2 inhibitor.", "ZORK2", {"what acts on it after"}),
        ("Frogs leap. The ZORK2 promoter box.", "ZORK2", set()),
        ("Frogs leap. The ZORK2 box.", "ZORK2", {"part of a protein after"}),
        ("Frogs leap. ZORK2 proteins leap.", "ZORK2", {"several after"}),
    ],
)
def test_what_stands_around_a_mention(text, name, expected):
    start = text.index(name)
    (row,) = place_features(text, [(start, start + len(name))], [candidates(name)])
    left_out = "logarithm of its mentions"
    assert row[PLACE_FEATURES.index(left_out)] == np.log(1)
    assert {what for what, value in zip(PLACE_FEATURES, row, strict=True) if value} == expected
