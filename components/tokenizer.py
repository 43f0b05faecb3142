"""The tokenizer of scientific text: words as treebanks of biomedical articles have them.

Hyphens, slashes and brackets stand apart from words, contractions are two words, and a full stop
stays with abbreviations and numbers. It is a plain ``spacy.tokenizer.Tokenizer`` with one rule, in
the place of the infixes: a regular expression that reads each piece of text between white space
from left to right, a token at every match. Nothing in it looks beyond its piece, so a full stop
that ends an abbreviation and a sentence at once stays with the abbreviation. A saved pipeline holds
the rule and needs no code of this package for it. Special cases can be added as usual.
"""

import re
from collections.abc import Callable, Iterable

from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.util import registry
from spacy.vocab import Vocab

from ..errors import SettingError

# What parts words, by Unicode block; all else is of words, whatever Unicode Python knows: letters
# and digits of all scripts, their marks, "_", soft hyphens and zero-width joiners.
_SYMBOLS = (
    r"!-/:-@\[-\^`{-~"
    r"\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    r"\u2000-\u200b\u200e-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf"
    r"\u2103\u2109\u2116\u2120\u2122\u2190-\u2bff\u2e00-\u2e7f\u3000-\u303f\ue000-\uf8ff"
    r"\ufe10-\ufe6f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"\U0001f000-\U0001faff"
)
_W = rf"[^\s{_SYMBOLS}]"
_END = rf"(?!{_W})"  # of a word
_LETTER = r"[^\W\d_]"
_HYPHEN = r"[-\u2010\u2011\u2013]"
_APOSTROPHE = r"['\u2019]"
_CLITIC = rf"{_APOSTROPHE}(?:[sSmMdD]|ll|LL|[rv]e|[RV]E){_END}"
_NEGATION = rf"[Nn]{_APOSTROPHE}[Tt]{_END}"
_PICTURE = r"[\u2190-\u2bff\U0001f000-\U0001faff]"

_ABBREVIATIONS = (
    "[Aa]pprox Aug Co Corp Dec Drs? Eqs? Feb [Ff]igs? Ft Gen Gov Inc Jan Jr Lt Ltd Mrs? Ms Mt Nos? "
    "Nov Oct Ph Prof [Rr]efs? Rev Sept Sr St [Vv]ol al cf etc nos vs"
)
_PREFIXES = (
    "anti auto bi co counter cross di ex extra hetero homo immuno inter intra micro mid multi neo "
    "non over pan peri post pre pseudo re semi socio sub"
)
_UNITS = (
    r"[ap]m [ckmn\u00b5\u03bc]m [kmnp\u00b5\u03bc]g m[AlLMsV] [\u00b5\u03bc][AlLMsV] [np]M [kM]b "
    r"bp kDa [kMG]?Hz min hrs? ft lbs?"
)


def _one_of(choices: Iterable[str]) -> str:
    return f"(?:{'|'.join(choices)})"


_ABBREVIATION = _one_of(_ABBREVIATIONS.split())
_PREFIX = _one_of(f"[{prefix[0].upper()}{prefix[0]}]{prefix[1:]}" for prefix in _PREFIXES.split())
_UNIT = _one_of(_UNITS.split())

# In order: at each place the first that matches is the token. No text takes more than linear time:
# what can fail after a look ahead is bounded, or cannot begin again in what it looked at.
_TOKENS = (
    # Addresses, but not the punctuation after them.
    r"(?:https?|ftp)://[^\s<>\"]*[\w/#=&~-]|www\.[^\s<>\"]*[\w/]",
    r"(?:mailto:)?\w[\w.+%-]{0,63}@[^\W\d_][\w-]{0,62}(?:\.[\w-]{1,63}){0,8}",
    r"(?:[Dd][Oo][Ii]:)?10\.\d{4,9}/[^\s<>\"]*\w",
    # Faces, with nothing beside them but the end of a sentence; flags; emoji with their modifiers.
    r"^[:;]-?[()DP](?=[.,!?]*$)",
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTURE}(?:[\ufe0f\U0001f3fb-\U0001f3ff]|\u200d{_PICTURE})*",
    # Abbreviations, "al." and "Fig." in "Fig.1", not "etc..."; initials and their like: "C." of a
    # species, "i.e.", "U.S.", not the end of "type-B." nor of "B.1".
    rf"(?<![-/])(?:{_ABBREVIATION}\.(?!\.)|[Cc]hr\.(?![\d.]))",
    rf"(?<!\w[-\u2013\u2212/])(?:[A-Za-z](?:\.[A-Za-z]{_END})+\.?|[A-Z]\.(?![.\d]))",
    # Contractions: do|n't, it|'s, can|not; "dont" and "gonna" too, which are no other words.
    rf"{_W}+?(?={_NEGATION})|{_NEGATION}|(?<={_W}){_CLITIC}",
    rf"(?i:can(?=not{_END})|(?:gon|wan)(?=na{_END})|got(?=ta{_END})"
    rf"|(?:ca|could|did|do|does|had|has|have|is|are|should|was|were|wo|would)(?=nt{_END}))",
    # Times, but ratios as 1:50 are three tokens; dates; telephone numbers.
    r"(?<!:)(?:[01]\d|2[0-3]|[2-9]):[0-5]\d(?::[0-5]\d)?(?![:\d])",
    r"(?<![-/])(?:\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)|\d{4}-\d\d-\d\d|\d{1,2}-\d{1,2}-\d{4}"
    r"|(?:1-)?\d{3}-\d{3}-\d{4})(?![-/\w])",
    # Numbers: 3-fold; 12,000, but not the citations [12,345]; 5|mM; p<|.05.
    rf"(?:\d+(?:\.\d+)?|two|three|four|five|six|ten|many|several){_HYPHEN}fold{_END}",
    r"(?<![\[\d,.])\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?",
    rf"\d+(?:[.,]\d+){{0,3}}(?={_UNIT}{_END})",
    r"(?<![\w)\]])\.\d+",
    # Words with a prefix, "non-obese" but not "post-hoc"; mid-1990s, e-mail, X-ray.
    rf"(?:{_PREFIX}|pro){_HYPHEN}(?={_LETTER})(?!hoc|late){_W}+"
    rf"|(?:mid-(?=\d)|[Ee]-(?=mail)|X-(?=ray)){_W}+",
    # Ions with their charge, "Ca2+", but not alleles of a gene so named; degrees.
    r"(?:Ca|Cd|Co|Cu|Fe|Mg|Mn|Ni|Zn)[23\u00b2\u00b3][+\u207a](?!/[-+\u2013\u2212])",
    r"\u00b0[CFK]",
    # Words. A full stop joins "2.5", "PU.1" and "file.txt", but neither sentences without a blank
    # between ("cells.These") nor a citation to its sentence ("shown.12"). O'Brien is one word.
    rf"{_W}+(?:(?:\.(?!(?<=[a-z\d]\.)[A-Z][a-z]|(?<=[a-z]{{4}}\.)\d{{1,3}}{_END})"
    rf"|(?<={_LETTER})(?!{_CLITIC}){_APOSTROPHE}(?={_LETTER})){_W}+)*",
    # Signs: ?!, arrows, <=, runs of one sign that is no bracket; any other character by itself.
    r"[!?]{2,}|(?<!<)[-=]{1,30}>|[<>]=|<[-=]{1,30}(?![-=>])",
    r"([-.!?*=+~#'\u2019`<>,/\\\u2013\u2014\u2022\u00b7\u2026$&%@^|])\1*|\S",
)


def scientific_tokenizer(vocab: Vocab) -> Tokenizer:
    """Make a tokenizer of scientific English.

    >>> import spacy
    >>> nlp = spacy.blank("en")
    >>> nlp.tokenizer = scientific_tokenizer(nlp.vocab)
    >>> [token.text for token in nlp("Bax+/- mice weren't non-obese (Fig. 2).")][:7]
    ['Bax', '+', '/', '-', 'mice', 'were', "n't"]
    """
    return Tokenizer(vocab, infix_finditer=re.compile("|".join(_TOKENS)).finditer)


@registry.callbacks("citalign.ScientificTokenizer.v1")
def make_tokenizer_callback() -> Callable[[Language], Language]:
    """Make a callback that gives a pipeline this tokenizer.

    As ``[initialize.before_init]`` it acts when a pipeline is trained or assembled, and the saved
    pipeline loads without this package. As ``[nlp.after_creation]`` it acts when a pipeline is
    made, ``spacy.blank`` included, and again at loading, where the saved rule then replaces it.

    Raises:
        SettingError: when called, if the pipeline's config has another kind of tokenizer.
    """

    def set_tokenizer(nlp: Language) -> Language:
        if type(nlp.tokenizer) is not Tokenizer:
            raise SettingError(
                f"the pipeline has a tokenizer of type {type(nlp.tokenizer).__qualname__}, so it "
                "could not be loaded with a plain one; set [nlp.tokenizer] to "
                '@tokenizers = "spacy.Tokenizer.v1"'
            )
        nlp.tokenizer = scientific_tokenizer(nlp.vocab)
        return nlp

    return set_tokenizer
