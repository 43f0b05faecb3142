"""Rules of equal results: in batches, a second time, and in threads."""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from spacy.tokens import Doc

from spacy_citalign.checks.findings import BrokenError, NotApplicableError, Rule
from spacy_citalign.checks.plain import difference, plain_doc
from spacy_citalign.checks.subject import Subject, state
from spacy_citalign.runs.messages import described

BATCH_SIZES = (1, 3, 1000)
THREADS = 4
THREADED_TEXTS, FEW_THREADED_TEXTS = 24, 12
_SWITCH_SECONDS = 1e-5


def same_in_batches(subject: Subject) -> None:
    """Rule ``batches``."""
    expected = subject.expected
    for size in BATCH_SIZES:
        docs = list(subject.nlp.pipe(subject.docs(), batch_size=size))
        compare(expected, docs, f"in batches of {size}")
    docs = list(subject.nlp.pipe(subject.docs()[::-1]))
    compare(expected[::-1], docs, "in a batch in reverse order")


def compare(expected: list[dict[str, Any]], docs: Iterable[Doc], where: str) -> None:
    """Raises BrokenError where Docs are not those expected of the ordinary texts.

    Args:
        expected: what Docs annotated alone have, as plain data.
        docs: the Docs, which should be as many and in this order.
        where: how they came about, as in "in threads".
    """
    found = [plain_doc(doc) for doc in docs]
    if len(found) != len(expected):
        raise BrokenError(f"of {len(expected)} Docs {len(found)} come back {where}")
    for one, other in zip(expected, found, strict=True):
        different = difference(one, other)
        if different:
            raise BrokenError(f"alone and {where}: {different}")


def same_again(subject: Subject) -> None:
    """Rule ``again``."""
    expected = subject.expected
    compare(expected, map(subject.nlp, subject.docs()), "a second time")
    try:
        now = state(subject.component)
        changed = now != subject.data and now == state(subject.component)
    except Exception:  # rule ``saved`` says what is wrong with that
        return
    if changed:
        raise BrokenError("annotating changes the component: its to_bytes gives other bytes now")


def same_in_threads(subject: Subject) -> None:
    """Rule ``threads``."""
    count = FEW_THREADED_TEXTS if subject.fast else THREADED_TEXTS
    texts = [f"{subject.texts[i % len(subject.texts)]} Word{i} here." for i in range(count)]
    subject.expected  # noqa: B018 - says that it is not applicable where it is not
    docs = subject.prepared(texts)
    try:
        expected = [plain_doc(subject.nlp(doc)) for doc in docs]
    except Exception as error:  # the component may raise anything
        raise NotApplicableError(f"it does not annotate ordinary sentences: {error}") from error
    component = _newest(subject)
    docs = subject.prepared(texts)
    with ThreadPoolExecutor(THREADS) as pool, _quick_switches():
        try:
            found = list(pool.map(component, docs))
        except Exception as error:  # it did not, alone
            raise BrokenError(f"in {THREADS} threads it raises {described(error)}") from error
    compare(expected, found, f"in {THREADS} threads")


def _newest(subject: Subject) -> Any:
    """A component that has seen nothing yet, so that threads fill its caches together."""
    try:
        return subject.twin()
    except NotApplicableError:
        return subject.component


@contextmanager
def _quick_switches() -> Iterator[None]:
    """Threads take turns much more often than usual, so that they meet more often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


RULES = [
    Rule(
        "batches",
        "a Doc gets the same alone and in a batch of any size and order",
        "Compute each Doc from itself only: keep nothing from one Doc for the next, and mask the "
        "padding of batches.",
        same_in_batches,
    ),
    Rule(
        "again",
        "a second time gives the same, and annotating leaves the component as it was",
        "Keep what belongs to one Doc in local variables, fix the seed of random numbers, and "
        "sort sets before they are written.",
        same_again,
    ),
    Rule(
        "threads",
        f"{THREADS} threads that share it get the same",
        "Keep nothing on self that a call changes; what must be kept, build in __init__ or guard "
        "with a lock.",
        same_in_threads,
    ),
]
