"""Evidence for works whose article is among those given: where they say what they are cited for."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...citations.works.work_names import IDENTIFIERS
from ...errors import CitalignError, InputError, described, printable
from ...inputs.article_files import ArticleFile, read_file
from ...inputs.articles import Article
from ...inputs.records import Reading
from ...schema import Article as KnownArticle
from ...schema import CitanceGroup, known_fields
from ..interrupts import noticed_interrupts
from ..report.phrases import counted, work_name
from .answer_options import AnswerOptions
from .collecting import CollectedArticle
from .events import Events, Problems, Stage
from .evidence_docs import (
    ArticlePart,
    article_parts,
    caveats,
    evidence_doc,
    only_evidence,
    set_places,
)
from .group_lines import GroupLine, group_line
from .harvesting import Harvest, file_size
from .pdf_doubles import matched_works, works_at_hand

if TYPE_CHECKING:
    from spacy.language import Language

_KNOWN = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title")
_MAX_CAVEATS = 3
_MAX_MISSING = 10  # works that are named
NO_WORK = "No work is among the articles"


class CitedArticle(NamedTuple):
    """An article that is among those given, and the numbers of the groups whose work it is."""

    article: CollectedArticle
    groups: list[int]


@dataclass
class EvidenceSummary:
    """What was done.

    Attributes:
        works: how many works are among the articles.
        caveats: what a reader must know of articles, in lines.
    """

    works: int = 0
    caveats: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Say how many works have evidence, and what must be known of them."""
        if not self.works:
            return f"{NO_WORK}, so there is no evidence to show."
        verb = "is" if self.works == 1 else "are"
        head = f"{counted(self.works, 'work')} {verb} among the articles, with evidence"
        more = len(self.caveats) - _MAX_CAVEATS
        tail = [f"{more} more likewise"] if more > 0 else []
        return "; ".join([head, *self.caveats[:_MAX_CAVEATS], *tail]) + "."


def add_evidence(
    harvest: Harvest,
    nlp: "Language",
    options: AnswerOptions,
    folder: Path | None,
    events: Events,
) -> EvidenceSummary:
    """Rank the sentences of the cited articles that are at hand.

    The groups of works at hand get ``cited.article``, and an ``evidence`` at each citance.

    Args:
        harvest: the groups; files with articles that are needed are read again.
        nlp: a pipeline with ``evidence_ranker``, which does nothing else meanwhile.
        options: how articles are read, and the name of ``nlp``.
        folder: that of the page, from which PDFs are linked; None for the one that is worked in.
        events: are told what happens.

    Raises:
        SettingError: there is no ranker.
        NotFittedError: it is not trained.
    """
    wanted: defaultdict[str, list[CitedArticle]] = defaultdict(list)
    articles = harvest.articles
    works = {n: known_fields(group.cited) for n, group in enumerate(harvest.groups)}
    at_hand = works_at_hand(works, articles)
    for number in sorted({*at_hand.values()}):
        groups = sorted(n for n, article in at_hand.items() if article == number)
        wanted[articles[number].origin].append(CitedArticle(articles[number], groups))
    for line in missing_articles(harvest.groups, at_hand.keys()):
        events.on_note(line)
    files = [file for file in harvest.files if printable(file.path) in wanted]
    summary, problems = EvidenceSummary(), Problems(events.on_problem)
    size = sum(file_size(file.path) for file in files)
    with (
        only_evidence(nlp, options.setup.pipeline),
        Stage(events, "ranking evidence", "works", size) as stage,
        noticed_interrupts() as check_interrupt,
    ):
        for file in files:
            for cited, article in _contents(file, wanted[printable(file.path)], options.reading):
                for number in cited.groups:
                    check_interrupt()
                    group = harvest.groups[number]
                    try:
                        if isinstance(article, InputError):
                            raise article
                        captions = options.reading.captions
                        parts = article_parts(article, "the article", captions=captions)
                        is_pdf = cited.article.is_pdf
                        pdf = pdf_beside(file.path, folder or Path()) if is_pdf else None
                        harvest.groups[number] = with_evidence(nlp, group, article, parts, pdf)
                        summary.works += 1
                        summary.caveats += [f"{article.id} {caveat}" for caveat in caveats(parts)]
                    except CitalignError as error:
                        problems.add(file.path, f"{work_name(group.cited)}: {described(error)}")
            stage.advance(file_size(file.path), summary.works)
    harvest.problems += problems.summary(len(files))
    harvest.failed += problems.count
    harvest.times["evidence"] = stage.seconds
    return summary


def missing_articles(groups: Sequence[GroupLine], at_hand: AbstractSet[int]) -> list[str]:
    """Return which works are not among the articles, those that most articles cite first."""
    missing = [group for n, group in enumerate(groups) if n not in at_hand]
    if not missing:
        return []
    count = counted(len(missing), "work")
    verb = "is" if len(missing) == 1 else "are"
    lines = [f"{count} {verb} not among the articles, the most cited first; to get:"]
    if not at_hand:
        lines = [f"{NO_WORK}; to get, of {count} the most cited first:"]
    ranked = sorted(missing, key=lambda group: (-group.articles, -group.citances))
    for group in ranked[:_MAX_MISSING]:
        ids = "".join(f" ({kind}:{value})" for kind, value in group.cited.identifiers()[:1])
        by = counted(group.articles, "article")
        lines.append(f"  {work_name(group.cited)}{ids}: cited by {by}")
    more = len(missing) - _MAX_MISSING
    return [*lines, f"  ... and {more:,} more"] if more > 0 else lines


def group_of_article(groups: Sequence[GroupLine], article: Article) -> CitanceGroup | None:
    """Return the citances of the work that an article is, None where there are none."""
    known = {name: getattr(article, name) for name in _KNOWN if getattr(article, name)}
    works = {number: known_fields(group.cited) for number, group in enumerate(groups)}
    numbers = matched_works(works, {0: known})
    return groups[min(numbers)].group() if numbers else None


def _contents(
    file: ArticleFile, wanted: Sequence[CitedArticle], reading: Reading
) -> Iterator[tuple[CitedArticle, Article | InputError]]:
    """Yield the articles of a file that are wanted, each once; an error in place of a lost one."""
    from ...components.articles.reading import named_article

    left = {cited.article.source: cited for cited in wanted}
    for name, content in read_file(file, reading):
        if isinstance(content, Article):
            article = named_article(content, name)
            if cited := left.pop(article.id, None):
                yield cited, article
        if not left:
            return
    for cited in left.values():
        yield cited, InputError("the article is gone; leave files as they are until the end")


def pdf_beside(path: Path, folder: Path) -> str | None:
    """Return where a PDF is from a folder; None of a file that has other things, too."""
    if path.suffix.lower() != ".pdf":
        return None
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # they are on two drives
        return path.absolute().as_posix()


def with_evidence(
    nlp: "Language",
    line: GroupLine,
    article: Article,
    parts: Sequence[ArticlePart],
    pdf: str | None,
) -> GroupLine:
    """Return a group with the evidence of its citances.

    Args:
        nlp: ranks the sentences.
        line: the group.
        article: the cited one.
        parts: of it.
        pdf: where its file is.

    Raises:
        CitalignError: a component fails.
    """
    group = line.group()
    doc = nlp(evidence_doc(nlp, group.citances, parts))
    known = {kind: getattr(article, kind) for kind in IDENTIFIERS if getattr(article, kind)}
    if pdf:
        known["file"] = pdf
    group.cited.article = KnownArticle(source=article.id, **known)
    set_places(doc, group.citances, parts)
    return group_line(group)
