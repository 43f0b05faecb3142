"""The annotator of batches as an actor of Ray Data; what it does to rows, test_arrow.py has."""

import pytest

from spacy_citalign.app.batch.arrow import ArrowAnnotator
from spacy_citalign.app.batch.ray.annotator import RayAnnotator
from spacy_citalign.errors import SettingError
from tests.app.batch.ray_pieces import FACTORY
from tests.app.batch.ray_runs import Corpus

pa = pytest.importorskip("pyarrow", exc_type=ImportError)

TEXTS = ["The p53 protein binds DNA.", "fail here", None, "Two goats."]


@pytest.fixture
def pipeline(tmp_path):
    assert FACTORY  # is registered
    return Corpus(tmp_path / "corpus").pipeline


def test_ray_annotator_gives_what_the_annotator_of_batches_gives(pipeline):
    rows = pa.table({"key": [1, 2, 3, 4], "abstract": TEXTS})
    settings = {"text_key": "abstract", "tokens": True}
    found = RayAnnotator(pipeline, **settings)(rows)
    assert found == ArrowAnnotator(pipeline, **settings)(rows)
    assert found.select(["key", "abstract"]) == rows
    assert found.column("error").to_pylist() == [
        None,
        f"component '{FACTORY}' failed: ValueError: here",
        "has no text in the column 'abstract'",
        None,
    ]


def test_actor_that_cannot_load_the_pipeline_does_not_start():
    with pytest.raises(SettingError, match="'no_such_pipeline' does not load"):
        RayAnnotator("no_such_pipeline")
