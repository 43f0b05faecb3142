"""Rules of saving: Docs survive, the component survives, and its files hold no pickle."""

import io
import os
import pickle
import pickletools
import re
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import spacy
from spacy.tokens import Doc, DocBin

from ..errors import described
from .findings import BrokenError, NotApplicableError, errors_as, rule
from .plain import difference, plain_doc
from .repeating import compare
from .under_test import ComponentUnderTest, with_exclude

_TENSOR = "doc.tensor"  # a DocBin does not keep it


@rule(
    "docs",
    "Docs keep all it sets through to_bytes, DocBin and pickle",
    "Keep Spans in doc.spans, and in extensions numbers, strings, lists and dictionaries only; "
    "compute objects in a getter. A class in an extension makes Doc.to_bytes raise TypeError.",
)
def docs_survive(tested: ComponentUnderTest) -> None:
    """Check rule ``docs``."""
    tested.annotated()  # says that it is not applicable where it is not
    tested.require_bytes()
    for name, trip in _TRIPS.items():
        docs = tested.annotated()
        with errors_as(BrokenError, f"{name} of a Doc raises"):  # what the component left on it
            restored = [plain_doc(doc) for doc in trip(docs)]
        for before, after in zip(map(plain_doc, docs), restored, strict=True):
            if name.startswith("DocBin"):
                del before[_TENSOR], after[_TENSOR]
            changed = difference(before, after)
            if changed:
                raise BrokenError(f"before and after {name}: {changed}")


def _through_bytes(docs: list[Doc]) -> list[Doc]:
    return [Doc(doc.vocab).from_bytes(doc.to_bytes()) for doc in docs]


def _through_bin(docs: list[Doc]) -> list[Doc]:
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    return list(DocBin().from_bytes(data).get_docs(docs[0].vocab))


def _through_pickle(docs: list[Doc]) -> list[Doc]:
    restored: list[Doc] = pickle.loads(pickle.dumps(docs))  # noqa: S301 - made in this line
    return restored


_TRIPS: dict[str, Callable[[list[Doc]], list[Doc]]] = {
    "to_bytes": _through_bytes,
    "DocBin(store_user_data=True)": _through_bin,
    "pickle": _through_pickle,
}


@rule(
    "saved",
    "saved and loaded it gives the same",
    "Let to_disk and to_bytes write all that was learned or added, and keep functions and "
    "objects out of the config and of nlp.meta.",
)
def component_survives(tested: ComponentUnderTest) -> None:
    """Check rule ``saved``."""
    expected = tested.expected
    component, silent = tested.component, "in silence, as spaCy does where there is no such method"
    for method in ("to_bytes", "to_disk"):
        tested.announce(f"at {method}")
        try:
            loaded = _LOADERS[method](tested)
            docs = [loaded(doc) for doc in tested.docs()]
            compare(expected, docs, f"after {method} and loading")
        except BrokenError as error:
            if hasattr(component, method):
                raise
            raise BrokenError(
                f"it has state and no {method}: {method} of the pipeline leaves it out {silent}",
                _ADD_METHODS,
            ) from error
        except Exception as error:  # the component, or its settings, may raise anything
            raise BrokenError(f"{method} and loading raises {described(error)}") from error


def _by_bytes(tested: ComponentUnderTest) -> Any:
    loaded = tested.rebuilt()
    if tested.initial_bytes is not None and hasattr(loaded, "from_bytes"):
        with_exclude(loaded.from_bytes)(tested.initial_bytes)
    return loaded


def _by_disk(tested: ComponentUnderTest) -> Any:
    """Return the component of a saved pipeline, which has the others' settings only."""
    with tempfile.TemporaryDirectory() as folder:
        tested.nlp.to_disk(folder, exclude=tested.others)
        loaded = spacy.load(folder, vocab=tested.nlp.vocab, exclude=tested.others)
        return loaded.get_pipe(tested.name)


_LOADERS = {"to_bytes": _by_bytes, "to_disk": _by_disk}
_ADD_METHODS = (
    "Give it to_disk(path, exclude), from_disk, to_bytes(exclude) and from_bytes, which write and "
    "read all that the settings do not say."
)


@rule(
    "pickle",
    "its files hold no pickle, which runs any code when it is loaded",
    "Write numbers and strings with srsly (msgpack, JSON) or numpy (npz, allow_pickle=False).",
)
def no_pickle(tested: ComponentUnderTest) -> None:
    """Check rule ``pickle``."""
    component = tested.component
    if not hasattr(component, "to_bytes") and not hasattr(component, "to_disk"):
        raise NotApplicableError("it saves nothing")
    with errors_as(NotApplicableError, "it cannot be saved:"):  # rule ``saved`` says that
        data = tested.initial_bytes
    pickle_found = pickled(data or b"")
    if pickle_found:
        raise BrokenError(f"its to_bytes holds {pickle_found}")
    with tempfile.TemporaryDirectory() as folder:
        if hasattr(component, "to_disk"):
            with_exclude(component.to_disk)(Path(folder, tested.name))
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                pickle_found = _pickled_file(path, data)
                if pickle_found:
                    raise BrokenError(f"its file {path.relative_to(folder)} holds {pickle_found}")


def _pickled_file(path: Path, known: bytes | None) -> str:
    if path.suffix.lower() in PICKLE_SUFFIXES:
        return "a pickle, by its name"
    content = path.read_bytes()
    return "" if content == known else pickled(content)


PICKLE_SUFFIXES = {".dill", ".joblib", ".pickle", ".pkl"}
_BEGINNING = re.compile(rb"\x80[\x02-\x05]")
_MIN_OPCODES = 8  # random bytes reach their end sooner
_NAMES = {
    b"numpy.core.multiarray": "a numpy array of Python objects",
    b"numpy._core.multiarray": "a numpy array of Python objects",
    b"/data.pkl": "a PyTorch file, which is a pickle",
}


def pickled(data: bytes) -> str:
    """Return what of a pickle is in the bytes, in words; ``""`` without any.

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
        if sum(1 for _ in pickletools.genops(file)) < _MIN_OPCODES:
            return False
        file.seek(start)
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            pickletools.dis(file, out=nowhere)  # for its check of the stack
    except (ValueError, KeyError, IndexError, OverflowError):
        return False
    return True
