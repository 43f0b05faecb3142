"""From words to terms: what sentences are compared by.

Nelken & Shieber (2006), "Towards robust context-sensitive sentence alignment for monolingual
corpora", EACL, section 4.1: "We normalize terms by using Porter stemming [...]. For the Britannica
corpus, we also normalized British/American spelling differences".
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from ..words.stem import check_language, stem
from .spelling import american

Sentences = Sequence[Sequence[str]]
"""A text: its sentences, each a sequence of words as they stand in the text."""

_RUN = re.compile(r"\w+")


def runs(sentence: Sequence[str]) -> list[str]:
    r"""Return the lower-cased runs of letters, digits and underscores (``\w+``) of a sentence.

    Marks that Unicode counts apart from their letter are between runs, as are lone surrogates.

    >>> runs(["The", "man's", "-", "House"])
    ['the', 'man', 's', 'house']
    """
    # Lower-cased after the search: İ becomes i and a mark, which would part a run.
    return [run.lower() for run in _RUN.findall(" ".join(sentence))]


class Normalizer:
    """Turns words into terms.

    >>> Normalizer().terms([["Neighbours", "organised", "tours", "."], ["..."]])
    [['neighbor', 'organ', 'tour'], []]

    Args:
        language: whose stems: an ISO 639 code as spaCy's ``nlp.lang``; ``"en"`` is Porter's stemmer
            of the paper; with ``"none"`` terms are lower-cased words.
        spelling: whether British spellings become American ones; done for English only.

    Raises:
        SettingError: there is no stemmer for the language.
    """

    def __init__(self, language: str = "en", *, spelling: bool = True) -> None:
        check_language(language)
        self.language = language
        self.spelling = spelling

    def terms(self, sentences: Sentences) -> list[list[str]]:
        """Return the terms of each sentence in order, repeated ones too; a list may be empty."""
        to_american = self.spelling and self.language == "en"
        return [[_term(run, self.language, to_american) for run in runs(s)] for s in sentences]


@lru_cache(maxsize=100_000)
def _term(run: str, language: str, to_american: bool) -> str:
    return stem(american(run) if to_american else run, language)
