"""Runs a pipeline over records so that every record comes out again, in order.

spaCy drops a Doc that a component fails on; the Docs that remain keep their context. So each
record is numbered, and where numbers are missing in what comes back, those records are run again
one by one: the bad one fails with its own error, its neighbours get their result.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...errors import CitalignError, InputError, SettingError, described, one_line
from ...inputs.records import Record
from ...memory import check_text
from ..pipelines import raise_failure

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ...inputs.articles import Article


_BYTES_A_WORD = 6_000  # that a text takes; the pipeline that ships took up to 4,200


class Outcome(NamedTuple):
    """A record with its Doc, or with the reason why it has none."""

    record: Record
    doc: "Doc | None"
    error: str | None


def annotated(
    nlp: "Language", records: Iterable[Record], *, batch_size: int = 256
) -> Iterator[Outcome]:
    """Yield the outcome of each record, in their order."""
    from spacy.util import ignore_error

    numbered = enumerate(records)
    # Records that were read and have no outcome yet; with an error if they cannot get a Doc.
    pending: deque[tuple[int, Outcome]] = deque()
    handler = nlp.default_error_handler

    def feed() -> Iterator[tuple["Doc", int]]:
        for number, record in numbered:
            try:
                check_text(record.text or "", _BYTES_A_WORD)
                doc = tokenised(nlp, record)
            except InputError as problem:
                pending.append((number, Outcome(record, None, one_line(problem))))
            else:
                pending.append((number, Outcome(record, None, None)))
                yield doc, number

    try:
        exhausted = False
        while not exhausted:
            nlp.set_error_handler(ignore_error)
            try:
                for doc, number in nlp.pipe(feed(), as_tuples=True, batch_size=batch_size):
                    # A component made a Doc of its own, without our number, or gave one twice.
                    # What is missing then is run again below.
                    if number is None or not pending or number < pending[0][0]:
                        continue
                    while pending[0][0] != number:
                        yield _retry(nlp, pending.popleft()[1])
                    yield Outcome(pending.popleft()[1].record, doc, None)
                exhausted = True
            except (Exception, SystemExit):
                # A component's own pipe() raised, which ends the stream. What it held is run
                # again one by one; then the stream starts anew with the records after it.
                if not pending:
                    raise
            while pending:
                yield _retry(nlp, pending.popleft()[1])
    finally:
        nlp.set_error_handler(handler)


def _retry(nlp: "Language", outcome: Outcome) -> Outcome:
    """Return the outcome of a record that did not come out of the stream."""
    from spacy.tokens import Doc
    from spacy.util import ignore_error

    record = outcome.record
    if outcome.error is not None:
        return outcome
    nlp.set_error_handler(raise_failure)
    # A component may raise anything, or want to exit; here that costs its record only.
    try:
        docs: list[object] = list(nlp.pipe([tokenised(nlp, record)], batch_size=1))
    except (Exception, SystemExit) as error:
        return Outcome(record, None, described(error))
    finally:
        nlp.set_error_handler(ignore_error)
    match docs:
        case [Doc() as doc]:
            return Outcome(record, doc, None)
        case [other]:
            problem = f"the last component gave a {type(other).__name__}, not a Doc"
        case _:
            problem = f"the pipeline gave {len(docs)} docs for one text"
    return Outcome(record, None, problem)


def tokenised(nlp: "Language", record: Record) -> "Doc":
    """Return the Doc of a record's text; that of an article has its citations and citing sentences.

    Raises:
        InputError: there is no text, it is too long, or the tokeniser fails on it.
    """
    if record.text is None:
        raise InputError(record.error or "has no text")
    if len(record.text) > nlp.max_length:
        raise InputError(
            f"has {len(record.text)} characters, more than the pipeline's max_length of "
            f"{nlp.max_length}; split the text"
        )
    try:
        if record.article is None:
            return nlp.make_doc(record.text)
        return _article_doc(nlp, record.article)
    except CitalignError as error:
        raise InputError(one_line(error)) from error
    except Exception as error:  # a tokeniser may be anybody's
        raise InputError(f"cannot be tokenised: {described(error)}") from error


def _article_doc(nlp: "Language", parsed: "Article") -> "Doc":
    """Return the Doc of an article with its citations, and its citing sentences if ``nlp`` can."""
    from ...components.articles.docs import SentenceFinder, article_doc
    from ...components.articles.reading import from_article
    from ...components.citations import set_citations

    article = from_article(parsed)
    try:
        finder = SentenceFinder(nlp)
    except SettingError:  # no component sets sentences
        doc = nlp.make_doc(article.text)
        set_citations(doc, article.marks)
        return doc
    return article_doc(article, nlp, finder)
