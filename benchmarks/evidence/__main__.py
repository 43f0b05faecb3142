"""Where the cited article says it, and whether it does: the evidence ranker beside BM25.

    python configs/scripts/evidence_texts.py ../shared/data training/evidence_texts.txt
    python -m benchmarks.evidence training/evidence_texts.txt

For each citance the sentences of the cited article are ranked, the title left out; right is what
any annotator chose. The ranker learns from seven eighths of the articles of CL-SciSumm, and all
five of evidence_bio, and ranks the rest; an article of evidence_bio is ranked by what was learned
from all others. Its probabilities are calibrated on parts of what it learns from; features and the
strength of its penalty were chosen on the same articles. BM25 learns nothing. Intervals are 95 % of
2,000 draws of articles.

Speed is processor time of ranking 1,000 citances against 300 sentences, beside that of annotating
these citances with the pipeline that ships, in turn, medians of three.
"""

import argparse
import hashlib
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..calibration import equal_mass_error
from ..common import ONE_THREAD, data_folder, last_core, pin_to
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import numpy as np
import spacy
from numpy.typing import NDArray

from spacy_citalign.corpora.cited_articles import CitedArticleRecord, read_cited_articles
from spacy_citalign.corpora.io import text_lines
from spacy_citalign.evidence.features import ArticleSentence, CitedGroup
from spacy_citalign.evidence.matching import CHANNELS, Frequencies, Likeness, count_frequencies
from spacy_citalign.evidence.model import EvidenceModel
from spacy_citalign.evidence.ranker import EvidenceRanker
from spacy_citalign.evidence.scoring import RankingScore, score_rankings
from spacy_citalign.evidence.terms import without_marks
from spacy_citalign.evidence.training import Prepared, fit, prepare

from .among import among
from .biomedicine import agreement, read_biomedicine, simulated
from .extent import marked_sentences, shortened, with_before
from .little import little
from .reversed import reversed_claims
from .support import support
from .task1a import task1a

FOLDS = 8
DRAWS = 2000
RANKED = 200
SHOWN = 3
BINS = 5
PASSES = 3
CITANCES, SENTENCES = 1000, 300
COLUMNS = ("system", "articles", "citances", "P@1", "MRR", "any@3", "any@5", "F@2")


class Ranked(NamedTuple):
    """A citance: article and number, sentences best first with probabilities, gold, annotators."""

    article: int
    citance: int
    sentences: list[int]
    probabilities: NDArray[np.float64]
    gold: set[int]
    annotators: int

    @property
    def pair(self) -> tuple[list[int], set[int]]:
        """What is scored."""
        return self.sentences, self.gold


def group(record: CitedArticleRecord) -> CitedGroup:
    """Return an article as the library learns it."""
    return CitedGroup(
        tuple(citance.text for citance in record.citances),
        tuple(ArticleSentence(*sentence) for sentence in record.sentences),
        tuple(citance.chosen for citance in record.citances),
    )


def ranked(
    articles: Sequence[CitedArticleRecord],
    number: int,
    scores: Iterator[NDArray[np.float64]] | NDArray[np.float64],
) -> Iterator[Ranked]:
    """Yield the citances of an article that have gold, ranked by scores."""
    for place, (citance, row) in enumerate(zip(articles[number].citances, scores, strict=True)):
        best = np.argsort(-row, kind="stable")[:RANKED]
        if citance.chosen:
            gold = {*citance.chosen}
            yield Ranked(number, place, best.tolist(), row[best], gold, citance.annotators)


def bm25(
    articles: Sequence[CitedArticleRecord],
    frequencies: Frequencies,
    channel: str,
    prepare: Callable[[str], str],
) -> list[Ranked]:
    """Rank by one kind of likeness."""
    found = []
    for number, record in enumerate(articles):
        texts = [prepare(citance.text) for citance in record.citances]
        alike = Likeness([sentence.text for sentence in record.sentences], frequencies)(texts)
        found += ranked(articles, number, alike[:, :, CHANNELS.index(channel)].astype(np.float64))
    return found


def fold_models(
    prepared: Prepared, frequencies: Frequencies, count: int, folds: int = FOLDS
) -> list[EvidenceModel]:
    """Return for each fold of the first articles a model of the others, and of all the rest."""
    return [
        fit(prepared, frequencies=frequencies, without=range(fold, count, folds))
        for fold in range(folds)
    ]


def crossvalidated(
    articles: Sequence[CitedArticleRecord],
    models: Sequence[EvidenceModel],
    asked: Sequence[CitedArticleRecord] | None = None,
) -> list[Ranked]:
    """Rank each article by the model that has not seen it.

    ``asked`` are the same articles with other texts of citances, which are ranked then.
    """
    found: list[Ranked] = []
    for number, record in enumerate(articles if asked is None else asked):
        own = group(record)
        shares = models[number % len(models)].looked_up(own.citances, own.sentences)
        found += ranked(articles, number, (one.probabilities for one in shares))
    return found


def cells(name: str, rows: Sequence[Ranked], *, interval: bool = False) -> list[str]:
    """Return a row of the table."""
    score = score_rankings(row.pair for row in rows)
    articles = {row.article for row in rows}
    lows, highs = intervals(rows) if interval else (None, None)
    values = []
    for key in ("p1", "mrr", "any3", "any5", "f2"):
        value = f"{getattr(score, key):.3f}"
        if lows is not None and highs is not None:
            value += f" [{getattr(lows, key):.3f}, {getattr(highs, key):.3f}]"
        values.append(value)
    return [name, str(len(articles)), str(score.citances), *values]


def intervals(rows: Sequence[Ranked]) -> tuple[RankingScore, RankingScore]:
    """Return the ends of the 95 % intervals over draws of articles."""
    by_article: dict[int, list[tuple[list[int], set[int]]]] = {}
    for row in rows:
        by_article.setdefault(row.article, []).append(row.pair)
    parts = list(by_article.values())
    rng = np.random.default_rng(0)
    picks = (rng.integers(0, len(parts), len(parts)) for _ in range(DRAWS))
    draws = np.array([score_rankings(pair for i in pick for pair in parts[i]) for pick in picks])
    low, high = np.quantile(draws, (0.025, 0.975), axis=0)
    return RankingScore(0, *low[1:].tolist()), RankingScore(0, *high[1:].tolist())


def quality(
    articles: Sequence[CitedArticleRecord], frequencies: Frequencies, file: Path
) -> list[Table]:
    """Return the tables of rankings, probabilities and support."""
    own = count_frequencies(one.text for record in articles for one in record.sentences)
    marked = read_biomedicine(file)
    living = [article.record() for article in marked]
    prepared = prepare([group(record) for record in (*articles, *living)], frequencies)
    count, total = len(articles), len(articles) + len(living)
    models = fold_models(prepared, frequencies, count)
    of_living = [fit(prepared, frequencies=frequencies, without=[n]) for n in range(count, total)]
    ours = crossvalidated(articles, models)
    systems = [
        ("BM25, stems, frequencies of the cited articles", bm25(articles, own, "stems", str)),
        ("+ marks of citation taken out", bm25(articles, own, "stems", without_marks)),
        ("+ frequencies of other articles", bm25(articles, frequencies, "stems", without_marks)),
        ("BM25, pieces of four characters", bm25(articles, frequencies, "grams", without_marks)),
    ]
    table = [cells(name, rows) for name, rows in systems]
    table.append(cells("`evidence_ranker`, cross-validated", ours, interval=True))
    one = [row for row in ours if row.annotators == 1]
    several = [row for row in ours if row.annotators > 1]
    table.append(cells("the same, citances with one annotator", one))
    table.append(cells("the same, with several", several))
    theirs = crossvalidated(living, of_living)
    by_words = bm25(living, frequencies, "stems", without_marks)
    general = fit(prepared, frequencies=frequencies, without=range(count, total))
    unseen = crossvalidated(living, [general])
    biomedicine = [
        cells("BM25, stems, frequencies of other articles", by_words),
        cells("`evidence_ranker` of CL-SciSumm alone", unseen),
        cells("`evidence_ranker`, cross-validated", theirs, interval=True),
    ]
    return [
        Table("Sentences of the cited article, CL-SciSumm", COLUMNS, table),
        Table("Sentences of the cited article, biomedicine", COLUMNS, biomedicine),
        agreement(marked, [row.sentences for row in theirs], [row.sentences for row in by_words]),
        calibration({"CL-SciSumm": ours, "biomedicine": theirs}),
        support(articles, models, living, of_living),
        among(fit(prepared, frequencies=frequencies)),
        reversed_claims({"CL-SciSumm": articles, "biomedicine": living}),
        task1a(articles, prepared, frequencies, ours),
        little(articles, models),
        extent(articles, models, ours),
        speed(articles, fit(prepared, frequencies=frequencies)),
    ]


def extent(
    articles: Sequence[CitedArticleRecord],
    models: Sequence[EvidenceModel],
    ours: Sequence[Ranked],
) -> Table:
    """Return what citances of several sentences lose by the marked one alone."""
    marked = marked_sentences(data_folder() / "scisumm" / "citances.jsonl")
    short = crossvalidated(articles, models, shortened(articles, marked))
    longer = crossvalidated(articles, models, shortened(articles, with_before(marked)))
    several = {
        (number, place)
        for number, record in enumerate(articles)
        for place, citance in enumerate(record.citances)
        if (record.id, citance.text) in marked
    }
    lines = []
    for name, rows in (
        ("as annotated", ours),
        ("the marked sentence alone", short),
        ("with the sentence before that likely belongs", longer),
    ):
        lines.append(cells(f"all citances, {name}", rows))
        own = [row for row in rows if (row.article, row.citance) in several]
        lines.append(cells(f"citances of several sentences, {name}", own))
    return Table("Sentences that belong to a citation", COLUMNS, lines)


def calibration(systems: Mapping[str, Sequence[Ranked]]) -> Table:
    """Return how far probabilities are from shares."""
    table, notes = [], []
    for name, rows in systems.items():
        for shown in (1, SHOWN, 5):
            probabilities = np.concatenate([row.probabilities[:shown] for row in rows])
            right = np.array([i in row.gold for row in rows for i in row.sentences[:shown]])
            error = equal_mass_error(probabilities, right, BINS)
            shares = [f"{probabilities.mean():.3f}", f"{right.mean():.3f}", f"{error:.3f}"]
            expected = simulated(probabilities, BINS)
            table.append([name, f"first {shown}", *shares, f"{expected:.3f}"])
        first = np.array([row.probabilities[0] for row in rows])
        right = np.array([row.sentences[0] in row.gold for row in rows])
        order = np.argsort(-first, kind="stable")
        notes += [
            f"{name}: right among the surest {share} % of first sentences: "
            f"{right[order[: len(order) * share // 100]].mean():.2f}."
            for share in (10, 25, 50)
        ]
    columns = (
        "corpus",
        "sentences of a citance",
        "mean probability",
        "share that is right",
        "ECE, five bins",
        "95 % of calibrated ones below",
    )
    return Table("Probabilities of the cross-validated ranker", columns, table, notes)


def speed(articles: Sequence[CitedArticleRecord], model: EvidenceModel) -> Table:
    """Return the time that ranking takes beside annotating."""
    texts = [citance.text for record in articles for citance in record.citances]
    texts = (texts * 2)[:CITANCES]
    longest = max(articles, key=lambda record: len(record.sentences))
    sentences = [ArticleSentence(*one) for one in longest.sentences[:SENTENCES]]
    nlp = spacy.load("spacy_citalign")
    rounds: list[tuple[float, float]] = []
    for _ in range(PASSES):
        start = time.process_time()
        EvidenceRanker(model).evidence(texts, sentences)
        middle = time.process_time()
        for _ in nlp.pipe(texts):
            pass
        rounds.append((middle - start, time.process_time() - middle))
    ranking, annotating = (statistics.median(times) for times in zip(*rounds, strict=True))
    row = [str(len(texts)), str(len(sentences)), f"{ranking:.2f} s", f"{annotating:.2f} s"]
    columns = ("citances", "sentences", "ranking", "annotating the citances", "ratio")
    return Table("Speed", columns, [[*row, f"{ranking / annotating:.2f}"]])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="rank sentences of cited articles")
    parser.add_argument("texts", type=Path, help="what evidence_texts.py wrote")
    add_record_option(parser)
    arguments = parser.parse_args()
    pin_to(last_core())
    folder = data_folder() / "scisumm"
    articles = sorted(
        read_cited_articles(folder / "citances.jsonl", folder / "references.jsonl"),
        key=lambda record: hashlib.md5(record.id.encode()).hexdigest(),
    )
    frequencies = count_frequencies(text_lines([arguments.texts]))
    tables = quality(articles, frequencies, data_folder() / "evidence_bio" / "dev.jsonl")
    publish("evidence", "Where the cited paper says it", tables, keep=arguments.record)


if __name__ == "__main__":
    main()
