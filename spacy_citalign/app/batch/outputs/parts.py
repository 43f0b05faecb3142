"""Parts of an output folder: a Parquet file for each split of the input, there whole or not at all.

What a part is, who made it and how many records it has stands in its footer, under the key
``citalign``, with the digest of the file, in whose place zeros stand while it is made.
"""

import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .... import __version__
from ....atomic import atomic_write
from ....components.results import ALL_RESULTS
from ....inputs.parquet import require_pyarrow
from ..stream import Outcome
from .batches import PARQUET, OutputFormat, Row
from .tables import TableRow, json_row_of, record_batch, row_of_outcome, table_schema

MAX_PROBLEMS = 20
_KEY = b"citalign"
NO_DIGEST = b"0" * 64
_DIGEST = re.compile(rb'"digest": "([0-9a-f]{64})"')
_NAME = re.compile(r"part-(\d{5,})-(\d{6,})")
_BATCH_CHARACTERS = 100_000  # that are turned into columns at once
_BATCH_ROWS = 1_000
_GROUP_BYTES = 4_000_000  # of a row group in memory: text and what was found in it


class PartCounts(NamedTuple):
    """What a part holds.

    Attributes:
        read: records, each of them a row.
        failed: how many of them have an error instead of results.
        size: their bytes in the input.
        problems: "source: error" of the first that failed; not in its footer.
        run: identifies the run that made it.
    """

    read: int
    failed: int
    size: int
    problems: Sequence[str] = ()
    run: str = ""


def part_name(source: int, split: int) -> str:
    """Return the name of the part of a split.

    >>> part_name(0, 12)
    'part-00000-000012'
    """
    return f"part-{source:05d}-{split:06d}"


def part_order(name: str) -> tuple[int, int] | None:
    """Return the numbers of source and split, None where the name is none of a part.

    >>> part_order("part-00000-000012"), part_order("part-0")
    ((0, 12), None)
    """
    match = _NAME.fullmatch(name)
    return (int(match[1]), int(match[2])) if match else None


def part_path(folder: Path, name: str) -> Path:
    """Return the file of a part."""
    return folder / f"{name}{PARQUET}"


def part_names(folder: Path) -> list[str]:
    """Return the names of the parts in a folder, in the order of the input."""
    names = (path.stem for path in folder.iterdir() if path.suffix == PARQUET)
    orders = {name: order for name in names if (order := part_order(name))}
    return sorted(orders, key=orders.__getitem__)


def write_part(
    folder: Path,
    name: str,
    outcomes: Iterable[Outcome],
    form: OutputFormat,
    *,
    run: str,
    results: Sequence[str] = ALL_RESULTS,
) -> PartCounts:
    """Write a part, which is there when this returns.

    It is made in memory, a row group at a time; what is held is a few megabytes of rows and the
    part as it is written, which is smaller than its text.

    Args:
        folder: must exist.
        name: as ``part_name`` gives it.
        outcomes: the records with their Docs, which are taken one by one.
        form: what is written.
        run: identifies the run.
        results: names of the results that have a column; the same for all parts of a run.

    Raises:
        SettingError: pyarrow is not installed.
        OSError: the part cannot be written; nothing is left of it.
    """
    require_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = table_schema(form, results)
    read = failed = size = 0
    problems: list[str] = []
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        group: list[pa.RecordBatch] = []

        def write_group() -> None:
            if group:
                table = pa.Table.from_batches(group)
                group.clear()
                writer.write_table(table, row_group_size=max(1, len(table)))

        for rows in _batches(outcomes, form):
            batch, settled = record_batch(rows, schema)
            group.append(batch)
            if sum(waiting.nbytes for waiting in group) >= _GROUP_BYTES:
                write_group()
            read += len(settled)
            size += sum(row.record.size for row in settled)
            bad = [f"{row.record.source}: {row.error}" for row in settled if row.error is not None]
            failed += len(bad)
            problems += bad[: MAX_PROBLEMS - len(problems)]
        write_group()
        about = {"part": name, "run": run, "read": read, "failed": failed, "size": size}
        about |= {"version": __version__, "digest": NO_DIGEST.decode()}
        writer.add_key_value_metadata({_KEY: json.dumps(about).encode()})
    content = with_digest(sink.getvalue().to_pybytes())
    atomic_write(part_path(folder, name), content, durable=True)
    return PartCounts(read, failed, size, problems, run)


def _batches(outcomes: Iterable[Outcome], form: OutputFormat) -> Iterator[list[TableRow]]:
    """Yield the rows of the outcomes in lists of about so many characters."""
    batch: list[TableRow] = []
    size = 0
    for outcome in outcomes:
        batch.append(row_of_outcome(outcome, form))
        size += batch[-1].row.get("characters", 0)
        if size >= _BATCH_CHARACTERS or len(batch) >= _BATCH_ROWS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def read_footer(path: Path) -> PartCounts | None:
    """Return what a part says of itself, None where it is not as one of ours was written."""
    require_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        content = path.read_bytes() if path.is_file() else b""
        if not _is_as_written(content):
            return None
        with pq.ParquetFile(io.BytesIO(content)) as file:
            about = json.loads((file.metadata.metadata or {})[_KEY])
            read, failed, size = (int(about[name]) for name in ("read", "failed", "size"))
            footer = PartCounts(read, failed, size, run=str(about["run"]))
            is_whole = (footer.read, path.stem) == (file.metadata.num_rows, about["part"])
            return footer if is_whole else None
    except (
        *(OSError, KeyError, TypeError, ValueError, OverflowError, RecursionError),
        pa.ArrowException,
    ):
        return None


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the JSON rows of a part, or of all parts of a folder in the order of the input.

    They equal those of a `.jsonl` output, but for ids that are no strings, which are JSON here.
    """
    require_pyarrow()
    import pyarrow.parquet as pq

    parts = [part_path(path, name) for name in part_names(path)] if path.is_dir() else [path]
    for part in parts:
        with part.open("rb") as handle, pq.ParquetFile(handle) as file:
            for batch in file.iter_batches(batch_size=_BATCH_ROWS):
                yield from map(json_row_of, batch.to_pylist())


def with_digest(content: bytes) -> bytes:
    """Return a part with its digest in the place of the last zeros in it."""
    before, _, behind = content.rpartition(NO_DIGEST)
    digest = hashlib.sha256(content).hexdigest().encode()
    return b"".join([before, digest, behind])


def _is_as_written(content: bytes) -> bool:
    """Return whether a part has the digest that stands in it."""
    found = _DIGEST.search(content, content.rfind(b'"digest": "'))
    if found is None:
        return False
    start, end = found.span(1)
    return with_digest(b"".join([content[:start], NO_DIGEST, content[end:]])) == content
