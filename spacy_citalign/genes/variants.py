"""Names of variants, residues and stretches of sequence, which look like symbols of genes.

"R3500W", "F471del", "c.35G>A", "rs12329760", "IVS10+1" and "TTCAA" are what a gene has, not genes.
Notations are those of HGVS and the older ones that abstracts are full of. What is read in several
ways is a variant only where the text says so: "P799" beside "P799L", "INT4" beside "intron 4",
"CAT" in "CAT to TAT". Genes that look like variants ("S100A", "F11R") are listed.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from .definitions import listed
from .records import GeneMention

_ONE = "[ACDEFGHIKLMNPQRSTVWY]"
_THREE = (
    "(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Ter)"
)
_BASES = "[ACGTU]"
_CHANGE = r"(?:del|ins|dup|fs|[Ss]top|STOP|[Tt]er|X|\*)"
_VARIANT = re.compile(
    rf"""(?:
    [cgmnpr]\.\(?[\w*+-].{{0,40}}                                 # HGVS
    | {_ONE}\d{{2,4}}(?:{_ONE}|{_CHANGE}\w{{0,6}})            # R3500W, F471del
    | {_THREE}[-\s(]?\d{{1,4}}\)?[-\s]?(?:{_THREE}|{_CHANGE}\w{{0,6}})   # Tyr1306Cys
    | {_THREE}[-\s]?\d{{3,4}}                                     # Cys1306
    | [+-]?\d{{1,6}}(?:[+-]\d{{1,5}})?\s?{_BASES}{{1,4}}(?:>|-+>|/|\u2192){_BASES}{{1,4}}  # -174G/C
    | {_BASES}[+-]?\d{{2,6}}(?:[+-]\d{{1,4}})?{_BASES}            # G-669A
    | \d{{1,6}}(?:[+_-]\d{{1,6}})?(?:del|ins|dup){_BASES}{{0,9}}\d{{0,4}}  # 3020insC
    | (?:del|ins|dup)\d\w{{0,8}} | del{_ONE}\d{{2,4}}             # ins6, delF508
    | (?:\u0394|\u2206|[Dd]elta)(?:\d{{2,4}}|{_ONE}\d{{2,4}})     # Delta32
    | [Rr]s\d{{3,12}} | SNPs?(?:[-_\s]?\w{{1,6}})?       # SNP216
    | IVS[-\s]?[\dIVX].{{0,20}} | D[\dXY]{{1,2}}S\d{{1,5}}          # IVS10+1, the marker D8S2298
    | \d[RL]/\d[RL]                                               # repeats: 2R/3R
    | {_BASES}{{5,40}} | [acgtu]{{10,40}} | [ACGTN]{{1,9}}\d{{1,2}}[ACGTN]{{3,30}}
    )""",
    re.VERBOSE,
)
_WORDS = re.compile(r"[a-z][a-z\s-]*")
_BASES_ALONE = re.compile("[acgtu]+")
_RESIDUE = re.compile(rf"{_ONE}\d{{2,4}}")
_CHANGED = re.compile(rf"\b({_RESIDUE.pattern})(?:{_ONE}|{_CHANGE})(?!\w)")
_TOLD_REGION = re.compile(r"\b(?:intron|exon)s?\s(\d{1,2})\b")
_REGION = re.compile(r"(?:I(?:NT|nt)|E[Xx]|\u0394|\u2206|[Dd]elta)-?(\d{1,2})")
_CODON = re.compile(rf"{_BASES}{{3}}")
_TO_CODON = re.compile(rf"\s?(?:to|for|-*>|\u2192|/)\s?{_BASES}{{3}}\b")
_FROM_CODON = re.compile(rf"\b{_BASES}{{3}}\s?(?:to|for|-*>|\u2192|/)\s?$|\bcodons?\s\(?$")
_SITE = re.compile(
    r"(?:\s?I{1,3}|\s?I?V)?\s(?:restriction\s)?(?:restriction|digest|endonuclease|RFLP)"
)
_GENE_AFTER = re.compile(r"\s(?:genes?|proteins?|m?RNAs?|transcripts?|receptors?|promoters?)\b")
# At the end of a name; what is before it does not end with a capital, as "PPP1R15A" would.
_GLUED = re.compile(
    rf"(?<=[a-z])(?:{_ONE}\d{{2,4}}(?:{_ONE}|{_CHANGE}))$"
    rf"|(?<=\d)(?:{_ONE}\d{{3,4}}(?:{_ONE}|{_CHANGE}))$"
    r"|(?<=[A-Za-z0-9])[-\s]?(?:[Dd]elta|\u0394|\u2206)(?:\d{2,4}|[A-Z]\d{2,4})$"
    r"|(?<=[A-Z0-9])(?:del|ins|dup)\d\w{0,4}$"
)
_LONGEST = 60  # characters of a name of a variant
_SHORTEST = 3  # characters of a name that a variant is written onto
_AROUND = 12
_DIGIT = re.compile(r"\d")


class _Told(NamedTuple):
    """Residues that a text tells a change of ("P799L"), and numbers of introns and exons in it."""

    residues: frozenset[str]
    regions: frozenset[str]


@lru_cache(maxsize=1)
def _told(text: str) -> _Told:
    return _Told(
        frozenset(match[1] for match in _CHANGED.finditer(text)),
        frozenset(match[1] for match in _TOLD_REGION.finditer(text)),
    )


def is_variant(text: str, start: int, end: int) -> bool:
    """Return whether what stands at characters of a text is a variant or a piece of sequence.

    >>> [is_variant(name, 0, len(name)) for name in ("R3500W", "Cys704", "ins6", "CCCCT", "p53")]
    [True, True, True, True, False]
    """
    if end - start > _LONGEST:
        return False
    name = text[start:end]
    if _WORDS.fullmatch(name) and not _BASES_ALONE.fullmatch(name):
        return False
    if name in listed("like variants") or _GENE_AFTER.match(text, end):
        return False
    if name in listed("restriction enzymes") or _VARIANT.fullmatch(name) or _SITE.match(text, end):
        return True
    if _RESIDUE.fullmatch(name):
        return name in _told(text).residues
    if region := _REGION.fullmatch(name):
        return region[1] in _told(text).regions
    if _CODON.fullmatch(name):
        before = text[max(0, start - _AROUND) : start]
        return bool(_TO_CODON.match(text, end) or _FROM_CODON.search(before))
    return False


def without_variant(text: str, mention: GeneMention) -> GeneMention:
    """Return a mention without the variant that is written onto its end.

    >>> without_variant("CCR5Delta32", GeneMention(0, 11, 0.9)).end_char
    4
    """
    name = text[mention.start_char : mention.end_char]
    if not _SHORTEST + 3 < len(name) <= _LONGEST or not _DIGIT.search(name):
        return mention
    if (glued := _GLUED.search(name)) is None:
        return mention
    if glued.start() < _SHORTEST:
        return mention
    return mention._replace(end_char=mention.start_char + glued.start())
