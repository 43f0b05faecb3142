"""Which of the works that articles cite is an article that is at hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...citations.works import WorkIndex
from ...inputs.articles import Article

_KNOWN = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title")


def citances_of(rows: Sequence[dict[str, Any]], article: Article) -> dict[str, Any] | None:
    """Return the row of the work that an article is, None where there is none.

    Works are the same as in lists of references: by DOI, PMID, PMCID or arXiv id, else by first
    author, year and title.

    Args:
        rows: as ``CitanceCollector.rows`` has them.
        article: as it was read.
    """
    index: WorkIndex[Mapping[str, Any] | None] = WorkIndex()
    known = {name: getattr(article, name) for name in _KNOWN if getattr(article, name)}
    index.add(f"article {article.id}", known, None)
    for row in rows:
        index.add(row["cited"]["key"], row["cited"], row)
    group = next(group for group in index.groups() if None in group.items)
    return next((dict(item) for item in group.items if item is not None), None)
