"""The scorer of columns that ``spacy train`` and ``citalign evaluate`` call."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..trained import ModelPipe
from .attributes import Numbers, stored_columns
from .trees import doc_trees

_NAMES = ("agreement", "region_agreement", "subject_purity", "root_purity", "final_purity")


@registry.scorers("citalign.ColumnScorer.v1")
def make_column_scorer() -> Callable:
    """Make a scorer of columns.

    It returns (0..1; None where nothing can be counted): the share of words with the column and the
    region that the reference has, as ``columns_agreement`` and ``columns_region_agreement``; and
    the share of subject heads, main verbs and final punctuation, by the trees of the references,
    that are in one column, as ``columns_subject_purity``, ``columns_root_purity`` and
    ``columns_final_purity``. Examples whose tokens differ from the reference's are left out.
    """
    return score_columns


def score_columns(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...columns.roles import roles_of
    from ...columns.scoring import agreement, role_purity
    from ...columns.trees import tree_of

    pairs: dict[str, list[tuple[Any, Any]]] = {"columns": [], "regions": []}
    columns, roles = [], []
    for example in examples:
        predicted, reference = example.predicted, example.reference
        if [token.text for token in predicted] != [token.text for token in reference]:
            continue
        predicted_columns, gold_columns = stored_columns(predicted), stored_columns(reference)
        if predicted_columns is None:
            continue
        if gold_columns is not None:
            for name, both in pairs.items():
                both.append(
                    (
                        _numbers(getattr(gold_columns, name)),
                        _numbers(getattr(predicted_columns, name)),
                    )
                )
        numbers = _numbers(predicted_columns.columns)
        for tree in doc_trees(reference):
            columns.append(numbers[tree.places])
            roles.append(roles_of(tree_of(*tree.sentence), tree.sentence.tags))
    values = dict.fromkeys(_NAMES, float("nan"))
    for name, both in zip(_NAMES, pairs.values(), strict=False):
        if both:
            values[name] = agreement(*map(np.concatenate, zip(*both, strict=True)))
    if columns:
        lengths = np.array([len(row) for row in columns])
        purity = role_purity(np.concatenate(columns), np.cumsum(lengths) - lengths, roles)
        values |= {f"{name}_purity": value for name, value in purity.items()}
    return {f"columns_{name}": None if np.isnan(value) else value for name, value in values.items()}


def _numbers(values: Numbers) -> NDArray[np.int64]:
    return np.array([-1 if value is None else value for value in values], dtype=np.int64)


def with_gold_columns(examples: Iterable[Example], component: ModelPipe) -> list[Example]:
    """Return Examples whose references have the columns that a component gives by their own tags.

    References that have columns, or no tags, and those of an unfitted component, stay as they are.
    """
    completed = []
    for example in examples:
        reference: Doc = example.reference
        bare = stored_columns(reference) is None and reference.has_annotation("TAG")
        if component.fitted and bare:
            reference = component(reference.copy())
            example = Example(example.predicted, reference)
        completed.append(example)
    return completed
