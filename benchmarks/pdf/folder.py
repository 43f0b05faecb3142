"""The page of a folder: articles as JATS, some of them replaced by their PDFs.

A page is its works that three articles and more cite. A work of one page is that of the other if
they share most references, where a reference of a PDF is the entry of gold that it is.
"""

import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from spacy_citalign.citations.works.same_works import WorkIndex
from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats

from ..common import data_folder
from .entries import same_entries

LEAST = 3  # articles that cite a work
Reference = tuple[str, int]  # the name of an article, the position of an entry


def tulsi_articles() -> dict[str, Article]:
    """Return the 201 articles by their names."""
    articles = {}
    with tarfile.open(data_folder() / "articles_tulsi" / "articles.tar.xz") as archive:
        for member in archive:
            if (file := archive.extractfile(member)) is not None:
                name = member.name.rpartition("/")[2].removesuffix(".xml")
                articles[name] = read_jats(file.read(), name=name)
    return articles


def shared_works(
    articles: Mapping[str, Article], gold: Mapping[str, Article] | None = None
) -> list[frozenset[Reference]]:
    """Return the works that several articles cite, as the references that name each.

    Args:
        articles: by name.
        gold: of articles whose entries are called by those of another list, by name.
    """
    index: WorkIndex[Reference] = WorkIndex()
    for name, article in articles.items():
        entries: Mapping[int, int] = {}
        if gold and name in gold:
            entries = same_entries(gold[name].works, article.works)
        read = from_article(article)
        cited: defaultdict[str, set[int]] = defaultdict(set)
        for citation, mark in zip(article.citations, read.marks, strict=True):
            cited[mark.key].add(citation.work)
        for key, works in cited.items():
            for work in works:
                own = entries.get(work, -work - 1) if gold and name in gold else work
                index.add(key, read.cited[key], (name, own))
    groups = (frozenset(group.items) for group in index.groups())
    return [group for group in groups if len({name for name, _ in group}) >= LEAST]


def same_works(
    gold: Iterable[frozenset[Reference]], found: Iterable[frozenset[Reference]]
) -> list[tuple[frozenset[Reference], frozenset[Reference]]]:
    """Return the works of two pages that are the same, one to one."""
    found = list(found)
    holders = defaultdict(list)
    for number, work in enumerate(found):
        for reference in work:
            holders[reference].append(number)
    pairs, taken = [], set()
    for work in gold:
        shared = Counter(one for reference in work for one in holders[reference])
        for number, count in shared.most_common():
            if number not in taken and 2 * count > max(len(work), len(found[number])):
                pairs.append((work, found[number]))
                taken.add(number)
                break
    return pairs
