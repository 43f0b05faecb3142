"""CRFsuite's training in the process of the tests; a process of its own takes seconds to start."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from spacy_citalign.chain import crfsuite


def _run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
    """Do what the command would do in its process; C's generator is seeded each time there, too."""
    try:
        crfsuite._train_child(*command[3:])
    except SystemExit as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))
    return subprocess.CompletedProcess(command, 0, "", "")


@contextmanager
def training_in_this_process() -> Iterator[None]:
    """CRFsuite trains here while the context lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crfsuite, "subprocess", SimpleNamespace(run=_run))
        yield


@contextmanager
def training_in_processes() -> Iterator[None]:
    """CRFsuite trains in processes of its own, as for users, while the context lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crfsuite, "subprocess", subprocess)
        yield
