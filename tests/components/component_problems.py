"""A component, its settings, and Docs for it: what properties of components are tried on."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from blank_english import NLP
from contract_cases import CASES
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.util import raise_error

from spacy_citalign.errors import CitalignWarning
from tests.components.doc_checks import SETS
from tests.components.doc_strategies import Recipe, recipes

# Further settings, each of which is another way through a component.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "citance_aligner": [
        {"method": "schwartz", "content_words": False, "keep_posteriors": True},
        {"threshold": 0.05, "max_words": 500},
    ],
    "citance_finder": [
        {"overwrite": True},
        {"styles": ["numbered", "author-year", "superscript"]},
    ],
    "column_tagger": [{"anchors": None}],
    "evidence_ranker": [{"threshold": 0.0, "limit": 2}, {"threshold": 1.0}],
    "gene_mention_tagger": [
        {"ents": "keep", "strategy": "votes"},
        {"ents": "replace", "begin_bias": 3.0, "repeat_above": 0.0},
        {"strategy": "posteriors", "min_probability": 0.1},
        {"strategy": "union", "repair_brackets": False, "repeat_above": None},
    ],
    "propositional_term_extractor": [
        {"ents": "keep", "boundaries": "crf", "begin_bias": 2.0},
        {"ents": "replace", "min_probability": 0.0},
        {"boundaries": "cam", "begin_bias": 2.0},
        {"noun_phrases": "base_phrases"},
    ],
    "sentence_aligner": [
        {"method": "versions", "threshold": 0.0, "normalize": []},
        {"method": "tfidf", "limit": 1},
        {"method": "alignment", "threshold": 0.0},
    ],
    "sentence_boundary_detector": [{"overwrite": False}, {"threshold": 0.001}],
}
READ = {
    "citance_aligner": ("citances",),
    "evidence_ranker": ("citances", "cited_text"),
    "sentence_aligner": ("texts",),
}
TAGGED = {
    "base_phrase_chunker",
    "column_tagger",
    "propositional_term_extractor",
    "suffix_lemmatizer",
}


class Problem(NamedTuple):
    """A component, with settings, and the Docs that it gets.

    Attributes:
        factory: the component's.
        variant: 0 for its defaults, else the number of one of ``VARIANTS``, from 1.
        recipes: of the Docs.
    """

    factory: str
    variant: int
    recipes: tuple[Recipe, ...]

    @property
    def settings(self) -> dict[str, Any]:
        return [{}, *VARIANTS.get(self.factory, [])][self.variant]

    @property
    def written(self) -> set[str]:
        """The span groups that the component sets, whatever stands in them before."""
        keys = set(SETS[self.factory].get("doc.spans", ()))
        if self.factory == "citance_finder" and not self.settings.get("overwrite"):
            keys -= {name for recipe in self.recipes for name, _ in recipe.groups}
        if self.factory == "gene_normalizer":
            keys.discard("gene_mentions")  # gets ids where it is, and is as it was
        return keys

    @property
    def component(self):
        return component(self.factory, self.variant)

    def docs(self) -> list[Doc]:
        return [recipe.doc(NLP.vocab) for recipe in self.recipes]

    @contextmanager
    def quiet(self, failed: list[Doc] | None = None) -> Iterator[None]:
        """Ignore warnings of titles that are none; gather Docs that fail in a list, if given."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CitalignWarning)
            if failed is not None:
                self.component.set_error_handler(lambda *error: failed.extend(error[2]))
            try:
                yield
            finally:
                self.component.set_error_handler(raise_error)

    def refuses(self, doc: Doc) -> bool:
        """Say whether the component is documented to refuse a Doc, with InputError."""
        words = any(not token.is_space for token in doc)
        if self.factory in TAGGED and words and not doc.has_annotation("TAG"):
            return True
        if self.factory == "sentence_boundary_detector":
            return self.settings.get("overwrite", True) and len(doc) > 0 and bool(doc[0].dep)
        wanted = self.settings.get("noun_phrases") == "base_phrases"
        return wanted and "base_phrases" not in doc.spans


@cache
def component(factory: str, variant: int):
    """Return a component as it ships, with one of its settings."""
    chosen = [{}, *VARIANTS.get(factory, [])][variant]
    weights = {"weights": "shipped"} if CASES[factory].settings else {}
    return NLP.create_pipe(factory, config=chosen | weights)


@st.composite
def problems(draw: st.DrawFn, *, most: int = 1, factories: tuple[str, ...] = tuple(CASES)):
    """Draw a problem of one Doc, or of up to ``most``."""
    factory = draw(st.sampled_from(factories))
    variant = draw(st.integers(0, len(VARIANTS.get(factory, []))))
    own = recipes(groups=READ.get(factory, ()))
    return Problem(factory, variant, tuple(draw(st.lists(own, min_size=1, max_size=most))))


def annotated(problem: Problem) -> list[Doc]:
    """Return the Docs, each annotated alone, but for those that are refused."""
    return [
        annotate(problem, doc)
        for doc, other in zip(problem.docs(), problem.docs(), strict=True)
        if not problem.refuses(other)
    ]


def annotate(problem: Problem, doc: Doc) -> Doc:
    with problem.quiet():
        return problem.component(doc)
