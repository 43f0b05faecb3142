"""Terms of biomedical text: the names of concepts in abstracts and in the articles of CRAFT.

The files are those of ``concepts`` and ``craft_concepts``. Where mentions nest or overlap, the
longest is the term. CRAFT's discontinuous mentions are left out, as ``craft_concepts`` says.

Corpora of abstracts annotate some things each and overlap in the abstracts: BC5CDR has chemicals
and diseases, NLM-Gene genes. An abstract that is in several files has more of its terms marked when
the mentions of all of them are united.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from ..errors import SettingError
from .concepts import ConceptDocument, check_types, read_concepts
from .craft_concepts import read_craft_concepts
from .io import file_list
from .overlaps import outermost
from .term_documents import TermDocument, check_collections


def read_concept_terms(
    paths: str | Path | Iterable[str | Path],
    *,
    splits: Collection[str] | None = None,
    types: Collection[str] | None = None,
    without: Collection[str] = (),
    unite: bool = True,
) -> Iterator[TermDocument]:
    """Return the abstracts of one or more files in order, each id once, without sentences.

    All files are read and checked before the first document is handed out. The title is a part of
    the text, so that ``title`` is None.

    Args:
        paths: files in the format of ``concepts``.
        splits: parts of the corpora to read, None for all. An abstract that the files put into
            several parts is read if all of these are named, so that no abstract of a test part
            comes with the training part of another corpus.
        types: the types of mentions that are terms, None for all.
        without: ids of documents to leave out.
        unite: whether an abstract that several files have gets the mentions of all that have the
            same text as the first; else it has those of the first.

    Raises:
        InputError: no path is given, or a file is not in its format. Names file, line and value.
        SettingError: ``splits`` names none that there is; no type is given, or one that no mention
            has; a string stands for a collection.
    """
    files = file_list(paths, "abstracts with concepts")
    check_collections(splits=splits, types=types, without=without)
    abstracts: dict[str, list[ConceptDocument]] = {}
    for file in files:
        for document in read_concepts(file):
            abstracts.setdefault(document.id, []).append(document)
    documents = [document for versions in abstracts.values() for document in versions]
    check_types(types, {mention.type for document in documents for mention in document.mentions})
    selected = [
        versions for versions in abstracts.values() if splits is None or _is_in(versions, splits)
    ]
    if not selected:
        parts = ", ".join(sorted({repr(document.split) for document in documents}))
        raise SettingError(f"splits is {splits!r}; the files have {parts}: name one of these")
    return (
        _united(versions if unite else versions[:1], types)
        for versions in selected
        if versions[0].id not in without
    )


def read_craft_terms(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[TermDocument]:
    """Yield the articles of a split of CRAFT with their sentences and the concepts of all kinds.

    Args:
        folder: see ``craft_concepts``.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format. Names file, line and value.
        SettingError: there is no such split, or ``without`` is a string.
    """
    check_collections(without=without)
    for article in read_craft_concepts(folder, split, without=without):
        terms, overlapping = outermost((start, end) for start, end, _ in article.mentions)
        yield TermDocument(
            article.id, article.text, article.sentences, terms, overlapping=overlapping
        )


def _is_in(versions: list[ConceptDocument], splits: Collection[str]) -> bool:
    """Return whether an abstract is in the named parts, by all files that say where it is."""
    stated = {document.split for document in versions if document.split} or {""}
    return stated.issubset(splits)


def _united(versions: list[ConceptDocument], types: Collection[str] | None) -> TermDocument:
    first = versions[0]
    terms, overlapping = outermost(
        (mention.start, mention.end)
        for document in versions
        if document.text == first.text
        for mention in document.mentions
        if types is None or mention.type in types
    )
    return TermDocument(first.id, first.text, None, terms, overlapping=overlapping)
