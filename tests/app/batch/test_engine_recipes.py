"""The recipes of docs/engines.md: as they stand where the engine is, and as it would call them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.engine_recipes import ENGINES, engine_of, functions_of

pa = pytest.importorskip("pyarrow", exc_type=ImportError)
GUIDE = Path(__file__).parents[3] / "docs" / "engines.md"
if not GUIDE.exists():
    pytest.skip("the tests run without the checkout", allow_module_level=True)
BLOCKS = re.findall(
    r"^```python\n(.*?)^```\n+```text\n(.*?)^```$",
    GUIDE.read_text("utf-8"),
    re.DOTALL | re.MULTILINE,
)
RECIPES = {engine_of(code): (code, output) for code, output in BLOCKS if engine_of(code)}
TEXTS = ["The p53 protein binds DNA.", None, "Two frogs."]
NAMES = ["p53"]


def names(mentions) -> list[str] | None:
    """What a column says of the genes of a text."""
    return None if mentions is None else [mention["text"] for mention in mentions]


def test_every_engine_has_its_recipe_of_about_ten_lines():
    assert RECIPES.keys() == ENGINES
    for code, _ in RECIPES.values():
        assert len([line for line in code.splitlines() if line.strip()]) <= 15


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(name, marks=pytest.mark.ray if name == "ray" else ())
        for name in sorted(ENGINES)
    ],
)
def test_recipe_prints_what_stands_below_it(engine, tmp_path):
    """In a process of its own: a cluster that a recipe starts ends with it."""
    pytest.importorskip(engine, exc_type=ImportError)
    code, output = RECIPES[engine]
    script = tmp_path / "recipe.py"
    script.write_text(code, encoding="utf-8")
    variables = {"PYSPARK_PYTHON": sys.executable, "HF_HOME": str(tmp_path)}
    variables["RAY_ADDRESS"] = "local"  # else it joins the cluster of another test, which ends
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == output


def test_spark_gives_an_iterator_of_batches_and_takes_one():
    annotated = functions_of(RECIPES["pyspark"][0])["annotated"]
    batches = pa.table({"abstract": TEXTS}).to_batches(max_chunksize=2)
    found = list(annotated(iter(batches)))
    assert [type(batch) for batch in found] == [pa.RecordBatch] * 2
    assert [names(row) for batch in found for row in batch.column("gene_mentions").to_pylist()] == [
        NAMES,
        None,
        [],
    ]
    assert found[0].schema == found[1].schema
    assert list(annotated(iter([]))) == []


def test_spark_gives_pandas_frames_where_it_is_asked_to():
    """The sentence on ``mapInPandas``, called as Spark calls it."""
    pandas = pytest.importorskip("pandas")
    (expression,) = re.findall(r"`(annotate\(pa\.Table\.from_pandas.*?)`", GUIDE.read_text("utf-8"))
    names_of_recipe = functions_of(RECIPES["pyspark"][0])

    def annotated(frames):
        for frame in frames:
            yield eval(expression, names_of_recipe, {"frame": frame})

    (found,) = annotated(iter([pandas.DataFrame({"pmid": [7, 8, 9], "abstract": TEXTS})]))
    assert list(found.pmid) == [7, 8, 9]
    assert list(map(names, found.gene_mentions)) == [NAMES, None, []]


def test_dask_gives_frames_with_their_index_and_an_empty_one_for_the_types():
    pandas = pytest.importorskip("pandas")
    annotated = functions_of(RECIPES["dask"][0])["annotated"]
    frame = pandas.DataFrame({"abstract": TEXTS}, index=[3, 5, 8])
    found = annotated(frame)
    assert list(found.index) == [3, 5, 8]
    assert list(map(names, found.gene_mentions[[3, 8]])) == [NAMES, []]
    assert found.error[5] == "has no text in the column 'abstract'"
    for part in (frame[:0], frame[1:2], frame[2:]):
        assert list(annotated(part).dtypes) == list(found.dtypes)


def test_daft_gives_a_series_and_takes_an_array_of_structs():
    recipe = functions_of(RECIPES["daft"][0])
    found = recipe["annotated"](SimpleNamespace(to_arrow=lambda: pa.array(TEXTS)))
    assert found.type == pa.struct(recipe["annotate"].schema)
    assert [names(row["gene_mentions"]) for row in found.to_pylist()] == [NAMES, None, []]


def test_datasets_give_tables_and_take_them():
    annotate = functions_of(RECIPES["datasets"][0])["annotate"]
    found = annotate(pa.table({"abstract": TEXTS}))
    assert list(map(names, found.column("gene_mentions").to_pylist())) == [NAMES, None, []]
