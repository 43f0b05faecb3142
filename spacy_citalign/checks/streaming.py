"""Rules of streams: several processes give the same, and one bad Doc costs one Doc."""

import multiprocessing
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from spacy.tokens import Doc

from ..errors import described
from .findings import BrokenError, NotApplicableError, errors_as, rule
from .repeating import compare
from .under_test import ComponentUnderTest

PROCESSES = 2
_BATCH = 3
_FAULT = "a fault that the check put in"
_COMPILED = "no fault can be put into a compiled component"


class _FaultError(ValueError):
    """The error that the component is made to raise."""


@rule(
    "processes",
    f"n_process={PROCESSES} gives the same, with fork and with spawn",
    "Write plain data only (numbers, strings, lists, dictionaries) to extensions, as Docs come "
    "back by to_bytes; keep lambdas, open files and locks off the component, as it is pickled; "
    "start no threads when it is made.",
)
def same_in_processes(tested: ComponentUnderTest) -> None:
    """Check rule ``processes``."""
    expected = tested.expected
    tested.require_bytes()
    methods = multiprocessing.get_all_start_methods()
    before = multiprocessing.get_start_method()
    for method in ("fork", "spawn"):
        if method not in methods or (tested.fast and method != methods[0]):
            continue
        where = f"with n_process={PROCESSES} and {method}"
        tested.announce(where)
        multiprocessing.set_start_method(method, force=True)
        try:
            docs = _in_processes(tested)
        except Exception as error:  # the component may raise anything
            raise BrokenError(f"{where} it raises {_inner(error)}") from error
        finally:
            multiprocessing.set_start_method(before, force=True)
        compare(expected, docs, where)


def _in_processes(tested: ComponentUnderTest) -> list[Doc]:
    with warnings.catch_warnings():
        # Python warns of fork where there are threads, as a program that calls this may have.
        warnings.simplefilter("ignore", DeprecationWarning)
        return list(tested.nlp.pipe(tested.docs(), n_process=PROCESSES, batch_size=_BATCH))


def _inner(error: Exception) -> str:
    """Return the last line of an error that spaCy brings from a worker, with its traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if "E871" in str(error) and lines else described(error)


@rule(
    "faults",
    "with an error handler, a Doc that fails costs that Doc only",
    "In pipe, catch what a batch raises, annotate its Docs one by one, and give each that "
    "fails to self.get_error_handler(); or leave pipe to spacy.pipeline.Pipe.",
)
def one_bad_doc_costs_one(tested: ComponentUnderTest) -> None:
    """Check rule ``faults``."""
    tested.expected  # noqa: B018 - says that it is not applicable where it is not
    texts = tested.texts[:4]
    failing_text = "The one Doc that fails."
    docs = tested.prepared([*texts[:2], failing_text, *texts[2:]])
    with _handled_errors(tested.nlp) as failed:
        ended = "one Doc fails, and though there is an error handler the stream ends:"
        with errors_as(BrokenError, ended), _fault(tested, failing_text) as hits:
            stream = tested.nlp.pipe(docs, batch_size=len(docs))
            returned = [doc and doc.text for doc in stream]
    if not hits:
        raise NotApplicableError("its pipe uses neither its __call__ nor its predict")
    if failed != [failing_text]:
        raise BrokenError(f"one Doc of {len(docs)} fails, and the error handler gets {len(failed)}")
    if None in returned:
        raise BrokenError(
            "one Doc fails, and the stream has None in its place",
            "Let __call__ raise, and pipe alone give the Doc and the error to the error handler.",
        )
    if returned != texts:
        raise BrokenError(f"one Doc of {len(docs)} fails, and {len(returned)} come back")


@contextmanager
def _handled_errors(nlp: Any) -> Iterator[list[str]]:
    """Take the errors of the block; yield the texts of the Docs that come with them.

    Raises:
        BrokenError: the component takes no error handler.
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
def _fault(tested: ComponentUnderTest, failing_text: str) -> Iterator[list[bool]]:
    """Let the component raise an error at the Doc of that text; yield [] until it has.

    Raises:
        NotApplicableError: the component cannot be changed.
    """
    component = tested.component
    hits: list[bool] = []

    def fragile(usual: Callable[..., Any]) -> Callable[..., Any]:
        def broken(docs: Any, *args: Any, **kwargs: Any) -> Any:
            docs = docs if isinstance(docs, Doc) else list(docs)
            if any(doc.text == failing_text for doc in ([docs] if isinstance(docs, Doc) else docs)):
                hits.append(True)
                raise _FaultError(_FAULT)
            return usual(docs, *args, **kwargs)

        return broken

    changed: AbstractContextManager[None]
    if hasattr(component, "predict") and hasattr(component, "pipe"):
        changed = _with_attribute(component, "predict", fragile(component.predict))
    elif hasattr(component, "pipe"):
        changed = _with_call(component, fragile)
    else:
        changed = _in_pipeline(tested, fragile(component))
    with changed:
        yield hits


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
    """Wrap the component's ``__call__``, which Python looks up in the class."""
    usual = type(component)
    call = usual.__call__
    methods = {"__call__": lambda self, doc: wrapped(partial(call, self))(doc)}
    try:
        component.__class__ = type(usual.__name__, (usual,), methods)
    except TypeError:
        raise NotApplicableError(_COMPILED) from None
    try:
        yield
    finally:
        component.__class__ = usual


@contextmanager
def _in_pipeline(tested: ComponentUnderTest, stand_in: Callable[[Doc], Doc]) -> Iterator[None]:
    """Put another function in the place of the component, which has no ``pipe``."""
    pipes = tested.nlp._components  # nlp.replace_pipe makes a new one from a factory
    position = [name for name, _ in pipes].index(tested.name)
    pipes[position] = (tested.name, stand_in)
    try:
        yield
    finally:
        pipes[position] = (tested.name, tested.component)
