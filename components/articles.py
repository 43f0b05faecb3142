"""Articles as Docs: their text, its sentences, and the citing ones with the works they cite."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from ..citations.finder import find_citations
from ..citations.marks import Mark
from ..citations.masking import mask_citations
from ..citations.works import work_key
from ..corpora.article_files import ArticleFile, article_files, read_text_article
from ..errors import InputError, SettingError
from .attributes import install_extensions
from .citing import STATED, Citing, citing_sentences, set_citances, set_citations

if TYPE_CHECKING:
    from ..corpora.jats import Article

_SETS_SENTENCES = {"token.is_sent_start", "doc.sents"}
_STARTS, _CONTINUES = np.array([1, -1]).astype(np.uint64)


class ReadArticle(NamedTuple):
    """The text of an article with its citations, whatever it was read from.

    Attributes:
        source: its name, which records of citances carry.
        text: paragraphs, a newline between them.
        marks: of citation, ascending.
        cited: by key, what is known of the cited works.
        sections: (start character, path) of each paragraph, ascending; () where nothing is known.
        about: title, identifiers and the like; {} where nothing is known.
        unresolved: how many marks of the markup name no reference.
    """

    source: str
    text: str
    marks: list[Mark]
    cited: dict[str, dict[str, str]]
    sections: list[tuple[int, str]]
    about: dict[str, str]
    unresolved: int = 0


def from_jats(article: "Article") -> ReadArticle:
    """Return an article of ``read_jats`` with the keys of the works it cites."""
    fields = ("doi", "pmid", "pmcid", "first_author", "year", "title", "source")
    keys: list[str] = []
    cited: dict[str, dict[str, str]] = {}
    for work in article.works:
        known = {field: value for field in fields if (value := getattr(work, field))}
        # Of a reference without identifiers and title its text says which work it is.
        named = known if work_key(known) else known | ({"text": work.text} if work.text else {})
        keys.append(work_key(named) or f"{article.id}#{work.id}")
        cited.setdefault(keys[-1], named)
    about = {
        field: value
        for field in ("title", "first_author", "year", "journal", "doi", "pmid", "pmcid")
        if (value := getattr(article, field))
    }
    return ReadArticle(
        article.id,
        article.text,
        [Mark(c.start, c.end, keys[c.work], STATED, c.implied) for c in article.citations],
        cited,
        [(part.start, " / ".join(part.section)) for part in article.paragraphs],
        about,
        len(article.unresolved),
    )


def from_text(text: str, source: str) -> ReadArticle:
    """Return a plain text with the citations that are found in it.

    A number is the work's name in this text only, author and year are its name everywhere, unless
    a letter after the year tells works of this text apart.
    """
    marks = []
    cited: dict[str, dict[str, str]] = {}
    for mark in find_citations(text):
        author, _, year = mark.key.rpartition(" ")
        known = {"first_author": author, "year": year} if author else {}
        key = mark.key.lower() if author and year.isdigit() else f"{source}#{mark.key}"
        cited.setdefault(key, known)
        marks.append(mark._replace(key=key))
    return ReadArticle(source, text, marks, cited, [], {})


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
            InputError: the text is longer than the pipeline's ``max_length``.
        """
        text = article.text
        if len(text) > self._nlp.max_length:
            raise InputError(
                f"{article.source}: the text has {len(text)} characters, more than the pipeline's "
                f"max_length of {self._nlp.max_length}; split it, or raise nlp.max_length"
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
        return sorted(lines | {sentence.start_char for sentence in doc.sents})


def citances_of(
    article: ReadArticle, finder: SentenceFinder
) -> tuple[list[int], list[Citing], list[dict[str, Any]]]:
    """Return where sentences begin, the citing ones, and a record of each.

    A record has ``id``, ``source``, ``section`` (where it is known), ``start`` and ``end`` in the
    article's text, and ``article``, what is known of the article.
    """
    starts = finder.starts(article)
    citances = citing_sentences(article.text, article.marks, starts)
    sections = iter(article.sections)
    following = next(sections, None)
    path = ""
    records = []
    for one in citances:
        while following is not None and following[0] <= one.start:
            path = following[1]
            following = next(sections, None)
        record: dict[str, Any] = {"id": f"{article.source}:{one.start}", "source": article.source}
        if path:
            record["section"] = path
        record |= {"start": one.start, "end": one.end}
        if article.about:
            record["article"] = article.about
        records.append(record)
    return starts, citances, records


def article_doc(article: ReadArticle, nlp: Language, finder: SentenceFinder) -> Doc:
    """Return an article as a Doc with sentences, citations and citances."""
    starts, citances, records = citances_of(article, finder)
    doc = nlp.make_doc(article.text)
    begins = doc.to_array(IDX).astype(np.int64)
    values = np.full(len(doc), _CONTINUES)
    places = np.searchsorted(begins, starts)
    values[places[places < len(doc)]] = _STARTS
    doc.from_array([SENT_START], values)  # type: ignore[arg-type]
    set_citations(doc, article.marks)
    set_citances(doc, citances, records, article.cited)
    return doc


def read_articles(
    paths: str | Path | Iterable[str | Path],
    *,
    nlp: Language,
    captions: bool = False,
    tables: bool = False,
    on_error: Callable[[Path, InputError], object] | None = None,
) -> Iterator[Doc]:
    """Yield a Doc for each article in files and folders, as ``article_docs`` makes them.

    Args:
        paths: JATS in .xml or .nxml, plain text in UTF-8 in .txt, all with .gz too; folders are
            searched for these.
        nlp: finds words and sentences.
        captions, tables: whether these parts of JATS articles are read.
        on_error: is given the path and the error of an article that cannot be read, and the others
            go on; None raises the error.

    Raises:
        InputError: a path does not exist, or without ``on_error``, an article cannot be read.
        SettingError: no component of the pipeline sets sentences.
    """
    install_extensions()
    finder = SentenceFinder(nlp)
    listed = [paths] if isinstance(paths, str | Path) else paths
    for file in article_files([Path(path) for path in listed]):
        try:
            yield article_doc(read_article(file, captions=captions, tables=tables), nlp, finder)
        except InputError as error:
            if on_error is None:
                raise
            on_error(file.path, error)


def read_article(file: ArticleFile, *, captions: bool, tables: bool) -> ReadArticle:
    """Read an article from a file.

    Raises:
        InputError: the file cannot be read.
    """
    if file.kind == "text":
        return from_text(read_text_article(file.path), file.name)
    from ..corpora.jats import read_jats

    article = read_jats(file.path, captions=captions, tables=tables)
    if not (article.pmcid or article.pmid or article.doi):
        article = replace(article, id=file.name)
    return from_jats(article)


def article_docs(
    articles: Iterable["Article | tuple[str, str]"], *, nlp: Language
) -> Iterator[Doc]:
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
        InputError: a text is longer than the pipeline's ``max_length``.
    """
    install_extensions()
    finder = SentenceFinder(nlp)
    for article in articles:
        read = from_text(*reversed(article)) if isinstance(article, tuple) else from_jats(article)
        yield article_doc(read, nlp, finder)
