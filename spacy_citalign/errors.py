"""The errors and the warning of this package.

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
