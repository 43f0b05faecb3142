"""Articles out of a library, by their names or their files."""

from collections.abc import Sequence
from pathlib import Path

from ....citations.works.work_names import work_names
from ....errors import InputError
from ...answers.cited_sources import named_identifier
from ..asking.groups import renew_subjects
from ..database import transaction, writing
from ..names import file_name, shared_names
from ..settings import next_change, sizes
from ..works.work_store import WorkStore
from .articles import ArticleStore
from .summaries import RemoveSummary


def remove(
    library: Path, names: Sequence[str] = (), *, files: Sequence[Path] = ()
) -> RemoveSummary:
    """Remove articles with all that they say, and works that nothing cites any more.

    Args:
        library: its file.
        names: of articles: DOI, PMID, PMCID or arXiv id, or the name that their citances have.
        files: where articles are from; all of an archive.

    Raises:
        InputError: the library is none, or a name fits several articles.
        SettingError: it cannot be written.
    """
    if not library.exists():
        raise InputError(f"there is no library {library}")
    summary = RemoveSummary(library)
    with writing(library) as connection:
        works = WorkStore(connection)
        store = ArticleStore(connection, works)
        with transaction(connection):
            found = [(name, _named(store, name)) for name in names]
            found += [(str(path), store.from_file(file_name(path))) for path in files]
            summary.missing = [name for name, articles in found if not articles]
            chosen = dict.fromkeys(one for _, articles in found for one in articles)
            origins = {file_name(path) for path in files}
            forget = "DELETE FROM failures WHERE file = ?"
            connection.executemany(forget, [(origin,) for origin in origins])
            for article in chosen:
                origins |= store.origins(article)
                summary.removed.append(store.source(article))
                store.remove(article)
            # Their files are read again when they are given again.
            connection.executemany(
                "DELETE FROM files WHERE name = ?", [(origin,) for origin in sorted(origins)]
            )
            if chosen:
                works.settle(next_change(connection))
                renew_subjects(connection)
        summary.articles, summary.works = sizes(connection)
    return summary


def _named(store: ArticleStore, name: str) -> list[int]:
    """Return the article of a name, [] where there is none.

    Raises:
        InputError: there are several.
    """
    known = named_identifier(name)
    names = [f"source:{name}", *(shared_names(work_names(known)) if known else ())]
    for one in names:
        found = store.find(one)
        if len(found) > 1:
            files = ", ".join(sorted(origin for n in found for origin in store.origins(n)))
            raise InputError(
                f"{name!r} fits {len(found)} articles, of the files {files}; name the one to be "
                "removed by its file: --file"
            )
        if found:
            return found
    return []
