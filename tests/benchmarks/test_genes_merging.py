"""Models taken apart and put together again."""

from dataclasses import replace

import numpy as np
import pytest
from quick_training import QUICK, any_weights

from benchmarks.genes.merging import merged
from spacy_citalign.chain import masked_crf
from spacy_citalign.errors import SettingError
from spacy_citalign.genes.model import GeneModel, part_of
from spacy_citalign.genes.training import train


@pytest.fixture(scope="module")
def fit(annotated_texts):
    def fit_(*models, **changes):
        settings = {"features": "hsu2008", "without_evidence": (), "prune": 0.0, "models": models}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(masked_crf, "train_crf", any_weights)
            return train(annotated_texts[:12], replace(QUICK, **settings, **changes))

    return fit_


@pytest.fixture(scope="module")
def together(fit):
    return fit("forward", "hmm", "backward")


def table(model):
    """All weights by CRF, group, key, start and label."""
    found = {}
    for group, part in enumerate(model.weights):
        for row, column, value in zip(part.rows, part.columns, part.values, strict=True):
            start, output = divmod(int(column), model.outputs)
            name = next(
                n
                for n in model.models
                if model.outputs_of(n).start <= output < model.outputs_of(n).stop
            )
            label = output - model.outputs_of(name).start
            found[name, group, int(part.features.keys[row]), start, label] = float(value)
    return found


def test_models_trained_apart_and_merged_are_those_trained_together(fit, together):
    apart = merged([fit("forward"), fit("hmm", "backward")])
    assert apart.models == together.models
    assert table(apart) == table(together)
    for one, other in zip(apart.transitions, together.transitions, strict=True):
        assert np.array_equal(one, other)
    assert GeneModel.from_bytes(apart.to_bytes()).to_bytes() == apart.to_bytes()


def test_merging_the_parts_gives_the_whole_in_the_order_of_the_parts(together):
    parts = [part_of(together, [name]) for name in ("backward", "forward", "hmm")]
    again = merged(parts)
    assert again.models == ("backward", "forward", "hmm")
    assert table(again) == table(together)


def test_part_keeps_the_weights_of_its_models_alone(together):
    part = part_of(together, ("backward", "forward"))
    assert part.models == ("backward", "forward")
    assert table(part) == {k: v for k, v in table(together).items() if k[0] != "hmm"}
    assert np.array_equal(part.transitions[0], together.transitions[2])
    for own in part.weights:
        assert np.array_equal(np.unique(own.rows), np.arange(len(own.features.keys)))


def test_part_of_all_is_the_model_itself(together):
    assert part_of(together, together.models) is together


def test_merged_dictionaries_are_united(together):
    forward, hmm = part_of(together, ("forward",)), part_of(together, ("hmm",))
    assert merged([forward, hmm]).dictionary is None
    first, second = np.array([1, 5], dtype=np.uint64), np.array([3, 5], dtype=np.uint64)
    both = merged([replace(forward, dictionary=first), replace(hmm, dictionary=second)])
    assert both.dictionary.tolist() == [1, 3, 5]
    assert merged([forward, replace(hmm, dictionary=second)]).dictionary.tolist() == [3, 5]


def test_what_does_not_belong_together_is_refused(gene_model, together):
    with pytest.raises(SettingError, match="each once"):
        merged([together, part_of(together, ("hmm",))])
    with pytest.raises(SettingError, match="give one or more"):
        merged([])
    with pytest.raises(SettingError, match="features extended, hsu2008 cannot be put together"):
        merged([part_of(together, ("hmm",)), part_of(gene_model, ("forward",))])
    forward, hmm = part_of(gene_model, ("forward",)), part_of(gene_model, ("hmm",))
    assert merged([forward, hmm]).models == ("forward", "hmm")
    lists = hmm.knowledge.evidence
    fewer = lists._replace(phrases=lists.phrases[1:])
    other = replace(hmm, knowledge=hmm.knowledge._replace(evidence=fewer))
    with pytest.raises(SettingError, match="learned lists or word classes differ; train all on"):
        merged([forward, other])
