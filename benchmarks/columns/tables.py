"""Tables 1 to 3 of Roark with this package's figures, and what his accuracy does not show.

Agreement, his accuracy (Table 3), is the share of words that a tagger's tags put into the same
column, or region, as gold tags do: of the words that have one by gold tags. Purity is the share of
subject heads, main verbs and final punctuation, as the trees have them, that are in that one column
which most of their role are in. All are in percent. A profile HMM has places between columns, which
are columns of no kind, but lie in a region.
"""

from collections.abc import Sequence

import numpy as np

from spacy_citalign.columns.model import ColumnModel, ColumnTagger
from spacy_citalign.columns.roles import Roles, agreement, role_purity

from ..common import markdown_table
from .data import GOLD, TAGGER, TREEBANKS, Sample
from .systems import COLUMNS, OURS, PAPER_FLAT, PAPER_TREE, Bench

ANCHORS = (None, 100, 10, 5)
PAPER_SIZES = {
    "his full trees, WSJ": "506 457 412 398 391 382 378",
    "his flat trees, WSJ": "1867 1083 784 716 683 669 656",
}
PAPER_AGREEMENT = {
    "his full trees, WSJ": "90.2 90.2 93.0 95.0",
    "his flat trees, WSJ": "88.8 88.9 92.0 95.0",
}
EXAMPLE = "NNP NNP , CD NNS JJ , MD VB DT NN IN DT JJ NN NNP CD .".split()
PAPER_EXAMPLE = {
    None: "5 22 67 84 97 119 123 127 132 185 209 235 257 272 280 343 359 373",
    100: "1 13 39 45 51 61 64 65 71 97 109 121 139 151 155 179 189 197",
    10: "0 0 0 1 3 4 4 4 5 7 11 13 15 16 17 18 18 19",
    5: "0 0 0 0 1 2 2 2 3 4 4 4 5 6 7 8 8 9",
}


def paper(bench: Bench, names: Sequence[str]) -> None:
    """Print Tables 1, 2 and 3 for some of ``COLUMNS``."""
    setup = bench.setup
    part = f"{TREEBANKS[setup.treebank]} {setup.part}"
    sizes(bench, names)
    for name in (PAPER_TREE, OURS):
        if name in names:
            example(bench, name)
    rows = [[name, *agreement_cells(bench.columns(name), bench.test)] for name in names]
    rows += [
        [name, *figures.split(), *["-"] * (len(rows[0]) - 1 - len(ANCHORS))]
        for name, figures in PAPER_AGREEMENT.items()
    ]
    print(f"\nTable 3: {part}, {len(bench.test.sentences):,} sentences; ", end="")
    print(f"agreement, and purity with the tagger's tags; the tagger has {_accuracy(bench.test)}\n")
    print(markdown_table(agreement_header(), rows))
    purities(bench, names)
    if PAPER_TREE in names and PAPER_FLAT in names:
        overlap(bench)


def anchors_name(anchors: int | None) -> str:
    """Write a number of anchors."""
    return "all" if anchors is None else str(anchors)


def agreement_header() -> list[str]:
    """Return the header over ``agreement_cells``."""
    return [
        "system",
        *(anchors_name(anchors) for anchors in ANCHORS),
        *(f"{role} pure" for role in Roles._fields),
        "not aligned",
    ]


def agreement_cells(model: ColumnModel, sample: Sample) -> list[str]:
    """Return agreement by anchors, purity by roles, and the sentences that cannot be aligned."""
    cells = [f"{100 * value:.1f}" for value in agreements(model, sample).values()]
    found = ColumnTagger(model)(sample.tags(TAGGER), sample.lengths)
    purity = role_purity(found.columns, sample.firsts, sample.roles)
    cells += [f"{100 * value:.1f}" for value in purity.values()]
    return [*cells, str(int(np.count_nonzero(~found.aligned)))]


def agreements(
    model: ColumnModel, sample: Sample, choices: Sequence[int | None] = ANCHORS
) -> dict[int | None, float]:
    """Return, by the number of anchors, the agreement of gold and tagger's tags, 0 to 1."""
    values = {}
    for anchors in choices:
        tagger = ColumnTagger(model, anchors)
        gold, guessed = (tagger(sample.tags(s), sample.lengths).regions for s in (GOLD, TAGGER))
        values[anchors] = agreement(gold, guessed)
    return values


def sizes(bench: Bench, names: Sequence[str]) -> None:
    """Print Table 1: columns before the first iteration and after each.

    A profile HMM is estimated from the last alignment, of which it keeps the columns used most; so
    it has no row.
    """
    rows = [
        [name, *map(str, bench.columns(name).history)]
        for name in names
        if "profile" not in COLUMNS[name]
    ]
    steps = bench.setup.iterations + 1
    for name, figures in PAPER_SIZES.items():
        rows.append([name, *(figures.split() + ["-"] * steps)[:steps]])
    train = bench.train
    print(f"\nTable 1: columns by iteration, {TREEBANKS[bench.setup.treebank]} train, ", end="")
    print(f"{min(bench.setup.seeds, len(train.sentences)):,} seeds of {len(train.sentences):,}\n")
    print(markdown_table(["system", *map(str, range(steps))], rows))


def example(bench: Bench, name: str) -> None:
    """Print Table 2: where the words of the paper's sentence fall, by its tags."""
    size = np.array([len(EXAMPLE)])
    rows = []
    for anchors in ANCHORS:
        found = ColumnTagger(bench.columns(name), anchors)(EXAMPLE, size).regions
        rows.append([anchors_name(anchors), *map(str, found.tolist())])
    if name == PAPER_TREE:
        rows += [[f"his {anchors_name(a)}", *row.split()] for a, row in PAPER_EXAMPLE.items()]
    print(f"\nTable 2: columns and regions of a sentence, {name}\n")
    print(markdown_table(["anchors", *EXAMPLE], rows))


def purities(bench: Bench, names: Sequence[str]) -> None:
    """Print the purity of roles with gold tags, and before: how many words have each role."""
    sample = bench.test
    rows = []
    for name in names:
        found = ColumnTagger(bench.columns(name))(sample.tags(GOLD), sample.lengths)
        purity = role_purity(found.columns, sample.firsts, sample.roles)
        rows.append([name, *(f"{100 * value:.1f}" for value in purity.values())])
    counts = (sample.roles >= 0).sum(axis=0)
    rows.append(["words", *(f"{count:,}" for count in counts.tolist())])
    print("\nPurity with gold tags\n")
    print(markdown_table(["system", *Roles._fields], rows))


def overlap(bench: Bench) -> None:
    """Print how many words the paper's two systems put into the same region, by 5 anchors."""
    tree, flat = (bench.regions(name, 5, bench.test, GOLD) for name in (PAPER_TREE, PAPER_FLAT))
    print(
        f"\n{PAPER_TREE} and {PAPER_FLAT} have {100 * agreement(tree, flat):.1f} % of the words ",
        end="",
    )
    print("in the same region of 5 anchors, with gold tags; the paper: below 50")


def _accuracy(sample: Sample) -> str:
    """Write the tagger's accuracy."""
    pairs = zip(sample.tags(GOLD), sample.tags(TAGGER), strict=True)
    right = sum(gold == guessed for gold, guessed in pairs)
    return f"{100 * right / len(sample.words):.1f} % of the tags right"
