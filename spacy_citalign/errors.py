"""The errors and the warning of this package, and how they are told.

Every message says what happened, with which value, and what to do about it.
"""


class CitalignError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(CitalignError, ValueError):
    """A file or record from outside is missing, unreadable or not in its format."""


class ModelFileError(CitalignError, ValueError):
    """A model file is truncated, foreign, damaged or of another format version."""


class NotFittedError(CitalignError, RuntimeError):
    """A component was used before it was trained or given weights."""


class SettingError(CitalignError, ValueError):
    """A setting has a value that is unknown, out of range or contradicts another."""


class CitalignWarning(UserWarning):
    """Something was left out or repaired and counted; the work went on."""


def one_line(error: BaseException) -> str:
    """Return the message of an error on one line; its type where it has no message."""
    return " ".join(str(error).split()) or type(error).__name__


def described(error: BaseException) -> str:
    """Return type and message of an error from outside this package; ours speak for themselves."""
    if isinstance(error, CitalignError):
        return one_line(error)
    return f"{type(error).__name__}: {one_line(error)}"


def why_unreadable(error: OSError) -> str:
    """Return the reason for an OSError without its number and path."""
    return f"cannot be read: {error.strerror or one_line(error)}"
