"""Terms of documents of several domains, each by the model of its domain."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..errors import SettingError
from ..words.hashing import hash_strings
from ..words.stem import porter_stem
from .domains import DomainGuesser
from .extractor import Term, TermExtractor
from .models import TermModels
from .settings import Extraction
from .texts import TermText

_KEPT = 1 << 16  # words whose stems are kept


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
        stems.update(zip(new, hash_strings(list(map(porter_stem, new))).tolist(), strict=True))
        return [
            self._guess(np.array([stems[word] for word in of_text], np.uint64)) for of_text in words
        ]


def _known(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names if name) or "none with a name"
