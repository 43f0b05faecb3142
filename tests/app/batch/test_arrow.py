"""Rows of a batch with what the pipeline finds in them, whichever engine holds the batch."""

import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import DocBin

from spacy_citalign.app.batch import arrow
from spacy_citalign.app.batch.arrow import ArrowAnnotator
from spacy_citalign.app.batch.outputs.batches import PARQUET, OutputFormat
from spacy_citalign.app.batch.outputs.tables import table_schema
from spacy_citalign.errors import SettingError
from tests.app.batch.ray_pieces import FACTORY
from tests.app.batch.ray_runs import Corpus

pa = pytest.importorskip("pyarrow", exc_type=ImportError)

TEXTS = ["The p53 protein binds DNA.", "fail here", None, "Two goats. 𝒳"]
FAILED = f"component '{FACTORY}' failed: ValueError: here"
ERRORS = [None, FAILED, "has no text in the column 'text'", None]
LENGTHS = [26, None, None, 12]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    assert FACTORY  # is registered
    return Corpus(tmp_path_factory.mktemp("arrow") / "corpus").pipeline


def save_blank(folder: Path, *components: str) -> str:
    nlp = spacy.blank("en")
    for name in components:
        nlp.add_pipe(name, config={"weights": "shipped"})
    nlp.to_disk(folder)
    return str(folder)


def test_table_gives_a_table_and_a_batch_a_batch(pipeline):
    table = pa.table({"key": [1, 2, 3, 4], "text": TEXTS})
    (batch,) = table.to_batches()
    annotate = ArrowAnnotator(pipeline)
    found = annotate(table)
    assert isinstance(found, pa.Table)
    assert found.select(["key", "text"]) == table
    assert found.column("error").to_pylist() == ERRORS
    assert found.column("characters").to_pylist() == LENGTHS
    found_batch = annotate(batch)
    assert isinstance(found_batch, pa.RecordBatch)
    assert pa.Table.from_batches([found_batch]) == found


def test_chunks_of_a_table_are_one_batch(pipeline):
    table = pa.Table.from_batches(pa.table({"text": TEXTS}).to_batches(max_chunksize=1))
    assert table.column("text").num_chunks == 4
    assert ArrowAnnotator(pipeline)(table).column("error").to_pylist() == ERRORS


def test_dict_of_columns_gives_a_dict(pipeline):
    annotate = ArrowAnnotator(pipeline)
    key = np.ones((4, 2))  # a tensor, which no column of Arrow is
    found = annotate({"key": key, "text": np.array(TEXTS, dtype=object)})
    assert found["key"] is key
    assert found["error"] == ERRORS
    assert found["characters"] == LENGTHS
    assert annotate({"text": pa.array(TEXTS)})["error"] == ERRORS
    assert annotate({"text": np.array(["A goat."])})["error"] == [None]
    assert annotate({"text": [np.str_("A goat.")]})["error"] == [None]
    assert annotate({"text": [float("nan"), 7, b"A"]})["error"] == [ERRORS[2]] * 3


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_texts_may_be_of_any_type_of_strings(pipeline, kind):
    types = {"dictionary": pa.dictionary(pa.int32(), pa.string())}
    texts = pa.array(TEXTS, types[kind] if kind in types else getattr(pa, kind)())
    assert ArrowAnnotator(pipeline)(pa.table({"text": texts})).column("error").to_pylist() == ERRORS


@pytest.mark.parametrize("settings", [{}, {"tokens": True}, {"docs": True}])
def test_schema_is_that_of_a_table_of_annotate_whatever_the_rows(pipeline, settings):
    annotate = ArrowAnnotator(pipeline, **settings)
    form = OutputFormat(PARQUET, text=False, **settings)
    of_annotate = [
        field for field in table_schema(form) if field.name not in {"id", "source", "meta"}
    ]
    assert list(annotate.schema) == of_annotate
    for texts in (TEXTS, TEXTS[1:3], []):
        found = annotate(pa.table({"text": pa.array(texts, pa.string())}))
        assert list(found.schema)[1:] == of_annotate
        assert len(found) == len(texts)


def test_results_of_before_are_replaced_and_metadata_stays(pipeline):
    rows = pa.table({"error": ["old"], "text": ["A goat."], "id": [7]})
    rows = rows.replace_schema_metadata({"made": "by hand"})
    annotate = ArrowAnnotator(pipeline)
    once = annotate(rows)
    assert once == annotate(once)
    assert once.column("error").to_pylist() == [None]
    assert once.column("id").to_pylist() == [7]
    assert once.schema.metadata == {b"made": b"by hand"}


@pytest.mark.slow
def test_finds_what_citalign_annotate_finds(tmp_path):
    corpus = Corpus(tmp_path / "corpus", pipeline="spacy_citalign")
    corpus.add(TEXTS[0], TEXTS[3])
    rows = corpus.locally()
    found = ArrowAnnotator()(pa.table({"text": [TEXTS[0], TEXTS[3]]}))
    for name in ("gene_mentions", "propositional_terms"):
        given = [
            [{field: value for field, value in one.items() if value is not None} for one in row]
            for row in found.column(name).to_pylist()
        ]  # what is not known of one is null in a table, and left out of lines
        assert given == [row[name] for row in rows]
    assert rows[0]["gene_mentions"]


def test_docs_carry_ids(pipeline):
    annotate = ArrowAnnotator(pipeline, docs=True, id_key="pmid")
    rows = {"pmid": np.array([17, 18]), "text": ["A goat.", "fail here"]}
    data, none = annotate(rows)["doc"]
    (doc,) = DocBin(store_user_data=True).from_bytes(data).get_docs(spacy.blank("en").vocab)
    assert doc.text == "A goat."
    assert doc.user_data["citalign_record"]["id"] == 17
    assert none is None
    (data,) = annotate({"text": ["A goat."]})["doc"]
    (doc,) = DocBin(store_user_data=True).from_bytes(data).get_docs(spacy.blank("en").vocab)
    assert doc.user_data["citalign_record"]["id"] == "0"


@given(
    st.lists(
        st.one_of(
            st.none(),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
            st.sampled_from(["fail a", "fail b"]),
        ),
        max_size=9,
    ),
    st.integers(1, 4),
)
def test_cut_of_the_batches_changes_nothing(pipeline, texts, size):
    annotate = ArrowAnnotator(pipeline, tokens=True)
    table = pa.table({"text": pa.array(texts, pa.string())})
    whole = annotate(table)
    assert len(whole) == len(texts)
    parts = [annotate(batch) for batch in table.to_batches(max_chunksize=size)]
    assert pa.Table.from_batches(parts, schema=whole.schema) == whole


# --- processes and threads -------------------------------------------------------------------


def test_it_is_small_where_it_is_pickled_and_loads_once_for_all(pipeline, monkeypatch):
    loaded = []
    load = arrow.load_pipeline
    monkeypatch.setattr(arrow, "shared_pipelines", {})
    monkeypatch.setattr(
        arrow, "load_pipeline", lambda *args, **kw: loaded.append(args) or load(*args, **kw)
    )
    annotate = ArrowAnnotator(pipeline)
    assert loaded == []
    annotate({"text": TEXTS})
    data = pickle.dumps(annotate)
    assert len(data) < 1000
    for _ in range(3):
        assert pickle.loads(data)({"text": TEXTS})["error"] == ERRORS
    ArrowAnnotator(pipeline, tokens=True)({"text": TEXTS})
    assert loaded == [(pipeline,)]


def test_pickles_of_equal_annotators_are_equal_before_and_after_their_first_batch(pipeline):
    """Engines that keep results know a function by its pickle."""
    annotate = ArrowAnnotator(pipeline)
    before = pickle.dumps(annotate)
    annotate({"text": ["A goat."]})
    assert pickle.dumps(annotate) == before == pickle.dumps(ArrowAnnotator(pipeline))


@pytest.mark.slow
def test_folder_that_was_saved_anew_is_loaded_again(tmp_path):
    folder = save_blank(tmp_path / "pipeline")
    before = ArrowAnnotator(folder)
    assert "gene_mentions" not in before.schema.names
    save_blank(tmp_path / "pipeline", "gene_mention_tagger")
    assert "gene_mentions" in ArrowAnnotator(folder).schema.names
    assert "gene_mentions" not in before.schema.names  # its batches are all alike


def test_threads_take_turns(pipeline):
    annotate = ArrowAnnotator(pipeline)
    expected = annotate(pa.table({"text": TEXTS * 5}))
    found = {}

    def work(number: int) -> None:
        found[number] = annotate(pa.table({"text": TEXTS * 5}))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [expected] * 8


@pytest.mark.slow
def test_other_processes_load_the_pipeline_themselves(tmp_path):
    (tmp_path / "annotate").write_bytes(pickle.dumps(ArrowAnnotator("blank:en")))
    code = (
        "import pickle, sys; annotate = pickle.load(open(sys.argv[1], 'rb'));"
        "print(annotate({'text': ['A goat.', None]})['characters']);"
        "print('ray' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "annotate")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[7, None]", "False"]


# --- errors ----------------------------------------------------------------------------------


def test_errors_name_the_columns_that_there_are(pipeline):
    annotate = ArrowAnnotator(pipeline)
    with pytest.raises(SettingError, match="no column 'text'; they have: title, year"):
        annotate(pa.table({"title": ["A"], "year": [2006]}))
    with pytest.raises(SettingError, match="no column 'text'; they have: none"):
        annotate({})
    twice = pa.Table.from_arrays([pa.array(["A"])] * 2, names=["text", "text"])
    with pytest.raises(SettingError, match="2 columns 'text'; they have: text, text"):
        annotate(twice)


@pytest.mark.parametrize("rows", [None, ["A goat."], "A goat."])
def test_rows_of_other_kinds_are_refused_with_what_to_give(pipeline, rows):
    with pytest.raises(SettingError, match=f"the rows are a {type(rows).__name__}; give a pyarrow"):
        ArrowAnnotator(pipeline)(rows)


def test_frame_of_pandas_is_told_the_way(pipeline):
    pandas = pytest.importorskip("pandas")
    with pytest.raises(SettingError, match=r"a DataFrame; .*Table\.from_pandas"):
        ArrowAnnotator(pipeline)(pandas.DataFrame({"text": ["A"]}))


def test_pipeline_that_is_not_there_is_told_at_the_first_batch():
    annotate = ArrowAnnotator("no_such_pipeline")
    with pytest.raises(SettingError, match="'no_such_pipeline' does not load"):
        annotate({"text": ["A goat."]})


def test_without_pyarrow_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(SettingError, match=r'pip install "spacy-citalign\[parquet\]"'):
        ArrowAnnotator("blank:en")({"text": ["A goat."]})


def test_it_is_found_where_version_0_2_had_it_with_a_warning():
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from spacy_citalign.batch.arrow import ArrowAnnotator as Before\n"
        "from spacy_citalign.batch.ray.annotator import RayAnnotator\n"
        "from spacy_citalign.app.batch.arrow import ArrowAnnotator\n"
        "assert Before is ArrowAnnotator and issubclass(RayAnnotator, Before)\n"
        "warnings.simplefilter('error')\n"
        "import sys; del sys.modules['spacy_citalign.batch']\n"
        "import spacy_citalign.batch\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1].startswith(
        "spacy_citalign.errors.CitalignWarning: spacy_citalign.batch is spacy_citalign.app.batch"
    )
