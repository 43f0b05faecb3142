"""A guideline on the weights of another one: its own confidences and habits, in a readable file.

Weights take megabytes and tell what a gene name looks like; what corpora with the same short names
differ in is how often such names are gold, which a few numbers tell.
"""

import json
from typing import Any, NamedTuple

import numpy as np

from ..errors import ModelFileError
from .calibration import Calibration
from .document_calibration import DocumentCalibration


class Variant(NamedTuple):
    """What a guideline has of its own.

    Attributes:
        weights_of: the guideline whose weights it has.
        calibration: from posteriors to confidences.
        document: the same with the whole document in view.
        inside_words: whether names are looked for at the beginning of longer words.
    """

    weights_of: str
    calibration: Calibration | None = None
    document: DocumentCalibration | None = None
    inside_words: bool = False

    def to_bytes(self) -> bytes:
        """Write it as JSON, every number exactly."""
        content: dict[str, Any] = {"weights_of": self.weights_of, "inside_words": self.inside_words}
        if self.calibration is not None:
            content["calibration"] = {
                "models": list(self.calibration.models),
                "confidence": self.calibration.confidence.tolist(),
                "stacking": self.calibration.stacking.tolist(),
            }
        if self.document is not None:
            weights, least = self.document.weights.tolist(), self.document.least
            content["document"] = {"weights": weights, "least": least}
        return f"{json.dumps(content, indent=1)}\n".encode()


def is_variant(data: bytes) -> bool:
    """Return whether bytes are of a variant, not of a model."""
    return data.startswith(b"{")


def read_variant(data: bytes) -> Variant:
    """Read what ``to_bytes`` wrote.

    Raises:
        ModelFileError: it is damaged.
    """
    try:
        content = json.loads(data)
        known = content.get("calibration")
        calibration = None
        if known is not None:
            learned = (np.array(known[name], np.float64) for name in ("confidence", "stacking"))
            calibration = Calibration(tuple(map(str, known["models"])), *learned)
            calibration.check(calibration.models)
        document = None
        if "document" in content:
            known = content["document"]
            weights = np.array(known["weights"], np.float64)
            document = DocumentCalibration(weights, float(known["least"]))
            document.check()
        inside = content["inside_words"]
        if not (isinstance(content["weights_of"], str) and isinstance(inside, bool)):
            raise ValueError("a value is of another type")
        return Variant(content["weights_of"], calibration, document, inside)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ModelFileError(
            f"what a guideline has beside weights cannot be read ({error!r}); add it anew"
        ) from error
