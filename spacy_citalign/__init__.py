"""Read scientific text with spaCy: gene mentions, terms, and what citing sentences share.

``spacy.load("spacy_citalign")`` loads the pipeline that is installed with the package; every
component is found by ``nlp.add_pipe`` without an import. ``answers`` says what articles say of the
works that they cite, ``report`` writes the page of it, ``Library`` keeps articles on disk and
answers for one work at a time, ``verify`` looks whether a text has what is said of it. ``join``
makes one Doc of several texts, ``read_articles`` reads articles, ``group_citances`` regroups their
citing sentences by cited work, ``render`` shows a group whose words were aligned.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app.answers.calls import answers, report
    from .app.library.library import Library
    from .app.report.rendering import render
    from .app.verification.claims import verify
    from .components.articles.docs import read_articles
    from .components.articles.grouping import group_citances
    from .components.attributes import install_extensions
    from .components.base.shipped import load
    from .components.joining import join

__version__ = "0.2.0"
__all__ = [
    "Library",
    "__version__",
    "answers",
    "group_citances",
    "install_extensions",
    "join",
    "load",
    "read_articles",
    "render",
    "report",
    "verify",
]

_HOMES = {
    "Library": "app.library.library",
    "answers": "app.answers.calls",
    "group_citances": "components.articles.grouping",
    "install_extensions": "components.attributes",
    "join": "components.joining",
    "load": "components.base.shipped",
    "read_articles": "components.articles.docs",
    "render": "app.report.rendering",
    "report": "app.answers.calls",
    "verify": "app.verification.claims",
}

# Python that is started in a checkout finds this folder before the installed package; without its
# components, spaCy could make no pipeline at all, since it imports every factory.
if find_spec(f"{__name__}.components") is None and Path(__path__[0], "../components").is_dir():
    __path__.append(str(Path(__path__[0]).parent))


def __dir__() -> list[str]:
    """Return the public names, those that are imported when they are asked for as well."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


if not TYPE_CHECKING:  # type checkers know the names, and that there are no others

    def __getattr__(name: str) -> Any:
        """Import what needs spaCy only when it is asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
