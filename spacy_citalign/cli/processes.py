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
