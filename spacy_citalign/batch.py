"""The import path of version 0.2 for what stands in ``spacy_citalign.app.batch``, until 0.4."""

import sys
import warnings

from .app.batch import arrow, ray
from .app.batch.ray import annotator
from .errors import CitalignWarning

warnings.warn(
    "spacy_citalign.batch is spacy_citalign.app.batch since version 0.3, and goes with 0.4; import "
    "ArrowAnnotator from spacy_citalign.app.batch.arrow",
    CitalignWarning,
    stacklevel=2,
)
for _name, _module in {"arrow": arrow, "ray": ray, "ray.annotator": annotator}.items():
    sys.modules[f"{__name__}.{_name}"] = _module
