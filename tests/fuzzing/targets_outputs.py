"""What stands in the place of an output: files of an earlier run, or of somebody else."""

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import rmtree

from spacy_citalign.app.answers.aligning import Counts
from spacy_citalign.app.batch.attempts import Attempts, clear_attempts, fatal_records
from spacy_citalign.app.batch.outputs.batches import OutputFormat
from spacy_citalign.app.batch.outputs.manifest import (
    MANIFEST,
    finished,
    lasted,
    read_manifest,
    run_counts,
    start_manifest,
    write_manifest,
)
from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.outputs.parts import (
    NO_DIGEST,
    part_name,
    part_path,
    read_footer,
    with_digest,
    write_part,
)
from spacy_citalign.app.batch.outputs.resume import resumable_rows
from spacy_citalign.app.batch.stream import Outcome
from spacy_citalign.errors import CitalignError, InputError
from spacy_citalign.inputs.records import Record
from tests.fuzzing.mutation import json_mutator, lines_mutator
from tests.fuzzing.target import NEXT_FILE, Target, require, scratch, several
from tests.fuzzing.targets_readers_json import lines
from tests.fuzzing.vocabulary import JSON_WORDS

_PRINT = {"versions": {"spacy": "3.8"}, "inputs": [["a.jsonl", 12]], "tokens": False}
_NAME = part_name(0, 0)
_KEYS = ("citalign", "state", "run", "fingerprint", "counts", "started", "restarted", "seconds")
_MORE = ("finished", "starts", "engine", "parts", "read", "failed", "size", "all", "start")


def _manifest() -> dict:
    return start_manifest(_PRINT, engine="local")


def _folder(name: str) -> Path:
    """An empty folder of that name."""
    path = scratch() / name
    rmtree(path, ignore_errors=True)
    path.mkdir()
    return path


def _manifests(data: bytes) -> None:
    path = scratch() / MANIFEST
    path.write_bytes(data)
    found = read_manifest(path)
    if found is None:
        raise InputError("it is no manifest")
    known = lasted(found, 1.7e9)
    manifest = start_manifest(_PRINT, engine="local", earlier=known)
    write_manifest(path, finished(manifest, run_counts(2, 1), 1.5))
    require(read_manifest(path) is not None, "what is written cannot be read")


def _output_folder(data: bytes) -> None:
    """A manifest of anybody's, and a part of the run."""
    path = _folder("out.parquet")
    (path / MANIFEST).write_bytes(data)
    run = start_manifest(_PRINT, engine="local")["run"]
    part_path(path, _NAME).write_bytes(_part(run))
    with open_folder(path, _PRINT) as folder:
        require(folder.done <= {_NAME}, "a part is done that is not there")
        if folder.run == run:
            require(folder.done == {_NAME}, "the part of the run is lost")
            folder.finish([_NAME])


def _part_file(data: bytes) -> None:
    path = scratch() / f"{_NAME}.parquet"
    path.write_bytes(data)
    if read_footer(path) is None:
        raise InputError("it is no part")


def _part_footer(data: bytes) -> None:
    """A part that is whole, whose footer says anything."""
    import pyarrow.parquet as pq

    path = scratch() / f"{_NAME}.parquet"
    file = BytesIO()
    pq.write_table(_table().replace_schema_metadata({b"citalign": data}), file)
    path.write_bytes(with_digest(file.getvalue()))
    if read_footer(path) is None:
        raise InputError("it is no part")


def _attempts(data: bytes) -> None:
    folder = _folder("attempts")
    (folder / f"{_NAME}.tries").write_bytes(data)
    fatal_records(folder, _NAME, "start")
    require(any(folder.glob("*.tries")), "the notes are not found")
    attempts = Attempts(folder, _NAME, "start")
    attempts.at(3)
    attempts.close()
    clear_attempts(folder)


def _resumed(data: bytes) -> None:
    """Rows of an earlier run of anybody's, and what is noted of them."""
    folder = _folder("resumed")
    rows, notes = several(data, 2)
    (folder / ".out.jsonl.part").write_bytes(rows)
    (folder / ".out.jsonl.part.json").write_bytes(notes)
    counts = Counts()
    with resumable_rows(
        folder / "out.jsonl", _PRINT, tell=lambda line: None, on_kept=counts.keep
    ) as out:
        require(out.done == counts.kept, "a row is not counted")
        out.write('{"error": "lost"}\n')
    written = (folder / "out.jsonl").read_bytes().split(b"\n")[:-1]
    require(len(written) == out.count, f"{len(written)} rows for {out.count}")
    if not out.done:
        raise InputError("no row is kept")


@cache
def _part(run: str) -> bytes:
    """The bytes of a part with two rows."""
    path = _folder("part")
    write_part(path, _NAME, _outcomes(), OutputFormat(".parquet"), run=run)
    return part_path(path, _NAME).read_bytes()


def _outcomes() -> list[Outcome]:
    return [Outcome(Record(f"a:{n}", n, error="is bad"), None, "is bad") for n in range(2)]


@cache
def _table() -> object:
    import pyarrow as pa

    return pa.table({"text": ["Frogs.", None]})


def _manifest_seeds() -> list[bytes]:
    complete = finished(_manifest(), run_counts(2, 2), 1.0)
    return [*lines(_manifest()), *lines(complete), *lines(lasted(_manifest(), 2e9))]


def _footers() -> list[bytes]:
    more = {"part": _NAME, "version": "0.1.0", "digest": NO_DIGEST.decode()}
    return lines({"run": "0" * 32, "read": 2, "failed": 2, "size": 12, **more})


def _resume_seeds() -> list[bytes]:
    row = {"cited": {"key": "a"}, "citances": [{"text": "Frogs."}, {"text": ""}]}
    folder = _folder("seed")
    with suppress(KeyboardInterrupt), resumable_rows(folder / "out.jsonl", _PRINT, tell=str) as out:
        out.write(f"{json.dumps(row)}\n{json.dumps({'line': 2, 'error': 'x'})}\n")
        raise KeyboardInterrupt
    names = (".out.jsonl.part", ".out.jsonl.part.json")
    return [NEXT_FILE.join((folder / name).read_bytes() for name in names)]


def _attempts_seeds() -> Sequence[bytes]:
    return [b"begun start\n3\nbegun start\n3\nbegun other\n", b"begun start\n0\n1\nbegun start\n"]


_MUTATE = json_mutator((*_KEYS, *_MORE))
TARGETS = [
    Target("manifest", _manifests, _manifest_seeds, JSON_WORDS, _MUTATE),
    Target(
        "output_folder",
        _output_folder,
        _manifest_seeds,
        JSON_WORDS,
        _MUTATE,
        refusals=(CitalignError,),
    ),
    Target("part_file", _part_file, lambda: [_part("0" * 32)], (b"citalign", b"PAR1"), None, 8192),
    Target("part_footer", _part_footer, _footers, JSON_WORDS, _MUTATE),
    Target(
        "attempts", _attempts, _attempts_seeds, (b"begun ", b"start\n", b"9" * 60), lines_mutator()
    ),
    Target(
        "resumed", _resumed, _resume_seeds, JSON_WORDS, json_mutator(("citances", "error", "text"))
    ),
]
