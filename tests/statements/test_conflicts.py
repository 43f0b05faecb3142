"""Sentences that cannot both be right, and their look-alikes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.conflicts import Conflict, Place, find_conflicts

REVERSED = [
    ("MGT1 reduces sodium in shoots of marsh grass [1].", "MGT1 raises the sodium of shoots [7]."),
    ("Sodium in shoots is reduced by MGT1 [2].", "MGT1 raises the sodium of shoots [7]."),
    ("FLB2 positively regulates grain size.", "FLB2 is a negative regulator of grain weight."),
    ("FLB2 delays flowering [3].", "Flowering is accelerated by FLB2 [4]."),
    ("Loss of FLB2 increases tiller number.", "flb1 sleeps, and FLB2 mutants have fewer tillers."),
    ("Overexpression of FLB2 reduced plant height.", "FLB2 increases plant height."),
    ("Knockdown of Dor3 enhanced drought tolerance.", "Dor3 improves drought tolerance."),
    ("Reduced FLB2 expression increases seed yield.", "Seed yield is increased by FLB2."),
    ("Silencing of FLB2 led to a reduction in root length.", "FLB2 decreases root length."),
    ("FLB2 expression is negatively correlated with grain width.", "FLB2 increases grain width."),
    ("FLB2 has a positive effect on leaf area.", "FLB2 has a negative effect on leaf area."),
    ("FLB2 increases iron uptake.", "FLB2 does not increase iron uptake."),
    (
        "Loss of FLB2 lowers iron uptake.",
        "Plants lacking FLB2 grew without lowering iron uptake.",
    ),
    ("FLB2 represses Ehd7 expression.", "FLB2 activates the expression of Ehd7."),
    ("Eugenol inhibits gastric secretion [3].", "Eugenol stimulates gastric secretion [4]."),
    ("FLB2, a repressor of flowering, is known [1].", "FLB2 promotes flowering [2]."),
    ("FLB2 is a flowering repressor.", "FLB2 acts as an activator of flowering."),
    ("FLB2 mutants are more sensitive to salt.", "FLB2 reduces salt tolerance."),
    ("FLB2 confers salt tolerance.", "FLB2 confers sensitivity to salt."),
    ("FLB2 mutants showed late flowering.", "FLB2 delays flowering."),
    ("Vernalization represses FLB2.", "FLB2 is up-regulated by vernalization."),
    ("High temperature shortens grain filling.", "High temperatures prolong grain filling."),
    ("FLB2 KO plants had higher yields.", "Overexpression of FLB2 increases grain yield."),
    # More of a gene and less of it cannot both make more of what makes the yield.
    (
        "Spikelets are increased upon upregulation of OsFLB2.",
        "Reduced OsFLB2 expression increases grain number.",
    ),
]

OF_ONE_DIRECTION = [
    # Less of a gene reverses what the gene does.
    ("FLB2 negatively regulates grain size.", "Loss-of-function of FLB2 increases grain size."),
    ("FLB2 represses tillering.", "FLB2-RNAi plants showed increased tillering."),
    ("flb2 mutants are short, and FLB2 mutants have larger grains.", "FLB2 reduces grain size."),
    ("An FLB2 inhibitor lowers blood sugar.", "FLB2 raises blood sugar."),
    ("FLB2 mutants are more sensitive to salt.", "FLB2 confers salt tolerance."),
    ("FLB2 mutants showed early flowering.", "FLB2 represses flowering."),
    ("Silencing of FLB2 raises zinc.", "FLB2 expression was suppressed, resulting in more zinc."),
    ("Restoring silenced FLB2 lowers zinc.", "FLB2 reduces zinc."),
    # An allele may be of either kind.
    ("The FLB2 allele increases grain size.", "FLB2 reduces grain size."),
    # Of another species, condition, organ, target or thing.
    ("FLB2 increases seed size in rice.", "FLB2 decreases seed size in maize."),
    ("FLB2 delays flowering under long-day conditions.", "FLB2 promotes flowering in short-days."),
    ("FLB2 reduces sodium levels in roots.", "FLB2 increases sodium levels in shoots."),
    ("FLB2 increases grain length.", "FLB2 reduces grain width."),
    ("TaFLB2 increases grain size, as opposed to FLB2.", "FLB2 reduces grain size."),
    ("FLB2 inhibits FLB3 and FLB4 promotes tillering.", "FLB2 inhibits tillering."),
    # Not denied, not said, or said in both directions.
    ("FLB2 not only increases iron uptake.", "FLB2 increases iron uptake."),
    ("It is unknown whether FLB2 increases iron uptake.", "FLB2 reduces iron uptake."),
    ("FLB2 may increase or decrease iron uptake.", "FLB2 reduces iron uptake."),
    ("FLB2 increases zinc in rice, but FLB2 reduces zinc in rice.", "FLB2 reduces zinc."),
    ("Remdesine improves recovery time.", "Remdesine reduces recovery time."),
    ("High temperature shortens grain filling.", "Low temperature prolongs grain filling."),
    ("In FLB2 cells zinc is known, and toads lower zinc.", "FLB2 raises zinc."),
    ("In plants with FLB2 we reduced the amount of water.", "FLB2 increases the amount of water."),
]

UNLIKE = [
    ("Ocimum sanctum is diploid (2n = 16).", "O. sanctum has 2n = 36 chromosomes.", "2n = 16"),
    ("The wheat genome is 17 Gb in size.", "Bread wheat has a genome of about 15 Gb.", "17 Gb"),
    ("Rice (430 Mb) has a small genome.", "The genome size of Oryza sativa is 0.5 Gb.", "430 Mb"),
    (
        "Wheat arose by hybridization about 8,000 years ago.",
        "Bread wheat originated some 12 kyr ago.",
        "8,000 years ago",
    ),
    (
        "Fungi form associations with the roots of 80% of land plants.",
        "Fungi form close associations with the roots of over 90% of all plants.",
        "80%",
    ),
    (
        "In all, 527 lines were genotyped by deep reading.",
        "All 524 lines were genotyped by deep reading.",
        "527 lines",
    ),
    ("The 1131 RLK genes of rice are known.", "Rice has 1150 RLK genes.", "1131 RLK genes"),
    ("The NAC family of rice has 151 members.", "Rice has 140 NAC genes.", "151 members"),
    ("Wheat provides 20% of the calories we eat.", "Wheat provides 28% of calories.", "20%"),
    (
        "The genus Ocimum has 60 species on earth.",
        "On earth the genus Ocimum has 65 species.",
        "60 species",
    ),
    (
        "The mean fertilizer rate of rice farms in China is 209 kg ha−1.",
        "Rice farms in China have a fertilizer rate of 180 kg/ha.",
        "209 kg ha−1",
    ),
]

NOT_UNLIKE = [
    # A range or a bound holds the other, or one is the other rounded.
    ("Wheat arose 7000–12,000 years ago.", "Wheat originated 8000 years ago."),
    ("Wheat arose by crossing 8 kyr ago.", "Wheat arose by crossing 8,000 years ago."),
    ("The wheat genome has a size of 16 Gb to 17 Gb.", "The wheat genome has a size of 16.5 Gb."),
    (
        "More than 500 lines were genotyped by reading.",
        "In all, 517 lines were genotyped by reading.",
    ),
    ("The wheat genome has a size of about 17 Gb.", "The wheat genome has a size of 17.3 Gb."),
    (
        "Some 3000 rice lines were sequenced at low depth.",
        "The 3,024 rice lines were sequenced at low depth.",
    ),
    ("Our maps say that rice has 2n = 26.", "Rice has 2n = 24."),
    ("The rice genome has a size of 389 Mb.", "The rice genome has a size of 0.389 Gb."),
    ("The wheat genome has a size of 16.9 Gb.", "The wheat genome has a size of 17.1 Gb."),
    # Of another species, thing or part.
    ("Ocimum sanctum has 2n = 16.", "Ocimum basilicum has 2n = 48."),
    (
        "Wheat (2n = 42) arose from T. turgidum (2n = 28).",
        "T. turgidum (2n = 28) is not wheat (2n = 42).",
    ),
    ("The rice genome is 430 Mb.", "The maize genome is 2300 Mb."),
    ("The wheat genome is 17 Gb.", "The assembly of the wheat genome has 14.5 Gb."),
    ("The wheat genome is 17 Gb.", "Unlike species such as wheat, its genome is 3 Gb."),
    ("Rice gives 27% of energy.", "Rice gives 20% of protein."),
    (
        "All 312 rice lines were grown in the field.",
        "Of the 1568 rice lines grown in the field, many are known.",
    ),
    ("Rice has 1131 RLK genes.", "Rice has 102 WRKY genes."),
    ("Wheat arose 8,000 years ago.", "Wheat was domesticated 10,000 years ago."),
    ("Wheat arose 8,000 years ago.", "Wheat arose from T. urartu 0.5 MYA."),
    ("The mice (n = 3) slept.", "The mice (n = 11) slept."),
    ("The wheat genome is 17 Gb.", "Our wheat genome is 15 Gb."),
    ("Barley and wheat have genomes of 5 Gb and 17 Gb.", "The wheat genome is 5 Gb."),
]


def conflict_of(first, second):
    return next(iter(find_conflicts([first, second])), None)


@pytest.mark.parametrize(("first", "second"), REVERSED)
def test_reverse_directions_are_a_conflict(first, second):
    conflict = conflict_of(first, second)
    assert conflict is not None
    assert conflict.kind == "direction"


@pytest.mark.parametrize(("first", "second"), OF_ONE_DIRECTION)
def test_directions_that_agree_are_none(first, second):
    assert conflict_of(first, second) is None


@pytest.mark.parametrize(("first", "second", "value"), UNLIKE)
def test_unlike_numbers_are_a_conflict(first, second, value):
    conflict = conflict_of(first, second)
    assert conflict is not None
    assert conflict.kind == "number"
    assert first[conflict.first.start : conflict.first.end] == value


@pytest.mark.parametrize(("first", "second"), NOT_UNLIKE)
def test_numbers_of_other_things_or_rounded_are_none(first, second):
    assert conflict_of(first, second) is None


def test_places_are_characters_of_both_texts():
    first = "It is known that MGT1 reduces sodium in shoots of marsh grass [1]."
    second = "Thus MGT1 raises the sodium of shoots [7]."
    conflict = conflict_of(first, second)
    spans = [
        text[place.start : place.end]
        for text, place in zip((first, second), (conflict.first, conflict.second), strict=True)
    ]
    assert spans == ["MGT1 reduces sodium", "MGT1 raises the sodium of shoots"]


def test_one_of_many_says_the_reverse():
    texts = [
        "MGT1 reduces sodium in shoots.",
        "Marsh grass has a genome of 500 Mb.",
        "The sodium of shoots is lowered by MGT1.",
        "MGT1 raises sodium in shoots.",
        "Loss of MGT1 increases sodium, and thus salt tolerance falls.",
    ]
    pairs = [(one.kind, one.first.text, one.second.text) for one in find_conflicts(texts)]
    assert pairs == [("direction", 0, 3), ("direction", 2, 3), ("direction", 3, 4)]


def test_words_out_of_scope_do_not_count():
    texts = ["MGT1 is known [1], and FLB2 raises zinc [2].", "FLB2 lowers zinc."]
    whole = [(0, len(texts[1]))]
    assert find_conflicts(texts) == [
        Conflict("direction", Place(0, 23, 39), Place(1, 0, 16)),
    ]
    assert find_conflicts(texts, [[(0, 17)], whole]) == []
    assert find_conflicts(texts, [[], whole]) == []
    # The name of what does it may stand out of scope; a scope may have several pieces.
    assert len(find_conflicts(texts, [[(28, 34), (35, 43)], whole])) == 1


def test_sentences_of_one_article_are_not_compared():
    texts = ["FLB2 raises zinc.", "FLB2 lowers zinc.", "FLB2 increases zinc."]
    conflicts = find_conflicts(texts, articles=["a", "a", "b"])
    assert [(one.first.text, one.second.text) for one in conflicts] == [(1, 2)]


def test_both_kinds_of_conflict_are_told():
    first = "FLB2 raises zinc in rice, which has 2n = 24 chromosomes."
    second = "FLB2 lowers zinc in rice, which has 2n = 26 chromosomes."
    assert [one.kind for one in find_conflicts([first, second])] == ["direction", "number"]


_SAID = [sentence for pair in [*REVERSED, *OF_ONE_DIRECTION, *NOT_UNLIKE] for sentence in pair]
_SAID += [sentence for first, second, _ in UNLIKE for sentence in (first, second)]


@given(st.sampled_from(_SAID), st.sampled_from(_SAID))
def test_is_mirrored_when_the_texts_are_swapped(first, second):
    conflict, swapped = conflict_of(first, second), conflict_of(second, first)
    if conflict is None or swapped is None:
        assert conflict == swapped
    else:
        assert conflict.kind == swapped.kind
        assert conflict.first[1:] == swapped.second[1:]
        assert conflict.second[1:] == swapped.first[1:]


@given(st.lists(st.sampled_from(_SAID), max_size=3).map(" ".join))
def test_a_text_is_never_in_conflict_with_itself(text):
    assert conflict_of(text, text) is None


@given(st.lists(st.sampled_from(_SAID), max_size=5))
def test_a_group_says_what_its_pairs_say(texts):
    of_group = {(one.first.text, one.second.text) for one in find_conflicts(texts)}
    of_pairs = {
        (i, j)
        for i in range(len(texts))
        for j in range(i + 1, len(texts))
        if conflict_of(texts[i], texts[j])
    }
    assert of_group == of_pairs


_WORDS = (
    "MGT1 not reduces increased by loss of in the ( [ ) and or but 2n = 16 5 % wheat , -".split()
)


@given(st.lists(st.sampled_from(_WORDS)).map(" ".join), st.text(max_size=60))
def test_any_text_is_read(text, other):
    for conflict in find_conflicts([text, other, text + other]):
        for place in (conflict.first, conflict.second):
            read = [text, other, text + other][place.text]
            assert 0 <= place.start < place.end <= len(read)


def test_nothing_and_very_long_texts_are_read_at_once():
    long = "MGT1 reduces sodium in 5 % of " * 20_000
    assert find_conflicts([]) == []
    assert find_conflicts(["", "(", long, long + "."]) == []
    assert conflict_of("MGT1 raises sodium.", long) is None
