"""How many processes there are: what options say, what the input is worth, what there is."""

from ..errors import SettingError


def usable_processors() -> int:
    """Return the processors that this process may use; a container's limit counts."""
    import joblib

    return joblib.cpu_count()


def process_count(n_process: int | None, size: int | None, *, least: int) -> int:
    """Return how many processes there are.

    Args:
        n_process: as options say it: None for as many as the input is worth, -1 for as many as
            there are processors, else the number.
        size: bytes of the input; None where they cannot be told.
        least: so many bytes are worth more than one process, where the option says nothing.
    """
    if n_process is None and (size is None or size < least):
        return 1
    return usable_processors() if n_process in (None, -1) else n_process


def check_n_process(n_process: int | None, name: str = "--n-process") -> None:
    """See that a number of processes can be.

    Args:
        n_process: as options say it.
        name: of the option, for the error.

    Raises:
        SettingError: it cannot.
    """
    if n_process is not None and (n_process == 0 or n_process < -1):
        raise SettingError(f"{name} is {n_process}; give 1 or more, or -1 for all processors")
