"""The gospels, as in the paper: learned on Matthew and Mark, tested on the pairs with Luke.

A pair of verses is right if they lie in two passages that match; recall is of as many pairs as the
shorter passages have verses. By the paper's rule all right pairs count for recall, which may exceed
1; capped, no passage gives more than it is to. Areas, precision at a recall and the best F are of
the curve of all thresholds, "F taken" is what each system takes by default. The curve of the global
alignment is of the pairs of its path, and of those added, by their probability. Of systems that
link but do not weigh, curve and what is taken are a point.

The paper's methods are calibrated on Matthew and Mark by reciprocal best hits in Aland's passages;
"printed" are the parameters of section 4.2. The shipped recipe has seen no two gospels side by
side: drafts, and Mark in two translations.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from spacy_citalign.sentences.calibration import GOSPELS
from spacy_citalign.sentences.methods import Links
from spacy_citalign.sentences.scoring import Curve, passage_curve
from spacy_citalign.sentences.similarity import tfidf_vectors
from spacy_citalign.sentences.terms import Normalizer
from spacy_citalign.sentences.training import TrainingSettings

from ..common import markdown_table
from .curves import area, best_f, precision_at
from .data import (
    ALAND,
    CALIBRATED_ON,
    GOLDS,
    TESTED_ON,
    gospels,
    passages,
)
from .paper import ALIGNED, OVERLAP, TFIDF, method_1, method_2, passage_systems
from .scores import f_at
from .systems import System, other_systems, ours
from .training import shipped_recipe, text_pair, trained

RECALLS = (0.1, 0.2, 0.3, 0.5)
RULES = {False: "the paper's rule", True: "capped"}
OURS = "ours, shipped recipe"
DRAWN = (OVERLAP, TFIDF, ALIGNED, OURS)
Books = tuple[str, str]


def gospel_tables(folder: Path | None, plot: Path | None, *, dev: bool) -> None:
    """Print a table for each gold, rule and pair of gospels, and of both pairs together.

    Args:
        folder: where models are kept.
        plot: a file for the curves by Aland's passages, PNG or SVG.
        dev: test on what calibrates.
    """
    tested = [CALIBRATED_ON] if dev else list(TESTED_ON)
    systems = gospel_systems(folder, dev=dev)
    found = {}
    for books in tested:
        first, second = (("kjv", book) for book in books)
        one = gospels(first, second)
        found[books] = {own.title: own.links(one) for own in systems}
    sets: list[list[Books]] = [[books] for books in tested]
    if len(tested) > 1:
        sets.append(tested)
    for gold in GOLDS:
        for capped, rule in RULES.items():
            for some in sets:
                print(f"\n{written(some)}; {gold}, {rule}\n")
                rows = [
                    [own.title, *cells(curve(found, some, own.title, gold, capped), own.threshold)]
                    for own in systems
                ]
                print(markdown_table(header(), rows), flush=True)
    if plot is not None:
        draw(plot, found)


def gospel_systems(folder: Path | None, *, dev: bool) -> list[System]:
    """Return the systems; in development none that has learned from what is tested on."""
    one = gospels(*(("kjv", book) for book in CALIBRATED_ON))
    matching = text_pair(one, passages(*CALIBRATED_ON, ALAND))
    recipe = shipped_recipe()
    settings = TrainingSettings()
    systems = [
        *passage_systems([matching]),
        method_1(f"{TFIDF}, printed", tfidf_vectors, Normalizer(), GOSPELS),
        method_2(f"{ALIGNED}, printed", Normalizer(), GOSPELS),
        *other_systems(),
        ours(OURS, trained(OURS, recipe, settings, folder)),
    ]
    if not dev:
        title = f"{OURS}, Matthew and Mark"
        systems.append(ours(title, trained(title, [*recipe, matching], settings, folder)))
    return systems


def curve(
    found: Mapping[Books, Mapping[str, Links]],
    some: Sequence[Books],
    title: str,
    gold: str,
    capped: bool,
) -> Curve:
    """Return the curve of a system over pairs of gospels together."""
    parts = [(found[books][title], passages(*books, gold)) for books in some]
    return passage_curve(parts, capped=capped)


def header() -> list[str]:
    """Return the header over ``cells``."""
    at = [f"P at R {recall:g}" for recall in RECALLS]
    return ["system", "area", "best F", *at, "recall reached", "F taken"]


def cells(own: Curve, threshold: float) -> list[str]:
    """Return the figures of a curve."""
    reached = float(own.recall[-1]) if len(own.recall) else 0.0
    figures = [area(own), best_f(own)[0], *(precision_at(own, recall) for recall in RECALLS)]
    figures += [reached, f_at(own, threshold)]
    return ["-" if figure != figure else f"{figure:.3f}" for figure in figures]


def written(some: Sequence[Books]) -> str:
    """Write the names of pairs of gospels."""
    return " with ".join("-".join(books) for books in some)


def draw(file: Path, found: Mapping[Books, Mapping[str, Links]]) -> None:
    """Draw precision against recall by Aland's passages, the paper's rule: its Figure 6, and ours.

    Needs matplotlib: ``pip install -e ".[plots]"``.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(
        1, len(found), figsize=(5 * len(found), 4.2), sharey=True, squeeze=False
    )
    for axes, books in zip(panels[0], found, strict=True):
        for title in DRAWN:
            own = curve(found, [books], title, ALAND, capped=False)
            axes.plot(own.recall, own.precision, label=title, linewidth=1.4)
        axes.set(xlabel="recall", xlim=(0, None), ylim=(0, 1), title="-".join(books))
        axes.grid(alpha=0.3)
    panels[0][0].set_ylabel("precision")
    panels[0][0].legend(loc="lower left")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=150, bbox_inches="tight")
    pyplot.close(figure)
