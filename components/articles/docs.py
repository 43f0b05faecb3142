"""Articles as Docs: their text, its sentences, and the citing ones with the works they cite."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from ...citations.marks.masking import mask_citations
from ...errors import InputError, SettingError, warn
from ...inputs.article_files import article_files
from ...inputs.articles import Article
from ...inputs.file_types.refusals import MARKDOWN, UnreadKindError, counts_of
from ...inputs.records import Reading
from ...memory import check_text
from ..citation_scopes import add_sentences_before, set_citation_scopes
from ..citations import Citing, citing_sentences, install_extensions, set_citances, set_citations
from .reading import ReadArticle, check_length, from_article, from_text, read_articles_of

_SETS_SENTENCES = {"token.is_sent_start", "doc.sents"}
_BYTES_A_WORD = 1_000  # that it takes to find sentences; measured were up to 630
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_STARTS, _CONTINUES = np.array([1, -1]).astype(np.uint64)


class FindsSentences(Protocol):
    """What finds sentences of articles."""

    def starts(self, article: ReadArticle) -> list[int]:
        """Return the characters at which sentences begin, 0 among them."""


class SentenceFinder:
    """Finds sentences in texts whose citations are masked, with the components of a pipeline.

    Raises:
        SettingError: no component of the pipeline sets sentences.
    """

    def __init__(self, nlp: Language):
        self._nlp = nlp
        self._pipes: list[Callable[[Doc], Doc]] = []
        for name, pipe in nlp.pipeline:
            self._pipes.append(pipe)
            if _SETS_SENTENCES & set(nlp.get_pipe_meta(name).assigns):
                return
        raise SettingError(
            f"no component of the pipeline sets sentences, it has: "
            f"{', '.join(nlp.pipe_names) or 'none'}; add one, for example "
            'nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})'
        )

    def starts(self, article: ReadArticle) -> list[int]:
        """Return the characters at which sentences begin; every paragraph begins one.

        Raises:
            InputError: the text is longer than the pipeline's ``max_length``, would need more
                memory than there is, or has half a character, which no token can hold.
        """
        text = article.text
        check_length(article.source, text, self._nlp.max_length)
        check_text(text, _BYTES_A_WORD, f"{article.source}: the text")
        if half := _HALF_CHARACTER.search(text):
            raise InputError(
                f"{article.source}: the text has half a character, {half[0]!a}, at "
                f"{half.start()}; write the whole character or leave it out"
            )
        spans = sorted({(mark.start, mark.end) for mark in article.marks})
        doc = self._nlp.make_doc(mask_citations(text, spans))
        lines = {start for start, _ in article.sections}
        if lines:
            begins = doc.to_array(IDX).astype(np.int64)
            values = np.zeros(len(doc), dtype=np.uint64)
            values[np.isin(begins, list(lines))] = _STARTS
            doc.from_array([SENT_START], values)  # type: ignore[arg-type]
        for pipe in self._pipes:
            doc = pipe(doc)
        # A citation that became blanks is of the sentence before them, wherever the pipeline puts
        # white space.
        begins_at = (
            sentence.start_char + len(sentence.text) - len(sentence.text.lstrip())
            for sentence in doc.sents
            if not sentence.text.isspace()
        )
        return sorted(lines.union({0}, begins_at))


def citances_of(
    article: ReadArticle, finder: FindsSentences, before: float | None = None
) -> tuple[list[int], list[Citing], list[dict[str, Any]]]:
    """Return where sentences begin, the citing ones, and a record of each.

    A record has ``id``, ``source``, ``section`` (where it is known), ``paragraph_kind`` (where that
    is no running text), ``start`` and ``end`` in the article's text, ``article``, what is known of
    the article, and ``before``, the sentence before, where it belongs to the citation with at least
    that probability.
    """
    starts = finder.starts(article)
    citances = citing_sentences(article.text, article.marks, starts)
    paragraphs = [start for start, _ in article.sections]
    records = []
    for citance in citances:
        paragraph = bisect_right(paragraphs, citance.start) - 1
        is_known = paragraph >= 0
        record = {
            "id": f"{article.source}:{citance.start}",
            "source": article.source,
            "section": article.sections[paragraph][1] if is_known else "",
            "paragraph_kind": article.kinds.get(paragraphs[paragraph], "") if is_known else "",
            "start": citance.start,
            "end": citance.end,
            "article": article.about,
        }
        records.append({name: value for name, value in record.items() if value not in ("", {})})
    text, marks = article.text, article.marks
    add_sentences_before(records, citances, text, marks, starts, before, paragraphs)
    return starts, citances, records


def article_doc(
    article: ReadArticle, nlp: Language, finder: SentenceFinder, before: float | None = None
) -> Doc:
    """Return an article as a Doc with sentences, citations and citances."""
    starts, citances, records = citances_of(article, finder, before)
    doc = nlp.make_doc(article.text)
    begins = doc.to_array(IDX).astype(np.int64)
    values = np.full(len(doc) + 1, _CONTINUES)
    values[np.searchsorted(begins, starts)] = _STARTS
    values = values[:-1]
    doc.from_array([SENT_START], values)  # type: ignore[arg-type]
    set_citations(doc, article.marks)
    set_citances(doc, citances, records, article.cited)
    set_citation_scopes(doc)
    return doc


def read_articles(
    paths: str | Path | Iterable[str | Path],
    *,
    nlp: Language,
    captions: bool = False,
    tables: bool = False,
    sentence_before: float | None = None,
    on_error: Callable[[Path, InputError], object] | None = None,
) -> Iterator[Doc]:
    """Yield a Doc for each article in files, folders and archives, as ``article_docs`` makes them.

    Args:
        paths: articles in JATS, one or a set, GROBID's TEI, arXiv's HTML or S2ORC JSON, one or a
            line each, plain text in UTF-8 in .txt, .text or .md, all packed too (.gz, .bz2, .xz,
            .zst); archives of them in .zip (.meca) or .tar, packed or not; folders. What a file is,
            its content says. Files of other kinds in folders and archives are left out, which a
            warning tells.
        nlp: finds words and sentences.
        captions, tables: whether these parts of articles are read.
        sentence_before: least probability, 0 to 1, with which the sentence before a citing one
            belongs to the citation, so that the record of the citance has it as ``before``; None
            takes none.
        on_error: is given the path and the error of an article that cannot be read, and the others
            go on; None raises the error.

    Raises:
        InputError: a path does not exist, or without ``on_error``, an article cannot be read, or a
            file that was named is of a kind that is not read.
        SettingError: no component of the pipeline sets sentences.
    """
    install_extensions()
    finder = SentenceFinder(nlp)
    listed = [paths] if isinstance(paths, str | Path) else paths
    reading = Reading(captions=captions, tables=tables)
    left_out: Counter[str] = Counter()
    for file in article_files([Path(path) for path in listed]):
        for article in read_articles_of(file, reading, max_length=nlp.max_length):
            try:
                if isinstance(article, InputError):
                    raise article
                yield article_doc(article, nlp, finder, sentence_before)
            except UnreadKindError as error:
                left_out[error.what] += 1
            except InputError as error:
                if on_error is None:
                    raise
                on_error(file.path, error)
    left_out.pop(MARKDOWN.what, 0)  # notes beside the articles
    if left_out:
        warn(f"files of kinds that are not read were left out: {counts_of(left_out)}")


def article_docs(articles: Iterable[Article | tuple[str, str]], *, nlp: Language) -> Iterator[Doc]:
    """Yield a Doc for each article: JATS as ``read_jats`` gives it, or (name, plain text).

    A Doc has the article's text, sentences, ``doc.spans["citations"]`` and
    ``doc.spans["citances"]``; run ``nlp`` on it for more. Sentences are found by the pipeline's
    components up to the first that sets them, with the citations masked, so that none breaks in
    "et al. [2004]".

    Args:
        articles: in any number.
        nlp: finds words and sentences.

    Raises:
        SettingError: no component of the pipeline sets sentences.
        InputError: a text is longer than the pipeline's ``max_length``, or it is no article.
    """
    install_extensions()
    finder = SentenceFinder(nlp)
    for number, article in enumerate(articles):
        match article:
            case Article():
                parsed = from_article(article)
            case (str(name), str(text)):
                check_length(name, text, nlp.max_length)
                parsed = from_text(text, name)
            case _:
                raise InputError(
                    f"articles[{number}] is of type {type(article).__name__}; give what read_jats "
                    "returns, or a tuple of name and text"
                )
        yield article_doc(parsed, nlp, finder)
