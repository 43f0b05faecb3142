"""The kind of a cited work: a finding, a review, a method or resource; readers, model, weights.

``gold/kinds.json`` has works that three sentences and more cite, with what a reader called them by
title, journal and citing sentences; the first label counts, the second is of a pass made later
without sight of the first. Drawn by the MD5 of keys ("drawn"): 70 works that the tulsi articles
cite, 65 of CRAFT's, half of the groups of ``citation_integrity``, 40 of ``scisumm``; then the like
again ("more"). To have enough of the rarer kinds ("sought"), by MD5 of those left: works half of
whose sentences stand in Methods; works whose title or journal speaks of a review, or that half of
the sentences call one; works of ``scisumm`` whose title speaks of a study. Works of ``answers`` are
left out, and judge the model a second time. Rules of the reader:

- *method*: a tool, a procedure, a measure, a model or algorithm, a material (strain, antibody,
  vector) or a data set, a task or a standard. By the title, unless less than a third of the
  sentences speak of it as such; and an article of findings of which two thirds of the sentences
  take a procedure or a material only ("as described in"). Overviews of shared tasks are methods.
- *review*: it sums up the work of others: reviews, textbooks, classical works, consensus and
  guidelines for treatment; by the sentences alone where general facts of many sorts are told.
- *finding*: what was observed, measured, tried or proved, pooled anew (meta-analysis) or counted
  (statistics of a disease); genomes that are compared with; surveys of plants in use.

The probabilities are of a cross-validation in ten parts, in each of which kinds and corpora have
their shares.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.kind import KINDS, KindSentence, find_kind, kind_features

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table
from .differing import group_rows, harvested_rows
from .marks import marked_sentences
from .works import GOLD

PENALTY = 3.0  # C of the logistic regression, chosen by cross-validation
FOLDS = 10
ROUNDED = 2
COLUMNS = ("works", "number", *(f"{kind} P / R" for kind in KINDS), "macro F", "accuracy", "ECE")
_HEAD = """\
# The weights of what is seen of a cited work, for a finding, a review and a method: by
# `python -m benchmarks.statements kinds --weights`, a multinomial logistic regression on works that
# a reader labelled.
"""
Probabilities = NDArray[np.float64]


class Work(NamedTuple):
    """A work with what is seen of it; the labels of the passes; the baseline's kind."""

    corpus: str
    key: str
    drawn: str
    features: dict[str, float]
    labels: list[str]
    baseline: str


def kind_tables(weights: Path | None = None) -> list[Table]:
    """Return the tables of readers and model; write the weights if a file is named."""
    works = labelled_works()
    gold = labels_of(works)
    probabilities = cross_validated(works)
    by_section = np.array([KINDS.index(work.baseline) for work in works])
    twice = [work.labels for work in works if len(work.labels) > 1]
    first, second = (np.array([KINDS.index(one[n]) for one in twice]) for n in (0, 1))
    rows = [
        _line("a reader's second pass", second, first),
        _line("most sentences in Methods, else a finding", by_section, gold),
        _line("all", probabilities, gold),
    ]
    for name in dict.fromkeys(work.drawn for work in works):
        chosen = np.array([work.drawn == name for work in works])
        rows.append(_line(name, probabilities[chosen], gold[chosen]))
    for corpus in dict.fromkeys(work.corpus for work in works):
        chosen = np.array([work.corpus == corpus for work in works])
        rows.append(_line(corpus, probabilities[chosen], gold[chosen]))
    columns, model = fitted(works)
    if weights is not None:
        weights.write_text(_weights_file(columns, model), encoding="utf-8")
    for name in ("answers", "computing"):
        kinds, found = _answers(name)
        rows.append(_line(f"answers/{name}, by the weights that ship", found, kinds))
    counts = Counter(work.labels[0] for work in works)
    note = ", ".join(f"{counts[kind]} of {kind}s" for kind in KINDS)
    method = KINDS.index("method")
    told = float(((probabilities.argmax(1) == method) == (gold == method)).mean())
    notes = [
        f"Labels: {note}.",
        f"Whether a work is a method or not is told rightly of {told:.3f}.",
    ]
    return [Table("Kind of work", COLUMNS, rows, notes)]


def labelled_works() -> list[Work]:
    """Return the labelled works that are among the groups, in the order of the labels."""
    records = json.loads((GOLD / "kinds.json").read_text(encoding="utf-8"))
    wanted = {(one["corpus"], one["work"]) for one in records}
    groups = {
        (corpus, key): (title, journal, sentences)
        for corpus, key, title, journal, sentences in _groups()
        if (corpus, key) in wanted
    }
    works = []
    for one in records:
        group = groups.get((one["corpus"], one["work"]))
        if group is not None:
            sections = [sentence.section.lower() for sentence in group[2]]
            methods = sum("method" in section or "material" in section for section in sections)
            baseline = "method" if 2 * methods > len(sections) else "finding"
            features = kind_features(*group)
            works.append(
                Work(one["corpus"], one["work"], one["drawn"], features, one["labels"], baseline)
            )
    if len(works) < len(records):
        print(f"{len(records) - len(works)} labelled works are not among the groups")
    return works


def _groups() -> Iterator[tuple[str, str, str, str, list[KindSentence]]]:
    """Yield corpus, key, title and journal of each work, and the sentences that cite it."""
    for corpus, path in (("articles_tulsi", "articles.tar.xz"), ("craft", "nxml")):
        for row in harvested_rows(data_folder() / corpus / path):
            cited = row["cited"]
            sentences = [_sentence(one) for one in row["citances"]]
            title, journal = cited.get("title") or "", cited.get("source") or ""
            yield corpus, cited["key"], title, journal, sentences
    for row in group_rows():
        corpus = "citation_integrity" if row["target"].startswith("citint") else "scisumm"
        sentences = [KindSentence(text, "", marks) for text, marks in marked_sentences(row)]
        yield corpus, row["target"], row.get("title") or "", "", sentences


def _sentence(citance: dict[str, Any]) -> KindSentence:
    marks = [
        SentenceMark(one["start"], one["end"], bool(one["cites"])) for one in citance["citations"]
    ]
    return KindSentence(citance["text"], citance.get("section") or "", marks)


def _answers(name: str) -> tuple[NDArray[np.int64], Probabilities]:
    """Return the kinds of the works of ``answers`` by their reader, and what is found."""
    path = data_folder() / "answers" / f"{name}.jsonl"
    works = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    found = [
        find_kind(work.get("title") or "", "", [_sentence(one) for one in work["citances"]])
        for work in works
    ]
    probabilities = np.array([one.probabilities for one in found])
    return np.array([KINDS.index(work["kind"]) for work in works]), probabilities


def labels_of(works: Sequence[Work]) -> NDArray[np.int64]:
    """Return the numbers of the kinds by the first pass."""
    return np.array([KINDS.index(work.labels[0]) for work in works])


def fitted(works: Sequence[Work]) -> tuple[DictVectorizer, LogisticRegression]:
    """Return the model that works teach."""
    columns = DictVectorizer(sparse=False)
    matrix = columns.fit_transform([work.features for work in works])
    model = LogisticRegression(C=PENALTY, max_iter=5000, fit_intercept=False)
    return columns, model.fit(matrix, labels_of(works))


def cross_validated(works: Sequence[Work]) -> Probabilities:
    """Return the probabilities of the kinds of each work by a model of other works."""
    order = sorted(
        range(len(works)),
        key=lambda n: (
            works[n].corpus,
            works[n].labels[0],
            hashlib.md5(works[n].key.encode(), usedforsecurity=False).hexdigest(),
        ),
    )
    fold = {number: place % FOLDS for place, number in enumerate(order)}
    found = np.zeros((len(works), len(KINDS)))
    for one in range(FOLDS):
        columns, model = fitted([work for n, work in enumerate(works) if fold[n] != one])
        own = [n for n in range(len(works)) if fold[n] == one]
        matrix = columns.transform([works[n].features for n in own])
        found[own] = model.predict_proba(matrix)
    return found


def _line(name: str, found: NDArray[Any], gold: NDArray[np.int64]) -> list[str]:
    """Return a row of the table for kinds, or for their probabilities."""
    kinds = found.argmax(1) if found.ndim > 1 else found
    error = "-"
    if found.ndim > 1:
        error = f"{expected_calibration_error(found.max(1), kinds == gold):.3f}"
    cells, scores = [], []
    for number in range(len(KINDS)):
        right = int(((kinds == number) & (gold == number)).sum())
        system, reader = int((kinds == number).sum()), int((gold == number).sum())
        cells.append(
            f"{right / system if system else 0:.2f} / {right / reader:.2f}" if reader else "-"
        )
        if reader:
            scores.append(2 * right / (system + reader))
    accuracy = float((kinds == gold).mean())
    return [name, str(len(gold)), *cells, f"{np.mean(scores):.3f}", f"{accuracy:.3f}", error]


def _weights_file(columns: DictVectorizer, model: LogisticRegression) -> str:
    rows = zip(columns.get_feature_names_out(), model.coef_.T, strict=True)
    lines = ["\t".join([name, *(f"{one:.{ROUNDED}f}" for one in row)]) for name, row in rows]
    return _HEAD + "\n".join(lines) + "\n"
