"""What components ask of the pipeline that they are trained in.

Docs as the components before annotate them, and which scores there will be.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from spacy.language import Language
from spacy.tokens import Doc

from ...errors import warn


def run_earlier(nlp: Language | None, name: str, docs: Iterable[Doc]) -> Iterator[Doc]:
    """Yield copies of Docs as the components before ``name`` annotate them.

    Examples lack that while a pipeline is initialized.
    """
    copies: Iterable[Doc] = (doc.copy() for doc in docs)
    if nlp is not None and name in nlp.pipe_names:
        for _, component in nlp.pipeline[: nlp.pipe_names.index(name)]:
            copies = (
                component.pipe(copies) if hasattr(component, "pipe") else map(component, copies)
            )
    yield from copies


_OF_THE_RUN = "speed"  # a score of spaCy's evaluation, not of a component


def warn_of_unknown_scores(nlp: Language | None) -> None:
    """Warn of keys of ``[training.score_weights]`` that no component scores.

    spaCy counts them as 0.00. Nothing is said where a scorer cannot tell its keys without Examples.
    """
    weights = {} if nlp is None else nlp.config.get("training", {}).get("score_weights", {})
    asked = {key for key, weight in weights.items() if weight is not None}
    known = {_OF_THE_RUN}
    if nlp is None or not asked - known:
        return
    for name in nlp.pipe_names:
        known |= (nlp.get_pipe_meta(name).default_score_weights or {}).keys()
    for scored in (nlp.tokenizer, *(component for _, component in nlp.pipeline)):
        try:
            known |= scored.score([]).keys() if hasattr(scored, "score") else set()
        except Exception:  # a scorer of somebody else, whose keys may be any
            return
    for key in sorted(asked - known):
        alike = get_close_matches(key, known, n=3) or sorted(known)
        warn(
            f"training.score_weights has {key!r}, which no component scores, so that it counts as "
            f"0.00; give null for none, or one of: {', '.join(alike)}",
        )
