"""What the citance aligner is trained on: classes or links of the references of Examples."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..citances.learning import Gold
from ..errors import InputError
from .citance_gold import CITANCE_GOLD, copy_citances, has_gold, word_links
from .citances import CitanceWords, citance_words
from .homologs import HOMOLOGS, classes_in, numbered
from .pipe import run_earlier


def gold_groups(
    examples: Iterable[Example],
    *,
    nlp: Language | None,
    before: str,
    spans_key: str,
    content: bool,
) -> list[Gold]:
    """Return the groups of the references that have gold classes or links.

    Words are those that the component will see: of the texts as the components before it annotate
    them.

    Args:
        examples: with citances and gold in their references.
        nlp: the pipeline.
        before: the name of the component.
        spans_key: the span group of the citances.
        content: see ``citance_words``.

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
        copy_citances(example.reference, doc, spans_key)
        stored = example.reference.user_data.get(CITANCE_GOLD)
        said: Mapping[str, Any] = stored if isinstance(stored, dict) else {}
        for found in citance_words(doc, spans_key=spans_key, content=content):
            gold = _gold(example.reference, found)
            partial, weight = bool(said.get("partial")), float(said.get("weight", 1.0))
            groups.append(gold._replace(partial=partial, weight=weight))
    return groups


def _gold(reference: Doc, found: CitanceWords) -> Gold:
    if HOMOLOGS in reference.spans:
        return Gold(found.group, numbered(classes_in(reference, found.words, found.key)))
    links = word_links(reference)
    sure, possible = (_relation(reference, found, links[kind]) for kind in ("sure", "possible"))
    return Gold(found.group, links=sure, possible=possible if possible.any() else None)


def _relation(doc: Doc, found: CitanceWords, links: Iterable[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return which words are linked: (N, N) bool, symmetric."""
    starts, ends = found.words.T
    owners = found.group.owners
    linked = np.zeros((len(starts), len(starts)), dtype=bool)
    for one, other in links:
        ours, theirs = (
            np.flatnonzero((starts < doc[token].idx + len(doc[token])) & (ends > doc[token].idx))
            for token in (one, other)
        )
        linked[np.ix_(ours, theirs)] = True
    linked &= owners[:, None] != owners
    return linked | linked.T
