"""Output files that appear under their name only when they are whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spacy_citalign.errors import SettingError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A name beside ``path`` to write to; renamed to ``path`` at the end, deleted on an error.

    Raises OSError where the folder cannot be written to, before any work is done. An OSError in
    the block that names no other file is one of writing, and gets the name ``path``.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.touch(exist_ok=False)
    try:
        yield part
        part.replace(target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno and error.filename in (None, str(part)):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def check_output(path: Path, inputs: list[Path], *, folder: bool = False) -> None:
    """See that ``path`` can be an output file, or an output folder.

    Raises SettingError where its folder is missing, it is a folder, or it is also read from, as a
    whole or a file below it.
    """
    if not path.resolve().parent.is_dir():
        raise SettingError(f"the folder of the output {path} does not exist; make it first")
    if path.is_dir() and not folder:
        raise SettingError(f"the output {path} is a folder; give the name of a file")
    for source in inputs:
        if not (path.exists() and source.exists()):
            continue
        if path.samefile(source) or path.resolve() in source.resolve().parents:
            raise SettingError(f"the output {path} is also an input; choose another name")
