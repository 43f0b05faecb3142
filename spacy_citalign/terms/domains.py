"""Domains, which have guidelines of their own, and their guess from a document's words.

What a term is differs from corpus to corpus: computing has methods and tasks, biomedicine genes and
cells. One model for all learns a mean of the guidelines that suits none, so each domain has a model
of its own, and a document is read by that of the domain that is most likely by its words: naive
Bayes over the stems that it has (McCallum & Nigam 1998, "A comparison of event models for naive
Bayes text classification", AAAI workshop), each stem counted once, all domains equally likely
before.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import check_array, check_hashes
from ..words.hashing import Hashes
from ..words.table import HashTable

_SMOOTHING = 0.5


class Domains(NamedTuple):
    """Domains as they are saved.

    Attributes:
        names: of the D domains.
        stems: (W,) uint64 ascending.
        log_odds: (W, D) float32, log p(stem | domain), less its mean over domains.
    """

    names: tuple[str, ...]
    stems: Hashes
    log_odds: NDArray[np.float32]

    @classmethod
    def learn(cls, words: Mapping[str, Hashes]) -> "Domains":
        """Count the stems of all words of each domain: name to (N,) uint64."""
        names = tuple(sorted(words))
        stems = np.unique(np.concatenate([words[name] for name in names]))
        logs = np.empty((len(stems), len(names)))
        for number, name in enumerate(names):
            known, counts = np.unique(words[name], return_counts=True)
            smooth = np.full(len(stems), _SMOOTHING)
            smooth[np.searchsorted(stems, known)] += counts
            logs[:, number] = np.log(smooth / smooth.sum())
        logs -= logs.mean(axis=1, keepdims=True)
        return cls(names, stems, logs.astype(np.float32))

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``; the names are kept apart."""
        return {"domains/stems": self.stems, "domains/log_odds": self.log_odds}

    @classmethod
    def read(cls, names: Sequence[str], arrays: Mapping[str, NDArray]) -> "Domains":
        """Take them out of ``arrays``.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        domains = cls(tuple(names), arrays["domains/stems"], arrays["domains/log_odds"])
        if not domains.names or len(set(domains.names)) < len(domains.names):
            raise ValueError("domains have no names, or the same one twice")
        if not all(isinstance(name, str) for name in domains.names):
            raise ValueError("domains are not all names")
        check_hashes("stems of domains", domains.stems)
        shape = (len(domains.stems), len(domains.names))
        check_array("odds of domains", domains.log_odds, shape, np.float32)
        return domains


class DomainGuesser:
    """Domains, ready for look-up."""

    def __init__(self, domains: Domains):
        self._table = HashTable(domains.stems)
        unknown = np.zeros((1, len(domains.names)), dtype=np.float32)
        self._odds = np.concatenate([domains.log_odds, unknown]).astype(np.float64)

    def __call__(self, stems: Hashes) -> int:
        """Return the number of the likeliest domain of a document, of equal ones the first.

        ``stems`` are of its words, (N,) uint64.
        """
        return int(self._odds[self._table.rows(np.unique(stems))].sum(axis=0).argmax())
