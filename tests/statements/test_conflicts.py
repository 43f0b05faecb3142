"""Sentences that cannot both be right, and their look-alikes; the sentences are written for this."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.conflicts import Conflict, Place, find_conflict, find_conflicts

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
    ("Loss of FLB2 lowers iron uptake.", "Plants that lack FLB2 grew without lowering iron uptake."),
    ("FLB2 represses Ehd7 expression.", "FLB2 activates the expression of Ehd7."),
    ("Eugenol inhibits gastric secretion [3].", "Eugenol stimulates gastric secretion [4]."),
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
    ("In all, 527 lines were genotyped by reading.", "All 524 lines were genotyped by reading.", "527 lines"),
    ("The 1131 RLK genes of rice are known.", "Rice has 1150 RLK genes.", "1131 RLK genes"),
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
    ("More than 500 lines were genotyped by reading.", "In all, 517 lines were genotyped by reading."),
    ("The wheat genome has a size of about 17 Gb.", "The wheat genome has a size of 17.3 Gb."),
    ("Some 3000 rice lines were sequenced at low depth.", "The 3,024 rice lines were sequenced at low depth."),
    ("The rice genome has a size of 389 Mb.", "The rice genome has a size of 0.389 Gb."),
    # Of another species, thing or part.
    ("Ocimum sanctum has 2n = 16.", "Ocimum basilicum has 2n = 48."),
    ("Wheat (2n = 42) arose from T. turgidum (2n = 28).", "T. turgidum (2n = 28) is not wheat (2n = 42)."),
    ("The rice genome is 430 Mb.", "The maize genome is 2300 Mb."),
    ("The wheat genome is 17 Gb.", "The assembly of the wheat genome has 14.5 Gb."),
    ("The wheat genome is 17 Gb.", "Unlike species such as wheat, its genome is 3 Gb."),
    ("Rice gives 27% of energy.", "Rice gives 20% of protein."),
    ("All 312 rice lines were grown in the field.", "Of the 1568 rice lines grown in the field, many are known."),
    ("Rice has 1131 RLK genes.", "Rice has 102 WRKY genes."),
    ("Wheat arose 8,000 years ago.", "Wheat was domesticated 10,000 years ago."),
    ("Wheat arose 8,000 years ago.", "Wheat arose from T. urartu 0.5 MYA."),
    ("The mice (n = 3) slept.", "The mice (n = 11) slept."),
    ("The wheat genome is 17 Gb.", "Our wheat genome is 15 Gb."),
    ("Barley and wheat have genomes of 5 Gb and 17 Gb.", "The wheat genome is 5 Gb."),
]


@pytest.mark.parametrize(("first", "second"), REVERSED)
def test_reverse_directions_are_a_conflict(first, second):
    conflict = find_conflict(first, second)
    assert conflict is not None
    assert conflict.kind == "direction"


@pytest.mark.parametrize(("first", "second"), OF_ONE_DIRECTION)
def test_directions_that_agree_are_none(first, second):
    assert find_conflict(first, second) is None


@pytest.mark.parametrize(("first", "second", "value"), UNLIKE)
def test_unlike_numbers_are_a_conflict(first, second, value):
    conflict = find_conflict(first, second)
    assert conflict is not None
    assert conflict.kind == "number"
    assert first[conflict.first.start : conflict.first.end] == value


@pytest.mark.parametrize(("first", "second"), NOT_UNLIKE)
def test_numbers_of_other_things_or_rounded_are_none(first, second):
    assert find_conflict(first, second) is None
