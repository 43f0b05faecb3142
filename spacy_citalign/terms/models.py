"""The term models of one or more domains, and their file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from .domains import Domains
from .model import TermModel

KIND = "propositional terms of domains"
VERSION = 1


@dataclass(frozen=True)
class TermModels(StoredModel, kind=KIND, version=VERSION, what="the file of term models"):
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
