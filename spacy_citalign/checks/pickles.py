"""Pickles in bytes: found by their opcodes, wherever they begin."""

import io
import os
import pickletools
import re
import warnings

PICKLE_SUFFIXES = {".dill", ".joblib", ".pickle", ".pkl"}
_BEGINNING = re.compile(rb"\x80[\x02-\x05]")
_LEAST_OPCODES = 8  # random bytes reach their end sooner
_NAMES = {
    b"numpy.core.multiarray": "a numpy array of Python objects",
    b"numpy._core.multiarray": "a numpy array of Python objects",
    b"/data.pkl": "a PyTorch file, which is a pickle",
}


def pickled(data: bytes) -> str:
    """What of a pickle is in the bytes, in words; ``""`` without any.

    A pickle counts where its opcodes can be followed from its beginning (protocol 2 and later) to
    its end, with a stack that comes out even. Those of fewer than 8 opcodes hold a number or a
    string only and do not count; what is compressed is not seen.

    >>> import pickle
    >>> pickled(b"model " + pickle.dumps({"weights": [0.5]}))
    'a pickle at byte 6'
    >>> pickled(bytes(range(256)) * 20)
    ''
    """
    for name, meaning in _NAMES.items():
        if name in data:
            return meaning
    file = io.BytesIO(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pickletools reads odd escapes
        for match in _BEGINNING.finditer(data):
            if _is_pickle(file, match.start()):
                return f"a pickle at byte {match.start()}"
    return ""


def _is_pickle(file: io.BytesIO, start: int) -> bool:
    try:
        file.seek(start)
        if sum(1 for _ in pickletools.genops(file)) < _LEAST_OPCODES:
            return False
        file.seek(start)
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            pickletools.dis(file, out=nowhere)  # for its check of the stack
    except (ValueError, KeyError, IndexError, OverflowError):
        return False
    return True
