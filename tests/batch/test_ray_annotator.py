"""Rows of a data set of one's own, with what the pipeline finds in them."""

import pytest
from ray_pieces import FACTORY
from ray_runs import Corpus

from spacy_citalign.batch.ray.annotator import RayAnnotator
from spacy_citalign.errors import SettingError

pa = pytest.importorskip("pyarrow", exc_type=ImportError)

TEXTS = ["The p53 protein binds DNA.", "fail here", None, "Two goats."]


@pytest.fixture
def pipeline(tmp_path):
    assert FACTORY  # is registered
    return Corpus(tmp_path / "corpus").pipeline


def test_ray_annotator_keeps_rows_and_adds_results_and_errors(pipeline):
    rows = pa.table({"key": [1, 2, 3, 4], "text": TEXTS})
    found = RayAnnotator(pipeline)(rows)
    assert found.select(["key", "text"]) == rows
    assert found.column("error").to_pylist() == [
        None,
        f"component '{FACTORY}' failed: ValueError: here",
        "has no text in the column 'text'",
        None,
    ]
    assert found.column("characters").to_pylist() == [len(TEXTS[0]), None, None, len(TEXTS[3])]


def test_ray_annotator_gives_every_batch_the_same_columns(pipeline):
    annotate = RayAnnotator(pipeline, text_key="abstract", tokens=True)
    batches = [
        annotate(pa.table({"abstract": pa.array(texts, pa.string())}))
        for texts in (TEXTS, TEXTS[1:2], [])
    ]
    assert len({batch.schema for batch in batches}) == 1
    assert batches[0].schema.names[:3] == ["abstract", "error", "characters"]


def test_ray_annotator_replaces_results_of_before(pipeline):
    annotate = RayAnnotator(pipeline)
    once = annotate(pa.table({"error": ["old"], "text": ["A goat."], "id": [7]}))
    assert once == annotate(once)
    assert once.column("error").to_pylist() == [None]
    assert once.column("id").to_pylist() == [7]


def test_ray_annotator_finds_what_citalign_annotate_finds(tmp_path):
    corpus = Corpus(tmp_path / "corpus", pipeline="spacy_citalign")
    corpus.add(TEXTS[0])
    (row,) = corpus.locally()
    found = RayAnnotator()(pa.table({"text": TEXTS[:1]}))
    genes = row["gene_mentions"]
    assert genes
    assert found.column("gene_mentions").to_pylist() == [genes]


def test_ray_annotator_names_the_columns_that_there_are(pipeline):
    with pytest.raises(SettingError, match="no column 'text'; they have: title, year"):
        RayAnnotator(pipeline)(pa.table({"title": ["A"], "year": [2006]}))


def test_it_is_found_where_version_0_1_0_had_it():
    from spacy_citalign.runs.on_ray.annotator import RayAnnotator as Promised

    assert Promised is RayAnnotator
