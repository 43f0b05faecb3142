"""Rows of tokens as one more term: what they are worth on development groups, by their weight.

The model learns from the groups of train alone, with the words and vectors that the shipped one
knows, and hand2-dev is aligned with rows of a tok2vec, ``--tok2vec CONFIG MODEL`` as ``spacy
pretrain`` has them, and with random rows. ``tok2vec.cfg`` beside this file is such a config.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Config

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.unit_learning import GoldGroup, learn_units_and_pairs
from spacy_citalign.components.token_rows import token_rows

from ..recording import Table
from .data import read_cases
from .systems import SCORES, score_cells, scored

TRAIN = ("hand2-train", "hand-train", "hand-dev")
DEV = "hand2-dev"
WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
_WIDTH = 64


def random_rows(doc: Doc) -> Doc:
    """Set rows that mean nothing."""
    doc.tensor = np.random.default_rng(0).normal(size=(len(doc), _WIDTH)).astype(np.float32)
    return doc


def sources(files: Sequence[Path] | None) -> Iterator[tuple[str, Language]]:
    """Yield pipelines that set ``doc.tensor``, with what their rows are."""
    Language.component("benchmark_random_rows", func=random_rows)
    nlp = spacy.load("spacy_citalign")
    nlp.add_pipe("benchmark_random_rows", before="citance_aligner")
    yield "random rows", nlp
    if files:
        config, weights = files
        model = Config().from_disk(config)["components"]["tok2vec"]["model"]
        nlp = spacy.load("spacy_citalign")
        pipe = nlp.add_pipe("tok2vec", config={"model": model}, before="citance_aligner")
        pipe.model.initialize(X=[nlp.make_doc("Some words.")])
        pipe.model.from_bytes(weights.read_bytes())
        yield "tok2vec", nlp


def rows(files: Sequence[Path] | None) -> list[Table]:
    """Score the groups by the weight of rows."""
    nlp = spacy.load("spacy_citalign")
    known = nlp.get_pipe("citance_aligner").fitted_model().resources
    cases = [case for name in TRAIN for case in read_cases(name, nlp)]
    gold = [GoldGroup(case.group, case.learned) for case in cases]
    model = AlignmentModel(learn_units_and_pairs(gold, known), resources=known)
    lines = []
    for title, own in sources(files):
        token_rows(own("Some words."), "tensor")  # fails here, not later
        held = read_cases(DEV, own, rows_from="tensor")
        for weight in WEIGHTS:
            settings = AlignmentSettings(rows_weight=weight)
            found = [case.carried(align(case.group, model, settings).classes) for case in held]
            lines.append([f"{title}, {weight:g}", *score_cells(scored(held, found))])
    return [Table(f"{len(held)} groups of {DEV}", ["rows, weight", *SCORES], lines)]
