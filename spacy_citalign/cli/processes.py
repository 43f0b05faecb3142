"""The number of processes of a command: the option, and what it means."""

from typing import Annotated

import typer

from ..errors import SettingError

NProcess = Annotated[
    int | None,
    typer.Option(
        help="Worker processes; -1 is one for each processor, and so is the default unless "
        "the input is small; 1 is the process of the command itself.",
        show_default=False,
    ),
]


def check_n_process(n_process: int | None) -> None:
    """See that a number of processes can be.

    Raises:
        SettingError: it cannot.
    """
    if n_process is not None and (n_process == 0 or n_process < -1):
        raise SettingError(f"--n-process is {n_process}; give 1 or more, or -1 for all processors")


def process_count(n_process: int | None, size: int | None, *, least: int) -> int:
    """Return how many processes there are.

    Args:
        n_process: as the option says it.
        size: bytes of the input; None where they cannot be told.
        least: so many bytes are worth more than one process, where the option says nothing.
    """
    from ..app.batch.pool import usable_processors

    if n_process is None and (size is None or size < least):
        return 1
    return usable_processors() if n_process in (None, -1) else n_process
