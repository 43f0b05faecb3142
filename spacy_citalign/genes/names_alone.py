"""Mentions of guidelines that mark names and nothing else: borders, pairs, and what is no name.

Rules of a document beside those of ``non_genes``, for guidelines such as ``mention``. What is a
variant, or the short form of a disease by the text's own definition, goes. What stands before or
behind a name in a mention ("Her plasma factor VII", "angiotensin-converting enzyme I/D") is taken
off. A name that the text defines is marked in both its forms, and the genes of a fusion are two.

Words beside a name may say that it is a gene: "the hERG gene", "mutations in Zork2". The models see
such words, too, and yet miss names of a form that they seldom saw. Only what is written as a symbol
is, with a capital or a digit behind its first letter, counts.
"""

import re
from collections.abc import Sequence

from .definitions import definitions, is_disease, is_other
from .records import GeneMention, Marked
from .variants import is_variant, without_variant

TOLD = 0.9  # least confidence: nine in ten such names of annotated abstracts are genes
_SYMBOL = re.compile(
    r"(?<![\w-])[A-Za-z][A-Za-z]{0,4}[A-Z0-9][A-Za-z0-9-]{0,6}"
    r"(?![\w+])(?!-(?!deficient|null|knock|/-))"
)
_TOLD_BEHIND = re.compile(
    r",?\s(?:the\s)?(?:gene|mRNA|locus)\b|\s(?:genes|mutations?|promoter|siRNAs?|shRNAs?|"
    r"knock-?downs?|over-?expression)\b|[\s-](?:knock-?outs?|null|deficient)\b|\s?-/-|"
    r"\s(?:is|was|are|were)\s(?:(?:over|co)-?)?(?:express|secret|encod|transcrib|phosphorylat)ed\b"
)
_TOLD_BEFORE = frozenset(
    "lack lacks lacking overexpress overexpresses overexpressing oncogene homolog homologue "
    "ortholog orthologue".split()
)
_TOLD_BEFORE_OF = frozenset(
    "mutation mutations deletion deletions loss inactivation depletion knockdown knock-down "
    "silencing overexpression over-expression".split()
)
_PARTS = frozenset(("exon", "exons", "intron", "introns"))
_NEAR = 40  # characters before a name
# Numerals, acids, bases, cells, generations, transgenes, accession numbers and the like.
_NO_GENE = re.compile(
    r"[IVX]+|[ACGTU]{1,3}|.*[DR]NAs?|SNPs?|(?:HIV|HBV|HCV|EBV|HPV|CMV).*|[a-z]*PCR|GWAS|HLA|MHC|LOH"
    r"|[XY1-9]\w?[pq]\d*|\w*-$|(?:UTR|ORF|CDS|CNV|STR|QTL|NCBI|HUGO|OMIM|WT|KO|TA|TATA|CpG)s?"
    r"|(?:wild|Wild|WILD).*|r?tTA|Cre(?:ERT?2?)?|[A-Z]{1,2}\d{5,6}|ENS.*|[FGP][0-2]|Ca2|PubMed"
    r"|T(?:h|H|c|reg)\d*|GenBank|[O]?MIM.*|N[MPCTRG]"
)


def with_told(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return the mentions, surer where such words stand beside them, and names that were missed.

    >>> text = "A mutation in hERG and the U50 gene"
    >>> told = with_told(text, [GeneMention(14, 18, 0.6, 2)])
    >>> [(text[one.start_char : one.end_char], one.confidence, one.votes) for one in told]
    [('hERG', 0.9, 2), ('U50', 0.9, 0)]

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
    """
    marked = Marked(mentions)
    told: dict[tuple[int, int], GeneMention] = {}
    for match in _SYMBOL.finditer(text):
        start, end = match.span()
        behind = _TOLD_BEHIND.match(text, end) is not None
        if not behind and not _is_told_before(
            text[max(0, start - _NEAR) : start], text[end : end + 6]
        ):
            continue
        if _NO_GENE.fullmatch(text, start, end):
            continue
        near = marked.within(start, end) or [GeneMention(start, end, 0.0)]
        if (near[0].start_char, near[0].end_char) == (start, end):
            told[start, end] = near[0]._replace(confidence=max(near[0].confidence, TOLD))
    others = (one for one in mentions if (one.start_char, one.end_char) not in told)
    return sorted([*told.values(), *others])


def _is_told_before(before: str, behind: str) -> bool:
    """Return whether the words before a symbol are of genes."""
    words = ["", "", "", *before.rstrip("( ").split()]
    last = words.pop()
    if last in ("the", "human"):
        last = words.pop()
    if behind == " genes":
        return False
    if last in ("gene", "genes"):
        return words[-1][-1:].islower() or (last == "gene" and before.endswith("("))
    word = words[-1].lower()
    if last in ("in", "of"):
        return word in _TOLD_BEFORE_OF or (word.isdigit() and words[-2].lower() in _PARTS)
    return last in _TOLD_BEFORE or (last == "factor" and word == "transcription")


_OF_GENE = re.compile(
    r"[\s)]{1,2}(?:[a-z]{1,15}\s)?(?:gene|proteins?|m?RNAs?|cDNAs?|transcripts?|alleles?|promoter|"
    r"knockouts?|exons?|antibod(?:y|ies))\b|-/-|[\s-]null\b"
)
_GENE_BEFORE = re.compile(
    r"\b(?:gene|(?:mutations?|deletions?|variants?|exons?(?:\s\d{1,3})?|expression|alleles?)"
    r"\s(?:in|of)|encod(?:es?|ing))(?:\sthe)?\s\(?$"
)
_BEFORE = re.compile(
    r"(?:[Hh]er|[Hh]is|[Tt]heir|[Tt]he|[Ii]nherited|[Aa]cquired|[Mm]onoallelic|[Bb]iallelic|"
    r"[Ss]pontaneous|[Ss]evere|[Nn]ovel|[Cc]irculating|[Dd]efective|[Ww]ild-?type|[Mm]utant|[Mm]utated)"
    r"\s(?:plasma\s|serum\s)?(?=\S{2})"
)
_BEHIND = re.compile(
    r"(?<=\w)(?:\s(?:I/D|[Ii]ntron|[Ee]xon|[Cc]odon|SNPs?|[35]')(?:\s?\d{1,4})?|\s[35](?='))$"
)
_PRIMES = ("'", "\u2032")
_END = re.compile(r"\s[35]$")  # of "IL-1A 3'"
_MARKS = re.compile(r"[()\[\];:]|[.,]\s")
_LACK = re.compile(
    r"(?:[Rr]esistance|[Ii]nsensitivity|[Ll]oss|[Dd]eficiency|[Aa]bsence)\s(?:to|of)\s"
)
_MARK = re.compile(r"-[0-9A-Z]$")  # of a kind: "EBV-1" of "EBV"
# Kinds without a name, helper cells, nucleotides, fractions of lipoproteins.
_OTHER = re.compile(
    r"(?:non-?)?[Tt]ypes?(?:,|\s|[IVX\d]{1,4}[ab]?\b|and|or|[()]){1,12}|T\(?[Hh]\)?(?:1|2|17|9|22)"
    r"|d[ACGTU][MDT]Ps?|(?:[HV]?[LI]?DL|LDL)-(?:[Cc]|[Cc]holesterol)(?:\s\d{1,3})?"
)
_UNIT = re.compile(r"[kMG]?bp?|[kM]b|[kM]?Da|c?M")
_SURE = 0.85  # confidence of a short form whose long form is a name, too
_FUSED = 0.95  # least confidence of a gene of a fusion
_OF_FUSIONS = ("fusion", "rearrange", "transloc", "chimer", "onco")
_FUSION = re.compile(
    r"(?<![\w/-])([A-Z][A-Z0-9]{1,8})(?:-|/|::)([A-Z][A-Z0-9]{1,8})(?=[\s-](?:gene\s)?"
    r"(?:fusions?|rearrange|transloc|chimer|oncogene|onco))"
)
_GENE_WORD = re.compile(r"\s(?:genes?|proteins?|m?RNAs?|locus)\Z")
_JOINT = re.compile(r"[-/]")


def names_among(
    text: str, mentions: Sequence[GeneMention], beside: Sequence[GeneMention] | None = None
) -> list[GeneMention]:
    """Return the mentions that are neither variants nor diseases by the text's own definitions.

    >>> text = "Duchenne muscular dystrophy (DMD) with S133stop; the DMD gene"
    >>> marked = [GeneMention(29, 32, 0.9), GeneMention(39, 47, 0.9), GeneMention(53, 56, 0.9)]
    >>> [mention.start_char for mention in names_among(text, marked)]
    [53]

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
        beside: all that are marked in the text, if these are some of them.
    """
    if not mentions:
        return []
    diseases: frozenset[str] | None = None
    defined = {text[one.short_start : one.short_end] for one in definitions(text)}
    kept = []
    for mention in mentions:
        start, end = mention.start_char, mention.end_char
        if is_variant(text, start, end):
            continue
        name = text[start:end]
        if _OTHER.fullmatch(name) or (
            _UNIT.fullmatch(name) and text[start - 2 : start - 1].isdigit()
        ):
            continue
        forms = {name, _MARK.sub("", name)}
        if not defined.isdisjoint(forms | {name.removesuffix("s")}):
            if diseases is None:
                diseases = _diseases(text, mentions if beside is None else beside)
            if not diseases.isdisjoint(forms) and not _is_of_gene(text, start, end):
                continue
        kept.append(mention)
    return kept


def _is_of_gene(text: str, start: int, end: int) -> bool:
    """Return whether the words around a name say that it is a gene's."""
    before = text[max(0, start - _NEAR) : start]
    return bool(_OF_GENE.match(text, end) or _GENE_BEFORE.search(before))


def _diseases(text: str, mentions: Sequence[GeneMention]) -> frozenset[str]:
    """Return the short forms of diseases, also in the plural.

    A long form whose last word is in a mention is a gene's.
    """
    marked = Marked(mentions)
    found: set[str] = set()
    genes: set[str] = set()
    for one in definitions(text):
        short = text[one.short_start : one.short_end]
        if _GENE_BEFORE.search(text[max(0, one.short_start - _NEAR) : one.short_start]):
            genes.add(short)
            continue
        long = text[one.start : one.last]
        if not marked.touches(one.last - 1, one.last) and (
            is_disease(one.head) or long.rpartition(" ")[2] in found or _LACK.match(long)
        ):
            found |= {short, f"{short}s"}
    return frozenset(found - genes)


def mended(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return the mentions with borders at those of names, and further ones that the text tells.

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
    """
    parts = _parted(text, [_trimmed(text, mention) for mention in mentions])
    return with_partners(text, with_fusions(text, with_told(text, parts)))


def _parted(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return "GH-IGF-I" as its two names, where both are mentions elsewhere in the text."""
    names = {text[one.start_char : one.end_char] for one in mentions}
    parted = []
    for mention in mentions:
        name = text[mention.start_char : mention.end_char]
        for at in (match.start() for match in _JOINT.finditer(name)):
            if at > 1 and {name[:at], name[at + 1 :]} <= names and len(name) > at + 2:
                middle = mention.start_char + at
                parted.append(mention._replace(end_char=middle))
                parted.append(mention._replace(start_char=middle + 1))
                break
        else:
            parted.append(mention)
    return parted


def _trimmed(text: str, mention: GeneMention) -> GeneMention:
    name = text[mention.start_char : mention.end_char]
    if before := _BEFORE.match(name):
        mention = mention._replace(start_char=mention.start_char + before.end())
        name = name[before.end() :]
    behind = _BEHIND.search(name) if " " in name else None
    if behind is None and text[mention.end_char : mention.end_char + 1] in _PRIMES:
        behind = _END.search(name)
    if behind and behind.start() > 1:
        mention = mention._replace(end_char=mention.start_char + behind.start())
    return without_variant(text, mention)


def with_fusions(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return the mentions, and both genes of a fusion.

    >>> [(one.start_char, one.end_char) for one in with_fusions("an ABC1-XYZ fusion", [])]
    [(3, 7), (8, 11)]
    """
    if not any(word in text for word in _OF_FUSIONS):
        return list(mentions)
    marked = Marked(mentions)
    fused: list[GeneMention] = []
    replaced: set[GeneMention] = set()
    for match in _FUSION.finditer(text):
        near = marked.within(*match.span())
        if any(m.start_char < match.start() or m.end_char > match.end() for m in near):
            continue
        replaced.update(near)
        sure = max([_FUSED, *(m.confidence for m in near)])
        fused += [GeneMention(*match.span(part), sure) for part in (1, 2)]
    return sorted([*fused, *(m for m in mentions if m not in replaced)])


def with_partners(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return the mentions, and the other form of what the text defines where one is a mention.

    >>> text = "zorking factor 2 (ZF2)"
    >>> with_partners(text, [GeneMention(0, 16, 0.9)])[1]
    GeneMention(start_char=18, end_char=21, confidence=0.9, votes=0)
    """
    marked = Marked(mentions)
    added: list[GeneMention] = []
    for one in definitions(text):
        if is_disease(one.head) or not _is_plain(text[one.start : one.short_start]):
            continue
        behind = _GENE_WORD.search(text, one.start, one.end)
        end = one.end if behind is None else behind.start()
        forms = (one.start, end), (one.short_start, one.short_end)
        long, short = (marked.within(*form) for form in forms)
        if bool(long) == bool(short) or (added and added[-1].end_char > one.start):
            continue
        if not long and (short[0].confidence < _SURE or is_other(one.head)):
            continue
        known, missing = (long[-1], forms[1]) if long else (short[0], forms[0])
        if (known.start_char, known.end_char) in forms or (long and known.end_char == end):
            added.append(GeneMention(*missing, known.confidence))
    return sorted([*mentions, *added])


def _is_plain(before: str) -> bool:
    """Return whether a long form, with the bracket behind it, is a phrase by itself."""
    return before[-2:] == " (" and _MARKS.search(before[:-2]) is None
