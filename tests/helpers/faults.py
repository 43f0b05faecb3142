"""What the tests of faults share: runs of the command line that must end in a clear way."""

from collections.abc import Callable
from pathlib import Path

import spacy
from cli_files import rows
from typer.testing import CliRunner, Result

import tests.cli.test_columns  # noqa: F401  has the stand-in for the tagger of columns
from spacy_citalign.cli import app
from spacy_citalign.components.base.shipped import shipped_model

ALL_WELL, SOME_FAILED, NOTHING_DONE = range(3)  # exit statuses


def save_pipeline(folder: Path, *before: str) -> Path:
    """Save a pipeline that all commands can use, and that loads quickly; ``before`` come first."""
    nlp = spacy.blank("xx")
    for name in (*before, "sentencizer"):
        nlp.add_pipe(name)
    nlp.add_pipe("columns_test_tagger", name="column_tagger")
    for factory in ("sentence_aligner", "citance_aligner"):
        nlp.add_pipe(factory).from_bytes(shipped_model(factory))
    nlp.to_disk(folder / "pipeline")
    return folder / "pipeline"


def run(*args: object, text: str | bytes | None = None) -> Result:
    """Run a command in this process. Fails where it ends with a traceback."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.stderr
    return result


def refused(*args: object, text: str | bytes | None = None) -> str:
    """The one line that a command says which cannot go on."""
    result = run(*args, text=text)
    assert result.exit_code == NOTHING_DONE, result.output
    said = result.stderr.strip().splitlines()
    assert said[-1].startswith("error: "), said
    return said[-1]


def annotated(out: Path, *args: object) -> tuple[Result, list[dict]]:
    """`citalign annotate` into a file of lines, and its rows; what is counted is what is there."""
    result = run("annotate", *args, "-o", out)
    found = rows(out)
    failed = sum("error" in row for row in found)
    done = len(found) - failed
    assert f"{len(found)} records read, {done} annotated, {failed} failed" in result.stderr
    assert result.exit_code == (SOME_FAILED if failed else ALL_WELL)
    return result, found


def lines_file(path: Path, *lines: bytes) -> Path:
    """Write lines."""
    path.write_bytes(b"".join(one + b"\n" for one in lines))
    return path


def bit_flipped(data: bytes, bit: int) -> bytes:
    """The bytes with one bit turned, counted from the lowest of the first byte."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


# What may happen to a file, each with the content that it has then.
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "first byte only": lambda data: data[:1],
    "half": lambda data: data[: len(data) // 2],
    "last byte missing": lambda data: data[:-1],
    "a byte more": lambda data: data + b"\n",
    "zeros": lambda data: bytes(len(data)),
    "zip archive": lambda data: b"PK\x03\x04" + data[4:],
    "gzip file": lambda data: b"\x1f\x8b\x08" + data,
    "page of a proxy": lambda data: b"<!DOCTYPE html><title>503</title>",
    "first bit": lambda data: bit_flipped(data, 0),
    "middle bit": lambda data: bit_flipped(data, len(data) * 4),
    "last bit": lambda data: bit_flipped(data, len(data) * 8 - 1),
}
