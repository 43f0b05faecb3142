"""Names that the words beside them say are genes: "the hERG gene", "mutations in Zork2".

The models see such words, too, and yet miss names of a form that they seldom saw. Only what is
written as a symbol is, with a capital or a digit behind its first letter, counts.
"""

import re
from collections.abc import Sequence

from .marked import Marked
from .records import GeneMention

TOLD = 0.9  # least confidence: nine in ten such names of annotated abstracts are genes
_SYMBOL = re.compile(
    r"(?<![\w-])[A-Za-z][A-Za-z]{0,4}[A-Z0-9][A-Za-z0-9-]{0,6}"
    r"(?![\w+])(?!-(?!deficient|null|knock|/-))"
)
_BEHIND = re.compile(
    r",?\s(?:the\s)?(?:gene|mRNA|locus)\b|\s(?:genes|mutations?|promoter|siRNAs?|shRNAs?|"
    r"knock-?downs?|over-?expression)\b|[\s-](?:knock-?outs?|null|deficient)\b|\s?-/-|"
    r"\s(?:is|was|are|were)\s(?:(?:over|co)-?)?(?:express|secret|encod|transcrib|phosphorylat)ed\b"
)
_BEFORE = frozenset(
    "lack lacks lacking overexpress overexpresses overexpressing oncogene homolog homologue "
    "ortholog orthologue".split()
)
_BEFORE_OF = frozenset(
    "mutation mutations deletion deletions loss inactivation depletion knockdown knock-down "
    "silencing overexpression over-expression".split()
)
_PARTS = frozenset(("exon", "exons", "intron", "introns"))
_NEAR = 40  # characters before a name
# Numerals, acids, bases, cells, generations, transgenes, accession numbers and the like.
_OTHER = re.compile(
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
        behind = _BEHIND.match(text, end) is not None
        if not behind and not _is_of_gene(text[max(0, start - _NEAR) : start], text[end : end + 6]):
            continue
        if _OTHER.fullmatch(text, start, end):
            continue
        near = marked.within(start, end) or [GeneMention(start, end, 0.0)]
        if (near[0].start_char, near[0].end_char) == (start, end):
            told[start, end] = near[0]._replace(confidence=max(near[0].confidence, TOLD))
    others = (one for one in mentions if (one.start_char, one.end_char) not in told)
    return sorted([*told.values(), *others])


def _is_of_gene(before: str, behind: str) -> bool:
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
        return word in _BEFORE_OF or (word.isdigit() and words[-2].lower() in _PARTS)
    return last in _BEFORE or (last == "factor" and word == "transcription")
