"""The evidence of a report: for works whose article is among those given, where they say it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..app.batch.pipelines import SHIPPED
from ..app.report.phrases import counted, work_name
from ..citations.works import IDENTIFIERS
from ..errors import CitalignError, InputError, described, printable
from ..inputs.article_files import ArticleFile, read_file
from ..inputs.articles import Article
from ..inputs.records import Reading
from .console import Problems, Progress, noticed_interrupts
from .evidence_doc import (
    ArticlePart,
    article_parts,
    caveats,
    evidence_doc,
    evidence_records,
    only_evidence,
)
from .groups import file_size, total_size

if TYPE_CHECKING:
    from spacy.language import Language

    from ..components.articles.collecting import CollectedArticle

Row = dict[str, Any]
_MOST_TOLD = 3  # caveats


class CitedArticle(NamedTuple):
    """An article that is among those given, and the rows of the works that it is.

    Attributes:
        article: as it was collected.
        rows: numbers of rows.
    """

    article: "CollectedArticle"
    rows: list[int]


class EvidenceAdded(NamedTuple):
    """Rows with evidence.

    Attributes:
        rows: all of them; those of works at hand have ``cited.article``, and an ``evidence`` at
            each citance.
        works: how many have it.
        problems: what was wrong, in lines for a person.
        failed: how many problems there are.
        caveats: what a reader must know of articles, in lines.
        seconds: how long it took.
    """

    rows: list[Row]
    works: int
    problems: list[str]
    failed: int
    caveats: list[str]
    seconds: float

    @property
    def said(self) -> str:
        """How many works have it, and what must be known of them, in words."""
        if not self.works:
            return "No work is among the articles, so there is no evidence to show."
        works = counted(self.works, "work")
        lines = [f"{works} {'is' if self.works == 1 else 'are'} among the articles, with evidence"]
        lines += self.caveats[:_MOST_TOLD]
        more = len(self.caveats) - _MOST_TOLD
        lines += [f"{more} more likewise"] if more > 0 else []
        return "; ".join(lines) + "."


def cited_articles_of(
    rows: Sequence[Mapping[str, Any]], articles: Sequence["CollectedArticle"]
) -> list[CitedArticle]:
    """Return the articles that are works of the rows, in the order in which they were given."""
    from ..components.articles.matching import cited_articles

    matched = cited_articles(rows, [article.about for article in articles])
    found: dict[int, list[int]] = {}
    for row, article in sorted(matched.items()):
        found.setdefault(article, []).append(row)
    return [CitedArticle(articles[number], found[number]) for number in sorted(found)]


def add_evidence(
    rows: Sequence[Row],
    articles: Sequence["CollectedArticle"],
    files: Iterable[ArticleFile],
    nlp: "Language",
    *,
    reading: Reading,
    pipeline: str = SHIPPED,
    quiet: bool,
) -> EvidenceAdded:
    """Rank the sentences of the cited articles that are at hand.

    Args:
        rows: groups of citances.
        articles: those that were read.
        files: where they are from; those that are needed are read again.
        nlp: a pipeline with ``evidence_ranker``, which does nothing else meanwhile.
        reading: how articles are read.
        pipeline: the name of ``nlp``.
        quiet: show no progress.

    Raises:
        SettingError: there is no ranker.
        NotFittedError: it is not trained.
    """
    wanted: dict[str, list[CitedArticle]] = {}
    for one in cited_articles_of(rows, articles):
        wanted.setdefault(one.article.origin, []).append(one)
    read = [file for file in files if printable(file.path) in wanted]
    found, works = list(rows), 0
    told: list[str] = []
    with (
        only_evidence(nlp, pipeline),
        Progress(total_size(read), quiet=quiet, unit="works", doing="ranking evidence") as progress,
        noticed_interrupts() as check_interrupt,
    ):
        problems = Problems(progress)
        for file in read:
            for one, article in _contents(file, wanted[printable(file.path)], reading):
                for number in one.rows:
                    check_interrupt()
                    try:
                        if isinstance(article, InputError):
                            raise article
                        parts = article_parts(article, "the article", captions=reading.captions)
                        found[number] = _with_evidence(nlp, rows[number], article, parts)
                        works += 1
                        told += [f"{article.id} {caveat}" for caveat in caveats(parts)]
                    except CitalignError as error:
                        name = work_name(rows[number]["cited"])
                        problems.add(file.path, f"{name}: {described(error)}")
            progress.advance(file_size(file.path), works)
    summary = problems.summary(len(read))
    return EvidenceAdded(found, works, summary, problems.count, told, progress.seconds)


def _contents(
    file: ArticleFile, wanted: Sequence[CitedArticle], reading: Reading
) -> Iterator[tuple[CitedArticle, Article | InputError]]:
    """Yield the articles of a file that are wanted, each once; an error in place of a lost one."""
    from ..components.articles.reading import named_article

    left = {one.article.source: one for one in wanted}
    for name, content in read_file(file, reading):
        if isinstance(content, Article):
            article = named_article(content, name)
            one = left.pop(article.id, None)
            if one is not None:
                yield one, article
        if not left:
            return
    for one in left.values():
        yield one, InputError("the article is gone; leave files as they are until the end")


def _with_evidence(
    nlp: "Language", row: Row, article: Article, parts: Sequence[ArticlePart]
) -> Row:
    """Return a row with the evidence of its citances.

    Raises:
        CitalignError: a component fails.
    """
    doc = nlp(evidence_doc(nlp, row["citances"], parts))
    known = {kind: getattr(article, kind) for kind in IDENTIFIERS if getattr(article, kind)}
    return row | {
        "cited": row["cited"] | {"article": {"source": article.id} | known},
        "citances": [
            citance | {"evidence": records}
            for citance, records in zip(row["citances"], evidence_records(doc, parts), strict=True)
        ],
    }
