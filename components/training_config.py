"""What ``[training]`` of a config says to components that train: checked before they do."""

import warnings
from difflib import get_close_matches

from spacy.language import Language

from ..errors import CitalignWarning, SettingError

_OF_THE_RUN = "speed"  # a score of spaCy's evaluation, not of a component


def require_whole_corpus(nlp: Language | None) -> None:
    """Raise SettingError where spaCy would show ``initialize`` a part of the corpus only."""
    if nlp is not None and nlp.config.get("training", {}).get("max_epochs") == -1:
        raise SettingError(
            "training.max_epochs is -1, which shows a component 100 examples only; "
            "set max_epochs = 0 and max_steps = 1"
        )


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
        warnings.warn(
            f"training.score_weights has {key!r}, which no component scores, so that it counts as "
            f"0.00; give null for none, or one of: {', '.join(alike)}",
            CitalignWarning,
            stacklevel=2,
        )
