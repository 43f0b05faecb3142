"""Normal forms of gene names: what "TGF-β1", "TGFB1" and "Tgf beta 1" have in common.

A name is cut into runs of letters and of digits; Greek letters and their names become one Latin
letter, as in the symbols of the nomenclature committees ("PRKCA", protein kinase C alpha), Roman
numbers digits. Names of two or more long words are read as sets of words, so that "receptor for
frog growth factor" is "frog growth factor receptor". The same functions read tables and texts.
"""

import re
import unicodedata
from functools import lru_cache

from ..words.keeping import kept

_GREEK_NAMES = dict(
    pair.split("=")
    for pair in (
        "alpha=a beta=b gamma=g delta=d epsilon=e zeta=z eta=h theta=q iota=i kappa=k lambda=l "
        "mu=m sigma=s tau=t omega=o"
    ).split()
)
# Also the micro sign, the lunate epsilon and the sigma at the end of words.
_GREEK_LETTERS = dict(zip("αβγδεζηθικλμστω", _GREEK_NAMES, strict=True)) | {
    "\N{MICRO SIGN}": "mu",
    "\N{GREEK LUNATE EPSILON SYMBOL}": "epsilon",
    "\N{GREEK SMALL LETTER FINAL SIGMA}": "sigma",
}
_GREEK = str.maketrans(
    {letter: f" {name} " for letter, name in _GREEK_LETTERS.items()}
    | {letter.upper(): f" {name} " for letter, name in _GREEK_LETTERS.items()}
)
# Those that end or begin no other word of gene names.
_JOINED = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa", "sigma", "omega")
_ENDS_GREEK = re.compile(f"(?<=.)({'|'.join(_JOINED)})$")
_GREEK_CAPITAL = re.compile(rf"(?<![^\W_])({'|'.join(_JOINED)})(?=[A-Z])")  # "betaB2"
_SUBSCRIPT = re.compile(r"(?<=[A-Za-z])\(([A-Za-z]{1,3})\)(?=[0-9])")  # PubMed's "Ca(V)2.1"
_NUMERALS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split()
_ROMAN = {numeral: str(number) for number, numeral in enumerate(_NUMERALS, start=1)}
_JOINED_ROMAN = re.compile(r"(?<=[A-HJ-UWYZa-z])(XVIII|XVII|XIII|XII|VIII|VII|III|II)\b")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_RUN = re.compile(r"[a-z]+|[0-9]+")
MIXED = 3  # how names are written that are in no convention
_LONG = 4  # letters of a word that makes a name one of words
_NO_WORDS = frozenset("a an and for in member number of the to type with".split())
_BRITISH = (("haem", "hem"), ("oestr", "estr"), ("tumour", "tumor"), ("foet", "fet"))
MAX_LETTERS = 200  # of a name that is looked at
MAX_WRITTEN = 1_000  # characters of a mention, with words at its borders, that are looked at
_KEPT = 50_000  # names whose normal forms are kept
_TEXTS = 4  # texts whose words are kept, for what asks for them in turn
_WORD = re.compile(r"[^\W_]+")


def runs(name: str) -> list[str]:
    """Return the runs of letters and of digits of a name, in small letters, Greek as Latin.

    >>> runs("TGF-β1"), runs("PKCalpha"), runs("collagen type IV"), runs("CaMKII")
    (['tgf', 'b', '1'], ['pkc', 'a'], ['collagen', 'type', '4'], ['camk', '2'])
    >>> runs("FVII"), runs("betaB2-crystallin"), runs("XVII collagen")
    (['f', '7'], ['b', 'b', '2', 'crystallin'], ['17', 'collagen'])
    """
    name = _GREEK_CAPITAL.sub(r"\1 ", name[:MAX_LETTERS])
    if "(" in name:
        name = _SUBSCRIPT.sub(r"\1", name)
    if "II" in name:
        name = _JOINED_ROMAN.sub(lambda match: " " + match[1], name)
    if not name.isascii():
        name = unicodedata.normalize("NFKD", name.translate(_GREEK)).translate(_GREEK)
    parts: list[str] = []
    for run in _RUN.findall(name.lower()):
        if run in _GREEK_NAMES:
            parts.append(_GREEK_NAMES[run])
        elif run in _ROMAN and (parts or len(run) > 1):
            parts.append(_ROMAN[run])
        elif len(run) > _LONG and (match := _ENDS_GREEK.search(run)):
            parts += [run[: match.start()], _GREEK_NAMES[match[1]]]
        else:
            parts.append(run)
    return parts


@kept(_KEPT)
def key_of(name: str) -> str:
    """Return the form of a name that is looked up; "" where it has no letter or digit.

    >>> key_of("TGF-beta 1") == key_of("TGFB1") == "tgfb1"
    True
    >>> key_of("receptor for frog growth factor") == key_of("Frog growth factor receptor")
    True
    >>> key_of("beta-B2 crystallin") == key_of("crystallin beta B2") == "crystallinbb2"
    True
    >>> key_of("type VII collagen") == key_of("collagen VII") == "collagen7"
    True
    """
    parts = runs(name)
    long = [part for part in parts if len(part) >= _LONG and part.isalpha()]
    if len(long) < 2:
        # A word of small letters comes first: "beta-actin", "actin beta".
        if long and len(long[0]) > _LONG and long[0][1:] in name:
            parts.sort(key=lambda part: part not in long)
        return "".join(parts)
    words: list[str] = []
    before = ""  # what stands before the first word
    for part in parts:
        if part.isdigit() or len(part) == 1:
            if words:
                words[-1] += part
            else:
                before += part
        elif part not in _NO_WORDS:
            words.append(_american(part) + before)
            before = ""
    return " ".join(sorted({*words})) or before


def words_of(name: str) -> list[str]:
    """Return the words of a name that say what it names: three letters or more, in order.

    >>> words_of("tumour protein of the p53 family")
    ['tumor', 'protein', 'family']
    """
    return [
        _american(part).removesuffix("s")
        for part in runs(name)
        if len(part) > 2 and part.isalpha() and part not in _NO_WORDS
    ]


def case_of(name: str) -> int:
    """Return how a name is written: 0 capitals, 1 one first, 2 none, 3 else.

    Letters after the first digit say nothing: "Brca1a".

    >>> [case_of(name) for name in ("SHH", "Shh", "shh", "p53", "mPer2")]
    [0, 1, 2, 2, 3]
    """
    letters = "".join(filter(str.isalpha, name.split("-")[0]))
    if letters.isupper() and len(letters) > 1:
        return 0
    if letters.islower():
        return 2
    return 1 if letters[:1].isupper() and (letters[1:].islower() or len(letters) == 1) else MIXED


def is_descriptive(name: str) -> bool:
    """Return whether a name is of words rather than a symbol: two long ones in small letters."""
    if len(name) <= 2 * _LONG:
        return False
    words = _NO_LETTERS.split(name)
    return len([word for word in words if len(word) >= _LONG and word[1:].islower()]) > 1


@lru_cache(_TEXTS)
def lower_words(text: str) -> tuple[str, frozenset[str]]:
    """Return a text in small letters, and the runs of letters and digits in that."""
    lower = text.lower()
    return lower, frozenset(_WORD.findall(lower))


def places_of(word: str, text: str) -> list[int]:
    """Return where a word, letters and digits alone, begins as a whole run of them in a text."""
    return [match.start() for match in _whole(word).finditer(text)]


@kept(1 << 12, 30)
def _whole(word: str) -> re.Pattern[str]:
    # What begins with plain letters is searched faster than what begins with a condition.
    return re.compile(rf"{word}(?![^\W_])(?<![^\W_]{word})")


def has_boundary(text: str, at: int) -> bool:
    """Return whether no run of letters or digits goes on over a place of a text."""
    return not (0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum())


def _american(word: str) -> str:
    for ours, theirs in _BRITISH:
        word = word.replace(ours, theirs)
    return word
