"""Whether a text supports a claim: the cited article, another of its field, a part, nothing."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.components.base.shipped import shipped_model
from spacy_citalign.evidence.features import ArticleSentence
from spacy_citalign.evidence.model import EvidenceModel
from spacy_citalign.evidence.ranker import EvidenceRanker
from spacy_citalign.evidence.support import ClaimSupport

_LIVER = {
    "Abstract": [
        "Scarring of the liver follows years of heavy drinking, and few drugs slow it.",
        "We asked whether zorkin, a compound of willow bark, protects the liver of mice.",
        "Zorkin reduced fibrosis of the liver in mice that drank ethanol.",
    ],
    "Introduction": [
        "Hepatic stellate cells make the collagen of a scar.",
        "Willow bark has been used against fever for centuries.",
        "Its compounds have hardly been tested in the liver.",
    ],
    "Methods": [
        "Male mice drank ethanol for 12 weeks and were given zorkin each morning.",
        "Sections of the liver were stained with picrosirius red.",
        "Collagen was measured in five fields of each section.",
    ],
    "Results": [
        "After 12 weeks zorkin had lowered the collagen content of the liver by 40 percent.",
        "Zorkin decreased the activation of hepatic stellate cells in culture.",
        "The weight of the mice did not differ between the groups.",
        "Serum transaminases increased in mice that drank ethanol alone.",
        "Zorkin had no effect on the uptake of ethanol from the gut.",
    ],
    "Discussion": [
        "Our results show that a compound of willow bark slows fibrosis.",
        "Whether zorkin helps patients must be seen in trials.",
    ],
}
_KIDNEY = {
    "Abstract": [
        "Stones of the kidney come back in half of all patients.",
        "We asked whether plumbine, an alkaloid of leadwort, dissolves them in rats.",
        "Plumbine halved the number of stones in rats that were fed oxalate.",
    ],
    "Introduction": [
        "Crystals of oxalate grow on damaged cells of the renal tubule.",
        "Leadwort has been drunk as a tea against stones.",
    ],
    "Methods": [
        "Female rats were fed oxalate for six weeks and were given plumbine in water.",
        "Stones were counted under a microscope by two observers.",
    ],
    "Results": [
        "Rats that were given plumbine had 14 stones, and 31 without it.",
        "Plumbine raised the citrate of the urine.",
        "The expression of osteopontin in the tubule was lower in treated rats.",
    ],
    "Discussion": [
        "Our results show that an alkaloid of leadwort dissolves stones.",
        "Side effects were not seen in rats.",
    ],
}


def _article(parts: dict[str, list[str]]) -> list[ArticleSentence]:
    return [ArticleSentence(text, section) for section, own in parts.items() for text in own]


LIVER, KIDNEY = _article(_LIVER), _article(_KIDNEY)
ABOUT_LIVER = [
    "Zorkin from willow bark reduces fibrosis of the liver in mice given ethanol [4].",
    "In culture, zorkin decreases the activation of hepatic stellate cells (Marsh et al., 2009).",
    "After 12 weeks of zorkin, hepatic collagen was lowered by 40 percent [4].",
]
ABOUT_KIDNEY = [
    "Plumbine, an alkaloid of leadwort, halved the number of kidney stones in rats [5].",
    "Rats fed oxalate excreted more citrate when they were given plumbine [5].",
]


TEXTS = [sentence.text for sentence in (*LIVER, *KIDNEY)]


@pytest.fixture(scope="module")
def ranker():
    return EvidenceRanker(EvidenceModel.from_bytes(shipped_model("evidence_ranker")))


def support(ranker, claims, article):
    return [one.support for one in ranker.evidence(claims, article)]


@pytest.mark.parametrize("claim", [*ABOUT_LIVER, *ABOUT_KIDNEY])
def test_the_cited_article_is_told_from_another_of_its_field(ranker, claim):
    own, other = (LIVER, KIDNEY) if claim in ABOUT_LIVER else (KIDNEY, LIVER)
    (right,), (wrong,) = support(ranker, [claim], own), support(ranker, [claim], other)
    assert right.support > 0.95
    assert wrong.support < 0.9
    assert right.coverage > wrong.coverage


def test_what_is_missing_is_named_with_its_characters(ranker):
    claim = "Zorkin and glycyrrhizin reduce fibrosis of the liver in hamsters [4]."
    (found,) = support(ranker, [claim], LIVER)
    assert [claim[start:end] for start, end in found.missing] == ["glycyrrhizin", "hamsters"]
    reason = (
        f"2 of its {found.telling} telling words are not in the article: glycyrrhizin, hamsters"
    )
    assert reason in found.reasons(claim)


def test_a_mark_of_citation_is_no_word_that_is_missing(ranker):
    claim = ABOUT_LIVER[1]
    (found,) = support(ranker, [claim], LIVER)
    assert "Marsh" not in [claim[start:end] for start, end in found.missing]


def test_words_of_the_sentence_before_count_but_are_not_named(ranker):
    claims, before = ["Glycyrrhizin slows it [4]."], ["Fibrosis of the liver and gout are lethal."]
    (alone,) = ranker.evidence(claims, LIVER)
    (both,) = ranker.evidence(claims, LIVER, before=before)
    assert both.support.support > alone.support.support
    assert both.support.missing == alone.support.missing == ((0, 12),)
    assert both.support.telling == alone.support.telling


def test_british_and_american_spelling_are_one(ranker):
    text = [ArticleSentence("Tumors of the esophagus were sensitized by TGF-beta.")]
    (found,) = support(ranker, ["Tumours of the oesophagus are sensitised by TGF-\u03b2."], text)
    assert found.missing == ()
    assert found.coverage == pytest.approx(1)


def test_an_abstract_alone_is_less_certain(ranker):
    abstract = [one for one in LIVER if one.section == "Abstract"]
    for claim in ABOUT_LIVER + ABOUT_KIDNEY:
        (whole,), (part,) = support(ranker, [claim], LIVER * 20), support(ranker, [claim], abstract)
        assert abs(part.support - 0.5) < abs(whole.support - 0.5) + 1e-6
        assert claim in ABOUT_LIVER or part.support > 3 * whole.support
        assert "only 3 sentences of it given" in part.reasons(claim)


def test_an_empty_text_supports_nothing(ranker):
    (found,) = ranker.evidence(ABOUT_LIVER[:1], [])
    assert found == (ClaimSupport(0.0, 0.0, 0, (), 0), ())
    assert ranker.evidence([], LIVER) == []


def test_a_claim_without_words_is_as_likely_of_any_article(ranker):
    for claim in ("", "[4]", "of the"):
        (found,) = support(ranker, [claim], LIVER)
        assert found.support == 0.5
        assert found.reasons(claim)[0] == "it has no telling words"


def test_reasons_are_in_plain_words():
    def reasons(telling, missing, sentences=100):
        return ClaimSupport(0.5, 0.5, telling, missing, sentences).reasons("newts sing loudly")

    assert reasons(1, ()) == ["its telling word is in the article"]
    assert reasons(3, ()) == ["all its 3 telling words are in the article"]
    assert reasons(1, ((0, 5),)) == ["1 of its 1 telling word is not in the article: newts"]
    assert reasons(9, ((0, 5),) * 8)[0].endswith("newts, newts and 2 more")
    assert reasons(3, (), 1)[1] == "only 1 sentence of it given"
    assert reasons(0, (), 0) == ["it has no telling words", "only no sentence of it given"]


claims = st.lists(st.sampled_from([*ABOUT_LIVER, *ABOUT_KIDNEY, *TEXTS, "", "Frogs!"]), max_size=5)


@given(claims=claims, article=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_support_is_a_probability_and_the_same_alone_and_in_any_order(ranker, claims, article):
    sentences = [ArticleSentence(text) for text in article]
    together = support(ranker, claims, sentences)
    backwards = support(ranker, claims[::-1], sentences)[::-1]
    for claim, one, other in zip(claims, together, backwards, strict=True):
        (alone,) = support(ranker, [claim], sentences)
        assert 0 <= one.support <= 1
        assert 0 <= one.coverage <= 1
        assert one.support == pytest.approx(alone.support) == pytest.approx(other.support)
        assert one[2:] == alone[2:] == other[2:]


@given(claim=st.text(max_size=60), texts=st.lists(st.text(max_size=60), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_any_text_has_support(ranker, claim, texts):
    (found,) = support(ranker, [claim], [ArticleSentence(text) for text in texts])
    assert 0 <= found.support <= 1
    assert all(0 <= start < end <= len(claim) for start, end in found.missing)


def test_a_model_without_weights_of_support_ranks_as_before(ranker):
    model = ranker.model
    former = EvidenceModel(model.weights, model.calibration, model.frequencies)
    read = EvidenceModel.from_bytes(former.to_bytes())
    assert (read.life, read.support) == (None, None)
    (found,) = EvidenceRanker(read).evidence(ABOUT_LIVER[:1], LIVER)
    assert found.support.support is None
    assert found.places


def test_many_sentences_take_linear_time(ranker):
    def seconds(count):
        article = [ArticleSentence(f"{TEXTS[i % len(TEXTS)]} {i}") for i in range(count)]
        start = time.process_time()
        ranker.evidence(ABOUT_LIVER, article)
        return time.process_time() - start

    seconds(500)
    few, many = seconds(5_000), seconds(50_000)
    assert many < 25 * few


def test_infinite_weights_are_refused(ranker):
    model = ranker.model
    broken = EvidenceModel(
        model.weights, model.calibration, model.frequencies, model.life, np.full(20, np.inf)
    )
    with pytest.raises(Exception, match="weights of shape"):
        EvidenceModel.from_bytes(broken.to_bytes())
