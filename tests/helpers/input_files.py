"""Inputs of corpus runs with invented texts, and what is read from them, for tests."""

import pickle
from pathlib import Path

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.inputs.records import Format, Reading

WHOLE = 1 << 40


def reading(kind: str = "auto", **settings) -> Reading:
    return Reading(Format(kind), **settings)


def splits_of(*paths, how: Reading | None = None, most: int = WHOLE) -> list:
    """All splits, after they were pickled as for another process."""
    sources = pickle.loads(pickle.dumps(find_sources(list(paths), how or Reading())))
    found = [split for source in sources for split in source.splits(most)]
    return pickle.loads(pickle.dumps(found))


def records_of(*paths, how: Reading | None = None, most: int = WHOLE) -> list:
    return [record for split in splits_of(*paths, how=how, most=most) for record in split.records()]


def told(records, root: Path | None = None) -> list[tuple]:
    """Source, id and text of each, or the error in place of the text; sources below ``root``."""

    def short(name):
        return name.removeprefix(f"{root}/") if isinstance(name, str) else name

    return [
        (short(one.source), short(one.id), one.text if one.error is None else one.error)
        for one in records
    ]


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def pubmed_article(
    pmid: str,
    title: str = "Newts at night.",
    abstract: str = "<AbstractText>They sleep.</AbstractText>",
    ids: str = "",
) -> str:
    listed = f"<Abstract>{abstract}</Abstract>" if abstract else ""
    return (
        f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{pmid}</PMID>'
        "<Article><Journal><JournalIssue><PubDate><Year>2011</Year></PubDate></JournalIssue>"
        f"<Title>Pond Letters</Title></Journal><ArticleTitle>{title}</ArticleTitle>{listed}"
        "</Article></MedlineCitation><PubmedData>"
        f'<ArticleIdList><ArticleId IdType="pubmed">{pmid}</ArticleId>{ids}</ArticleIdList>'
        "<ReferenceList><Reference><ArticleIdList>"
        '<ArticleId IdType="doi">10.5555/other</ArticleId></ArticleIdList></Reference>'
        "</ReferenceList></PubmedData></PubmedArticle>"
    )


def pubmed_file(*articles: str, more: str = "") -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD '
        'PubMedArticle, 1st January 2025//EN" "https://dtd.example.org/pubmed_250101.dtd">\n'
        f"<PubmedArticleSet>\n{chr(10).join(articles)}\n{more}</PubmedArticleSet>\n"
    ).encode()
