"""Checks of the files that commands are told to write."""

from pathlib import Path

from ...errors import SettingError


def check_output(path: Path, inputs: list[Path], *, folder: bool = False) -> None:
    """See that ``path`` can be an output file, or an output folder.

    Raises:
        SettingError: its folder is missing, it is a folder, or it is also read from, as a whole or
            a file below it.
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
