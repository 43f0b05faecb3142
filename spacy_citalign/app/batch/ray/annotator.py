"""Annotates the batches of a Ray data set of one's own: ``Dataset.map_batches(RayAnnotator, ...)``.

import ray

from spacy_citalign.app.batch.ray.annotator import RayAnnotator

annotated = ray.data.read_parquet("abstracts").map_batches(
    RayAnnotator,
    fn_constructor_kwargs={"pipeline": "spacy_citalign", "text_key": "abstract"},
    batch_format="pyarrow",
    batch_size=256,
    num_cpus=1,
    compute=ray.data.ActorPoolStrategy(size=8),
)
"""

from typing import Any

from ...pipelines import SHIPPED
from ..arrow import ArrowAnnotator


class RayAnnotator(ArrowAnnotator):
    """The annotator as an actor, which loads the pipeline when it starts.

    Args:
        pipeline: as for ``ArrowAnnotator``, and so are all others.

    Raises:
        SettingError: the pipeline does not load.
    """

    def __init__(self, pipeline: str = SHIPPED, **settings: Any) -> None:
        super().__init__(pipeline, **settings)
        self._pipeline()
