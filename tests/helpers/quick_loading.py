"""What all pipelines of one process of the tests read alike is read once.

Most of the time of loading a pipeline goes to its models, which nothing changes; the commands
load the pipeline that ships dozens of times. Tests of models read their bytes by themselves.
Making a pipeline asks for the entry points of each registry, dozens of times, among all that are
installed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib.metadata import entry_points
from types import SimpleNamespace

import catalogue
import pytest
import typer.testing

from spacy_citalign.citances.knowledge.thesaurus import Thesaurus
from spacy_citalign.components.base.trained import ModelPipe

_MOST = 40  # models kept: those that ship, and the small ones of the tests


@contextmanager
def reading_once() -> Iterator[None]:
    """Components of the same bytes share a model, and so on, while the context lasts."""
    read_model = lru_cache(_MOST)(lambda read, data: read(data))
    read_thesaurus = lru_cache(_MOST)(Thesaurus.from_text.__func__)
    get_command = lru_cache(_MOST)(typer.testing._get_command)
    entry_points = SimpleNamespace(select=lru_cache(None)(catalogue.AVAILABLE_ENTRY_POINTS.select))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "AVAILABLE_ENTRY_POINTS", entry_points)
        for component in _components_with_models():
            read = partial(read_model, component.read_model)
            patch.setattr(component, "read_model", staticmethod(read))
        patch.setattr(Thesaurus, "from_text", classmethod(read_thesaurus))
        patch.setattr(typer.testing, "_get_command", get_command)
        yield


def _components_with_models() -> list[type[ModelPipe]]:
    factories = entry_points(group="spacy_factories")
    ours = (point.load() for point in factories if point.value.startswith("spacy_citalign."))
    return [component for component in ours if issubclass(component, ModelPipe)]
