"""`citalign convert`: published formats in, `.spacy` files out."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..app.pipelines import SHIPPED, load_pipeline
from ..atomic import atomic_output
from ..errors import CitalignError, InputError, SettingError, described
from .console import hold, say

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.training import Example

SPACY_READER = "spacy.Corpus.v1"


def convert(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="File or folder of the corpus.")],
    output: Annotated[Path, typer.Argument(metavar="OUTPUT", help="File to write, X.spacy.")],
    reader: Annotated[
        str, typer.Option(help="Registered spaCy reader of the format, as citalign.BC2GM.v1.")
    ],
    pipeline: Annotated[
        str, typer.Option(help="Pipeline whose tokenizer cuts the text; blank:en is spaCy's own.")
    ] = SHIPPED,
) -> None:
    """Make a .spacy file of a published corpus.

    It has the gold annotations in it, and can be given to `spacy train`, `spacy evaluate` and
    `citalign evaluate`.
    """
    hold(output, [source], ".spacy")
    nlp = load_pipeline(pipeline)
    from spacy.tokens import DocBin

    docs = DocBin(store_user_data=True)
    with atomic_output(output) as part:
        for example in read_examples(nlp, source, reader):
            docs.add(example.reference)
        docs.to_disk(part)
    say(f"{len(docs)} documents -> {output}")


def read_examples(nlp: "Language", path: Path, reader: str | None) -> "Iterator[Example]":
    """Yield the gold examples in a `.spacy` file, or in what the registered ``reader`` reads.

    Raises:
        SettingError: no reader is named or known, InputError where the data is missing, not in the
            reader's format, or holds no example.
    """
    if reader is None and not path.exists():  # other readers may want the prefix of several files
        raise InputError(f"{path} does not exist")
    if reader is None and path.suffix != ".spacy" and not any(path.glob("**/*.spacy")):
        raise SettingError(
            f"{path} is no .spacy file; name its reader with --reader. Known: {_known_readers()}"
        )
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


def _make_reader(reader: str | None, path: Path) -> "Callable[[Language], Iterable[Example]]":
    """Return the registered reader of that name for ``path``; without a name spaCy's own.

    Raises:
        SettingError: no reader of that name is registered.
    """
    from spacy.training import Corpus
    from spacy.util import registry

    if reader is None:
        return Corpus(path)
    if not registry.has("readers", reader):
        raise SettingError(f"no reader {reader!r} is registered. Known: {_known_readers()}")
    made: Callable[[Language], Iterable[Example]] = registry.get("readers", reader)(path=path)
    return made


def _known_readers() -> str:
    from spacy.util import registry

    return ", ".join(sorted(registry.readers.get_all()))
