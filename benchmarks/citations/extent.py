"""Which sentences before citing ones belong to the citation: readers, the model, its weights.

``gold/extent.json`` has pairs of sentences, the second with marks of citation, the first without:
of CRAFT's articles (PMID and the first character of the second sentence) and of the cited articles
of CL-SciSumm (their id and the number of the sentence), drawn by MD5. Two readers judged each by
itself: 1 where the sentence before says what the cited work did, found, says or provides, so that
who asks what it is cited for wants it along. Where they differ a third reading decided. What the
model learns from are CRAFT's training articles and CL-SciSumm's; CRAFT's development articles are
held out. The citances that annotators of CL-SciSumm gave as several sentences teach nothing: how
many of their sentences before are found is said for themselves.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import spacy
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from spacy_citalign import read_articles
from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.scope.extent import LIKELY, belongs, extent_features

from ..calibration import equal_mass_error
from ..common import data_folder
from ..recording import Table

GOLD = Path(__file__).with_name("gold") / "extent.json"
PENALTY = 0.2  # C of the logistic regression, chosen by cross-validation
FOLDS = 8
ROUNDED = 2
COLUMNS = ("sentences before", "pairs", "belong", "P", "R", "F", "ECE")


class Pair(NamedTuple):
    """A sentence, the citing one behind it, its marks; the readers' labels, the last decides."""

    article: str
    before: str
    citing: str
    marks: list[tuple[int, int]]
    labels: list[int]

    @property
    def features(self) -> dict[str, float]:
        """What is seen in it."""
        return dict.fromkeys(extent_features(self.before, self.citing, self.marks), 1.0)


def craft_pairs(labels: dict[str, list[int]]) -> Iterator[Pair]:
    """Yield the labelled pairs of CRAFT's articles."""
    nlp = spacy.load("spacy_citalign")
    folder = data_folder() / "craft" / "nxml"
    for pmid in sorted({name.partition(":")[0] for name in labels}):
        (doc,) = read_articles(folder / f"{pmid}.nxml.gz", nlp=nlp, sentence_before=0.0)
        marks = sorted({(one["start_char"], one["end_char"]) for one in doc._.citations})
        seen = set()
        for record in doc.spans["citances"].attrs["records"]:
            name, start, end = f"{pmid}:{record['start']}", record["start"], record["end"]
            if name in labels and name not in seen and "before" in record:
                seen.add(name)
                inside = [(a - start, b - start) for a, b in marks if start <= a < end]
                text = doc.text[start:end]
                yield Pair(pmid, record["before"]["text"], text, inside, labels[name])


def acl_pairs(labels: dict[str, list[int]]) -> Iterator[Pair]:
    """Yield the labelled pairs of the cited articles of CL-SciSumm."""
    with (data_folder() / "scisumm" / "references.jsonl").open(encoding="utf-8") as lines:
        for article in map(json.loads, lines):
            texts = {sentence["sid"]: sentence["text"] for sentence in article["sentences"]}
            for number, text in texts.items():
                name = f"{article['target']}:{number}"
                if name in labels:
                    marks = [(one.start, one.end) for one in find_citations(text)]
                    before = texts[number - 1]
                    yield Pair(article["target"], before, text, marks, labels[name])


def annotated_pairs() -> Iterator[Pair]:
    """Yield what annotators of CL-SciSumm took along: the sentence before the marked one."""
    with (data_folder() / "scisumm" / "citances.jsonl").open(encoding="utf-8") as lines:
        for target in map(json.loads, lines):
            for citance in target["citances"]:
                sentences, marker = citance["sentences"], citance["marker"] or ""
                marked = [n for n, one in enumerate(sentences) if marker and marker in one]
                if marked and marked[0] and not find_citations(sentences[marked[0] - 1]):
                    text = sentences[marked[0]]
                    marks = [(one.start, one.end) for one in find_citations(text)]
                    yield Pair(target["target"], sentences[marked[0] - 1], text, marks, [1])


def fitted(pairs: Sequence[Pair]) -> tuple[DictVectorizer, LogisticRegression]:
    """Return the model that pairs teach."""
    columns = DictVectorizer(sparse=False)
    matrix = columns.fit_transform([pair.features for pair in pairs])
    labels = [pair.labels[-1] for pair in pairs]
    return columns, LogisticRegression(C=PENALTY, max_iter=1000).fit(matrix, labels)


def cross_validated(pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Return the probability of each pair by a model of other articles."""
    articles = sorted({pair.article for pair in pairs})
    fold = {article: number % FOLDS for number, article in enumerate(articles)}
    found = np.zeros(len(pairs))
    for one in range(FOLDS):
        columns, model = fitted([pair for pair in pairs if fold[pair.article] != one])
        for number, pair in enumerate(pairs):
            if fold[pair.article] == one:
                row = columns.transform([pair.features])
                found[number] = model.predict_proba(row)[0, 1]
    return found


def cells(name: str, found: NDArray[np.bool_], gold: NDArray[np.bool_], error: str) -> list[str]:
    """Return a row of the table."""
    right = int((found & gold).sum())
    precision, recall = right / max(found.sum(), 1), right / max(gold.sum(), 1)
    f = 2 * right / max(found.sum() + gold.sum(), 1)
    shares = [f"{share:.2f}" for share in (precision, recall, f)]
    return [name, str(len(gold)), str(gold.sum()), *shares, error]


def extent_tables() -> list[Table]:
    """Return the table of readers and model; print the weights that are fitted anew."""
    labels = json.loads(GOLD.read_text(encoding="utf-8"))
    train = [*craft_pairs(labels["craft_train"]), *acl_pairs(labels["acl"])]
    held_out = [*craft_pairs(labels["craft_dev"])]
    rows = []
    for name, pairs in (("training articles", train), ("held-out articles", held_out)):
        gold = np.array([pair.labels[-1] for pair in pairs], bool)
        first, second = (np.array([pair.labels[n] for pair in pairs], bool) for n in (0, 1))
        rows.append(cells(f"{name}: a reader by another", first, second, "-"))
        if pairs is train:
            probabilities = cross_validated(pairs)
            name += ", cross-validated"
        else:
            probabilities = np.array([belongs(p.before, p.citing, p.marks) for p in pairs])
        error = f"{equal_mass_error(probabilities, gold):.3f}"
        rows.append(cells(name, probabilities >= LIKELY, gold, error))
        for least in (0.4, 0.5):
            rows.append(cells(f"{name}, from {least} on", probabilities >= least, gold, "-"))
    taken = [*annotated_pairs()]
    found = np.array([belongs(p.before, p.citing, p.marks) for p in taken]) >= LIKELY
    rows.append(cells("what annotators took along", found, np.ones(len(taken), bool), "-"))
    columns, model = fitted(train)
    print(f"BIAS = {model.intercept_[0]:.{ROUNDED}f}")
    for feature, weight in zip(columns.get_feature_names_out(), model.coef_[0], strict=True):
        print(f"{feature}\t{weight:.{ROUNDED}f}")
    return [Table("Sentences before citing ones that belong to the citation", COLUMNS, rows)]
