"""The tables of Chang & Wu (2009) with this package's figures, by testing inside and outside.

Inside, a model is trained and tested on train and dev; outside, by cross-validation over them. The
paper's figures stand beside for orientation: "All Data" of its 260 abstracts, which are private.
The baselines learn nothing; their statistics are of all the documents that they mark.
"""

from collections.abc import Sequence

from spacy_citalign.terms.feature_levels import LEVELS
from spacy_citalign.terms.lexicons import Lexicons

from ..common import data_folder, markdown_table
from .data import TITLES, Spans, gold
from .errors import ERROR_TYPES, error_types
from .folds import Bench, fold_marks, quick
from .systems import BASELINES, METHODS, both, marks, percent

# Imperfect, then perfect: R, P, F of Tables 1 and 2.
PAPER = {
    "CRF, inside": ("93.2 94.5 93.9", "66.5 66.2 66.3"),
    "CRF+CAM, inside": ("96.6 96.0 96.3", "69.0 68.6 68.8"),
    "CRF, outside": ("77.1 74.1 75.6", "39.8 42.2 41.9"),
    "CRF+CAM, outside": ("82.6 82.5 82.6", "43.5 49.2 46.2"),
    "C/NC-value": ("53.4 65.3 58.8", "27.6 37.8 31.9"),
    "Ananiadou": ("51.3 70.0 59.2", "26.3 37.9 31.1"),
    "Nenadić et al.": ("58.0 72.3 64.4", "30.2 41.0 34.8"),
}
# R and P of Tables 3 and 4: imperfect inside and outside, then perfect.
PAPER_LEVELS = {
    "frequency": ("92 92", "74 73", "63 60", "36 38"),
    "morphological": ("88 90", "71 71", "61 61", "33 35"),
    "syntactic": ("90 89", "67 69", "60 60", "35 36"),
    "semantic": ("92 92", "75 75", "65 62", "38 40"),
    "statistical": ("90 93", "71 73", "62 61", "38 39"),
    "": ("93 95", "77 74", "67 66", "40 42"),
}
# Relative and absolute rates of Table 5, CRF and CRF+CAM.
PAPER_ERRORS = {
    "MI": "24.62 6.11 18.00 2.90",
    "IM": "36.48 8.72 28.50 4.88",
    "II": "18.67 4.96 23.40 3.88",
    "MO, OM, IO, OI": "7.49 3.08 12.50 1.07",
    "OO": "12.74 2.91 17.60 2.08",
}
DEFAULT = "default levels"
GROUPED = ("MO", "OM", "IO", "OI")  # the paper has one figure for them
LEXICONS = {
    "final_words": ("acm_ccs1998.tsv", "acm_ccs2012.tsv"),
    "units": ("sumo_concepts.tsv",),
    "academic": ("awl.tsv",),
    "communication": ("sumo_concepts.tsv", "sumo_wordnet_verbs.tsv"),
    "transitions": ("transitions.tsv",),
}
"""The user's lists in ``lexicons``; a vocabulary is not among them."""


def paper(bench: Bench, corpora: Sequence[str]) -> None:
    """Print Tables 1 and 2."""
    found: dict[str, dict[str, Spans]] = {corpus: {} for corpus in corpora}
    for corpus, rows in found.items():
        for kind, folds in (("inside", bench.inside(corpus)), ("outside", bench.outside(corpus))):
            for name, method in METHODS.items():
                rows[f"{name}, {kind}"] = fold_marks(folds, boundaries=method)
        for name, system in BASELINES.items():
            rows[name] = marks(system, bench.documents(corpus))
    columns = [f"{TITLES[corpus]} {letter}" for corpus in corpora for letter in "RPF"]
    header = ["method", *columns, *(f"paper (its own data) {letter}" for letter in "RPF")]
    for place, title in ((1, "Table 1: imperfect hits"), (0, "Table 2: perfect hits")):
        table = []
        for name in found[corpora[0]]:
            cells = [name]
            for corpus in corpora:
                cells += percent(both(bench.documents(corpus), found[corpus][name])[place])
            table.append(cells + (PAPER[name][1 - place].split() if name in PAPER else ["-"] * 3))
        print(f"\n{title}, {bench.folds} folds\n\n{markdown_table(header, table)}")


def levels(
    bench: Bench, corpora: Sequence[str], left_out: Sequence[str], *, lexicons: bool
) -> None:
    """Print Tables 3 and 4, of the CRF, without lists of a user or with them."""
    lists = user_lexicons() if lexicons else None
    variants = {level: tuple(one for one in LEVELS if one != level) for level in left_out}
    variants |= {"": LEVELS, DEFAULT: bench.settings.levels}
    rows: dict[tuple[bool, str], list[list[str]]] = {}
    for inside in (True, False):
        for variant, kept in variants.items():
            cells: list[list[str]] = [[], []]  # exact, imperfect
            for corpus in corpora:
                parts = bench.parts(corpus, inside=inside)
                settings = quick(bench.settings, levels=kept)
                found = fold_marks(bench.fitted(parts, settings, lists), boundaries="crf")
                for own, hits in zip(cells, both(bench.documents(corpus), found), strict=True):
                    own += percent(hits, "RP")
            rows[inside, variant] = cells
    columns = [f"{TITLES[corpus]} {letter}" for corpus in corpora for letter in "RP"]
    header = ["testing", *columns, "paper (its own data) R", "paper P"]
    beside = "with the user's lists" if lexicons else "without lists of a user"
    for place, title in ((1, "Table 3: imperfect hits"), (0, "Table 4: perfect hits")):
        table = []
        for (inside, variant), both_cells in rows.items():
            name = "inside" if inside else "outside"
            figures = PAPER_LEVELS.get(variant)
            beside_it = "- -" if figures is None else figures[2 * (1 - place) + (not inside)]
            left = f"- {variant}" if variant in LEVELS else variant or "all levels"
            row = f"{name}, {left}"
            table.append([row, *both_cells[place], *beside_it.split()])
        print(f"\n{title}, CRF {beside}, {bench.folds} folds\n\n{markdown_table(header, table)}")


def user_lexicons() -> Lexicons:
    """Compile the lists of the folder ``lexicons``."""
    from spacy_citalign.components.term_training import read_lexicons

    folder = data_folder() / "lexicons"
    return read_lexicons(
        {name: [folder / file for file in files] for name, files in LEXICONS.items()}
    )


def errors(bench: Bench, corpora: Sequence[str]) -> None:
    """Print Table 5, outside, all eight types and as the paper groups them."""
    for corpus in corpora:
        documents = bench.documents(corpus)
        folds = bench.outside(corpus)
        runs = {
            name: error_types(gold(documents), fold_marks(folds, boundaries=method))
            for name, method in METHODS.items()
        }
        rates = {
            kind: [rate for run in runs.values() for rate in run.types[kind][1:]]
            for kind in ERROR_TYPES
        }
        grouped = zip(*(rates[kind] for kind in GROUPED), strict=True)
        rates[", ".join(GROUPED)] = [sum(values) for values in grouped]
        rates["all"] = [
            sum(values) for values in zip(*(rates[k] for k in ERROR_TYPES), strict=True)
        ]
        table = [
            [kind, *(f"{100 * rate:.2f}" for rate in own), *paper_errors(kind)]
            for kind, own in rates.items()
        ]
        for name in ("missed", "spurious"):
            counts: list[str] = []
            for run in runs.values():
                share = getattr(run, name) / sum(len(one.terms) for one in documents)
                counts += ["-", f"{100 * share:.2f}"]
            table.append([name, *counts, *["-"] * 4])
        header = ["error", *(f"{name} {rate}" for name in runs for rate in ("RER", "AER"))]
        header += [f"paper {name} {rate}" for name in ("CRF", "CAM") for rate in ("RER", "AER")]
        print(f"\nTable 5, {TITLES[corpus]}, outside, {bench.folds} folds\n")
        print(markdown_table(header, table))


def paper_errors(kind: str) -> list[str]:
    """The paper's rates of a type of errors, CRF and CRF+CAM."""
    return PAPER_ERRORS[kind].split() if kind in PAPER_ERRORS else ["-"] * 4
