"""What is found in an article, in short: its paragraphs, and what it cites where."""

from spacy_citalign.inputs.articles import Article


def paragraphs(article: Article) -> list[tuple[str, str, tuple[str, ...]]]:
    """Text, kind and section of each paragraph."""
    return [(article.text[p.start : p.end], p.kind, p.section) for p in article.paragraphs]


def cited(article: Article) -> list[tuple[str, int]]:
    """The characters of each citation, and the number of its work in the list."""
    return [
        (article.text[one.start : one.end], article.works[one.work].number)
        for one in article.citations
    ]
