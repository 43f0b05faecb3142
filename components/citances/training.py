"""Training of the citance aligner: classes or links of the references of Examples."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...citances.learning import Gold
from ...errors import InputError
from ..names import CITANCE_GOLD, HOMOLOGS
from ..spans import copy_spans
from ..trained import run_earlier
from .homologs import classes_in, has_gold, numbered, word_links
from .words import CitanceWords, citance_words


def gold_groups(
    examples: Iterable[Example],
    *,
    nlp: Language | None,
    before: str,
    spans_key: str,
    **reading: Any,
) -> list[Gold]:
    """Return the groups of the references that have gold classes or links.

    Words are those that the component will see: of the texts as the components before it annotate
    them.

    Args:
        examples: with citances and gold in their references.
        nlp: the pipeline.
        before: the name of the component.
        spans_key: the span group of the citances.
        reading: other arguments of ``citance_words``.

    Raises:
        InputError: no reference has citances and gold; gold is malformed; a Doc of an Example has
            another text than its reference.
    """
    examples = list(examples)
    chosen = [eg for eg in examples if has_gold(eg.reference, spans_key)]
    if not chosen:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{spans_key}"] and '
            f'doc.spans["{HOMOLOGS}"] in its reference; put the citances and their aligned units '
            "there, as the reader citalign.CitanceGroups.v1 does"
        )
    groups: list[Gold] = []
    annotated = run_earlier(nlp, before, (eg.predicted for eg in chosen))
    for example, doc in zip(chosen, annotated, strict=True):
        copy_spans(example.reference, doc, spans_key)
        stored = example.reference.user_data.get(CITANCE_GOLD)
        annotation: Mapping[str, Any] = stored if isinstance(stored, dict) else {}
        for citances in citance_words(doc, spans_key=spans_key, **reading):
            gold = _gold(example.reference, citances)
            partial, weight = bool(annotation.get("partial")), float(annotation.get("weight", 1.0))
            groups.append(gold._replace(partial=partial, weight=weight))
    return groups


def _gold(reference: Doc, citances: CitanceWords) -> Gold:
    if HOMOLOGS in reference.spans:
        return Gold(citances.group, numbered(classes_in(reference, citances.words, citances.key)))
    links = word_links(reference)
    sure, possible = (_relation(reference, citances, links[kind]) for kind in ("sure", "possible"))
    return Gold(citances.group, links=sure, possible=possible if possible.any() else None)


def _relation(
    doc: Doc, citances: CitanceWords, links: Iterable[tuple[int, int]]
) -> NDArray[np.bool_]:
    """Return which words are linked: (N, N) bool, symmetric."""
    starts, ends = citances.words.T
    owners = citances.group.owners
    linked = np.zeros((len(starts), len(starts)), dtype=bool)
    for first, second in links:
        rows, columns = (
            np.flatnonzero((starts < doc[token].idx + len(doc[token])) & (ends > doc[token].idx))
            for token in (first, second)
        )
        linked[np.ix_(rows, columns)] = True
    linked &= owners[:, None] != owners
    return linked | linked.T
