"""What all pipelines of one process of the tests read alike is read once.

Most of the time of loading a pipeline goes to its models, which nothing changes; the commands
load the pipeline that ships dozens of times. Tests of models read their bytes by themselves.
Making a pipeline asks for the entry points of each registry, dozens of times, among all that are
installed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace

import catalogue
import pytest
import typer.testing

from spacy_citalign.citances.thesaurus import Thesaurus
from spacy_citalign.components.trained import ModelPipe

_MOST = 40  # models kept: those that ship, and the small ones of the tests


@contextmanager
def reading_once() -> Iterator[None]:
    """Components of the same bytes share a model, and so on, while the context lasts."""
    read_model = lru_cache(_MOST)(ModelPipe.read_model.__func__)
    read_thesaurus = lru_cache(_MOST)(Thesaurus.from_text.__func__)
    get_command = lru_cache(_MOST)(typer.testing._get_command)
    entry_points = SimpleNamespace(select=lru_cache(None)(catalogue.AVAILABLE_ENTRY_POINTS.select))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "AVAILABLE_ENTRY_POINTS", entry_points)
        patch.setattr(ModelPipe, "read_model", classmethod(read_model))
        patch.setattr(Thesaurus, "from_text", classmethod(read_thesaurus))
        patch.setattr(typer.testing, "_get_command", get_command)
        yield
