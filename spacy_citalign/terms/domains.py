"""Domains, which have guidelines of their own, and their guess from a document's words.

What a term is differs from corpus to corpus: computing has methods and tasks, biomedicine genes and
cells. One model for all learns a mean of the guidelines that suits none, so each domain has a model
of its own, and a document is read by that of the domain that is most likely by its words: naive
Bayes over the stems that it has (McCallum & Nigam 1998, "A comparison of event models for naive
Bayes text classification", AAAI workshop), each stem counted once, all domains equally likely
before.

``TermModels`` are the models of one or more domains and their file; ``DomainExtractor`` reads each
document by the model of its domain.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..errors import SettingError
from ..words.arrays import check_array, check_hashes
from ..words.hashing import Hashes, HashTable, hash_strings
from ..words.keeping import LONGEST
from ..words.stem import porter_stem
from .extractor import Term, TermExtractor
from .model import TermModel
from .settings import Extraction
from .texts import TermText

_SMOOTHING = 0.5
_KEPT = 1 << 16  # words whose stems are kept


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


@dataclass(frozen=True)
class TermModels(
    StoredModel, kind="propositional terms of domains", version=1, what="the file of term models"
):
    """The result of training.

    Attributes:
        domains: one or more, in the order of ``models``; a single one may be named "".
        models: one a domain.
    """

    domains: Domains
    models: tuple[TermModel, ...]

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = self.domains.arrays()
        for number, model in enumerate(self.models):
            arrays[f"model/{number}"] = np.frombuffer(model.to_bytes(), dtype=np.uint8)
        return {"domains": list(self.domains.names)}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "TermModels":
        domains = Domains.read(meta["domains"], arrays)
        packed = [arrays[f"model/{number}"] for number in range(len(domains.names))]
        return cls(domains, tuple(TermModel.from_bytes(part.tobytes()) for part in packed))


class DomainExtractor:
    """Extracts terms.

    Args:
        models: of the domains.
        extraction: how terms are chosen.
        domain: the domain of all documents; None guesses it for each.

    Raises:
        SettingError: a setting is unknown or out of range, or there is no such domain.
    """

    def __init__(
        self, models: TermModels, extraction: Extraction | None = None, domain: str | None = None
    ):
        names = models.domains.names
        if domain is not None and domain not in names:
            raise SettingError(f"domain is {domain!r}; the model's domains: {_known(names)}")
        given = None if extraction is None else extraction.min_probability
        for name in () if not isinstance(given, Mapping) else given:
            if name not in names:
                raise SettingError(
                    f"min_probability names the domain {name!r}; the model's domains: "
                    f"{_known(names)}"
                )
        self.models = models
        self._extraction = extraction
        self._domain = domain
        self._number = None if domain is None else names.index(domain)
        self._guess = DomainGuesser(models.domains)
        self._stems: dict[str, int] = {}
        self._extractors = [
            TermExtractor(model, extraction, name)
            for model, name in zip(models.models, names, strict=True)
        ]

    def __reduce__(self) -> tuple[type, tuple[TermModels, Extraction | None, str | None]]:
        # A copy makes its look-up tables anew; they are many times the size of the models.
        return type(self), (self.models, self._extraction, self._domain)

    def __call__(self, texts: Sequence[TermText]) -> list[list[Term]]:
        """Return the terms of each document in order of start; they do not overlap."""
        domains = self._numbers_of(texts)
        out: list[list[Term]] = [[] for _ in texts]
        for domain in sorted(set(domains)):
            of_domain = [i for i, guessed in enumerate(domains) if guessed == domain]
            extracted = self._extractors[domain]([texts[i] for i in of_domain])
            for i, terms in zip(of_domain, extracted, strict=True):
                out[i] = terms
        return out

    def _numbers_of(self, texts: Sequence[TermText]) -> list[int]:
        """Return the domain of each document; a word is stemmed once, and its stem kept."""
        if self._number is not None or len(self._extractors) == 1:
            return [self._number or 0] * len(texts)
        words = [{*text.words} for text in texts]
        every = set().union(*words)
        new = list(every.difference(self._stems))
        if len(self._stems) + len(new) > _KEPT:
            self._stems, new = {}, list(every)
        stems = self._stems
        made = dict(zip(new, hash_strings(list(map(porter_stem, new))).tolist(), strict=True))
        stems.update(item for item in made.items() if len(item[0]) <= LONGEST)
        return [
            self._guess(
                np.array(
                    [made[word] if word in made else stems[word] for word in of_text], np.uint64
                )
            )
            for of_text in words
        ]


def _known(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names if name) or "none with a name"
