"""Rules of saving: Docs survive, the component survives, and its files hold no pickle."""

import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import spacy
from spacy.tokens import Doc, DocBin

from spacy_citalign.checks.findings import BrokenError, NotApplicableError, Rule
from spacy_citalign.checks.pickles import PICKLE_SUFFIXES, pickled
from spacy_citalign.checks.plain import difference, plain_doc
from spacy_citalign.checks.repeating import compare
from spacy_citalign.checks.subject import Subject, with_exclude
from spacy_citalign.runs.messages import described

_TENSOR = "doc.tensor"  # a DocBin does not keep it


def docs_survive(subject: Subject) -> None:
    """Rule ``docs``."""
    subject.expected  # noqa: B018 - says that it is not applicable where it is not
    subject.require_bytes()
    for name, trip in _TRIPS.items():
        docs = [subject.nlp(doc) for doc in subject.docs()]
        try:
            others = [plain_doc(doc) for doc in trip(docs)]
        except Exception as error:  # what the component left on it
            raise BrokenError(f"{name} of a Doc raises {described(error)}") from error
        for one, other in zip(map(plain_doc, docs), others, strict=True):
            if name.startswith("DocBin"):
                del one[_TENSOR], other[_TENSOR]
            found = difference(one, other)
            if found:
                raise BrokenError(f"before and after {name}: {found}")


def _through_bytes(docs: list[Doc]) -> list[Doc]:
    return [Doc(doc.vocab).from_bytes(doc.to_bytes()) for doc in docs]


def _through_bin(docs: list[Doc]) -> list[Doc]:
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    return list(DocBin().from_bytes(data).get_docs(docs[0].vocab))


def _through_pickle(docs: list[Doc]) -> list[Doc]:
    others: list[Doc] = pickle.loads(pickle.dumps(docs))  # noqa: S301 - made in this line
    return others


_TRIPS: dict[str, Callable[[list[Doc]], list[Doc]]] = {
    "to_bytes": _through_bytes,
    "DocBin(store_user_data=True)": _through_bin,
    "pickle": _through_pickle,
}


def component_survives(subject: Subject) -> None:
    """Rule ``saved``."""
    expected = subject.expected
    component, silent = subject.component, "in silence, as spaCy does where there is no such method"
    for method in ("to_bytes", "to_disk"):
        subject.at(f"at {method}")
        try:
            other = _loaded[method](subject)
            docs = [other(doc) for doc in subject.docs()]
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


def _by_bytes(subject: Subject) -> Any:
    other = subject.rebuilt()
    if subject.data is not None and hasattr(other, "from_bytes"):
        with_exclude(other.from_bytes)(subject.data)
    return other


def _by_disk(subject: Subject) -> Any:
    """The component as it comes out of a saved pipeline, which has the others' settings only."""
    with tempfile.TemporaryDirectory() as folder:
        subject.nlp.to_disk(folder, exclude=subject.others)
        other = spacy.load(folder, vocab=subject.nlp.vocab, exclude=subject.others)
        return other.get_pipe(subject.name)


_loaded = {"to_bytes": _by_bytes, "to_disk": _by_disk}
_ADD_METHODS = (
    "Give it to_disk(path, exclude), from_disk, to_bytes(exclude) and from_bytes, which write and "
    "read all that the settings do not say."
)


def no_pickle(subject: Subject) -> None:
    """Rule ``pickle``."""
    component = subject.component
    if not hasattr(component, "to_bytes") and not hasattr(component, "to_disk"):
        raise NotApplicableError("it saves nothing")
    try:
        data = subject.data
    except Exception as error:  # rule ``saved`` says that this fails
        raise NotApplicableError(f"it cannot be saved: {described(error)}") from error
    found = pickled(data or b"")
    if found:
        raise BrokenError(f"its to_bytes holds {found}")
    with tempfile.TemporaryDirectory() as folder:
        if hasattr(component, "to_disk"):
            with_exclude(component.to_disk)(Path(folder, subject.name))
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                found = _pickled_file(path, data)
                if found:
                    raise BrokenError(f"its file {path.relative_to(folder)} holds {found}")


def _pickled_file(path: Path, known: bytes | None) -> str:
    if path.suffix.lower() in PICKLE_SUFFIXES:
        return "a pickle, by its name"
    content = path.read_bytes()
    return "" if content == known else pickled(content)


RULES = [
    Rule(
        "docs",
        "Docs keep all it sets through to_bytes, DocBin and pickle",
        "Keep Spans in doc.spans, and in extensions numbers, strings, lists and dictionaries only; "
        "compute objects in a getter. A class in an extension makes Doc.to_bytes raise TypeError.",
        docs_survive,
    ),
    Rule(
        "saved",
        "saved and loaded it gives the same",
        "Let to_disk and to_bytes write all that was learned or added, and keep functions and "
        "objects out of the config and of nlp.meta.",
        component_survives,
    ),
    Rule(
        "pickle",
        "its files hold no pickle, which runs any code when it is loaded",
        "Write numbers and strings with srsly (msgpack, JSON) or numpy (npz, allow_pickle=False).",
        no_pickle,
    ),
]
