"""Places that say the opposite of a claim: rows a reader would agree with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.evidence.opposite import opposites, read_said

OPPOSITE = [
    (
        "direction",
        "Zorkin *increased* fibrosis of the liver in mice that drank ethanol.",
        "Zorkin *reduced* fibrosis of the liver in mice that drank ethanol.",
    ),
    (
        "direction",
        "The collagen content of the liver was *raised* by zorkin.",
        "After 12 weeks zorkin had *lowered* the collagen content of the liver.",
    ),
    (
        "direction",
        "Plumbine leads to *lower* citrate excretion in the urine of rats.",
        "In rats, *higher* citrate excretion was seen with plumbine.",
    ),
    (
        "negation",
        "Zorkin *increases* the uptake of ethanol from the gut.",
        "Zorkin had *no* effect on the uptake of ethanol from the gut.",
    ),
    (
        "negation",
        "The weight of treated mice *differed* between the two groups.",
        "The weight of the treated mice did *not* differ between the groups.",
    ),
    (
        "negation",
        "Side effects of plumbine were *not* seen in treated rats.",
        "Side effects of plumbine were *seen* in treated rats.",
    ),
    (
        "number",
        "Zorkin cut the collagen content of the liver by *70* percent.",
        "Zorkin had lowered the collagen content of the liver by *40* percent.",
    ),
    (
        "number",
        "Mice drank ethanol for *8* weeks before zorkin was given.",
        "The mice drank ethanol for *12* weeks and were given zorkin.",
    ),
]
NOT_OPPOSITE = [
    # the same
    ("Zorkin reduces fibrosis of the liver.", "Zorkin reduced fibrosis of the liver in mice."),
    # other things
    (
        "Zorkin reduces fibrosis of the liver in mice.",
        "Zorkin increases the weight of the liver in mice.",
    ),
    # turned round twice
    (
        "Loss of the gene MGT1 raises the sodium content of shoots.",
        "MGT1 lowers the sodium content of shoots.",
    ),
    ("Zorkin did not increase hepatic collagen.", "Zorkin decreased hepatic collagen in mice."),
    # both deny
    ("Zorkin did not change the weight of mice.", "The weight of mice did not change by zorkin."),
    # no denials
    ("Zorkin acts on hepatic collagen in mice.", "Zorkin acts not only on hepatic collagen."),
    # numbers: rounded, bounds, other units, the same beside another
    ("Zorkin lowered hepatic collagen by 40 %.", "Zorkin lowered hepatic collagen by 39.6 %."),
    ("Collagen fell by more than 30 % in mice.", "Collagen in mice fell by 40 % on zorkin."),
    ("Mice drank ethanol for 8 weeks.", "Mice drank ethanol on 5 days of 9 months."),
    ("Rats with plumbine had 14 stones.", "Rats with plumbine had 14 stones, others 31 stones."),
    ("", "No."),
    ("No.", ""),
]


def bare(text):
    return text.replace("*", "")


@pytest.mark.parametrize(("kind", "claim", "place"), OPPOSITE)
def test_the_opposite_is_told_with_both_words(kind, claim, place):
    found = opposites(read_said(bare(claim)), read_said(bare(place)))
    words = [
        (one.kind, bare(claim)[slice(*one.claim)], bare(place)[slice(*one.place)]) for one in found
    ]
    assert words == [(kind, claim.split("*")[1], place.split("*")[1])]


@pytest.mark.parametrize(("claim", "place"), NOT_OPPOSITE)
def test_what_is_not_the_opposite_is_not_told(claim, place):
    assert opposites(read_said(claim), read_said(place)) == ()
    assert opposites(read_said(place), read_said(claim)) == ()


WORDS = st.lists(
    st.sampled_from("zorkin raised lowered no not 12 7 % liver collagen of mice ; n't .".split()),
    max_size=20,
).map(" ".join)


@given(claim=WORDS | st.text(), place=WORDS | st.text())
def test_words_are_in_the_texts_and_nothing_says_the_opposite_of_itself(claim, place):
    for one in opposites(read_said(claim), read_said(place)):
        assert 0 <= one.claim[0] < one.claim[1] <= len(claim)
        assert 0 <= one.place[0] < one.place[1] <= len(place)
    assert not [
        one for one in opposites(read_said(claim), read_said(claim)) if one.kind == "number"
    ]


def test_long_sentences_take_linear_time():
    read_said("not " * 10_000)
    text = "zorkin raised 12 mice, " * 100
    opposites(read_said(text), read_said(text))
