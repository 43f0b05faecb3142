"""Properties of settings: whatever is given, a component refuses it clearly or works with it."""

import math
from typing import Any

import pytest
from contract_cases import CASES
from hypothesis import example, given
from hypothesis import strategies as st
from srsly import is_json_serializable
from thinc.config import ConfigValidationError

from spacy_citalign.errors import InputError, SettingError
from tests.components.component_problems import NLP, component
from tests.components.doc_checks import SETS, assert_exact
from tests.components.doc_strategies import Recipe

ODD = st.one_of(
    st.sampled_from([None, True, False, "", "shipped", "sum", "keep", "en", "none", [], ["genes"]]),
    st.sampled_from([0, 1, 2, 5, -1, 10**9, 0.0, 0.5, 1.0, 5e-324, 1e308, -1e308]),
    st.integers(-3, 50),
    st.floats(-0.1, 1.1),
)
BEYOND = st.sampled_from([math.inf, -math.inf, math.nan, 10**400])  # no config can hold them
NUMBERS = {"alpha", "anchors", "limit", "max_sources", "min_votes", "threshold"}
NUMBERS |= {
    "begin_bias",
    "exact_words",
    "gap_factor",
    "match_factor",
    "max_words",
    "min_prob",
    "n_best",
}
NUMBERS |= {"min_probability", "repeat_above"}
NAMES = {
    factory: sorted(set(NLP.get_factory_meta(factory).default_config) - {"scorer", "weights"})
    for factory in CASES
}
TEXT = "Loss of p53 [3] and of GATA-1 ( Lee 1999 ) kills cells . No p53 , no cells ."
GROUPS = (
    ("citances", ((0, 13, "1"), (13, 19, "1"))),
    ("texts", ((0, 13, "a"), (13, 19, "b"))),
    ("base_phrases", ((0, 3, "NP"),)),
)
RECIPE = Recipe(tuple(TEXT.split()), tags=("NN", "IN", "NN", "NN"), groups=GROUPS)


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a factory and one or two of its settings."""
    factory = draw(st.sampled_from([name for name in CASES if NAMES[name]]))
    names = draw(st.lists(st.sampled_from(NAMES[factory]), min_size=1, max_size=2))
    return factory, {name: draw(ODD | BEYOND if name in NUMBERS else ODD) for name in names}


def make(factory: str, settings: dict[str, Any]):
    """Make a component as spaCy does, or as Python does what spaCy cannot write into a config."""
    weights = {"weights": "shipped"} if CASES[factory].settings else {}
    if is_json_serializable(settings):
        return NLP.create_pipe(factory, config=settings | weights)
    return type(component(factory, 0))(NLP, **settings, **weights)


@given(choices())
@example(("citance_aligner", {"max_words": 0}))
@example(("citance_aligner", {"threshold": None, "gap_factor": math.inf}))
@example(("citance_aligner", {"max_sources": 10**400, "min_prob": "sum"}))
@example(("gene_mention_tagger", {"begin_bias": math.inf, "models": None}))
@example(("propositional_term_extractor", {"begin_bias": 1e308, "boundaries": "crf"}))
def test_a_setting_is_refused_with_its_name_or_works(chosen):
    factory, settings = chosen
    try:
        made = make(factory, settings)
    except (SettingError, ConfigValidationError) as error:
        said = str(error)
    else:
        said = ""
        doc = RECIPE.doc(NLP.vocab)
        if settings.get("max_words", 9) < 9:  # as many as the citances have
            with pytest.raises(InputError, match="raise max_words"):
                made(doc)
            return
        made(doc)
        if factory != "citance_finder":
            assert_exact(doc, set(SETS[factory].get("doc.spans", ())) & set(doc.spans))
    assert not said or any(name in said for name in settings)
