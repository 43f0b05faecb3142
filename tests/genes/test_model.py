"""The file of a gene model: round trip, damaged parts, pruning."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.chain.weights import BAG_STARTS, GroupIndex, SparseWeights, prune
from spacy_citalign.errors import ModelFileError, SettingError
from spacy_citalign.genes.calibration import MentionCalibration
from spacy_citalign.genes.features import Knowledge, feature_groups
from spacy_citalign.genes.model import MODELS, GeneModel, check_models, label_counts
from spacy_citalign.genes.rows import GeneDictionary
from spacy_citalign.genes.settings import Integration
from spacy_citalign.genes.tagger import GeneTagger
from spacy_citalign.words.clusters import WordClusters

TEXTS = ["Loss of Zork2 (mup4 kinase) delays growth.", "", "  ", "TVN and pirlin beta rose."]


@pytest.fixture(scope="module")
def data(gene_model):
    return gene_model.to_bytes()


@pytest.fixture(scope="module")
def file(gene_model):
    return ModelFile.of(gene_model, GeneModel.kind, GeneModel.version)


def weight_counts(model):
    """Number of weights of each CRF."""
    columns = np.concatenate([part.columns % model.outputs for part in model.weights])
    places = [model.outputs_of(name) for name in model.models]
    return [int(((columns >= p.start) & (columns < p.stop)).sum()) for p in places]


def table(model):
    """All weights as a dictionary of (group, key, column)."""
    return {
        (group, int(part.features.keys[row]), int(column)): float(value)
        for group, part in enumerate(model.weights)
        for row, column, value in zip(part.rows, part.columns, part.values, strict=True)
    }


# --- the models of the paper -------------------------------------------------------------------


def test_models_have_the_windows_of_their_order_and_direction():
    windows = {name: (kind.windows.before, kind.windows.after) for name, kind in MODELS.items()}
    assert windows == {
        "forward": (1, 0),
        "backward": (0, 1),
        "hmm": (0, 0),
        "order0": (0, 0),
        "forward2": (2, 0),
        "backward2": (0, 2),
        "forward3": (3, 0),
        "backward3": (0, 3),
        "ctjpgis": (0, 0),
    }
    # Windows of n BIO tags in which no I follows O: 3, 8, 21, 55.
    assert sum(label_counts(MODELS)) == 3 + 2 * 8 + 2 * 21 + 2 * 55 + 3 + 3


def test_only_order_3_reads_less_and_only_order_0_has_no_transitions():
    assert {name for name, kind in MODELS.items() if kind.reach == 1} == {"forward3", "backward3"}
    assert {name for name, kind in MODELS.items() if not kind.transitions} == {"order0"}


# --- round trip ------------------------------------------------------------------------------


def test_model_comes_back_from_its_bytes(gene_model, data):
    again = GeneModel.from_bytes(data)
    assert again.to_bytes() == data
    assert (again.features, again.models) == (gene_model.features, gene_model.models)
    assert table(again) == table(gene_model)
    assert again.dictionary is None
    for one, two in zip(again.transitions, gene_model.transitions, strict=True):
        assert np.array_equal(one, two)
    for one, two in zip(again.knowledge.evidence, gene_model.knowledge.evidence, strict=True):
        assert np.array_equal(one, two)


def test_model_from_its_bytes_tags_alike(gene_model, data):
    again = GeneTagger(GeneModel.from_bytes(data))(TEXTS)
    assert again == GeneTagger(gene_model)(TEXTS)
    assert any(again)


def test_model_keeps_a_dictionary(gene_model):
    hashes = GeneDictionary.from_terms(["Zork2", "Mup4 kinase"]).hashes
    again = GeneModel.from_bytes(replace(gene_model, dictionary=hashes).to_bytes())
    assert np.array_equal(again.dictionary, hashes)


LEARNED = MentionCalibration(("hmm", "forward"), np.arange(4.0), np.arange(6.0) / 7)


def test_model_keeps_a_calibration(gene_model):
    again = GeneModel.from_bytes(replace(gene_model, calibration=LEARNED).to_bytes())
    assert again.calibration.models == LEARNED.models
    for one, two in zip(again.calibration[1:], LEARNED[1:], strict=True):
        assert np.array_equal(one, two)


def test_model_with_a_garbled_calibration_is_refused(gene_model):
    file = ModelFile.of(replace(gene_model, calibration=LEARNED), GeneModel.kind, GeneModel.version)
    file.check_needs(["calibration/confidence", "calibration/stacking"])
    wrong = {
        "calibration/confidence": [np.zeros(5), np.full(4, np.nan), np.array(list("abcd"))],
        "calibration/stacking": [np.zeros(5), np.zeros((6, 1))],
        "calibrated": [["hmm"], 2],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


@pytest.mark.parametrize(
    "classes", [np.zeros((2, 2), np.uint16), np.zeros((1, 3), np.uint16), np.zeros((2, 3), int)]
)
def test_model_with_garbled_word_classes_is_refused(classes):
    clusters = WordClusters(np.array([2, 5], dtype=np.uint64), np.zeros((2, 3), dtype=np.uint16))
    groups = [group.starts for group in feature_groups("hsu2008+clusters")]
    weights = tuple(
        SparseWeights(
            GroupIndex(starts, np.zeros(0, dtype=np.uint64)),
            np.zeros(0, dtype=np.int64),
            np.zeros(0, dtype=np.int64),
            np.zeros(0, dtype=np.float32),
        )
        for starts in (*groups, BAG_STARTS)
    )
    moves = (np.zeros((3, 3)),)
    known = Knowledge(clusters=clusters)
    model = GeneModel("hsu2008+clusters", ("hmm",), weights, moves, known)
    assert GeneModel.from_bytes(model.to_bytes()).to_bytes() == model.to_bytes()
    bad = replace(model, knowledge=Knowledge(clusters=clusters._replace(classes=classes)))
    with pytest.raises(ModelFileError, match="word classes have shape"):
        GeneModel.from_bytes(bad.to_bytes())


def test_model_bytes_hold_no_word_of_the_training_text(data, file, annotated_texts):
    content = b"".join(array.tobytes() for array in file.arrays.values()) + data
    words = {word for item in annotated_texts for word in item.text.split() if len(word) > 6}
    assert not [word for word in words if word.encode() in content]


def test_model_outputs_lie_side_by_side(gene_model):
    assert gene_model.outputs == sum(label_counts(gene_model.models))
    ends = [(s.start, s.stop) for s in map(gene_model.outputs_of, gene_model.models)]
    sizes = np.cumsum([0, *label_counts(gene_model.models)]).tolist()
    assert ends == list(pairwise(sizes))


# --- damage ----------------------------------------------------------------------------------


def test_model_without_a_part_is_refused(file):
    file.check_needs(["weights/0/keys", "weights/1/values", "transitions/backward"])
    file.check_needs(["evidence/bins", "features", "models"])


def test_model_with_garbled_settings_is_refused(file):
    wrong = {
        "features": ["of tomorrow", "hsu2008"],
        "models": [[], ["forward", "forward"], ["sideways"]],
        "groups": [1, 1000, "many"],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


def garbled(arrays):
    """Ways in which arrays of a model can contradict each other, by name."""
    keys, rows = arrays["weights/0/keys"], arrays["weights/0/rows"]
    columns, values = arrays["weights/0/columns"], arrays["weights/0/values"]
    beyond = columns.copy()
    beyond[0] = np.iinfo(np.uint16).max
    jump, back = rows.copy(), rows.copy()
    one_more = sum(name.endswith("/keys") for name in arrays)
    jump[-1] += len(keys)
    back[0] = -1
    return {
        "fewer values": {"weights/0/values": values[:-1]},
        "fewer columns": {"weights/0/columns": columns[:-1]},
        "fewer rows": {"weights/0/rows": rows[:-1]},
        "fewer keys": {"weights/0/keys": keys[:1]},
        "keys that are no hashes": {"weights/0/keys": keys.astype(np.float64)},
        "a row beyond the keys": {"weights/0/rows": jump},
        "a row before the keys": {"weights/0/rows": back},
        "a column beyond the outputs": {"weights/0/columns": beyond},
        "a group too many": {f"weights/{one_more}/keys": keys},
        "starts of another group": {"weights/0/starts": np.array([7], dtype=np.int8)},
        "moves of another model": {"transitions/forward": np.zeros((3, 3))},
        "moves that are no numbers": {"transitions/forward": np.full((8, 8), "x")},
        "fewer bins than words": {"evidence/bins": arrays["evidence/bins"][:-1]},
        "words in two columns": {"evidence/words": arrays["evidence/words"].reshape(-1, 1)},
        "phrases that are no hashes": {"evidence/phrases": np.array(["zork"])},
    }


def test_model_whose_parts_contradict_each_other_is_refused(file):
    file.check_refused(garbled(file.arrays).values())


@pytest.mark.parametrize("names", [(), ("forward", "forward"), ("sideways",)])
def test_check_models_names_the_choices(names):
    with pytest.raises(SettingError, match=", ".join(MODELS)):
        check_models(names)


# --- pruning ---------------------------------------------------------------------------------


def pruned_by(share, model):
    return replace(model, weights=prune(model.weights, label_counts(model.models), share))


def test_prune_of_nothing_changes_nothing(gene_model):
    assert pruned_by(0.0, gene_model).to_bytes() == gene_model.to_bytes()


@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_prune_drops_that_share_of_the_smallest_weights_of_each_crf(gene_model, share):
    pruned = pruned_by(share, gene_model)
    before, after = table(gene_model), table(pruned)
    assert after.items() <= before.items()
    for name, size, left in zip(
        gene_model.models, weight_counts(gene_model), weight_counts(pruned), strict=True
    ):
        # Equal magnitudes (float16) at the limit stay together, so it may drop a few fewer.
        assert size * (1 - share) - 1 <= left <= size * (1 - share) * 1.2 + 1
        place = gene_model.outputs_of(name)

        def own(weights, place=place):
            return [
                abs(value)
                for (_, _, column), value in weights.items()
                if place.start <= column % gene_model.outputs < place.stop
            ]

        dropped = {key: value for key, value in before.items() if key not in after}
        assert max(own(dropped)) < min(own(after))


def test_prune_leaves_out_keys_without_weights(gene_model):
    pruned = pruned_by(0.9, gene_model)
    for part in pruned.weights:
        assert np.array_equal(np.unique(part.rows), np.arange(len(part.features.keys)))
    assert len(pruned.to_bytes()) < len(gene_model.to_bytes())


# --- use -------------------------------------------------------------------------------------


FREE = ["sum", "n_best", "union", "intersection", "votes", "posteriors"]


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [*FREE, "forward", "backward", "hmm"])
def test_model_tags_a_text_alone_as_in_a_batch(gene_model, annotated_texts, strategy):
    texts = [item.text for item in annotated_texts] + TEXTS
    tagger = GeneTagger(gene_model, Integration(strategy=strategy))
    together = tagger(texts)
    assert any(together)
    for text, mentions in zip(texts, together, strict=True):
        (alone,) = tagger([text])
        assert [m[:2] for m in alone] == [m[:2] for m in mentions]
        assert [m.confidence for m in alone] == pytest.approx(
            [m.confidence for m in mentions], abs=1e-6
        )
        assert [m.votes for m in alone] == [m.votes for m in mentions]
        assert all(0 <= m.confidence <= 1 for m in mentions)


def test_model_learned_its_corpus(gene_model, annotated_texts):
    found = GeneTagger(gene_model)([item.text for item in annotated_texts])
    gold = [set(item.mentions) for item in annotated_texts]
    right = sum(len({m[:2] for m in f} & g) for f, g in zip(found, gold, strict=True))
    assert right >= 0.8 * sum(map(len, gold))
