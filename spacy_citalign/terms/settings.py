"""The settings by which terms are chosen, and which features; imports nothing heavy."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..words.settings import check_choice, check_range

METHODS = ("crf", "cam", "rescored")
DEFAULT_LEVELS = (
    "words",
    "morphological",
    "semantic",
    "cues",
    "tense",
    "structure",
    "classes",
    "rates",
    "repetition",
)
"""Of ``feature_levels``, those that help in cross-validation beside all others, on two corpora of
abstracts."""
MIN_PROBABILITY = 0.34
"""What the probability of a term of ``rescored`` must exceed where the domain does not say."""
MIN_BY_DOMAIN = {"biomedicine": 0.3, "computing": 0.35}
"""The same by domain: in steps of .05, that of the best exact F on documents held out (of CRAFT and
of SciERC)."""
_LARGEST = 1e6  # nats; beyond lies nothing but overflow


@dataclass(frozen=True)
class Extraction:
    """How terms are chosen.

    Attributes:
        boundaries: how borders are found: ``"crf"``, the CRF's best path; ``"cam"``, the same with
            borders moved by cohesion, the algorithm of Chang & Wu (2009), section 2.5, which loses;
            ``"rescored"``, of all that the CRF holds possible what is most often right, by cohesion
            and more.
        begin_bias: nats in favour of beginning a term, by ``"crf"`` and ``"cam"``: higher finds
            more.
        min_probability: what the probability of a term must exceed, 0 to 1. ``"rescored"`` chooses
            by it: lower finds more. What the others find is left out where its confidence is not
            above it. One number for all, or some by the name of their domain, such as
            ``{"computing": 0.1}``; None, and domains that are not named: with ``"rescored"`` .35 of
            computing, .3 of biomedicine, .34 of others, else nothing is left out.
        alpha: weight of words against tags in cohesion, as terms have it and ``"cam"`` reads it, 0
            to 1; None: that of training.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    boundaries: str = "rescored"
    begin_bias: float = 0.0
    min_probability: float | Mapping[str, float] | None = None
    alpha: float | None = None

    def __post_init__(self) -> None:
        check_choice("boundaries", self.boundaries, METHODS)
        advice = "give a finite number of nats"
        check_range(
            "begin_bias",
            self.begin_bias,
            -_LARGEST,
            _LARGEST,
            above=True,
            below=True,
            advice=advice,
        )
        given = self.min_probability
        if isinstance(given, Mapping):
            for domain, value in given.items():
                check_range(f"min_probability of {domain!r}", value, 0, 1)
        elif given is not None:
            advice = "give 0 to 1, numbers by domain, or null for that of the domain"
            check_range("min_probability", given, 0, 1, advice=advice)
        if self.alpha is not None:
            advice = "give 0 to 1, or null for that of training"
            check_range("alpha", self.alpha, 0, 1, advice=advice)


def min_probability_of(extraction: Extraction, domain: str) -> float:
    """Return what the probability of a term must exceed in a domain, 0 to 1; below 0: nothing.

    >>> min_probability_of(Extraction(min_probability={"botany": 0.5}), "botany")
    0.5
    >>> min_probability_of(Extraction(), "computing"), min_probability_of(Extraction("crf"), "")
    (0.35, -1.0)
    """
    given = extraction.min_probability
    number = given.get(domain) if isinstance(given, Mapping) else given
    if number is not None:
        return number
    if extraction.boundaries != "rescored":
        return -1.0
    return MIN_BY_DOMAIN.get(domain, MIN_PROBABILITY)
