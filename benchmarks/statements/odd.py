"""Odd ones out: planted sentences of other works, and those that a reader found.

The works are those of ``disputes/differs.jsonl`` that eight articles and more cite, without mixed
ones. One foreign sentence in a hundred is planted, of another work of the file, every second of
them from the work with the likest title; ten seeds. Each work is judged by weights that other works
taught (five parts by MD5), and those of ``scisumm`` and ``citation_integrity``, with one sentence
in twenty planted; the probabilities are for one in a hundred. What a reader called odd counts
neither way. The peer is the cosine with the centroid of the sentences of other articles and with
the title, tf-idf of the group. The words of marks are looked at by none: a planted one has other
authors.

Whether another reference of its article fits a sentence better is told from lists of references,
made up for these works, real ones for slips in ``articles_tulsi``: see ``references``.

``--weights FILE`` writes the weights, and beside them ``reference_weights.tsv`` and
``common_stems.tsv``: the share of sentences with a stem, in ``articles_text`` and (``_OF_FIELD`` of
it) in ``differs.jsonl``.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import roc_auc_score

from spacy_citalign.statements.odd import SHOWN, odd_features
from spacy_citalign.words.arrays import Floats
from spacy_citalign.words.english import content_stems

from ..calibration import expected_calibration_error
from ..recording import Table
from .odd_learning import RATE, Model, Teaching, write_weights
from .planting import FOLDS, CitedWork, Seen, disputed_works, fold_of, planted, seen
from .references import LISTED, Fits, MadeUpLists, Slip

SEEDS = 10
_FALSE = 0.03  # of the sentences without a slip
_ALONE = "this, without lists of references"


def odd_tables(weights: Path | None = None) -> list[Table]:
    """Return the tables of planted and real odd ones; write the weights if a file is named."""
    teaching = Teaching()
    models = [teaching.model(lambda key, fold=fold: fold_of(key) != fold) for fold in range(FOLDS)]
    if weights is not None:
        write_weights(weights, teaching.model())
    return [
        _planted_table(teaching.works, models, teaching.lists),
        _slips_table(teaching.slips, models),
        *_real_tables(models, teaching.lists),
    ]


def _planted_table(
    works: Sequence[CitedWork], models: Sequence[Model], lists: MadeUpLists
) -> Table:
    figures: dict[str, list[tuple[float, float]]] = defaultdict(list)
    calibration = []
    for seed in range(SEEDS):
        foreign = planted(works, seed, RATE)
        table = seen(works, foreign, lists=lists)
        own = [models[fold_of(key)] for key in table.works]
        found = _probabilities(own, table.features, table.fits)
        calibration.append((found, table.planted))
        figures["this"].append(_figures(table.planted, found))
        for way in ("any", "likest"):
            drawn = np.array([name.startswith(f"{way}\t") for name in table.ids])
            kept = drawn | ~table.planted
            figures[f"this, of {way} other work"].append(_figures(drawn[kept], found[kept]))
        alone = _odds_alone(own, table.features)
        figures[_ALONE].append(_figures(table.planted, alone))
        figures["peer"].append(_figures(table.planted, _peer(works, foreign, table)))
    shares, hits = (np.concatenate([one[side] for one in calibration]) for side in (0, 1))
    shown = shares >= SHOWN
    brier = 1 - ((shares - hits) ** 2).mean() / (hits.mean() * (1 - hits.mean()))
    notes = [
        f"{len(works)} works, {sum(len(work.ids) for work in works)} sentences; means over seeds, "
        "and the least and most. Used are the sentences of the work and its title, and (but for "
        f"the rows that say so) a list of {LISTED} references of the citing article: those of the "
        "file that it cites, filled up with the likest works of the file; their titles, and what "
        "other articles cite them for. Works that the sentence cites besides are left out of it.",
        f"Expected calibration error {expected_calibration_error(shares, hits):.4f}; Brier skill "
        f"against the share of planted ones {brier:.3f}; of {shown.sum()} sentences at {SHOWN} and "
        f"above (all seeds) {hits[shown].mean():.2f} are planted, "
        f"{hits[shown].sum() / hits.sum():.2f} of all planted.",
    ]
    columns = ["system", "AUC", "found in the first 1 %"]
    rows = [[name, *_mean(one)] for name, one in figures.items()]
    return Table("Planted odd ones", columns, rows, notes)


def _probabilities(models: Sequence[Model], features: Floats, fits: Sequence[Fits]) -> Floats:
    """Return how likely sentences do not belong, each by its model: (P,)."""
    rows = zip(models, features, fits, strict=True)
    odds = np.array([model.odds(row[None], [listed])[0] for model, row, listed in rows])
    return 1 / (1 + np.exp(-odds))


def _odds_alone(models: Sequence[Model], features: Floats) -> Floats:
    return np.array([model.alone @ row for model, row in zip(models, features, strict=True)])


def _slips_table(slips: Sequence[Slip], models: Sequence[Model]) -> Table:
    """Return how slips in real lists are found, and how often the right reference is named."""
    own = [models[fold_of(one.work)] for one in slips]
    features, kinds = np.array([one.features for one in slips]), np.array([s.kind for s in slips])
    systems = {
        "this": _probabilities(own, features, [one.fits for one in slips]),
        _ALONE: _odds_alone(own, features),
    }
    first = [(one.fits @ model.fit)[1:] for one, model in zip(slips, own, strict=True)]
    right = np.array(
        [len(s) and 1 + s.argmax() == one.right for s, one in zip(first, slips, strict=True)]
    )
    rows = []
    for kind in ("any", "neighbour"):
        kept = (kinds == kind) | (kinds == "")
        for name, odds in systems.items():
            found = odds > np.quantile(odds[kinds == ""], 1 - _FALSE)
            auc, share = roc_auc_score(kinds[kept] == kind, odds[kept]), found[kinds == kind].mean()
            named = right[(kinds == kind) & found].mean()
            size = f"{(kinds == kind).sum()}"
            told = f"{named:.2f}" if name == "this" else ""
            rows.append([f"{name}, {kind}", size, f"{auc:.3f}", f"{share:.3f}", told])
    chance = np.mean([1 / max(len(one.fits) - 1, 1) for one in slips])
    notes = [
        f"{len({one.work for one in slips})} works, {(kinds == '').sum()} sentences that cite them;"
        f" their articles list {np.mean([len(one.fits) for one in slips]):.0f} references. The one "
        f"that a slip does cite is named by chance in {chance:.2f}; neighbours are not "
        "preferred here."
    ]
    columns = [
        "system, slips",
        "of them",
        "AUC",
        f"found with {_FALSE:.0%} false",
        "of these named",
    ]
    return Table("Slips in real lists of references", columns, rows, notes)


def _figures(answers: np.ndarray, scores: Floats) -> tuple[float, float]:
    first = np.argsort(-scores, kind="stable")[: round(0.01 * len(scores))]
    return roc_auc_score(answers, scores), answers[first].sum() / answers.sum()


def _mean(figures: Sequence[tuple[float, float]]) -> list[str]:
    return [
        f"{np.mean(one):.3f} ({min(one):.3f}-{max(one):.3f})" for one in zip(*figures, strict=True)
    ]


def _peer(works: Sequence[CitedWork], foreign: Mapping[str, list], table: Seen) -> Floats:
    """Return the scores of tf-idf: cosine with the centroid of others and with the title, less."""
    scores: dict[tuple[str, str], float] = {}
    for work in works:
        pairs = [*zip(work.ids, work.sentences, strict=True), *foreign.get(work.key, ())]
        claims = [sentence._replace(scope=()).claim() for _, sentence in pairs]
        vectors = TfidfVectorizer(analyzer=content_stems).fit_transform([*claims, work.title])
        title, vectors = vectors[-1].toarray()[0], vectors[:-1].toarray()
        articles = np.array([sentence.article for _, sentence in pairs])
        for number, (name, sentence) in enumerate(pairs):
            rest = vectors[articles != sentence.article].sum(axis=0)
            rest /= max(np.linalg.norm(rest), 1e-9)
            scores[work.key, name] = -float(vectors[number] @ (rest + title))
    return np.array([scores[one] for one in zip(table.works, table.ids, strict=True)])


def _real_tables(models: Sequence[Model], lists: MadeUpLists) -> list[Table]:
    works = disputed_works("odd_groups", 0)
    rows, faultless, above, shown = [], 0, 0, 0
    for work in works:
        places, features = odd_features(work.sentences, work.title)
        model = models[fold_of(work.key)]
        fits = [lists.fits(work.key, work.key, work.ids[place]) for place in places]
        found = _probabilities([model] * len(fits), features, fits)
        order = np.argsort(-found, kind="stable")
        for rank, number in enumerate(order.tolist(), start=1):
            name, probability = work.ids[places[number]], float(found[number])
            if name in work.odd:
                rows.append([work.key, name, f"{rank} of {len(places)}", f"{probability:.3f}"])
            else:
                faultless += 1
                above += probability > 0.5
                shown += probability >= SHOWN
    notes = [
        f"{len(works)} groups; of {faultless} sentences without fault {above} are above .5 and "
        f"{shown} at {SHOWN} and above."
    ]
    columns = ["work", "sentence", "place in its group", "probability"]
    return [Table("Real odd ones", columns, rows, notes)]
