"""Small gold groups of invented text, a thesaurus, and models whose every weight is known."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from spacy_citalign.citances.group import Group, make_group
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.knowledge.statistics import WordStatistics, learn_statistics
from spacy_citalign.citances.knowledge.thesaurus import Thesaurus
from spacy_citalign.citances.learning import Gold
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.units.pair_features import PairFeatures
from spacy_citalign.citances.units.pair_model import PairModel
from spacy_citalign.citances.units.segmentation import UnitModel
from spacy_citalign.citances.units.trees import BoostedTrees
from spacy_citalign.citances.units.unit_aligner import UnitAligner

ENTRIES = """\
increase|same|increase; rise; elevate|decrease
decrease|same|decrease; reduce; decline|increase
cut|near|cleave; cleavage; cut
cause|near|cause; induce; trigger; bring about
show|reporting|show; suggest; report
ZLF|abbreviation|ZLF; zonal leaf factor
stem cell|near|stem cell; progenitor cell
"""


def thesaurus_of(text: str, source: str = "acts.tsv") -> Thesaurus:
    """A thesaurus from lines whose cells are divided by bars."""
    lines = text.replace("|", "\t").splitlines()
    return Thesaurus.from_text("".join(f"{source}\t{line}\n" for line in lines))


THESAURUS = thesaurus_of(ENTRIES)
WITH_THESAURUS = Resources(thesaurus=THESAURUS)

# Words with their classes after a slash; a word without one is aligned to nothing.
GROUPS = [
    [
        "wet soil Zork2/1 cleaves/2 Mup4/3 rapidly",
        "Mup4/3 cleavage/2 Zork2/1 heals leaf/4 margins/4",
        "leaf/4 margin/4 needs Zork2/1",
        "Mup4/3 cut/2 wherever moths live",
    ],
    [
        "root/1 rot/1 induced/2 Wimp7/3",
        "Wimp7/3 triggers/2 root/1 rot/1 seeds",
        "saw root/1 rots/1 frost",
        "cause/2 root/1 rot/1 old Wimp7/3",
    ],
    [
        "bees/1 prefer petals/3 blue/2 dye/2",
        "petal/3 blue/2 dye/2 draws wasp",
        "bee/1 colonies seek petals/3 blue/2 dye/2",
    ],
    [
        "goat/1 milk/1 rises/2 spring/3 grass/3",
        "elevated/2 goat/1 milk/1 spring/3 grass/3",
        "spring/3 grass/3 increases/2 yield goat/1 milk/1",
        "milk/1 goats/1 winter",
    ],
    [
        "frog/1 skin/1 declines/2 acid/3 rain/3",
        "acid/3 rain/3 reduces/2 frog/1 skin/1 mucus",
        "frogs/1 decreased/2 acid/3 rain/3 pond",
    ],
    [
        "stem/1 cells/1 divide/2 twice Kli9/3",
        "progenitor/1 cells/1 Kli9/3 divide/2",
        "Kli9/3 stem/1 cell/1 division/2 slow",
        "stem/1 cells/1 divide/2 tall moss",
    ],
]


def gold(citances: list[str], *, partial: bool = False, weight: float = 1.0, **columns) -> Gold:
    """A group from words with classes after a slash."""
    split = [[word.partition("/") for word in words.split()] for words in citances]
    group = make_group([[word for word, _, _ in words] for words in split], **columns)
    classes = [int(number or 0) for words in split for _, _, number in words]
    return Gold(group, np.array(classes, dtype=np.int64), partial=partial, weight=weight)


GOLD = [gold(citances) for citances in GROUPS]


def group_of(*citances: str, **columns) -> Group:
    """A group from citances as words between blanks."""
    return make_group([citance.split() for citance in citances], **columns)


def leaf(value: float = 0.0) -> BoostedTrees:
    """Trees that say the same of every row."""
    no_feature, node = np.full((1, 1), -1, np.int16), np.zeros((1, 1), np.int16)
    threshold, values = np.zeros((1, 1)), np.full((1, 1), value, np.float32)
    return BoostedTrees(0.0, no_feature, threshold, node, node, values)


def model_of(
    weights: Mapping[str, float],
    intercept: float,
    resources: Resources = NOTHING,
    *,
    joined: float = -9.0,
) -> AlignmentModel:
    """A model of pairs by named weights, which the trees double; ``joined``: log-odds of joints."""
    names = PairFeatures.names()
    assert set(weights) <= set(names)
    row = np.array([weights.get(name, 0.0) for name in names])
    aligner = UnitAligner(UnitModel(leaf(joined), (0.5,)), PairModel(row, intercept, leaf()))
    return AlignmentModel(aligner, resources=resources)


@cache
def statistics() -> WordStatistics:
    """Counts and vectors of a small invented corpus, in which cats and dogs do the same."""
    rng = np.random.default_rng(5)
    subjects = {"cat dog hamster": "chases eats hears", "oak elm birch": "shades drops roots"}
    texts = []
    for _ in range(300):
        actors = rng.choice(list(subjects))
        one, act = rng.choice(actors.split()), rng.choice(subjects[str(actors)].split())
        what = rng.choice(["mouse", "seed", "shadow"])
        texts.append(f"the quiet {one} {act} a {what} near water")
    return learn_statistics(texts, dimensions=8, least_pair=5)
