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
from functools import lru_cache

from ..words.data_files import word_lists
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


def _any(name: str) -> str:
    return "|".join(sorted(_LISTS[name]))


_RULES = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (rf"({_any('our')})our", r"\1or"),
        (rf"({_any('re')})(?:re(?=s?$)|r(?=ed$))", r"\1er"),
        (rf"({_any('doubled l')})l(ed|ers?|est|ings?|ists?|ors?|ous|ously)$", r"\1\2"),
        (rf"^(?!(?:{_NEVER_IZE})is)(.{{3,}})is(e[drs]?|ers|ing|able|ations?|ational)$", r"\1iz\2"),
        (r"(..ly)s(e[dr]?|ers|ing)$", r"\1z\2"),
        (r"(anal|catal|dial|epil|homol|monol|prol)ogu(e[sd]?|ing)$", r"\1og\2"),
        (r"(anal|catal|dial|epil|homol|monol|prol)oge(s?)$", r"\1og\2"),
        (r"^(def|off|pret)ence(s|less)?$", r"\1ense\2"),
        (r"^licence", "license"),
        (r"^practis(e[ds]?|ing)$", r"practic\1"),
        (r"^(appa|disti|enro|enthra|fulfi|insta|insti)l(s|ments?)?$", r"\1ll\2"),
        (r"^(ski|wi)lful", r"\1llful"),
        (r"^manoeuvr(?:e(?=s?$)|(?=ed|er|ing|ab))", "maneuver"),
        (r"haem", "hem"),
        (r"aemi([ac])", r"emi\1"),
        (r"anaesth", "anesth"),
        (r"(gyn|c|f)aec", r"\1ec"),
        (r"paed", "ped"),
        (r"(arch|pal)aeo", r"\1eo"),
        (r"^aetiol", "etiol"),
        (r"mediaev", "mediev"),
        (r"^oe(strogen|sophag|dema)", r"e\1"),
        (r"^foet", "fet"),
        (r"rrhoea", "rrhea"),
        (r"^(c|hom)oe(lia|o)", r"\1e\2"),
        (r"sulph", "sulf"),
        (r"plough", "plow"),
        (r"moul([dt])", r"mol\1"),
        (r"^sceptic", "skeptic"),
        (r"^grey(s|ed|er|est|ing|ish|ness)?$", r"gray\1"),
        (r"^cos(y|ier|iest|ily|iness)$", r"coz\1"),
        (r"^cheque(s|red|books?)?$", r"check\1"),
        (r"^draught(s|y|sm[ae]n)?$", r"draft\1"),
        (r"^(acknowledg|judg)ement", r"\1ment"),
        (r"^(kilo|milli|micro|pro)?gramme(s?)$", r"\1gram\2"),
        (r"^(after|back|down|for|in|on|out|to|up)wards$", r"\1ward"),
        (r"^(burn|dream|lean|learn|spoil)t$", r"\1ed"),
        (r"^(conne|infle|refle)xion", r"\1ction"),
    )
)


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


@lru_cache(maxsize=100_000)
def _term(run: str, language: str, to_american: bool) -> str:
    return stem(american(run) if to_american else run, language)
