"""Terms by the way their words are formed.

After Ananiadou (1994), "A methodology for automatic term recognition", COLING, section "level
ordered morphology". From its published description, as the literature sums it up: words of
technical language are told from common ones by morphology alone; English words are built in
levels (neoclassical compounds of Greek and Latin combining forms; class I affixes, which attach to
Latinate bases; class II affixes, which attach to native ones; native compounds); some affixes and
all neoclassical compounds form terms; rules combine analysed words to multiword terms. No
frequency is counted.

Decided here, since her lexicon and grammar are not published in a form that could be rebuilt:
the combining forms and suffixes below are a short list of our own, from general knowledge of
English word formation; words are cut by longest match and not by a unification grammar; and a
multiword term is a maximal (term-forming adjective | noun)* noun with at least one term-forming
word. Chang & Wu (2009) report that the method finds neither acronyms nor most single words.
"""

import re
from enum import IntEnum
from functools import lru_cache

import numpy as np

from spacy_citalign.terms.c_value import Documents, collect
from spacy_citalign.terms.noun_phrases import ADJECTIVES, NOUNS, PARTICIPLES
from spacy_citalign.terms.texts import Span

_INITIAL = (
    "acoust aero agro algo allo ambi amphi amylo andro angio anthropo anti archaeo arterio "
    "arthro astro auto bacterio baro bi bio biblio broncho carcino cardio cephalo cerebro chemo "
    "chloro cholo chondro chromo chrono cranio cryo crypto cyano cyber cyclo cyto deca demo "
    "dendro dermato dextro di dia dis dyna dys eco ecto electro encephalo endo entero epi ergo "
    "erythro ethno eu exo ferro fibro fluoro gastro geno geo glyco gyneco haemo haplo helio "
    "hemato hemi hemo hepato hetero hexa histo holo homeo homo hydro hyper hypno hypo icono "
    "immuno infra inter intra iso karyo kerato kilo kine lacto leuko lexico lipo litho logo "
    "lympho macro magneto mega melano meso meta metro micro milli mono morpho multi muta myco "
    "myelo myo nano narco necro neo nephro neuro nitro nucleo octo oligo omni onco onto "
    "ophthalmo opto ortho osteo oxy paleo pan para patho penta peri petro phago pharmaco pheno "
    "phono phospho photo phyllo phylo phyto physio pico plasmo pleo pneumo poly post proto "
    "pseudo psycho pyro quadri quasi radio retro rheo rhizo semi socio somato spectro sphero "
    "stereo stetho strepto sub super supra sym syn tauto techno tele telo tetra thermo thrombo "
    "topo toxico trans tri turbo typo ultra uni uro vaso vibro video viro xeno zoo zymo"
).split()
_FINAL = (
    "algia blast cephaly chrome chromic chrony cide cline crat cyte cytic derm drome dyne ectomy "
    "emia gamy gen genesis genic geny glyph gnosis gon gram graph grapher graphic graphy hedron "
    "hydrate kinesis kinetic lexic lingual lith logic logical logy lysis lytic mania mer meric "
    "meter metric metrical metry modal morph morphic morphism morphous morphy mycin nomial nomic "
    "nomy nym nymy oid oma opia opsy osis pathic pathy phage phagy phase philia phobia phone "
    "phonic phony phore phyte plasia plasm plast plasty plegia plex pod poiesis rrhea scope "
    "scopic scopy soma some somal sphere static stasis statistic stomy syllabic synthesis taxis "
    "taxy therapy thermal thermic tome tomy tonic toxic toxin trope trophic trophy tropic type "
    "typic valent vore zoic zyme"
).split()
_TECHNICAL = (
    "aemia ectomy emia erase ergic genesis idase inase itis lase lysis mycin oma opathy oside osis "
    "otomy tase"
)
_CLASS_ONE = (
    "ability ibility acy ality ance ancy ar ary ate ation ative atory ence ency eous ial ian ic "
    "ical icity ics ion ious ism ist ity ive ivity ization isation ize or ory ous tion sion ure"
)
_CLASS_TWO = "er ing ness ship ment less ful able dom hood ish wise like"


def _alternatives(parts: list[str]) -> str:
    return "|".join(sorted(parts, key=lambda part: (-len(part), part)))


_PLURAL = "(?:s|es)?"
_START = f"(?:{_alternatives(_INITIAL)})"
# Between the two a vowel may link: "lymph-o-cyte" without the form "lympho".
_COMPOUND = re.compile(
    rf"{_START}{{1,3}}[oi]?(?:{_alternatives(_FINAL)})(?:al|ally|ic|ist|ous|y)?{_PLURAL}"
)
_PREFIXED = re.compile(rf"(?:{_alternatives([p for p in _INITIAL if len(p) > 3])})-?[a-z]{{4,}}")
_SUFFIXED = re.compile(rf"[a-z]{{3,}}(?:{_alternatives(_TECHNICAL.split())}){_PLURAL}")
_LATINATE = re.compile(rf"[a-z]{{3,}}(?:{_alternatives(_CLASS_ONE.split())}){_PLURAL}")
_NATIVE = re.compile(rf"[a-z]{{3,}}(?:{_alternatives(_CLASS_TWO.split())}){_PLURAL}")
_RUN = re.compile("A{0,16}[nN](?:A{0,16}[nN])*")


class Formation(IntEnum):
    """How a word is formed, from the most common kind to the most technical."""

    SIMPLE = 0
    """No affix or combining form of the lists."""
    CLASS_TWO = 1
    """With a native affix: "tagger"."""
    CLASS_ONE = 2
    """With a Latinate affix: "probabilistic"."""
    COMPOUND = 3
    """Words tied by a hyphen: "rule-based"."""
    PREFIXED = 4
    """A combining form before a word: "multimodal"."""
    NEOCLASSICAL = 5
    """Combining forms alone, or a technical suffix: "morphology", "dermatitis"."""


_LEVELS = (
    (Formation.NEOCLASSICAL, (_COMPOUND, _SUFFIXED)),
    (Formation.PREFIXED, (_PREFIXED,)),
    (Formation.CLASS_ONE, (_LATINATE,)),
    (Formation.CLASS_TWO, (_NATIVE,)),
)


@lru_cache(maxsize=100_000)
def formation(word: str) -> Formation:
    """Return how a word is formed; case is ignored.

    >>> [formation(word).name for word in ("house", "tagger", "probabilistic", "morphology")]
    ['SIMPLE', 'CLASS_TWO', 'CLASS_ONE', 'NEOCLASSICAL']
    """
    word = word.lower()
    parts = [part for part in word.split("-") if part]
    if len(parts) < 2:
        return _formation(word)
    return max(Formation.COMPOUND, *(_formation(part) for part in (word, *parts)))


def _formation(word: str) -> Formation:
    for level, patterns in _LEVELS:
        if any(pattern.fullmatch(word) for pattern in patterns):
            return level
    return Formation.SIMPLE


def morphological_terms(
    documents: Documents,
    *,
    multiword: Formation = Formation.CLASS_TWO,
    single: Formation = Formation.CLASS_ONE,
    participles: bool = False,
) -> list[list[Span]]:
    """Return the terms of each document that the formation of their words shows.

    A term is a maximal (term-forming adjective | noun)* noun of several words, one of them
    term-forming, or a single noun that forms a term by itself. The thresholds were chosen
    on annotated abstracts; ``single=Formation.NEOCLASSICAL`` is nearer to the published idea.

    Args:
        documents: the collection; documents do not influence one another.
        multiword: from which formation on a word is term-forming.
        single: from which formation on a noun is a term by itself.
        participles: whether VBN and VBG count as adjectives.

    Returns:
        Half-open word ranges of each document, ascending.
    """
    collection = collect(documents)
    adjectives = ADJECTIVES | (PARTICIPLES if participles else frozenset())
    levels = [formation(word) for word in collection.words]
    found: list[list[Span]] = [[] for _ in documents]
    begins = np.cumsum(collection.lengths) - collection.lengths
    owners = np.searchsorted(collection.bounds, begins, side="right") - 1
    for start, length, owner in zip(begins, collection.lengths, owners, strict=True):
        here = slice(int(start), int(start + length))
        formed = levels[here]
        code = "".join(
            _letter(tag, level, multiword, adjectives)
            for tag, level in zip(collection.tags[here], formed, strict=True)
        )
        shift = int(start - collection.bounds[owner])
        for run in _RUN.finditer(code):
            first, end = run.span()
            if end - first == 1:
                term_forming = formed[first] >= single
            else:
                term_forming = not run.group().islower()
            if term_forming:
                found[owner].append((shift + first, shift + end))
    return found


def _letter(tag: str, level: Formation, threshold: Formation, adjectives: frozenset[str]) -> str:
    """Return n for a noun, N for a term-forming one, A for a term-forming adjective."""
    if tag in NOUNS:
        return "N" if level >= threshold else "n"
    return "A" if tag in adjectives and level >= threshold else "-"
