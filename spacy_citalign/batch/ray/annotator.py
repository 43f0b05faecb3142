"""Annotates the batches of a Ray data set of one's own: ``Dataset.map_batches(RayAnnotator, ...)``.

import ray

from spacy_citalign.batch.ray.annotator import RayAnnotator

annotated = ray.data.read_parquet("abstracts").map_batches(
    RayAnnotator,
    fn_constructor_kwargs={"pipeline": "spacy_citalign", "text_key": "abstract"},
    batch_format="pyarrow",
    batch_size=256,
    num_cpus=1,
    compute=ray.data.ActorPoolStrategy(size=8),
)
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ...components.result_names import result_names
from ...errors import SettingError
from ...inputs.records import Record
from ..outputs.batches import PARQUET, OutputFormat
from ..outputs.tables import (
    Entry,
    failed_entry,
    record_batch,
    table_entry,
    table_schema,
)
from ..pipelines import SHIPPED, load_pipeline
from ..reloading import ReloadedPipeline
from ..stream import annotated
from ..worker import ALIGNERS

if TYPE_CHECKING:
    import pyarrow as pa

_OF_RECORDS = ("id", "source", "meta")


class RayAnnotator:
    """Adds to rows what the pipeline finds in their text, and ``error`` where it fails.

    The columns are those of `citalign annotate` with an output in Parquet; one of that name that
    the rows have already is replaced.

    Args:
        pipeline: name or folder of what annotates; each actor loads it once.
        text_key: the column of the texts.
        tokens: whether words, tags, columns, phrases and sentences are wanted.

    Raises:
        SettingError: the pipeline does not load.
    """

    def __init__(
        self, pipeline: str = SHIPPED, *, text_key: str = "text", tokens: bool = False
    ) -> None:
        self._key = text_key
        self._form = OutputFormat(PARQUET, tokens=tokens, text=False)
        self._pipeline = ReloadedPipeline(partial(load_pipeline, pipeline, exclude=ALIGNERS))
        self._schema = table_schema(self._form, result_names(self._pipeline.nlp))
        self._fields = [field for field in self._schema if field.name not in _OF_RECORDS]

    def __call__(self, rows: "pa.Table") -> "pa.Table":
        """Return the rows with their results.

        Raises:
            SettingError: they have no column of that name.
        """
        results, _ = record_batch(list(self._entries(rows)), self._schema)
        rows = rows.drop_columns(
            [field.name for field in self._fields if field.name in rows.column_names]
        )
        for field in self._fields:
            rows = rows.append_column(field, results.column(field.name))
        self._pipeline.reload_if_grown()
        return rows

    def _entries(self, rows: "pa.Table") -> Iterator[Entry]:
        records = list(self._records(rows))
        for record, doc, error in annotated(
            self._pipeline.nlp, records, batch_size=len(records) or 1
        ):
            if doc is None:
                yield failed_entry(record, error or "has no result")
            else:
                yield table_entry(record, doc, self._form)

    def _records(self, rows: "pa.Table") -> Iterator[Record]:
        if self._key not in rows.column_names:
            raise SettingError(
                f"the rows have no column {self._key!r}; they have: {', '.join(rows.column_names)}"
            )
        for number, text in enumerate(rows.column(self._key).to_pylist()):
            name = str(number)
            if isinstance(text, str):
                yield Record(name, name, text)
            else:
                yield Record(name, name, error=f"has no text in the column {self._key!r}")
