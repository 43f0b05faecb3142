"""Which of the works that articles cite are articles that are at hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...citations.works import WorkIndex
from ...inputs.articles import Article

_KNOWN = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title")


def cited_articles(
    rows: Sequence[Mapping[str, Any]], articles: Sequence[Mapping[str, Any]]
) -> dict[int, int]:
    """Return for the rows whose work is an article at hand the numbers of row and article.

    Works are the same as in lists of references: by DOI, PMID, PMCID or arXiv id, else by first
    author, year and title. Of several articles that are one work the first is taken.

    Args:
        rows: as ``CitanceCollector.rows`` has them.
        articles: what is known of each.
    """
    index: WorkIndex[tuple[bool, int]] = WorkIndex()
    for number, known in enumerate(articles):
        index.add(f"article {number}", known, (False, number))
    for number, row in enumerate(rows):
        index.add(row["cited"]["key"], row["cited"], (True, number))
    found: dict[int, int] = {}
    for group in index.groups():
        own = [number for is_row, number in group.items if not is_row]
        found |= {number: own[0] for is_row, number in group.items if is_row and own}
    return found


def citances_of(rows: Sequence[dict[str, Any]], article: Article) -> dict[str, Any] | None:
    """Return the row of the work that an article is, None where there is none.

    Args:
        rows: as ``CitanceCollector.rows`` has them.
        article: as it was read.
    """
    known = {name: getattr(article, name) for name in _KNOWN if getattr(article, name)}
    return next((dict(rows[number]) for number in sorted(cited_articles(rows, [known]))), None)
