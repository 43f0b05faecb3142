"""Rules of streams: several processes give the same, and one bad Doc costs one Doc."""

import multiprocessing
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from spacy.tokens import Doc

from spacy_citalign.checks.findings import BrokenError, NotApplicableError, Rule
from spacy_citalign.checks.repeating import compare
from spacy_citalign.checks.subject import Subject
from spacy_citalign.runs.messages import described

PROCESSES = 2
_BATCH = 3
_FAULT = "a fault that the check put in"
_COMPILED = "no fault can be put into a compiled component"


class _FaultError(ValueError):
    """What the component is made to raise."""


def same_in_processes(subject: Subject) -> None:
    """Rule ``processes``."""
    expected = subject.expected
    subject.require_bytes()
    methods = multiprocessing.get_all_start_methods()
    before = multiprocessing.get_start_method()
    for method in ("fork", "spawn"):
        if method not in methods or (subject.fast and method != methods[0]):
            continue
        where = f"with n_process={PROCESSES} and {method}"
        subject.at(where)
        multiprocessing.set_start_method(method, force=True)
        try:
            docs = _in_processes(subject)
        except Exception as error:  # the component may raise anything
            raise BrokenError(f"{where} it raises {_inner(error)}") from error
        finally:
            multiprocessing.set_start_method(before, force=True)
        compare(expected, docs, where)


def _in_processes(subject: Subject) -> list[Doc]:
    with warnings.catch_warnings():
        # Python warns of fork where there are threads, as a program that calls this may have.
        warnings.simplefilter("ignore", DeprecationWarning)
        return list(subject.nlp.pipe(subject.docs(), n_process=PROCESSES, batch_size=_BATCH))


def _inner(error: Exception) -> str:
    """The last line of an error that spaCy brings from a worker, which has its traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if "E871" in str(error) and lines else described(error)


def one_bad_doc_costs_one(subject: Subject) -> None:
    """Rule ``faults``."""
    subject.expected  # noqa: B018 - says that it is not applicable where it is not
    texts = subject.texts[:4]
    bad = "The one Doc that fails."
    docs = subject.prepared([*texts[:2], bad, *texts[2:]])
    with _handled(subject.nlp) as failed:
        try:
            with _fault(subject, bad) as hit:
                stream = subject.nlp.pipe(docs, batch_size=len(docs))
                left = [doc and doc.text for doc in stream]
        except Exception as error:  # what a fault makes of the component
            raise BrokenError(
                "one Doc fails, and though there is an error handler the stream ends: "
                f"{described(error)}"
            ) from error
    if not hit:
        raise NotApplicableError("its pipe uses neither its __call__ nor its predict")
    if failed != [bad]:
        raise BrokenError(f"one Doc of {len(docs)} fails, and the error handler gets {len(failed)}")
    if None in left:
        raise BrokenError(
            "one Doc fails, and the stream has None in its place",
            "Let __call__ raise, and pipe alone give the Doc and the error to the error handler.",
        )
    if left != texts:
        raise BrokenError(f"one Doc of {len(docs)} fails, and {len(left)} come back")


@contextmanager
def _handled(nlp: Any) -> Iterator[list[str]]:
    """Errors go to a handler of ours; yields the texts of the Docs that come with them.

    Raises BrokenError where the component takes no error handler.
    """
    failed: list[str] = []

    def handle(name: str, component: Any, docs: list[Doc], error: Exception) -> None:
        failed.extend(doc.text for doc in docs)

    before = nlp.default_error_handler
    try:
        nlp.set_error_handler(handle)
    except Exception as error:  # the component may raise anything
        nlp.default_error_handler = before
        raise BrokenError(f"nlp.set_error_handler raises {described(error)}") from error
    try:
        yield failed
    finally:
        nlp.set_error_handler(before)


@contextmanager
def _fault(subject: Subject, bad: str) -> Iterator[list[bool]]:
    """The component raises an error at the Doc of the text ``bad``; yields [] until it has.

    Raises NotApplicableError where the component cannot be changed.
    """
    component = subject.component
    hit: list[bool] = []

    def fragile(usual: Callable[..., Any]) -> Callable[..., Any]:
        def broken(docs: Any, *args: Any, **kwargs: Any) -> Any:
            docs = docs if isinstance(docs, Doc) else list(docs)
            if any(doc.text == bad for doc in ([docs] if isinstance(docs, Doc) else docs)):
                hit.append(True)
                raise _FaultError(_FAULT)
            return usual(docs, *args, **kwargs)

        return broken

    changed: AbstractContextManager[None]
    if hasattr(component, "predict") and hasattr(component, "pipe"):
        changed = _with_attribute(component, "predict", fragile(component.predict))
    elif hasattr(component, "pipe"):
        changed = _with_call(component, fragile)
    else:
        changed = _in_pipeline(subject, fragile(component))
    with changed:
        yield hit


@contextmanager
def _with_attribute(component: Any, name: str, value: Any) -> Iterator[None]:
    try:
        setattr(component, name, value)
    except AttributeError:
        raise NotApplicableError(_COMPILED) from None
    try:
        yield
    finally:
        delattr(component, name)


@contextmanager
def _with_call(component: Any, wrapped: Callable[..., Any]) -> Iterator[None]:
    """The component's ``__call__`` is wrapped; Python looks it up in the class."""
    kind = type(component)
    call = kind.__call__
    methods = {"__call__": lambda self, doc: wrapped(lambda one: call(self, one))(doc)}
    try:
        component.__class__ = type(kind.__name__, (kind,), methods)
    except TypeError:
        raise NotApplicableError(_COMPILED) from None
    try:
        yield
    finally:
        component.__class__ = kind


@contextmanager
def _in_pipeline(subject: Subject, stand_in: Callable[[Doc], Doc]) -> Iterator[None]:
    """Another function stands in the place of the component, which has no ``pipe``."""
    pipes = subject.nlp._components  # nlp.replace_pipe makes a new one from a factory
    place = [name for name, _ in pipes].index(subject.name)
    pipes[place] = (subject.name, stand_in)
    try:
        yield
    finally:
        pipes[place] = (subject.name, subject.component)


RULES = [
    Rule(
        "processes",
        f"n_process={PROCESSES} gives the same, with fork and with spawn",
        "Write plain data only (numbers, strings, lists, dictionaries) to extensions, as Docs come "
        "back by to_bytes; keep lambdas, open files and locks off the component, as it is pickled; "
        "start no threads when it is made.",
        same_in_processes,
    ),
    Rule(
        "faults",
        "with an error handler, a Doc that fails costs that Doc only",
        "In pipe, catch what a batch raises, annotate its Docs one by one, and give each that "
        "fails to self.get_error_handler(); or leave pipe to spacy.pipeline.Pipe.",
        one_bad_doc_costs_one,
    ),
]
