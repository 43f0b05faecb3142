"""The learning curve of the default method: cross-validation with fewer groups to learn from."""

from collections.abc import Sequence

from spacy_citalign.citances.knowledge.resources import Resources

from ..recording import Table
from .crossvalidation import FOLDS, held_out, kinds_of, words_of
from .data import Case
from .systems import SCORES, score_cells

SIZES = (8, 16, 33)


def curve(cases: Sequence[Case], known: Resources) -> list[Table]:
    """Score models of the first groups of each training part, in one order, and of all of it."""
    least = len(cases) - -(-len(cases) // FOLDS)  # of the training parts
    rows: dict[str, list[list[str]]] = {}
    for size in (*(size for size in SIZES if size < least), None):
        held = held_out(cases, known, most=size)
        for title, part in kinds_of(held):
            label = f"all, {least} and more" if size is None else str(size)
            rows.setdefault(title, []).append([label, *score_cells(words_of(part))])
        print(f"{size or 'all'} groups: done", flush=True)
    return [Table(title, ["learned from", *SCORES], own) for title, own in rows.items()]
