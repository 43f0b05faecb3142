"""JSON Lines told by their content: full texts are read, groups and texts refused by their name."""

import gzip
import json
import re

import pytest
from align_runs import group
from cli_files import rows, write
from tei_files import tei

from tests.inputs.s2orc_files import LAYOUTS

TEXTS = '{"id": 1, "text": "Frogs hop [1]."}\n'
EMPTY_TEI = tei(title="", about="", references=())


def two_articles(layout):
    """The lines of an article and of another one, which says and is called something else."""
    line = json.dumps(LAYOUTS[layout]())
    other = line.replace("hop", "dig").replace("Life of", "Love of")
    return f"{line}\n{re.sub('10.5555/Own|2105.05862', '10.5555/Two', other)}\n"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_full_texts_one_a_line_are_articles(run_citances, tmp_path, layout):
    path, out = tmp_path / "bulk.jsonl", tmp_path / "out.jsonl"
    path.write_text(two_articles(layout))
    result = run_citances(path, "-o", out)
    assert result.exit_code == 0, result.output
    assert "2 articles, 0 failed; " in result.stderr
    (frogs,) = (row for row in rows(out) if row["cited"].get("pmid") == "11")
    assert len({one["source"] for one in frogs["citances"]}) == 2


def test_packed_lines_are_too(run_citances, tmp_path):
    path = tmp_path / "bulk.jsonl.gz"
    path.write_bytes(gzip.compress(two_articles("unarXive").encode()))
    assert "2 articles, 0 failed; " in run_citances(path).stderr


@pytest.mark.slow
def test_report_reads_lines_of_articles_and_lines_of_groups(make_report, tmp_path):
    page = tmp_path / "page.html"
    articles, groups = tmp_path / "bulk.jsonl", write(tmp_path / "g.jsonl", group(0))
    articles.write_text(two_articles("unarXive"))
    result = make_report(articles, "-o", page)
    assert result.exit_code == 0, result.output
    assert "2 articles with " in result.stderr
    assert make_report(groups, "-o", tmp_path / "groups.html").exit_code == 0
    result = make_report(articles, groups, "-o", tmp_path / "both.html")
    assert result.exit_code == 2
    assert f"{groups} has groups of citances and is no article" in result.stderr


def test_texts_a_line_are_refused_by_their_name(run_citances, tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text(TEXTS)
    result = run_citances(path)
    assert result.exit_code == 1
    assert (
        f"{path} is JSON Lines of texts, no article; `citalign annotate` reads it" in result.stderr
    )


def test_lines_of_something_else_are_refused_by_their_keys(run_citances, tmp_path):
    path = tmp_path / "ponds.jsonl"
    path.write_text('{"pond": 1, "depth": 2}\n')
    assert "is JSON with the keys depth, pond: no article" in run_citances(path).stderr


def test_an_article_that_stands_twice_in_a_file_is_told_so(run_citances, tmp_path):
    path = tmp_path / "bulk.jsonl"
    path.write_text(two_articles("unarXive") + two_articles("unarXive"))
    result = run_citances(path)
    assert f"{path} has an article that is in it once more, left out" in result.stderr


# --- articles without text -------------------------------------------------------------------


def test_tei_in_which_nothing_was_found_is_empty_and_no_double(run_citances, tmp_path):
    paths = [tmp_path / "a.tei.xml", tmp_path / "b.tei.xml"]
    for path in paths:
        path.write_bytes(EMPTY_TEI)
    result = run_citances(*paths)
    assert result.exit_code == 1
    assert "2 articles, 2 failed; " in result.stderr
    assert "is the same article as" not in result.stderr
    for path in paths:
        assert f"{path} is empty: it has no title, abstract or paragraph" in result.stderr


def test_articles_of_which_there_is_the_title_alone_are_no_doubles(run_citances, tmp_path):
    paths = [tmp_path / "a.tei.xml", tmp_path / "b.tei.xml"]
    for path in paths:
        path.write_bytes(tei(title="Untitled document", about="", references=()))
    result = run_citances(*paths)
    assert result.exit_code == 0
    assert "is the same article as" not in result.stderr
    assert "2 articles, 0 failed; 0 citations" in result.stderr


def test_empty_articles_of_folders_are_counted_as_such(run_citances, tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("a.grobid", "b.grobid"):
        (tmp_path / "in" / name).write_bytes(EMPTY_TEI)
    result = run_citances(tmp_path / "in")
    assert "0 articles, 0 failed, 2 (2 empty) left out" in result.stderr
