"""Targets with known mistakes, to see that they are found."""

import os
import time

from spacy_citalign.corpora.json_lines import json_object
from spacy_citalign.errors import InputError
from tests.fuzzing.target import Target

_hoard: list[bytes] = []


def _seeds() -> list[bytes]:
    return [b"frog"]


def _crash(data: bytes) -> None:
    if data[:1] == b"f" and b"!" in data:
        raise ZeroDivisionError(f"planted in {data!r}")


def _death(data: bytes) -> None:
    if data[:1] == b"f" and b"!" in data:
        os.abort()


def _hang(data: bytes) -> None:
    while data[:1] == b"f" and b"!" in data:
        time.sleep(0.01)


def _hog(data: bytes) -> None:
    while data[:1] == b"f" and b"!" in data:
        _hoard.append(b"x" * (1 << 20))
        time.sleep(0.002)


def _sound(data: bytes) -> None:
    if data[:1] == b"{":
        json_object(data.decode(errors="replace"))
    elif b"!" in data:
        raise InputError("is loud; be quiet")


TARGETS = [
    Target(f"planted_{check.__name__.strip('_')}", check, _seeds, (b"!",))
    for check in (_crash, _death, _hang, _hog, _sound)
]
