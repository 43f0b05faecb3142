"""Loading pipelines and registered readers by name, with errors that a person can use."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ...errors import CitalignError, InputError, SettingError, described, one_line

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.training import Example

SHIPPED = "spacy_citalign"
SPACY_READER = "spacy.Corpus.v1"
_BLANK = "blank:"


def load_pipeline(name: str, *, exclude: Iterable[str] = ()) -> "Language":
    """Return the pipeline of that package or folder; ``blank:en`` is spaCy's bare English.

    Components with a name in ``exclude`` are not loaded.

    Raises SettingError with the reason where there is none or it does not load.
    """
    import spacy

    # Loading runs the code of every package and component that the pipeline names, so any
    # error can come; all of them mean the same for the person at the command line.
    try:
        if name.startswith(_BLANK):
            return spacy.blank(name.removeprefix(_BLANK))
        return spacy.load(name, exclude=list(exclude))
    except CitalignError as error:
        raise SettingError(f"the pipeline {name!r} does not load: {one_line(error)}") from error
    except Exception as error:
        raise SettingError(
            f"the pipeline {name!r} does not load: {described(error).rstrip('.')}; "
            "give an installed pipeline, the folder of one, or blank:en"
        ) from error


def read_examples(nlp: "Language", path: Path, reader: str | None) -> "Iterator[Example]":
    """Yield the gold examples in a `.spacy` file, or in what the registered ``reader`` reads.

    Raises:
        SettingError: no reader is named or known, InputError where the data is missing, not in the
            reader's format, or holds no example.
    """
    if reader is None and not path.exists():  # other readers may want the prefix of several files
        raise InputError(f"{path} does not exist")
    if reader is None and path.suffix != ".spacy" and not _holds_spacy_files(path):
        raise SettingError(
            f"{path} is no .spacy file; name its reader with --reader. Known: {_known_readers()}"
        )
    if reader is not None:
        _check_reader(reader)
    count = 0
    try:
        for example in _make_reader(reader, path)(nlp):
            count += 1
            yield example
    except CitalignError:
        raise
    except (ValueError, KeyError, TypeError, EOFError, zlib.error) as error:
        raise InputError(
            f"{path} cannot be read by {reader or SPACY_READER}: {described(error)}"
        ) from error
    if count == 0:
        raise InputError(f"{path} holds no example that {reader or SPACY_READER} can read")


def raise_failure(name: str, component: Any, docs: "list[Doc]", error: Exception) -> NoReturn:
    """spaCy error handler that stops and names the component, once where it is called twice.

    Raises:
        CitalignError: always.
    """
    what = f"component {name!r} failed: "
    if isinstance(error, CitalignError) and str(error).startswith(what):
        raise error
    raise CitalignError(f"{what}{described(error)}") from error


def _check_reader(reader: str) -> None:
    """Raise SettingError where no reader of that name is registered."""
    from spacy.util import registry

    if not registry.has("readers", reader):
        raise SettingError(f"no reader {reader!r} is registered. Known: {_known_readers()}")


def _make_reader(reader: str | None, path: Path) -> "Callable[[Language], Iterable[Example]]":
    """Return the registered reader of that name for ``path``; without a name spaCy's own."""
    from spacy.training import Corpus
    from spacy.util import registry

    if reader is None:
        return Corpus(path)
    made: Callable[[Language], Iterable[Example]] = registry.get("readers", reader)(path=path)
    return made


def _known_readers() -> str:
    from spacy.util import registry

    return ", ".join(sorted(registry.readers.get_all()))


def _holds_spacy_files(path: Path) -> bool:
    return path.is_dir() and any(path.glob("**/*.spacy"))
