"""Sentences that go on after ranks, measures and authors of taxa, and those that end there."""

import numpy as np
import pytest
import spacy

from spacy_citalign.boundaries.chunks import ChunkTable
from spacy_citalign.boundaries.layout import Role, goes_on, split_texts
from spacy_citalign.boundaries.model import Gaps

ONE_SENTENCE = """
Leaves were infected with Pseudomonas syringae pv. tabaci and kept dark.
Rice was infected with Xanthomonas oryzae pv. Oryzae in the field.
The strains pvs. tomato and maculicola of it differ.
Salmonella enterica subsp. Enterica was found in eggs.
Oryza sativa ssp. japonica cv. Nipponbare was grown.
Seeds of Solanum lycopersicum cv. 'Micro-Tom' were sown.
Plants of Triticum aestivum cv. 5150 bearing awns were crossed.
Wilt is caused by Fusarium oxysporum f. sp. lycopersici race 2.
Various Fusarium spp. were isolated from roots.
Infections by Candida spp. (e.g. by yeasts) are common.
Synechocystis sp. PCC 6803 was used.
Anabaena sp. 7120 was grown in light.
Brassica oleracea var. Capitata was used.
Taxus baccata f. aurea is yellow.
Escherichia coli str. K-12 substr. MG1655 was used.
Trees were built in MEGA ver. 6.0 with defaults.
Trees were built in MEGA ver. X with defaults.
We used SPSS v. 22 for this.
Each mouse weighed approx. 25 g at the start.
The distance is approx. twice as long.
Rats received 5 mg. kg of body mass each day.
Rats received 5 mg. kg-1 of body mass each day.
A dose of 10 ml. per rat was given.
It measures ca. 3 mm. in length and 2 mm. in width.
A dose of 2 L. of water was given.
Ocimum tenuiflorum L. is grown in India.
Cassia fistula Linn. (Fabaceae) was used.
Aquilaria sinensis (Lour.) Gilg is a tree.
Aquilaria sinensis (Lour.) Spreng. is a tree.
Lavandula angustifolia Mill. and Salvia officinalis L. were dried.
Glycine max (L.) Merr. seeds were ground.
Tinospora cordifolia (Willd.) Hook. f. & Thomson is a climber.
Rauvolfia serpentina (L.) Benth. ex Kurz contains reserpine.
Eucalyptus globulus Labill. leaves were steamed.
""".strip().splitlines()

TWO_SENTENCES = """
Roots carried several Fusarium spp. | The isolates were kept.
It is a new Nocardia sp. | We sequenced it.
We named it Nocardia alba sp. nov. | The type strain is A1.
The plant is Ocimum sanctum L. | The leaves were dried.
The tree is Aquilaria sinensis (Lour.) Spreng. | We cut its wood.
The oil is of Lavandula angustifolia Mill. | It was distilled.
Tablets weighed 5 mg. | The rest was dissolved.
The dose was 5 mg. | p53 was lost.
The dose was 5 mg. | mRNA levels fell.
The time was 30 min. | 10 mice were used.
Sections are shown; bar = 100 µm. | b: The same in the dark.
It holds 2 l. | Water was added.
It is kinase A. | Its target is CREB.
""".strip().splitlines()


@pytest.fixture(scope="module")
def sentences():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})
    return lambda text: [sentence.text for sentence in nlp(text).sents]


@pytest.mark.parametrize("text", ONE_SENTENCE)
def test_sentence_goes_on(sentences, text):
    assert sentences(text) == [text]


@pytest.mark.parametrize("text", TWO_SENTENCES)
def test_sentence_ends(sentences, text):
    assert sentences(text.replace(" | ", " ")) == text.split(" | ")


def test_empty_line_ends_a_sentence_after_a_rank_too(sentences):
    assert len(sentences("We grew the cv.\n\nNipponbare was best.")) == 2


# --- roles -----------------------------------------------------------------------------------


def roles_of(*words):
    table = ChunkTable(lambda bags: bags)
    numbers = table.of_strings(words)
    return [Role(role) for role in table.units["roles"][table.chunks["first"][numbers]].tolist()]


def test_roles_are_those_of_words_with_a_full_stop():
    assert roles_of("pv.", "pv", "pv.)") == [Role.before_any, Role(0), Role(0)]
    assert roles_of("Mill.", "mill.", "(Mill.)") == [Role.author, Role(0), Role.first_author | 32]
    assert roles_of("kg-1", "per", "(per") == [Role.after_measure] * 2 + [Role.bracket]


def test_gaps_at_which_a_sentence_goes_on_by_hand():
    table = ChunkTable(lambda bags: bags)
    layout = split_texts(["Rice cv. Koshi and 5 mg. kg of it. Then the cv. and 5 mg. Then more."])
    gaps = Gaps.of(table.of_strings(layout.chunks), layout.breaks, table)
    on = goes_on(gaps.near, table.units["roles"], table.units["case"])
    words = np.array(layout.chunks)[gaps.chunks[gaps.candidates]]
    assert words[on].tolist() == ["Koshi", "kg", "and"]
