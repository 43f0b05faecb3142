"""The paper's boundary step by its settings, on terms that the CRF finds in cross-validation.

Chang & Wu (2009), sections 2.4 and 2.5. The mean association of the training terms of two words,
which single words are compared with, is computed anew for each alpha. The oracle gives each CRF
term the borders of a gold term that it overlaps, each gold term taken once: exact F can be no
higher by moving borders.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.terms.cohesion import Cohesion, MutualExpectations, combined_association
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.generation import adjust_token_terms
from spacy_citalign.terms.ngrams import CorpusCounts
from spacy_citalign.terms.scoring import one_to_one, perfect
from spacy_citalign.terms.settings import Extraction
from spacy_citalign.terms.span_cohesion import bigram_expectations, mean_bigram_association
from spacy_citalign.terms.texts import ConnectedWords, Span, connect
from spacy_citalign.terms.training import count_background

from ..common import markdown_table
from .data import TITLES, Document, Spans, characters, gold
from .folds import Bench, Fold, fold_marks
from .systems import percent
from .term_generation import Left, Reading, Search, Variant

ALPHAS = tuple(step / 10 for step in range(11))
PAPER_ALPHA = 0.4
READINGS: tuple[Reading, ...] = ("one-sided", "both")
SEARCHES: tuple[Search, ...] = ("ends", "marginal", "frame")
LEFTS: tuple[Left, ...] = ("if_none", "if_not_itself")


class Step(NamedTuple):
    """What the boundary step needs of a fold, whatever its settings.

    Attributes:
        documents: those held out from training.
        words: their connected words.
        expectations: of the windows of each.
        terms: what the CRF finds, spans of words.
        bigrams: (K, 2) float64, expectations of the training terms of two connected words.
    """

    documents: list[Document]
    words: list[ConnectedWords]
    expectations: list[MutualExpectations]
    terms: list[list[Span]]
    bigrams: NDArray[np.float64]

    @classmethod
    def of(cls, fold: Fold, background: CorpusCounts | None = None) -> "Step":
        """Look the windows up in a background, None for that of the model; run the CRF."""
        cohesion = Cohesion(fold.model.background if background is None else background)
        learned = [one.item for one in fold.trained_on]
        bigrams = bigram_expectations(
            cohesion, [connect(item.text) for item in learned], [item.terms for item in learned]
        )
        words = [connect(one.item.text) for one in fold.held]
        expectations = [cohesion.expectations(text) for text in words]
        return cls(fold.held, words, expectations, crf_terms(fold), bigrams)


def moved(
    steps: Sequence[Step], alpha: float, search: Search, reading: Reading, left: Left
) -> Spans:
    """Return the terms of all folds with their borders moved, in characters."""
    found: Spans = {}
    for step in steps:
        mean = mean_bigram_association(step.bigrams, alpha)
        find = Variant(search, reading, left).find
        for number, document in enumerate(step.documents):
            cam = combined_association(*step.expectations[number], alpha)
            spans = adjust_token_terms(step.terms[number], step.words[number], cam, mean, find)
            found[document.id] = characters(document.doc, spans)
    return found


def crf_terms(fold: Fold) -> list[list[Span]]:
    """Return the CRF's terms in the documents that test it, as spans of words."""
    extractor = TermExtractor(fold.model, Extraction("crf"))
    found = extractor([one.item.text for one in fold.held])
    return [[(term.start, term.end) for term in terms] for terms in found]


def alpha(bench: Bench, corpora: Sequence[str]) -> None:
    """Print exact F by alpha, reading and search, beside the CRF, our method and the oracle."""
    steps: dict[tuple[str, bool], list[Step]] = {}
    for corpus in corpora:
        counts = count_background(one.item.text for one in bench.documents(corpus))
        for own_texts in (False, True):
            background = counts if own_texts else None
            steps[corpus, own_texts] = [Step.of(fold, background) for fold in bench.outside(corpus)]

    def exact(corpus: str, found: Spans) -> str:
        return percent(perfect(gold(bench.documents(corpus)), found), "F")[0]

    def title(corpus: str, own_texts: bool) -> str:
        return f"{TITLES[corpus]}, own texts" if own_texts else TITLES[corpus]

    columns = list(product(steps, READINGS))
    rows = []
    for value in ALPHAS:
        cells = (
            exact(key[0], moved(steps[key], value, "ends", reading, "if_none"))
            for key, reading in columns
        )
        rows.append([f"alpha {value:.1f}", *cells])
    header = ["exact F", *(f"{title(*key)}, {reading}" for key, reading in columns)]
    print(f"\nThe paper's boundary step by alpha, outside, {bench.folds} folds\n")
    print(markdown_table(header, rows))
    rows = []
    for search, reading, left in product(SEARCHES, READINGS, LEFTS):
        if search == "ends" or left == LEFTS[0]:
            cells = (
                exact(key[0], moved(own, PAPER_ALPHA, search, reading, left))
                for key, own in steps.items()
            )
            rows.append([f"{search}, {reading}, {left if search == 'ends' else '-'}", *cells])
    print(f"\nThe same with alpha {PAPER_ALPHA}, by search, reading and left\n")
    print(markdown_table(["exact F", *(title(*key) for key in steps)], rows))
    rows = [["CRF without it"], ["CRF, rescored (ours)"], ["oracle of borders"]]
    for corpus in corpora:
        folds = bench.outside(corpus)
        crf = fold_marks(folds, boundaries="crf")
        best = one_to_one(gold(bench.documents(corpus)), crf)
        ours = fold_marks(folds, boundaries="rescored")
        for row, cell in zip(
            rows,
            (exact(corpus, crf), exact(corpus, ours), percent(best, "F")[0]),
            strict=True,
        ):
            row.append(cell)
    print("\nBeside it\n")
    print(markdown_table(["exact F", *(TITLES[corpus] for corpus in corpora)], rows))
