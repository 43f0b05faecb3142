"""Fields with guidelines of their own: guessed by the words of a document, a model for each."""

import math
from copy import deepcopy
from functools import cache

import numpy as np
import pytest
from damaged import ModelFile
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError, ModelFileError, SettingError
from spacy_citalign.terms.corpus import AnnotatedDocument
from spacy_citalign.terms.domains import (
    DomainExtractor,
    DomainGuesser,
    Domains,
    TermModels,
)
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.settings import Extraction
from spacy_citalign.terms.training import train, train_domains
from spacy_citalign.words.hashing import hash_strings
from tests.terms.term_models import annotated_texts, quick, tagged, term_model, untagged

CRF = Extraction("crf")
QUICKER = quick(rescore=0, crf={"c2": 0.1, "max_iterations": 30}, prune=0.0)


def learn(**documents):
    """Learn from the words of each domain."""
    return Domains.learn({name: hash_strings(text.split()) for name, text in documents.items()})


def guess(domains, text):
    return domains.names[DomainGuesser(domains)(hash_strings(text.split()))]


# --- guessing --------------------------------------------------------------------------------


def test_odds_are_smoothed_counts_of_words():
    domains = learn(sea="tide sand tide", sky="cloud")
    assert domains.names == ("sea", "sky")
    # p(tide | sea) = (2 + s) / (3 + 3 s), p(tide | sky) = s / (1 + 3 s).
    s = 0.5
    difference = math.log((2 + s) / (3 + 3 * s)) - math.log(s / (1 + 3 * s))
    row = domains.stems.tolist().index(int(hash_strings(["tide"])[0]))
    assert domains.log_odds[row].tolist() == pytest.approx([difference / 2, -difference / 2])


def test_a_document_is_of_the_domain_that_its_words_are_likely_in():
    domains = learn(sea="tide sand tide the", sky="cloud the")
    assert guess(domains, "a tide") == "sea"
    assert guess(domains, "the cloud") == "sky"
    assert guess(domains, "tide tide tide cloud") == guess(domains, "tide cloud")  # counted once


def test_of_domains_as_likely_the_first_is_taken():
    domains = learn(sea="tide", sky="cloud", ice="floe")
    assert guess(domains, "reef") == guess(domains, "") == domains.names[0] == "ice"


words_of_domains = st.dictionaries(
    st.sampled_from("xyz"), st.lists(st.sampled_from("abcd"), max_size=6), min_size=1
)


@given(words_of_domains, st.lists(st.sampled_from("abcdef"), max_size=5))
def test_the_guess_is_that_of_counting(documents, new):
    domains = learn(**{name: " ".join(words) for name, words in documents.items()})
    known = {word for words in documents.values() for word in words}
    scores = [
        math.fsum(
            math.log((documents[name].count(word) + 0.5) / (len(documents[name]) + len(known) / 2))
            for word in set(new) & known
        )
        for name in sorted(documents)
    ]
    number = DomainGuesser(domains)(hash_strings(new))
    assert scores[number] == pytest.approx(max(scores), abs=1e-5)


def test_domains_come_back_from_their_arrays():
    domains = learn(sea="tide sand", sky="cloud")
    again = Domains.read(list(domains.names), domains.arrays())
    assert again.names == domains.names
    assert np.array_equal(again.stems, domains.stems)
    assert np.array_equal(again.log_odds, domains.log_odds)


GARBLED = [
    ([], {}),
    (["a"], {}),
    (["a", "a"], {}),
    (["a", 2], {}),
    ([["a"], ["b"]], {}),
    (None, {}),
    (["a", "b"], {"domains/stems": np.zeros(3)}),
    (["a", "b"], {"domains/stems": np.zeros((3, 1), np.uint64)}),
    (["a", "b"], {"domains/log_odds": np.full((3, 2), np.nan, np.float32)}),
    (["a", "b"], {"domains/log_odds": np.zeros((3, 3), np.float32)}),
    (["a", "b"], {"domains/log_odds": np.full((3, 2), "x")}),
    (["a", "b"], {"domains/log_odds": np.zeros((3, 2), "M8[s]")}),
]


@pytest.mark.parametrize(("names", "arrays"), GARBLED)
def test_garbled_domains_are_refused(names, arrays):
    own = learn(sea="tide sand", sky="cloud").arrays()
    with pytest.raises((ValueError, TypeError)):
        Domains.read(names, own | arrays)


# --- a model for each ------------------------------------------------------------------------

NOUNS = ["dune", "reef", "tide", "shore", "delta", "cliff", "bay", "wave"]


def two_guidelines():
    """By the guidelines of "long" adjectives belong to terms, by those of "short" they do not."""
    texts = []
    for noun in NOUNS:
        for domain, start, begin in (("long", 1, "The"), ("short", 2, "Our")):
            text = tagged(f"{begin}/DT wet/JJ {noun}/NN moves/VBZ ./.")
            texts.append(AnnotatedDocument(text, [(start, 3)], domain))
    return texts


@cache
def two_models():
    return train_domains(two_guidelines(), QUICKER)


def found(models, sentence, domain=None):
    (terms,) = DomainExtractor(models, CRF, domain)([tagged(sentence)])
    return [(term.start, term.end) for term in terms]


def test_domains_may_contradict_each_other():
    models = two_models()
    assert models.domains.names == ("long", "short")
    sentence = "A/DT wet/JJ spit/NN moves/VBZ ./."
    assert found(models, sentence, "long") == [(1, 3)]
    assert found(models, sentence, "short") == [(2, 3)]
    assert found(models, "The/DT wet/JJ spit/NN moves/VBZ ./.") == [(1, 3)]  # "the" is of "long"
    assert found(models, "Our/DT wet/JJ spit/NN moves/VBZ ./.") == [(2, 3)]


def test_a_domain_is_trained_on_its_own_documents_alone():
    own = [item for item in two_guidelines() if item.domain == "short"]
    assert two_models().models[1].to_bytes() == train(own, QUICKER).to_bytes()


def test_terms_of_documents_come_in_their_order_whatever_the_domain():
    texts = [item.text for item in two_guidelines()] + [untagged([])]
    extractor = DomainExtractor(two_models(), CRF)
    together = extractor(texts)
    assert together == [extractor([text])[0] for text in texts]
    by_model = [TermExtractor(model, CRF)(texts) for model in two_models().models]
    assert together[:-1:2] == by_model[0][:-1:2]
    assert together[1:-1:2] == by_model[1][1:-1:2]
    assert together[-1] == []
    assert extractor([]) == []


def test_one_domain_is_that_of_all_documents():
    texts = annotated_texts()[:6]
    models = train_domains(texts, QUICKER)
    assert models.domains.names == ("",)
    assert not len(models.domains.stems)
    every = [item.text for item in annotated_texts()]
    one = TermExtractor(models.models[0], CRF)(every)
    assert DomainExtractor(models, CRF)(every) == DomainExtractor(models, CRF, "")(every) == one


def test_an_unknown_domain_is_refused():
    with pytest.raises(SettingError, match="domain is 'ice'; the model's domains: 'long', 'short'"):
        DomainExtractor(two_models(), CRF, "ice")
    with pytest.raises(SettingError, match="domains: none with a name"):
        DomainExtractor(TermModels(learn(**{"": ""}), (term_model(),)), CRF, "ice")


@pytest.mark.parametrize("texts", [[], [AnnotatedDocument(untagged([]), [])]])
def test_without_documents_nothing_is_trained(texts):
    with pytest.raises(InputError, match="documents"):
        train_domains(texts, QUICKER)


def test_a_domain_without_terms_is_refused():
    texts = [*two_guidelines(), AnnotatedDocument(untagged(["fog"]), [], "fog")]
    with pytest.raises(InputError, match="none of the 1 documents of domain 'fog' has a term"):
        train_domains(texts, QUICKER)


def test_a_domain_without_terms_is_named_before_the_others_are_trained(monkeypatch):
    # The message did not say which, and came after the training of those before it.
    monkeypatch.setattr(
        "spacy_citalign.terms.training.train", lambda *_: pytest.fail("it is trained")
    )
    shore = [item._replace(domain="shore", terms=[]) for item in annotated_texts()]
    with pytest.raises(InputError, match="none of the 30 documents of domain 'shore' has a term"):
        train_domains([*annotated_texts(("moss",)), *shore], QUICKER)


def test_a_copy_extracts_alike():
    extractor = DomainExtractor(two_models(), CRF)
    texts = [item.text for item in two_guidelines()]
    assert deepcopy(extractor)(texts) == extractor(texts)


# --- the file --------------------------------------------------------------------------------


def test_models_come_back_from_their_bytes():
    data = two_models().to_bytes()
    again = TermModels.from_bytes(data)
    assert again.to_bytes() == data
    assert again.domains.names == ("long", "short")
    assert [m.to_bytes() for m in again.models] == [m.to_bytes() for m in two_models().models]


def test_garbled_models_are_refused():
    file = ModelFile.of(two_models(), TermModels.kind, TermModels.version)
    names = [names for names, arrays in GARBLED if not arrays]
    file.check_refused(({"domains": own} for own in [*names, ["a", "b", "c"]]), None)
    file.check_needs(["domains/stems", "domains/log_odds", "model/1"], None)
    wrong = (np.zeros(9, dtype=np.uint8), np.zeros(0, dtype=np.uint8), np.array(["a", "b"]))
    file.check_refused(({"model/1": value} for value in wrong), None)


def test_the_file_of_one_model_is_not_that_of_domains():
    with pytest.raises(ModelFileError, match="'propositional terms of domains' was expected"):
        TermModels.from_bytes(term_model().to_bytes())
