"""How to train columns: the settings of ``training``, and what they may be.

Three ways of ``anchoring``: ``"none"`` is the paper's. With ``"trees"`` the words that a tree says
to be subject, main verb and final punctuation are held in their columns whenever a sentence is
aligned anew, so that these columns keep their meaning. With ``"roles"`` they are held in new
sentences too, as ``role_tagger`` finds them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..chain.weights import check_share, finite_number
from ..errors import SettingError
from .tree_alignment import align_flat, align_trees

ALIGNMENTS = {"tree": align_trees, "flat": align_flat}
ANCHORINGS = ("none", "trees", "roles")
PROFILES = ("pssm", "hmm")


@dataclass(frozen=True)
class TrainingSettings:
    """How to train.

    Attributes:
        alignment: ``"tree"``, by full trees, or ``"flat"``, by tags alone.
        anchoring: ``"none"``, ``"trees"`` or ``"roles"``.
        seeds: how many sentences are aligned pair by pair, evenly spread over the corpus.
        neighbours: with how many others each of them is compared (``distances``).
        iterations: how often the profile aligns all sentences.
        least: columns that a smaller share of the sentences uses are dropped at each iteration, as
            are empty ones. 0 is the paper's; a thousandth leaves less than half of the columns and
            loses nothing that we measured.
        profile: ``"pssm"``, or ``"hmm"``: a profile HMM is estimated from the last alignment.
        matches: how many columns of a profile HMM are match states, those used most.
        cutoff, prune, crf: of the CRF of roles: how many words must have a feature, the share of
            the smallest weights to drop, and what CRFsuite's L-BFGS takes.
    """

    alignment: str = "tree"
    anchoring: str = "roles"
    seeds: int = 4000
    neighbours: int = 60
    iterations: int = 6
    least: float = 0.001
    profile: str = "pssm"
    matches: int = 200
    cutoff: int = 2
    prune: float = 0.8
    crf: Mapping[str, object] = field(default_factory=lambda: {"c2": 1.0, "max_iterations": 100})

    def check(self) -> None:
        """Raise SettingError where a setting is unknown or out of range."""
        for name, choices in (
            ("alignment", tuple(ALIGNMENTS)),
            ("anchoring", ANCHORINGS),
            ("profile", PROFILES),
        ):
            if getattr(self, name) not in choices:
                raise SettingError(
                    f"{name} is {getattr(self, name)!r}; choose from {', '.join(choices)}"
                )
        for name in ("seeds", "neighbours", "iterations", "matches", "cutoff"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise SettingError(f"{name} is {value!r}; give a whole number from 1 on")
        if not 0 <= finite_number(self.least) < 1:
            raise SettingError(f"least is {self.least!r}; give a share from 0 to below 1")
        if not isinstance(self.crf, Mapping):
            raise SettingError(f"crf is {self.crf!r}; give names with values, such as c2 = 1.0")
        check_share(self.prune)
