"""Annotates batches of rows for any engine: a pyarrow batch in, a pyarrow batch out.

import pyarrow as pa

from spacy_citalign.app.batch.arrow import ArrowAnnotator

annotate = ArrowAnnotator(text_key="abstract")
annotated = annotate(pa.table({"abstract": ["The p53 protein binds DNA."]}))

Spark, Dask, Daft and Hugging Face's datasets hand such batches to functions (docs/engines.md); so
does Ray Data, whose class stands in `ray/annotator.py`. No engine is imported here.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...components.results import result_names
from ...errors import SettingError
from ...inputs.parquet import require_pyarrow
from ...inputs.records import Record
from ..pipelines import SHIPPED, ReloadedPipeline, load_pipeline
from .outputs.batches import PARQUET, OutputFormat
from .outputs.tables import record_batch, row_of_outcome, table_schema
from .stream import annotated
from .worker import ALIGNERS, BATCH_CHARACTERS, batched

if TYPE_CHECKING:
    import pyarrow as pa

Rows = TypeVar("Rows", bound="pa.Table | pa.RecordBatch | Mapping[str, Any]")

_OF_RECORDS = ("id", "source", "meta")


class ArrowAnnotator:
    """Adds to rows what the pipeline finds in their text, and ``error`` where it fails.

    The columns are those of `citalign annotate` with an output in Parquet; one of that name that
    the rows have already is replaced, all others stay. A row that fails, or has no text, has its
    ``error`` and nulls.

    It can be pickled, and is small: a process loads the pipeline at the first batch, once for all
    annotators of it. Where its folder was saved anew since, an annotator that is made or unpickled
    then loads it again. Threads take turns.

    Args:
        pipeline: name or folder of what annotates, of a folder one that all processes see.
        text_key: the column of the texts.
        id_key: the column of ids, if there is one; only Docs carry them.
        tokens: whether words, tags, columns, phrases and sentences are wanted.
        docs: whether Docs are wanted, as bytes of a DocBin.
    """

    def __init__(
        self,
        pipeline: str = SHIPPED,
        *,
        text_key: str = "text",
        id_key: str = "id",
        tokens: bool = False,
        docs: bool = False,
    ) -> None:
        self._name = pipeline
        self._text_key, self._id_key = text_key, id_key
        self._form = OutputFormat(PARQUET, tokens=tokens, text=False, docs=docs)
        self._shared: _SharedPipeline | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return its settings; the pipeline is loaded where it is used."""
        return self.__dict__ | {"_shared": None}

    @property
    def schema(self) -> "pa.Schema":
        """Return the columns that are added, whatever the rows hold.

        Raises:
            SettingError: the pipeline does not load, or pyarrow is not installed.
        """
        pa = require_pyarrow()
        columns = table_schema(self._form, self._pipeline().results)
        return pa.schema([field for field in columns if field.name not in _OF_RECORDS])

    def __call__(self, rows: Rows) -> Rows:
        """Return the rows with their results.

        Args:
            rows: a ``Table``, a ``RecordBatch`` or a mapping with a sequence for each column; what
                is returned is of the same kind, for a mapping a dict with lists as results.

        Raises:
            SettingError: they are of another kind, have no column of texts, or the pipeline does
                not load.
        """
        schema = self.schema
        shared = self._pipeline()
        texts, ids = self._columns_of(rows)
        with shared.lock:
            entries = [
                row_of_outcome(outcome, self._form)
                for batch in batched(self._records(texts, ids), BATCH_CHARACTERS)
                for outcome in annotated(shared.reloaded.nlp, batch, batch_size=len(batch))
            ]
            shared.reloaded.reload_if_grown()
        results, _ = record_batch(entries, schema)
        if isinstance(rows, Mapping):
            return dict(rows) | results.to_pydict()
        return _joined(rows, results)

    def _pipeline(self) -> "_SharedPipeline":
        if self._shared is None:
            self._shared = _shared_pipeline(self._name, () if self._form.docs else ALIGNERS)
        return self._shared

    def _columns_of(self, rows: Any) -> tuple[list[Any], list[Any]]:
        """Return the texts and the ids of rows; these are numbers where there is no column."""
        pa = require_pyarrow()
        if isinstance(rows, Mapping):
            names, column = list(rows), rows.__getitem__
        elif isinstance(rows, pa.Table | pa.RecordBatch):
            names, column = rows.schema.names, rows.column
        else:
            raise SettingError(
                f"the rows are a {type(rows).__name__}; give a pyarrow Table or RecordBatch (of "
                "pandas: pyarrow.Table.from_pandas(frame)), or a dict of columns"
            )
        if (count := names.count(self._text_key)) != 1:
            held = f"{count} columns" if count else "no column"
            known = ", ".join(map(str, names)) or "none"
            raise SettingError(f"the rows have {held} {self._text_key!r}; they have: {known}")
        texts = _values(column(self._text_key))
        if names.count(self._id_key) != 1:
            return texts, list(map(str, range(len(texts))))
        return texts, _values(column(self._id_key))

    def _records(self, texts: list[Any], ids: list[Any]) -> Iterator[Record]:
        for number, (text, id_) in enumerate(zip(texts, ids, strict=True)):
            if isinstance(text, str):
                yield Record(str(number), id_, str(text))  # numpy has a str of its own
            else:
                error = f"has no text in the column {self._text_key!r}"
                yield Record(str(number), id_, error=error)


class _SharedPipeline:
    """A pipeline that all annotators of a process use, one at a time.

    Attributes:
        reloaded: the pipeline.
        results: what it can find.
        lock: is held by who uses it.
        version: of its folder, another value where it was saved anew.
    """

    def __init__(self, name: str, excluded: tuple[str, ...], version: object) -> None:
        self.reloaded = ReloadedPipeline(partial(load_pipeline, name, exclude=excluded))
        self.results = result_names(self.reloaded.nlp)
        self.lock = threading.Lock()
        self.version = version


shared_pipelines: dict[tuple[str, tuple[str, ...]], _SharedPipeline] = {}
_loading = threading.Lock()


def _shared_pipeline(name: str, excluded: tuple[str, ...]) -> _SharedPipeline:
    """Return the pipeline of that name or folder, as its folder is now."""
    version = None
    with suppress(OSError):  # it is an installed one
        status = Path(name, "meta.json").stat()
        version = status.st_mtime_ns, status.st_ino
    with _loading:
        known = shared_pipelines.get((name, excluded))
        if known is None or known.version != version:
            known = shared_pipelines[name, excluded] = _SharedPipeline(name, excluded, version)
        return known


def _values(column: Any) -> list[Any]:
    """Return the values of a column of pyarrow, numpy or Python, as Python's."""
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _joined(rows: Any, results: "pa.RecordBatch") -> Any:
    """Return rows with results as columns, in place of columns of these names."""
    names = enumerate(rows.schema.names)
    joined = rows.select([number for number, name in names if name not in results.schema.names])
    for field, column in zip(results.schema, results.columns, strict=True):
        joined = joined.append_column(field, column)
    return joined
