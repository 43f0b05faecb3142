"""Files that the commands write: their names are checked, and they appear when they are whole."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ..atomic import atomic_text, check_can_be_made
from ..errors import SettingError
from ..inputs.records import STDIN

_BEGIN = 1 << 16  # bytes in which a page says that it is ours
HTML = ".html"
JSONL = ".jsonl"


def check_output(path: Path, inputs: Sequence[Path], *, folder: bool = False) -> None:
    """See that ``path`` can be an output file, or an output folder.

    Raises:
        SettingError: its folder is missing, its name is too long, it is a folder or no file, or it
            is also read from, as a whole or a file below it.
        OSError: no file can be made in its folder.
    """
    if not path.resolve().parent.is_dir():
        raise SettingError(f"the folder of the output {path} does not exist; make it first")
    if path.is_dir() and not folder:
        raise SettingError(f"the output {path} is a folder; give the name of a file")
    if path.exists() and not (path.is_dir() or path.is_file()):
        raise SettingError(f"the output {path} is a pipe or a device; give the name of a file")
    if not folder:
        check_can_be_made(path)
    for source in inputs:
        if not (path.exists() and source.exists()):
            continue
        if path.samefile(source) or path.resolve() in source.resolve().parents:
            raise SettingError(f"the output {path} is also an input; choose another name")


def check_shard_output(path: Path, inputs: Sequence[Path]) -> None:
    """See that the output of a shard is no input of others.

    Raises:
        SettingError: it is below a folder that is read.
    """
    for source in inputs:
        if source.is_dir() and source.resolve() in path.resolve().parents:
            raise SettingError(
                f"the output {path} is below the input {source}, where other shards would read it; "
                "write it to another folder"
            )


def check_new_file(
    path: Path, suffix: str, inputs: Sequence[Path], *, name: str = "output"
) -> None:
    """See that a file can be written.

    Args:
        path: the file.
        suffix: how its name must end.
        inputs: the files that are read; ``-`` is standard input.
        name: what messages call the file.

    Raises:
        SettingError: it has another suffix, is an input or a folder, or its folder is missing.
    """
    if path.suffix != suffix:
        raise SettingError(f"the {name} {path} must end in {suffix}")
    check_output(path, [source for source in inputs if source != STDIN])


def check_ours(path: Path, is_ours: Callable[[bytes], bool], *, fresh: bool) -> None:
    """See that a file that is there was written by us, so that nothing else is overwritten.

    Args:
        path: the file.
        is_ours: tells by its first bytes.
        fresh: whether it is to be overwritten all the same.

    Raises:
        SettingError: it is somebody else's.
    """
    if fresh or not path.exists():
        return
    with path.open("rb") as file:
        begin = file.read(_BEGIN)
    if begin and not is_ours(begin):
        raise SettingError(
            f"{path} is there and was not written by citalign; choose another name, or give "
            "--fresh to overwrite it"
        )


def is_our_page(begin: bytes) -> bool:
    """Return whether a file that begins so is a page of ours; version 0.1.0 did not say so."""
    return b"spacy-citalign" in begin or b'<body class="citalign' in begin


def is_rows_file(begin: bytes) -> bool:
    """Return whether a file that begins so has rows of aligned groups."""
    return begin.startswith((b'{"schema":', b'{"cited":', b'{"line":'))


def write_text(path: Path, text: str) -> None:
    """Write a file of text, in UTF-8."""
    write_lines(path, [text])


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines, which end with line feeds, to a file in UTF-8."""
    with atomic_text(path) as file:
        file.writelines(lines)


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON file that a person can read."""
    write_text(path, json.dumps(value, indent=2) + "\n")
