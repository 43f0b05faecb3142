"""Parsed sentences of goats and yaks, random trees, and a column model trained on the sentences."""

from functools import cache
from itertools import product
from random import Random

from hypothesis import strategies as st

from spacy_citalign.columns.model import ColumnModel
from spacy_citalign.columns.training import ParsedSentence, TrainingSettings, train
from spacy_citalign.columns.trees import Constituent, Node, tree_of
from spacy_citalign.corpora.penn_trees import parse_tree

# The structures and tags of the two trees in Figure 2 of the paper.
FIGURE_2 = (
    "(S (NP (NNP A.) (NNP Yak) (NNP Jr.)) (VP (VBD was) (VP (VBN chosen) (S (NP"
    " (NP (JJ first) (NN station) (NN keeper))"
    " (PP (IN of) (NP (DT the) (NN mountain) (NN lake) (NN observatory))))))) (. .))",
    "(S (NP (DT Each) (NN goat)) (VP (VBZ has) (VP (VBN joined)"
    " (NP (DT a) (NNP Zork) (NNP Alpine) (NNP Farm) (NN herd))"
    " (S (VP (TO to) (VP (VB graze) (PP (IN above) (NP (DT that) (NN lake)))))))) (. .))",
)
_SUBJECTS = (
    "(NP (NNS Goats))",
    "(NP (DT The) (JJ old) (NN yak))",
    "(NP (NP (DT A) (NN herd)) (PP (IN of) (NP (NNS goats))))",
    "(NP (NP (DT The) (NN yak)) (SBAR (WHNP (WDT that)) (S (VP (VBZ sleeps)))))",
)
_PREDICATES = (
    "(VP (VBZ grazes))",
    "(VP (VBD was) (VP (VBN fed) (PP (IN with) (NP (NN hay)))))",
    "(VP (MD may) (VP (VB climb) (NP (DT the) (NN hill))))",
)
_OTHERS = (
    "(NP (NN Herds) (CC and) (NN hay))",
    "(FRAG (NP (DT No) (NN goat)) (. .))",
    "(SBARQ (WHNP (WP What)) (SQ (VBD did) (NP (DT the) (NN yak)) (VP (VB eat))) (. ?))",
)
TREEBANK = (
    *(f"(S {noun} {verb} (. .))" for noun, verb in product(_SUBJECTS, _PREDICATES)),
    *_OTHERS,
)
QUICK = TrainingSettings(
    seeds=10,
    iterations=3,
    cutoff=1,
    prune=0.2,
    crf={"c2": 0.01, "max_iterations": 40},
)
TAGS = ("DT", "JJ", "NN", "NNS", "VBZ", "VBN", "MD", "IN", "CC", ",", ".", "XX")
LABELS = ("S", "NP", "VP", "PP", "SBAR", "FRAG")


def sentence(text: str) -> ParsedSentence:
    """Read a tree in brackets."""
    _, tags, constituents = parse_tree(text)
    return ParsedSentence(tags, [Constituent(*constituent) for constituent in constituents])


def tree(text: str) -> Node:
    """Read a tree in brackets as a node."""
    return tree_of(*sentence(text))


def treebank() -> list[ParsedSentence]:
    """Return the invented sentences."""
    return [sentence(text) for text in TREEBANK]


@cache
def column_model() -> ColumnModel:
    """Train on the invented sentences, with roles; tests share the model."""
    return train(treebank(), QUICK)


@st.composite
def parsed_sentences(draw: st.DrawFn, most: int = 8) -> ParsedSentence:
    """Draw tags with brackets in pre-order, unary chains and bare words among them."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.integers(1, most))
    constituents = []

    def cover(start: int, end: int, depth: int) -> None:
        while depth < 8 and random.random() < 0.6:
            constituents.append(Constituent(random.choice(LABELS), start, end))
            depth += 1
        if end - start > 1:
            cut = random.randrange(start + 1, end)
            cover(start, cut, depth + 1)
            cover(cut, end, depth + 1)

    cover(0, size, 0)
    return ParsedSentence([random.choice(TAGS) for _ in range(size)], constituents)
