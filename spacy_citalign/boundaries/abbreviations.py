"""Common abbreviations with a full stop, by what follows them; a list written for this package.

What each kind means for a boundary is learned. The list lets an abbreviation that the training
texts have seldom or never share in what they teach of its kind.
"""

import numpy as np

from ..words.hashing import Hashes, hash_strings
from ..words.table import HashTable

# In lower case, without the last full stop.
KINDS = {
    "a name follows": "capt col dr drs gen gov hon lt messrs mr mrs ms prof profs rep sen sgt st",
    "a number follows": "app appx art ch chap chr cl eq eqn eqns eqs ex exp expt fig figs fol lib "
    "no nos nr para pg pl plt pp pt pts ref refs sect sects suppl supp tab tbl vol vols",
    "the sentence goes on": "abbr al alt anal approx av avg bull ca calc cf chem clin comp conc "
    "cor cult cv def diag diam dil e.g ed eds equiv esp est excl expl f.sp gram i.e ill incl int "
    "intl lat lit loc max mol mut n.b nat natl nom nov obs orig pers phys poss prep prob proc "
    "prox pseud publ quot rec rel repr res resp rev s.l s.s sci ser soc sp spec spp ssp std "
    "subsp susp symp syn temp trans transl treat unpubl v.s var viz vs wt",
    "a sentence may end": "a.d a.m assoc b.c bros co corp d.c dept dist etc ff hr hrs i.m i.p i.v "
    "inc jr ltd m.d min mo p.m p.o ph.d s.c s.d s.e s.e.m sec sr u.k u.n u.s u.s.a univ yr yrs",
}
KIND_OF = {word: kind for kind, words in KINDS.items() for word in words.split()}
_TABLE = HashTable(hash_strings(list(KIND_OF)))
# A look-up that finds nothing gives row -1, the last.
_NUMBERS = np.array([*(1 + list(KINDS).index(kind) for kind in KIND_OF.values()), 0], np.uint64)


def abbreviation_kinds(lower: Hashes) -> Hashes:
    """Return the kind of each lower-cased word, 0 if it is in no list: (N,) hashes to uint64."""
    return _NUMBERS[_TABLE.rows(lower)]
