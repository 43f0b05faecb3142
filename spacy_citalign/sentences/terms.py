"""From words to terms: what sentences are compared by.

Nelken & Shieber (2006), "Towards robust context-sensitive sentence alignment for monolingual
corpora", EACL, section 4.1: "We normalize terms by using Porter stemming [...]. For the Britannica
corpus, we also normalized British/American spelling differences", by "a small manually-constructed
lexicon", which is not public. Here are rules for endings, with the words that they hold for or that
they do not, and a short list of words. Both texts are changed alike, so that a rule need not please
a reader: it must only bring two spellings of a word together and leave different words apart.
"""

import re
from collections.abc import Sequence

from ..words.data_files import data_rows, word_lists
from ..words.keeping import kept
from ..words.stem import check_language, stem

_LISTS = word_lists(__package__, "spelling.tsv")
_NEVER_IZE = (  # what stands before "ise"; after the bar as a whole word only
    r".*(?:[aeiouw]|adv|advert|chast|circumc|conc|desp|dev|exc|exerc|exorc|expert|franch|improv"
    r"|inc|merchand|pr|prec|prem|prom|rev|superv|surm|telev)"
    r"|cer|chem|dem|den|mort|parad|pelv|pract|treat|trell|val|.*opol|(?:high|low|moon|sun|up)r"
)
_WORDS = dict(pair.split("=") for pair in _LISTS["words"])
Sentences = Sequence[Sequence[str]]
"""A text: its sentences, each a sequence of words as they stand in the text."""
_RUN = re.compile(r"\w+")


def _rule(pattern: str) -> re.Pattern[str]:
    for name, words in _LISTS.items():
        pattern = pattern.replace(f"<{name}>", "|".join(sorted(words)))
    return re.compile(pattern.replace("<never ize>", _NEVER_IZE))


_RULES = tuple((_rule(pattern), by) for pattern, by in data_rows(__package__, "spelling_rules.tsv"))


def american(word: str) -> str:
    """Return the American spelling of a lower-cased English word, or the word.

    >>> american("colourise"), american("travelling"), american("advise"), american("four")
    ('colorize', 'traveling', 'advise', 'four')
    """
    if word in _WORDS:
        return _WORDS[word]
    for pattern, by in _RULES:
        word = pattern.sub(by, word)
    return word


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


@kept(50_000)
def _term(run: str, language: str, to_american: bool) -> str:
    return stem(american(run) if to_american else run, language)
