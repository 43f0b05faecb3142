"""Rules of equal results: in batches, a second time, and in threads."""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from spacy.tokens import Doc

from .findings import BrokenError, NotApplicableError, errors_as, rule
from .plain import difference, plain_doc
from .under_test import ComponentUnderTest, component_bytes

BATCH_SIZES = (1, 3, 1000)
THREADS = 4
THREADED_TEXTS, FEW_THREADED_TEXTS = 24, 12
_SWITCH_SECONDS = 1e-5


@rule(
    "batches",
    "a Doc gets the same alone and in a batch of any size and order",
    "Compute each Doc from itself only: keep nothing from one Doc for the next, and mask the "
    "padding of batches.",
)
def same_in_batches(tested: ComponentUnderTest) -> None:
    """Check rule ``batches``."""
    expected = tested.expected
    for size in BATCH_SIZES:
        docs = list(tested.nlp.pipe(tested.docs(), batch_size=size))
        compare(expected, docs, f"in batches of {size}")
    docs = list(tested.nlp.pipe(tested.docs()[::-1]))
    compare(expected[::-1], docs, "in a batch in reverse order")


def compare(expected: list[dict[str, Any]], docs: Iterable[Doc], where: str) -> None:
    """See that Docs are those expected of the ordinary texts.

    Args:
        expected: what Docs annotated alone have, as plain data.
        docs: the Docs, which should be as many and in this order.
        where: how they came about, as in "in threads".

    Raises:
        BrokenError: they are more or fewer, or one of them differs.
    """
    results = [plain_doc(doc) for doc in docs]
    if len(results) != len(expected):
        raise BrokenError(f"of {len(expected)} Docs {len(results)} come back {where}")
    for alone, result in zip(expected, results, strict=True):
        changed = difference(alone, result)
        if changed:
            raise BrokenError(f"alone and {where}: {changed}")


@rule(
    "again",
    "a second time gives the same, and annotating leaves the component as it was",
    "Keep what belongs to one Doc in local variables, fix the seed of random numbers, and "
    "sort sets before they are written.",
)
def same_again(tested: ComponentUnderTest) -> None:
    """Check rule ``again``."""
    expected = tested.expected
    compare(expected, map(tested.nlp, tested.docs()), "a second time")
    try:
        now = component_bytes(tested.component)
        changed = now != tested.initial_bytes and now == component_bytes(tested.component)
    except Exception:  # rule ``saved`` says what is wrong with that
        return
    if changed:
        raise BrokenError("annotating changes the component: its to_bytes gives other bytes now")


@rule(
    "threads",
    f"{THREADS} threads that share it get the same",
    "Keep nothing on self that a call changes; what must be kept, build in __init__ or guard "
    "with a lock.",
)
def same_in_threads(tested: ComponentUnderTest) -> None:
    """Check rule ``threads``."""
    count = FEW_THREADED_TEXTS if tested.fast else THREADED_TEXTS
    texts = [f"{tested.texts[i % len(tested.texts)]} Word{i} here." for i in range(count)]
    tested.expected  # noqa: B018 - says that it is not applicable where it is not
    docs = tested.prepared(texts)
    try:
        expected = [plain_doc(tested.nlp(doc)) for doc in docs]
    except Exception as error:  # the component may raise anything
        raise NotApplicableError(f"it does not annotate ordinary sentences: {error}") from error
    component = _unused(tested)
    docs = tested.prepared(texts)
    raises = errors_as(BrokenError, f"in {THREADS} threads it raises")  # it did not, alone
    with raises, ThreadPoolExecutor(THREADS) as pool, _quick_switches():
        annotated = list(pool.map(component, docs))
    compare(expected, annotated, f"in {THREADS} threads")


def _unused(tested: ComponentUnderTest) -> Any:
    """Return a component that has seen no text, so that threads fill its caches together."""
    try:
        return tested.copied()
    except NotApplicableError:
        return tested.component


@contextmanager
def _quick_switches() -> Iterator[None]:
    """Let threads take turns much more often than usual, so that they meet more often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
