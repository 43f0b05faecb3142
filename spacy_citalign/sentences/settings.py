"""How to train a sentence aligner: the settings of ``training``, and what they may be."""

from dataclasses import dataclass

from ..chain.weights import finite_number
from ..errors import SettingError
from ..words.snowball import check_language
from .evidence import Embed
from .perturbation import STRONG, Perturbation


@dataclass(frozen=True)
class TrainingSettings:
    """How to train.

    Attributes:
        language: whose stems are compared: a code as spaCy's ``nlp.lang``, or ``"none"``.
        spelling: whether British spellings become American ones (English only).
        vectors: whether the sentences' vectors are compared too.
        candidates: for how many sentences of the other text each is looked at.
        rounds: logistic regressions, of which all but the first read what the one before found.
        folds: parts of the pairs of texts, in their order, for cross-fitting.
        perturbations: copies of each pair with less in common (``perturbation``).
        seed: of the copies.
        c: inverse strength of the regressions' L2 penalty, above 0.
        perturbation: how far copies go.
    """

    language: str = "en"
    spelling: bool = True
    vectors: bool = False
    candidates: int = 20
    rounds: int = 3
    folds: int = 5
    perturbations: int = 4
    seed: int = 0
    c: float = 1.0
    perturbation: Perturbation = STRONG

    def check(self, embed: Embed | None = None) -> None:
        """Raise SettingError where a setting is unknown or out of range.

        Args:
            embed: what will give vectors.
        """
        check_language(self.language)
        for name in ("spelling", "vectors"):
            if not isinstance(getattr(self, name), bool):
                raise SettingError(f"{name} is {getattr(self, name)!r}; give true or false")
        least = {
            "candidates": 1,
            "rounds": 1,
            "folds": 2,
            "perturbations": 0,
            "seed": 0,
        }
        for name, low in least.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise SettingError(f"{name} is {value!r}; give a whole number from {low} on")
        if not finite_number(self.c) > 0:
            raise SettingError(f"c is {self.c!r}; give a number above 0")
        if self.vectors and embed is None:
            raise SettingError(
                "vectors is true, but the pipeline has no vectors; give it some, or set it to false"
            )
