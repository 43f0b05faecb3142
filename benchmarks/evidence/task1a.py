"""The sentence overlap of CL-SciSumm's task 1A: learned from the training papers of 2018.

Chandrasekaran et al. (2019): sentences that a system gives for a citance are compared with those of
an annotator, and precision, recall and F are of all citances of a paper together (micro), averaged
over papers. Here each annotator is one gold, as their files are, and the mean over annotators is
the paper's. How many sentences are given was chosen on the training papers, cross-validated. This
is a scorer of this project's own, and the papers are those of its data: no figure is to be put
beside that of the shared task.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from spacy_citalign.corpora.cited_articles import CitedArticleRecord
from spacy_citalign.evidence.matching import Frequencies
from spacy_citalign.evidence.training import Prepared, fit

from ..common import data_folder
from ..recording import Table

if TYPE_CHECKING:
    from .__main__ import Ranked

_MOST = 5
Gold = dict[tuple[str, str], dict[int, set[int]]]  # by article and citance, of each annotator


def task1a(
    articles: Sequence[CitedArticleRecord],
    prepared: Prepared,
    frequencies: Frequencies,
    crossvalidated: Sequence["Ranked"],
) -> Table:
    """Return the table."""
    from .__main__ import crossvalidated as rank

    tests, gold = _gold(data_folder() / "scisumm")
    held = [n for n, article in enumerate(articles) if article.id in tests]
    model = fit(prepared, frequencies=frequencies, without=held)
    chosen = [articles[n] for n in held]
    rows = rank(chosen, [model])
    training = [row for row in crossvalidated if articles[row.article].id not in tests]
    scores = {n: _score(articles, training, gold, n)[0] for n in range(1, _MOST + 1)}
    count = max(scores, key=lambda n: scores[n])
    cells = []
    for n in sorted({count, 2}):
        macro, micro = _score(chosen, rows, gold, n)
        cells.append([str(n), str(len(chosen)), str(len(rows)), f"{macro:.3f}", f"{micro:.3f}"])
    columns = ("sentences given", "papers", "citances", "F, mean over papers", "F, all together")
    notes = [f"{count} sentences are best on the training papers."]
    return Table("CL-SciSumm task 1A, sentence overlap on test papers", columns, cells, notes)


def _score(
    articles: Sequence[CitedArticleRecord], rows: Sequence["Ranked"], gold: Gold, count: int
) -> tuple[float, float]:
    """Return the mean F of papers, and that of all citances together."""
    by_paper: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        article = articles[row.article]
        given = {*row.sentences[:count]}
        for annotator, wanted in gold[article.id, article.citances[row.citance].text].items():
            sums = by_paper.setdefault((row.article, annotator), [0, 0, 0])
            for place, more in enumerate((len(given & wanted), len(given), len(wanted))):
                sums[place] += more
    papers: dict[int, list[float]] = {}
    for (paper, _), (both, first, second) in by_paper.items():
        papers.setdefault(paper, []).append(2 * both / (first + second))
    both, first, second = np.sum([*by_paper.values()], axis=0).tolist()
    return float(np.mean([np.mean(own) for own in papers.values()])), 2 * both / (first + second)


def _gold(folder: Path) -> tuple[set[str], Gold]:
    """Return the test papers, and the sentences that each annotator chose, from 0."""
    numbers: dict[str, dict[int, int]] = {}
    with (folder / "references.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            kept = [one["sid"] for one in row["sentences"] if one["sid"] and one["text"].strip()]
            numbers[row["target"]] = {sid: n for n, sid in enumerate(sorted(kept))}
    tests, gold = set(), dict[tuple[str, str], dict[int, set[int]]]()
    with (folder / "citances.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            known = numbers[row["target"]]
            if "test" in row["source"]:
                tests.add(row["target"])
            for citance in row["citances"]:
                own = gold.setdefault((row["target"], citance["text"].strip()), {})
                for choice in citance["reference"]:
                    sids = {known[sid] for sid in choice["sids"] if sid in known}
                    own.setdefault(choice["annotator"], set()).update(sids)
    return tests, gold
