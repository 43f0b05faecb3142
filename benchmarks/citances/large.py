"""Groups aligned by types of words beside the exact alignment: pairs of words that share a class.

Groups are pooled from works of ScisummNet, and its largest works by themselves; ``exact_words`` is
lowered so that there are some four shards of similarities. Precision and recall are of pairs of
words of different citances that share a class, against those of the exact alignment.
"""

import json
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

import spacy_citalign
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.components.citances.words import citance_words

from ..common import data_folder
from ..recording import Table

Integers = NDArray[np.int64]
POOLED = 300  # citances
WORKS = 2  # the largest
SHARDS = 4


def groups(pooled: int = POOLED, works: int = WORKS) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the citances of each group."""
    path = data_folder() / "scisumm" / "scisummnet_citances.jsonl"
    with path.open(encoding="utf-8") as lines:
        read = [[one["text"] for one in json.loads(line)["citances"]] for line in lines]
    yield f"{pooled} pooled", [text for work in read for text in work][:pooled]
    for work in sorted(read, key=len, reverse=True)[:works]:
        yield f"a work of {len(work)}", work


def shared(classes: Integers, owners: Integers) -> int:
    """Count the pairs of words of different citances that share a class."""
    kept = classes > 0
    counts = np.unique(classes[kept], return_counts=True)[1]
    both = np.stack([classes[kept], owners[kept]])
    own = np.unique(both, axis=1, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum() - (own * (own - 1) // 2).sum())


def precision_recall(found: Integers, exact: Integers, owners: Integers) -> tuple[float, float]:
    """Return both of pairs, 1 where there are none."""
    joint = np.where((found > 0) & (exact > 0), found * (exact.max(initial=0) + 1) + exact, 0)
    right = shared(joint, owners)
    made, wanted = shared(found, owners), shared(exact, owners)
    return (right / made if made else 1.0), (right / wanted if wanted else 1.0)


def large(nlp: Language, pooled: int | None) -> list[Table]:
    """Compare; ``nlp`` is the shipped pipeline."""
    model = nlp.get_pipe("citance_aligner").fitted_model()
    rows = []
    for name, texts in groups(pooled or POOLED):
        with nlp.select_pipes(disable="citance_aligner"):
            doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels="g"))
        group = citance_words(doc)[0].group
        most = max(1, -(-len(group.words) // SHARDS))
        start = time.process_time()
        exact = align(group, model, AlignmentSettings(exact_words=len(group.words)))
        middle = time.process_time()
        found = align(group, model, AlignmentSettings(exact_words=most))
        end = time.process_time()
        scores = precision_recall(found.classes, exact.classes, group.owners)
        seconds = (f"{middle - start:.1f}", f"{end - middle:.1f}")
        rows.append([name, f"{len(group.words):,}", *(f"{one:.2f}" for one in scores), *seconds])
    columns = ["citances", "words", "precision", "recall", "exact s", "types s"]
    return [Table("Types of words against the exact alignment", columns, rows)]
