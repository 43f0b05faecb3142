"""What is ranked: the sentences of a cited article."""

from typing import NamedTuple


class ArticleSentence(NamedTuple):
    """A sentence of a cited article.

    Attributes:
        text: as it stands there.
        section: title of its section, such as "Abstract"; "" where none is known.
    """

    text: str
    section: str = ""


CitedArticle = tuple[ArticleSentence, ...]
"""The sentences in their order, S of them; a title is one as others are."""
