"""The errors and the warning of this package, and how they are told.

Every message says what happened, with which value, and what to do about it.
"""

import os
import re
import warnings
from pathlib import Path

# Halves of characters, which also carry the bytes of names that are no UTF-8; control characters,
# and those that turn the direction of writing.
_BYTE = re.compile("[\udc80-\udcff]")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


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


def warn(message: str) -> None:
    """Warn what calls the caller of this."""
    warnings.warn(message, CitalignWarning, stacklevel=3)


def why_unreadable(error: OSError) -> str:
    """Return the reason for an OSError without its number and path."""
    return f"cannot be read: {error.strerror or one_line(error)}"


def without_name(error: BaseException, name: str) -> str:
    """Return the message of an error on one line, without the name that it begins with.

    >>> without_name(ValueError("a.xml, line 3: odd"), "a.xml")
    'line 3: odd'
    """
    message = one_line(error)
    rest = message.removeprefix(name)
    if rest == message or rest[:1] not in {" ", ":", ","}:
        return message
    return rest.lstrip(" :,")


def printable(text: str | Path) -> str:
    r"""Return a path or a text as one that any file and terminal takes: the rest as escapes.

    Escaped are bytes of names that are no UTF-8, halves of characters, control characters and
    those that turn the direction of writing.

    >>> printable("caf\udce9\x1b[2J.txt"), printable(Path("\u202efrog"))
    ('caf\\xe9\\x1b[2J.txt', '\\u202efrog')
    """
    text = os.fspath(text)
    text = _BYTE.sub(lambda match: f"\\x{ord(match[0]) - 0xDC00:02x}", text)
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
