"""The settings by which terms are chosen; imports nothing heavy."""

from dataclasses import dataclass

from ..words.settings import check_choice, check_range

METHODS = ("crf", "cam", "rescored")
_LARGEST = 1e6  # nats; beyond lies nothing but overflow


@dataclass(frozen=True)
class Extraction:
    """How terms are chosen.

    Attributes:
        boundaries: ``crf``, the best path; ``cam``, the same with borders moved by the algorithm
            of Chang & Wu (2009), section 2.5; ``rescored``, see ``rescoring``.
        begin_bias: nats added to each B tag of ``crf`` and ``cam``; more finds more.
        min_probability: what the probability of a term of ``rescored`` must exceed, 0 to 1.
        alpha: weight of words against tags in cohesion, as terms have it and ``cam`` reads it, 0 to
            1; None: that of training.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    boundaries: str = "rescored"
    begin_bias: float = 0.0
    min_probability: float = 0.34
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
        check_range("min_probability", self.min_probability, 0, 1)
        if self.alpha is not None:
            advice = "give 0 to 1, or null for that of training"
            check_range("alpha", self.alpha, 0, 1, advice=advice)
