"""What ``[training]`` says is checked before a component trains."""

import warnings

import pytest
import spacy
from spacy.language import Language

from spacy_citalign.components.base.training import warn_of_unknown_scores
from spacy_citalign.errors import CitalignWarning, SettingError


def pipeline(weights, **training):
    nlp = spacy.blank("en")
    nlp.add_pipe("tagger")
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped", "spans_key": "ours"})
    nlp.config["training"] = {"score_weights": weights, **training}
    return nlp


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", ["gene_mentions_official_f", "spans_ours_f", "tag_acc", "token_acc", "speed"]
)
def test_scores_of_any_component_are_known(key):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unknown_scores(pipeline({key: 1.0, "unknown_too": None}))
        warn_of_unknown_scores(spacy.blank("en"))
        warn_of_unknown_scores(None)


def test_scores_that_a_component_declares_are_known():
    Language.factory(
        "training_config_pond",
        func=lambda nlp, name: lambda doc: doc,
        default_score_weights={"ponds_f": 1.0},
    )
    nlp = pipeline({"ponds_f": 1.0})
    nlp.add_pipe("training_config_pond")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unknown_scores(nlp)


def test_a_misspelt_score_is_said_with_what_is_like_it():
    with pytest.warns(CitalignWarning, match="'gene_mention_official_f', .*gene_mentions_official"):
        warn_of_unknown_scores(pipeline({"gene_mention_official_f": 1.0}))
    with pytest.warns(CitalignWarning, match="'spans_our_f', .*spans_ours_f"):
        warn_of_unknown_scores(pipeline({"spans_our_f": 0.0}))


def test_it_is_said_when_training_begins():
    nlp = pipeline({"genes": 1.0})
    with pytest.warns(CitalignWarning, match="'genes', which no component scores"):
        nlp.get_pipe("gene_mention_tagger").initialize(list, nlp=nlp)


def test_nothing_is_said_where_a_scorer_cannot_tell_its_keys():
    nlp = pipeline({"anything": 1.0})

    def scorer(examples, **kwargs):
        return {f"{next(iter(examples)).text}_f": 1.0}

    nlp.get_pipe("tagger").scorer = scorer
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unknown_scores(nlp)


def test_a_part_of_the_corpus_is_refused():
    nlp = pipeline({}, max_epochs=-1)
    lemmatizer = nlp.add_pipe("suffix_lemmatizer")
    with pytest.raises(SettingError, match="100 examples only"):
        lemmatizer.initialize(list, nlp=nlp)
