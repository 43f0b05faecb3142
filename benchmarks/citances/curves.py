"""Recall against precision: Figures 3 and 4 of Schwartz, Divoli & Hearst (2007).

Figure 3, pairs: links of two citances without any closure but the symmetric one. Viterbi's best
paths give three points, posterior decoding (eq. 8-10) one for each gap and match factor. Figure 4,
groups: posterior decoding with equivalence closure, average link at all thresholds of similarity,
and edit distance with equivalence closure.

"paper" and "ours" are models, not decodings: each is decoded in all ways. Tables have the settings
that the paper names, the best of each curve, and the highest precision for each tenth of recall;
``--plots`` writes all points as TSV and draws them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.posteriors import best_targets
from spacy_citalign.citances.scoring import alignment_metric_accuracy, pair_score, relation
from spacy_citalign.citances.settings import AlignmentSettings

from ..common import markdown_table
from .data import Case, Integers
from .symmetrization import METHODS, alignment_matrix, symmetrize
from .systems import (
    SYSTEMS,
    Bench,
    average_sweep,
    closed,
    edit_sweep,
    set_sweep,
)

Relation = NDArray[np.bool_]
NAMED = ((1.0, 1.0), (0.75, 0.75), (0.5, 0.45), (0.1, 1.2), (0.05, 1.5))  # by the paper
UNIT_THRESHOLD = AlignmentSettings().unit_threshold


class Point(NamedTuple):
    """Means over the groups."""

    curve: str
    settings: str
    precision: float
    recall: float
    f: float
    ama: float
    named: bool = False


def carried(links: Relation, case: Case) -> Relation:
    """Carry links between found words to the canonical words: (M, M) to (N, N)."""
    wide = np.pad(links, ((0, 1), (0, 1)))
    return np.asarray(wide[case.places][:, case.places])


def symmetric(links: Integers, case: Case) -> Relation:
    """The symmetric closure of links: (N, N)."""
    found = np.zeros((len(case.group.words),) * 2, dtype=bool)
    found[links[:, 0], links[:, 1]] = True
    return carried(found | found.T, case)


def viterbi(model: AlignmentModel, case: Case) -> dict[str, Relation]:
    """The best paths of both directions of all pairs, by each method of symmetrisation."""
    group = case.group
    starts, lengths = group.starts, group.lengths
    labels: dict[tuple[int, int], Integers] = {}
    for batch, best in best_targets(model.weights, model.features(group)):
        pairs = zip(batch.sources.tolist(), batch.targets.tolist(), strict=True)
        for (source, target), row in zip(pairs, best, strict=True):
            labels[source, target] = row[: lengths[source]]
    found = {method: np.zeros((len(group.words),) * 2, dtype=bool) for method in METHODS}
    for (source, target), row in labels.items():
        if source > target:
            continue
        forward = alignment_matrix(row, int(lengths[target]))
        backward = alignment_matrix(labels[target, source], int(lengths[source])).T
        places = (
            slice(starts[source], starts[source] + lengths[source]),
            slice(starts[target], starts[target] + lengths[target]),
        )
        for method, links in found.items():
            links[places] = symmetrize(forward, backward, method)
    return {method: carried(links | links.T, case) for method, links in found.items()}


def point(
    curve: str, settings: str, cases: Sequence[Case], found: Iterable[Relation], named: bool = False
) -> Point:
    """Score relations of canonical words, one a group."""
    rows = []
    for case, predicted in zip(cases, found, strict=True):
        gold = relation(case.classes, case.owners)
        score = pair_score(gold, predicted)
        ama = alignment_metric_accuracy(gold, predicted, case.owners)
        rows.append((score.precision, score.recall, score.f, ama))
    means = np.mean(rows, axis=0).tolist()
    return Point(curve, settings, *means, named)


def by_classes(
    curve: str, settings: str, cases: Sequence[Case], classes: Iterable[Integers], named: bool
) -> Point:
    """Score classes of canonical words, one array a group."""
    found = (relation(own, case.owners) for case, own in zip(cases, classes, strict=True))
    return point(curve, settings, cases, found, named)


def points(
    cases: Sequence[Case], models: Mapping[str, AlignmentModel]
) -> tuple[list[Point], list[Point]]:
    """The points of Figures 3 and 4."""
    pairs, groups = [], []
    for name, model in models.items():
        paths = [viterbi(model, case) for case in cases]
        for method in METHODS:
            own = [path[method] for path in paths]
            pairs.append(point(f"{name}, Viterbi", method, cases, own, True))
        for factors, links in set_sweep(model, cases).items():
            note, named = "gap {:g}, match {:g}".format(*factors), factors in NAMED
            own = (symmetric(one, case) for one, case in zip(links, cases, strict=True))
            pairs.append(point(f"{name}, posterior", note, cases, own, named))
            groups.append(
                by_classes(f"{name}, equivalence", note, cases, closed(cases, links), named)
            )
        for (threshold, _), classes in average_sweep(model, cases, [UNIT_THRESHOLD]).items():
            curve, note = f"{name}, average link", f"threshold {threshold:g}"
            groups.append(by_classes(curve, note, cases, classes, False))
    for delta, classes in edit_sweep(cases).items():
        groups.append(by_classes("edit distance", f"delta {delta:g}", cases, classes, False))
    return pairs, groups


def front(curve: Sequence[Point]) -> list[Point]:
    """The points that no other point of the curve beats in precision and recall, by recall."""
    kept: list[Point] = []
    for one in sorted(curve, key=lambda p: (-p.recall, -p.precision)):
        if not kept or one.precision > kept[-1].precision:
            kept.append(one)
    return kept[::-1]


def shown(curve: Sequence[Point]) -> list[tuple[Point, str]]:
    """The points of a curve for the table, by recall, and why they are there."""
    marks: dict[Point, list[str]] = {p: ["named"] for p in curve if p.named}
    marks.setdefault(max(curve, key=lambda p: p.f), []).append("best F")
    marks.setdefault(max(curve, key=lambda p: p.ama), []).append("best AMA")
    tenths: dict[int, Point] = {}
    for one in front(curve):
        tenths.setdefault(int(10 * one.recall), one)
    for one in tenths.values():
        marks.setdefault(one, [])
    return [(p, ", ".join(marks[p])) for p in sorted(marks, key=lambda p: p.recall)]


def curve_table(found: Sequence[Point]) -> str:
    """The table of a figure."""
    rows = []
    for curve in dict.fromkeys(p.curve for p in found):
        for one, mark in shown([p for p in found if p.curve == curve]):
            mark = "" if "Viterbi" in curve else mark
            rows.append([f"{curve}, {one.settings}", *(f"{x:.3f}" for x in one[2:6]), mark])
    return markdown_table(["curve", "P", "R", "F", "AMA", ""], rows)


def draw(file: Path, title: str, found: Sequence[Point]) -> None:
    """Draw the curves of a figure: their fronts as lines, all points as dots."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 5))
    for number, curve in enumerate(dict.fromkeys(p.curve for p in found)):
        own, color = [p for p in found if p.curve == curve], f"C{number}"
        line = front(own) if "Viterbi" not in curve else []
        marker = "x" if "Viterbi" in curve else "."
        axes.plot([p.precision for p in line], [p.recall for p in line], color=color)
        xs, ys = [p.precision for p in own], [p.recall for p in own]
        axes.plot(xs, ys, marker, color=color, label=curve, markersize=8 if marker == "x" else 3)
    axes.set(xlabel="precision", ylabel="recall", xlim=(0, 1), ylim=(0, 1), title=title)
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(file, dpi=150, bbox_inches="tight")
    pyplot.close(figure)


def curves(
    sets: Sequence[str],
    bench: Bench,
    model_of: Callable[[Bench, str, str], AlignmentModel],
    plots: Path | None,
) -> None:
    """Print, and with a folder draw, both figures for each data set."""
    for name in sets:
        cases = bench.cases(name)
        both = points(cases, {system: model_of(bench, system, name) for system in SYSTEMS})
        for number, title, found in zip((3, 4), ("pairs", "groups"), both, strict=True):
            print(f"{name}, {title} (Figure {number})\n\n{curve_table(found)}\n", flush=True)
            if plots is None:
                continue
            plots.mkdir(parents=True, exist_ok=True)
            lines = ["\t".join(Point._fields[:6])]
            lines += ["\t".join(map(str, p[:6])) for p in found]
            file = plots / f"{name}-{title}"
            file.with_suffix(".tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            draw(file.with_suffix(".png"), f"{name}: {title}", found)
