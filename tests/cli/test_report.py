"""`citalign report`: from articles, or from groups, to a page and the aligned groups beside it."""

import re
from html import unescape
from importlib.util import find_spec

import pytest
from align_runs import TEXTS, group, run
from cli_files import rows, write
from jats_files import citing, jats, section
from report_runs import (
    FAIL,
    FIRST,
    KEYS,
    NAMES,
    SEEN,
    forget,
    make_articles,
    make_groups,
)

from spacy_citalign import __version__
from spacy_citalign.cli.console import ProgressBar

COUNTS = [4, 4, 3]


@pytest.fixture
def articles(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def page(tmp_path):
    return tmp_path / "page.html"


def beside(page):
    return page.with_suffix(".jsonl")


def text_of(page):
    """The text of a page without its style and script."""
    html = page.read_text(encoding="utf-8")
    html = re.sub(r"<(style|script)\b.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def sizes(path):
    return {row["cited"]["key"]: len(row["citances"]) for row in rows(path)}


# --- from articles ---------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_left_out_is_told_on_the_page(make_report, articles, page):
    (articles / "again.xml").write_bytes((articles / "one.xml").read_bytes())
    (articles / "fig.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    result = make_report(articles, "-o", page)
    assert result.exit_code == 0, result.output
    told = text_of(page).partition("Not shown:")[2]
    assert told.startswith(" files left out: 1 (1 image) · articles given twice: 1 ")
    assert "is the same article as" in told


def test_articles_become_a_page_and_a_file(make_report, articles, page):
    result = make_report(articles, "-o", page)
    assert result.exit_code == 0, result.output
    assert "Yan 2004, Frogs awake: 4 sentences of 2 articles" in result.stdout.splitlines()
    times = r"citances \d+\.\d s, alignment \d+\.\d s, page \d+\.\d s"
    assert re.fullmatch(
        rf"2 articles with 11 citations; 3 groups of 11 citances aligned; 0 failed; {times} -> "
        rf"{page}\n",
        result.stderr,
    )
    assert sizes(beside(page)) == dict(zip(KEYS, COUNTS, strict=True))
    assert all(row["classes"] for row in rows(beside(page)))
    text = text_of(page)
    for title in ("Frogs awake", "Toads asleep", "Newts"):
        assert title in text
    assert "From 2 articles with 11 citations." in text
    assert "What citing sentences say" in text
    assert f"Made by spacy-citalign {__version__}." in text
    assert "Not shown" not in text
    assert {path.name for path in page.parent.iterdir()} == {"articles", "page.html", "page.jsonl"}


def test_file_is_that_of_align(make_report, articles, page, report_pipeline, tmp_path):
    make_report(articles, "-o", page)
    again = tmp_path / "again.jsonl"
    assert run(beside(page), "-o", again, "--pipeline", report_pipeline).exit_code == 0
    assert rows(again) == rows(beside(page))


@pytest.mark.slow
def test_marks_of_citation_are_no_aligned_words(make_report, articles, page):
    make_report(articles, "-o", page)
    for row in rows(beside(page)):
        for citance in row["citances"]:
            (mark,) = citance["citations"]
            assert mark["cites"]
            assert all(end <= mark["start"] or mark["end"] <= s for s, end in citance["words"])


@pytest.mark.slow
def test_options_reach_the_groups_and_the_alignment(make_report, articles, page):
    make_report(
        articles, "-o", page, "--min-citances", "4", "--threshold", "0.8", "--title", "A <i> & b"
    )
    assert sizes(beside(page)) == dict(zip(KEYS[:2], COUNTS, strict=False))
    assert {row["threshold"] for row in rows(beside(page))} == {0.8}
    assert "<title>A &lt;i&gt; &amp; b</title>" in page.read_text(encoding="utf-8")
    result = make_report(
        articles, "-o", page, "--cited", "HTTPS://doi.org/10.5555/T", "--cited", "none"
    )
    assert result.exit_code == 0
    assert sizes(beside(page)) == {KEYS[1]: 4}
    assert "no work 'none' of 2 citances or more was found\n" in result.stderr
    assert "Newts" not in text_of(page)


@pytest.mark.slow
def test_captions_are_read_on_request(make_report, tmp_path, page):
    sentence = citing("r1", "Frogs hop at night.")
    figure = f"<fig><caption><p>{citing('r1', 'Frogs in a picture.')}</p></caption></fig>"
    (tmp_path / "a.xml").write_bytes(jats(section("Results", sentence) + figure))
    for options, count in (([], 1), (["--captions"], 2)):
        make_report(tmp_path / "a.xml", "-o", page, "--min-citances", "1", *options)
        assert sizes(beside(page)) == {"pmid:11": count}


def test_quiet_says_nothing_if_all_is_well(make_report, articles, page):
    result = make_report(articles, "-o", page, "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_bars_have_lengths_and_are_full_at_the_end(make_report, articles, page, monkeypatch):
    bars = []

    class Bar(ProgressBar):
        def __init__(self, total, **settings):
            super().__init__(total, **settings)
            self.total, self.done, self.unit = total, 0, settings["unit"]
            bars.append(self)

        def advance(self, size, records):
            self.done, self.records = self.done + size, records

    monkeypatch.setattr("spacy_citalign.cli.console.ProgressBar", Bar)
    make_report(articles, "-o", page)
    assert [(bar.records, bar.unit) for bar in bars] == [(2, "articles"), (3, "works")]
    assert all(bar.done == bar.total > 0 for bar in bars)


@pytest.mark.skipif(
    not find_spec("scispacy"), reason="scispaCy is not installed (extra [scispacy])"
)
def test_abbreviations_are_evidence(make_report, tmp_path, page):
    both = "The homologous recombination factor (HRF) binds frogs."
    body = f"{citing('r1', both)} {citing('r1', 'In toads HRF binds.')}"
    (tmp_path / "a.xml").write_bytes(jats(section("Results", body)))
    result = make_report(tmp_path / "a.xml", "-o", page, "--abbreviations")
    assert result.exit_code == 0, result.output
    assert len(result.stderr.splitlines()) == 1
    assert rows(beside(page))[0]["classes"]
    assert "with abbreviations that scispaCy found" in text_of(page)


# --- from groups -----------------------------------------------------------------------------


def test_groups_become_a_page_and_a_file(make_report, page, tmp_path):
    first = write(tmp_path / "first.jsonl", group(0), group(1))
    other = write(tmp_path / "other.jsonl", group(2))
    result = make_report(first, other, "-o", page)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith("2 files of 3 groups; 3 groups of 11 citances aligned; ")
    assert sizes(beside(page)) == {"work 0": 4, "work 1": 4, "work 2": 3}
    assert "From 2 files of 3 groups." in text_of(page)


def test_aligned_groups_need_no_pipeline(make_report, page, tmp_path):
    make_report(make_groups(tmp_path / "a.jsonl"), "-o", page)
    forget()
    again = tmp_path / "again.html"
    result = make_report(beside(page), "-o", again, "--pipeline", "none")
    assert result.exit_code == 0, result.output
    assert SEEN == []
    assert not beside(again).exists()
    assert re.match(r"1 file of 3 groups; 0 failed; reading \d", result.stderr)
    assert text_of(again).replace("1 file of 3 groups", "") == (
        text_of(page).replace("1 file of 3 groups", "")
    )
    # The file keeps its own name where the page gets it, too.
    kept = beside(page).read_bytes()
    assert make_report(beside(page), "-o", page, "--pipeline", "none").exit_code == 0
    assert beside(page).read_bytes() == kept


@pytest.mark.slow
def test_one_group_that_is_not_aligned_needs_all_of_them_aligned(make_report, page, tmp_path):
    make_report(make_groups(tmp_path / "a.jsonl"), "-o", page)
    first, *_ = rows(beside(page))
    mixed = write(tmp_path / "mixed.jsonl", first, {"target": 7, "citances": TEXTS[3]})
    assert make_report(mixed, "-o", tmp_path / "b.html").exit_code == 0
    again, other = rows(tmp_path / "b.jsonl")
    assert again == first
    assert other["cited"] == {"key": "7"}
    assert other["classes"]


@pytest.mark.slow
def test_wanted_groups_of_a_file(make_report, page, tmp_path):
    number = group(1) | {"cited": {"key": 5, "pmid": 12}}
    source = write(tmp_path / "a.jsonl", group(0), number, group(2))
    result = make_report(
        source, "-o", page, "--cited", "pmid:12", "--cited", "WORK 0", "--cited", "x"
    )
    assert result.exit_code == 0, result.output
    assert sizes(beside(page)) == {"work 0": 4, "5": 4}
    assert "no work 'x'" in result.stderr
    make_report(source, "-o", page, "--min-citances", "4")
    assert sizes(beside(page)) == {"work 0": 4, "5": 4}


@pytest.mark.slow
def test_works_of_a_kind(make_report, page, tmp_path):
    source = write(tmp_path / "a.jsonl", group(0), group(1))
    make_report(source, "-o", page)
    kinds = {row["cited"]["key"]: row["kind"] for row in rows(beside(page))}
    for kind in ("finding", "review", "method"):
        result = make_report(source, "-o", page, "--kind", kind, "--fresh")
        wanted = [key for key in kinds if kinds[key] == kind]
        assert result.exit_code == (0 if wanted else 2)
        if wanted:
            assert list(sizes(beside(page))) == wanted
        else:
            assert f"no work of 2 citances or more of kind {kind}" in result.stderr


# --- what fails is said ----------------------------------------------------------------------


def test_a_page_has_the_works_that_most_articles_cite(make_report, articles, page):
    done = make_report(articles, "--output", page, "--max-works", 2)
    assert done.exit_code == 0
    bound = "The page has the 2 works that most articles cite, of 3; the rows have all, --max-works"
    assert bound in done.stderr
    text = text_of(page)
    assert bound in text
    assert [row["cited"]["key"] for row in rows(page.with_suffix(".jsonl"))] == KEYS
    assert "Toads asleep" in text
    assert "Newts" not in text


def test_the_bound_of_a_page_holds_for_rows_in_any_order(make_report, page, tmp_path):
    make_report(make_groups(tmp_path / "a.jsonl"), "-o", page)
    last_first = write(tmp_path / "rows.jsonl", *reversed(rows(beside(page))))
    assert make_report(last_first, "-o", page, "--max-works", 2).exit_code == 0
    text = text_of(page)
    assert [texts[0] in text for texts in TEXTS[:3]] == [True, True, False]


def test_articles_and_groups_that_fail_are_on_the_page(make_report, articles, page):
    (articles / "bad.xml").write_bytes(b"<article><b>")
    (articles / "latin.txt").write_bytes(b"caf\xe9")
    FAIL.add(FIRST[1])
    result = make_report(articles, "-o", page)
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    error = "component 'report_test_watch' failed: ValueError: not <b> this"
    assert f"{NAMES[1]}: {error}" in lines
    assert any(
        line.startswith(
            "4 articles, 2 failed, with 11 citations; 2 groups of 7 citances aligned; 3 "
        )
        for line in lines
    )
    tail = lines[lines.index("2 problems in 2 of 4 files:") :]
    assert tail[-2:] == ["1 of 3 groups failed:", f"  {NAMES[1]}: {error}"]
    text = text_of(page)
    for line in tail:
        assert line.strip() in text
    assert sum("error" in row for row in rows(beside(page))) == 1


@pytest.mark.slow
def test_lines_that_are_no_groups_are_on_the_page(make_report, page, tmp_path):
    failed = {"line": 9, "error": "was too large"}
    source = write(tmp_path / "a.jsonl", group(0), b"", b"{", b"\xff", failed, group(1))
    result = make_report(source, "-o", page)
    assert result.exit_code == 1
    assert list(sizes(beside(page))) == ["work 0", "work 1"]
    for said in (result.stderr, text_of(page)):
        assert f"{source}, line 3: this is not JSON" in said
        assert f"{source}, line 4: byte 0" in said
        assert f"{source}, line 5: was not aligned: was too large" in said
        assert "3 problems in 1 of 1 files:" in said


def test_page_without_a_work_that_could_be_aligned(make_report, articles, page):
    FAIL.update(FIRST)
    result = make_report(articles, "-o", page)
    assert result.exit_code == 1
    assert "There are no citing sentences to show." in text_of(page)
    assert "3 of 3 groups failed:" in text_of(page)
