"""`citalign align` with a small trained pipeline: exact offsets, nothing lost, readable tables."""

import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import spacy
from align_runs import FACTORY, TEXTS, group, groups, run, save
from cli_files import rows, write
from contract_cases import trained_bytes
from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from spacy_citalign.answer_rows import read_answer
from spacy_citalign.app.report.class_table import class_table
from spacy_citalign.citances.closure import Merges
from spacy_citalign.row_files import read_groups

POISON = "poison"


@Language.component("align_test_poison")
def fail_on_poison(doc: Doc) -> Doc:
    if POISON in doc.text:
        raise ValueError("this group\nis bad")
    return doc


@Language.component("align_test_renew")
def renew(doc: Doc) -> Doc:
    return Doc(doc.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc])


@Language.component("align_test_genes")
def mark_genes(doc: Doc) -> Doc:
    spans = [doc[token.i : token.i + 1] for token in doc if token.lower_ == "zork2"]
    attrs = {
        "start_char": [span.start_char for span in spans],
        "end_char": [span.end_char for span in spans],
        "confidence": [0.9] * len(spans),
    }
    doc.spans["gene_mentions"] = SpanGroup(doc, name="gene_mentions", spans=spans, attrs=attrs)
    return doc


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("align")


@pytest.fixture(scope="module")
def model():
    return trained_bytes(FACTORY)


@pytest.fixture(scope="module")
def pipeline(folder, model):
    return save(folder / "pipeline", model)


@pytest.fixture(scope="module")
def aligned(folder, pipeline):
    """The file of all groups, aligned."""
    out = folder / "aligned.jsonl"
    result = run(groups(folder / "all.jsonl"), "-o", out, "--pipeline", pipeline)
    assert result.exit_code == 0, result.output
    assert result.stderr == (
        f"{len(TEXTS)} groups read, {len(TEXTS)} aligned, 0 failed; "
        f"{sum(map(len, TEXTS))} citances aligned, 0 empty -> {out}\n"
    )
    return out


def labels(row):
    return [citance["classes"] for citance in row["citances"]]


# --- the file --------------------------------------------------------------------------------


def test_row_has_what_was_given_and_what_was_found(aligned):
    found = rows(aligned)
    assert len(found) == len(TEXTS)
    for number, row in enumerate(found):
        assert list(row) == [
            "schema",
            "cited",
            "citances",
            "classes",
            "merges",
            "threshold",
            "expected_ama",
            "articles",
            "kind",
            "kind_probability",
            "statements",
            "differing",
            "min_differs",
            "differing_found",
            "comparing",
        ]
        assert row["cited"] == {"key": f"work {number}", "doi": "10.1/x"}
        for before, after in zip(group(number)["citances"], row["citances"], strict=True):
            assert list(after) == ["id", "text", "source", "section", "words", "classes", "scope"]
            assert after | before == after
        assert row["threshold"] == 0.4
        assert 0 < row["expected_ama"] <= 1


def test_words_and_members_have_exact_characters_of_their_citances(aligned):
    for row in rows(aligned):
        inside = Counter()
        for one in row["classes"]:
            assert 0 < one["confidence"] <= 1
            for member in one["members"]:
                citance = row["citances"][member["place"]]
                assert member["citance"] == citance["id"]
                assert citance["text"][member["start"] : member["end"]] == member["text"]
                pairs = zip(citance["words"], citance["classes"], strict=True)
                within = [c for (s, _), c in pairs if member["start"] <= s < member["end"]]
                assert set(within) == {one["class"]}
                inside[one["class"]] += len(within)
        aligned_words = Counter(c for classes in labels(row) for c in classes if c is not None)
        assert aligned_words == inside
        for citance in row["citances"]:
            assert all(end <= start for (_, end), (start, _) in pairwise(citance["words"]))


def test_wordings_are_distinct_and_the_most_frequent_comes_first(aligned):
    classes = [one for row in rows(aligned) for one in row["classes"]]
    (gene,) = (one for one in rows(aligned)[0]["classes"] if "Zork2" in one["wordings"])
    assert {wording.lower() for wording in gene["wordings"]} == {"zork2"}
    for one in classes:
        counts = Counter(member["text"] for member in one["members"])
        assert set(counts) == set(one["wordings"])
        frequencies = [counts[wording] for wording in one["wordings"]]
        assert frequencies == sorted(frequencies, reverse=True)


def test_output_is_read_again_and_aligned_to_the_same(aligned, pipeline, tmp_path):
    for read, row in zip(read_groups(aligned), rows(aligned), strict=True):
        assert read.key == row["cited"]["key"]
        assert [list(citance.classes) for citance in read.citances] == labels(row)
        assert all(citance.section == "results" for citance in read.citances)
    out = tmp_path / "again.jsonl"
    assert run(aligned, "-o", out, "--pipeline", pipeline).exit_code == 0
    assert out.read_bytes() == aligned.read_bytes()


def test_standard_input_is_read(aligned, pipeline, tmp_path):
    lines = "\n".join(json.dumps(group(number)) for number in range(len(TEXTS)))
    out = tmp_path / "out.jsonl"
    assert run("-", "-o", out, "--pipeline", pipeline, text=lines).exit_code == 0
    assert out.read_bytes() == aligned.read_bytes()


def test_threshold_can_be_moved_from_the_file_alone(aligned, pipeline, tmp_path):
    source, out = write(tmp_path / "a.jsonl", group(0)), tmp_path / "out.jsonl"
    args = ["-o", out, "--pipeline", pipeline, "--threshold", "0.8"]
    assert run(source, *args).exit_code == 0
    (strict,), loose = rows(out), rows(aligned)[0]
    assert strict["threshold"] == 0.8
    assert strict["merges"] == loose["merges"]
    assert labels(strict) != labels(loose)

    merges = loose["merges"]
    owner = {u: place for place, units in enumerate(merges["units"]) for u in units}
    columns = [np.array(merges[name]) for name in ("first", "second", "height")]
    sizes = np.zeros(len(columns[0]), dtype=int)
    owners = np.array([owner[unit] for unit in range(len(owner))])
    classes = Merges(*columns, sizes, owners, 0.05).classes(0.8)
    moved = [[str(classes[u]) if classes[u] else None for u in us] for us in merges["units"]]
    assert moved == labels(strict)


def test_what_is_told_to_differ_is_an_option(pipeline, tmp_path):
    row = group(0)
    text = "Contrary to previous reports, we saw no Zork2 bind Mup4."
    row["citances"].append({"id": "last", "text": text})
    source = write(tmp_path / "groups.jsonl", row)
    told = {}
    for least in ("0.2", "1"):
        out = tmp_path / f"{least}.jsonl"
        args = ["-o", out, "--pipeline", pipeline, "--min-differs", least]
        assert run(source, *args).exit_code == 0
        (told[least],) = rows(out)
    place = len(row["citances"]) - 1
    assert [one["place"] for one in told["0.2"]["differing"]] == [place]
    assert [one["place"] for one in told["1"]["comparing"]] == [place]
    assert (told["1"]["differing"], told["1"]["min_differs"]) == ([], 1.0)


def test_the_method_of_the_paper_has_no_merges_and_no_threshold(pipeline, tmp_path):
    source, out = write(tmp_path / "a.jsonl", group(0)), tmp_path / "out.jsonl"
    args = ["-o", out, "--pipeline", pipeline, "--method", "schwartz"]
    assert run(source, *args).exit_code == 0
    (row,) = rows(out)
    assert row["merges"] is row["threshold"] is None
    assert row["classes"]


def test_posteriors_are_written_on_request(pipeline, tmp_path):
    source, out = write(tmp_path / "a.jsonl", group(0)), tmp_path / "out.jsonl"
    method = ["--method", "schwartz"]
    assert run(source, "-o", out, "--pipeline", pipeline, *method, "--posteriors").exit_code == 0
    (row,) = rows(out)
    sources, targets, values = row["posteriors"]
    words = sum(map(len, labels(row)))
    assert len(sources) == len(targets) == len(values) > 0
    assert max(sources + targets) < words
    assert all(0 <= value <= 1 for value in values)


def test_genes_are_those_that_touch_the_members(model, tmp_path):
    name = save(tmp_path / "pipeline", model, before=["align_test_genes"])
    source, out = write(tmp_path / "a.jsonl", group(0)), tmp_path / "out.jsonl"
    assert run(source, "-o", out, "--pipeline", name).exit_code == 0
    having = [one for one in rows(out)[0]["classes"] if one["genes"]]
    assert having
    for one in having:
        assert {gene.lower() for gene in one["genes"]} == {"zork2"}
        assert any("zork2" in wording.lower() for wording in one["wordings"])


def test_names_that_are_missing_or_given_twice(pipeline, tmp_path):
    texts = [{"id": "same", "text": text} for text in TEXTS[0]]
    source = write(tmp_path / "a.jsonl", b"", {"citances": texts}, {"target": 7, "citances": ["a"]})
    out = tmp_path / "out.jsonl"
    assert run(source, "-o", out, "--pipeline", pipeline).exit_code == 0
    first, second = rows(out)
    assert first["cited"] == {"key": "group-2"}
    assert second["cited"] == {"key": "7"}
    assert second["classes"] == []
    places = {member["place"] for one in first["classes"] for member in one["members"]}
    assert places == set(range(len(texts)))


# --- what goes wrong -------------------------------------------------------------------------


def test_bad_lines_and_groups_keep_their_place(model, tmp_path):
    name = save(tmp_path / "pipeline", model, before=["align_test_poison"], max_words=60)
    large = {"cited": {"key": "large"}, "citances": [" ".join(f"w{i}" for i in range(61)), "w1"]}
    long = {"cited": {"key": "long"}, "citances": [{"id": "c", "text": "a " * 600_000}]}
    bad = {"cited": {"key": "bad"}, "citances": [f"one {POISON}", "two"]}
    source = write(
        tmp_path / "a.jsonl", group(0), b"{", b" ", large, b"\xff", bad, long, b"{}", group(1)
    )
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", name)
    assert result.exit_code == 1
    first, *failed, last = rows(out)
    assert first["classes"]
    assert last["classes"]
    messages = {
        2: "this is not JSON",
        4: "component 'citance_aligner' failed: the citances of 'large': a group of 2 citances "
        "has 62 words, more than 60",
        5: "not UTF-8",
        6: "component 'align_test_poison' failed: ValueError: this group is bad",
        7: "the citance 'c' has 1200000 characters, more than the pipeline's max_length",
        8: "the group has no citances, its keys are: none",
    }
    assert [row["line"] for row in failed] == list(messages)
    logged = result.stderr.splitlines()
    for row, message in zip(failed, messages.values(), strict=True):
        assert list(row) == ["line", "error"]
        assert message in row["error"]
        assert str(source) not in row["error"]
        assert f"{source}:{row['line']}: {row['error']}" in logged
    assert logged[-1].startswith("8 groups read, 2 aligned, 6 failed; ")


def test_empty_citance_is_left_out_and_said(aligned, pipeline, tmp_path):
    gap = group(0)
    gap["citances"].insert(1, {"id": "gap", "text": "", "section": "x"})
    source = write(tmp_path / "a.jsonl", gap)
    out = tmp_path / "out.jsonl"
    result = run(source, "-o", out, "--pipeline", pipeline)
    assert result.exit_code == 0
    assert f"{source}:1: citance 'gap' is empty and was left out" in result.stderr.splitlines()
    assert f"{len(TEXTS[0])} citances aligned, 1 empty" in result.stderr
    (row,), full = rows(out), rows(aligned)[0]
    left = row["citances"].pop(1)
    assert left == {
        "id": "gap",
        "text": "",
        "section": "x",
        "words": [],
        "classes": [],
    }
    assert row["merges"]["units"].pop(1) == []
    for one in row["classes"]:
        for member in one["members"]:
            member["place"] -= member["place"] > 1
    for one in row["statements"]:
        one["places"] = [place - (place > 1) for place in one["places"]]
    assert row == full


def test_group_of_empty_citances_fails_and_white_space_does_not(pipeline, tmp_path):
    source = write(tmp_path / "a.jsonl", {"citances": ["", ""]}, {"citances": [" ", "\n", "."]})
    out = tmp_path / "out.jsonl"
    assert run(source, "-o", out, "--pipeline", pipeline).exit_code == 1
    empty, blank = rows(out)
    assert empty == {"line": 1, "error": "all citances are empty; give them texts"}
    assert blank["classes"] == []
    assert [citance["words"] for citance in blank["citances"]] == [[], [], []]


@pytest.mark.slow
def test_alignment_lost_on_the_way_is_a_failure(model, tmp_path):
    name = save(tmp_path / "pipeline", model, after=["align_test_renew"])
    source, out = write(tmp_path / "a.jsonl", group(0)), tmp_path / "out.jsonl"
    assert run(source, "-o", out, "--pipeline", name).exit_code == 1
    assert "leave out the components after 'citance_aligner'" in rows(out)[0]["error"]


def test_empty_input_gives_an_empty_output(pipeline, tmp_path):
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"")
    assert run(source, "-o", out, "--pipeline", pipeline).exit_code == 0
    assert out.read_bytes() == b""


def test_quiet_says_errors_only(pipeline, tmp_path):
    source = write(tmp_path / "a.jsonl", b"{", group(0))
    result = run(source, "-o", tmp_path / "out.jsonl", "--pipeline", pipeline, "--quiet")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["{a}", "-o", "{dir}/out.json"], "must end in .jsonl"),
        (["{a}", "-o", "{dir}/no/out.jsonl"], "does not exist"),
        (["{a}", "-o", "{a}"], "is also an input"),
        (["{dir}/article.xml"], "is no file of groups, which are lines of JSON; make one of artic"),
        (["{dir}/s2orc.jsonl"], "is no file of groups, which are lines of JSON; make one of artic"),
        (["{dir}/none.jsonl"], "none.jsonl: cannot be read: No such file"),
        (["{dir}"], "Is a directory"),
        (["{a}", "--posteriors"], "name it with --output"),
        (
            ["{a}", "-o", "{dir}/out.jsonl", "--pipeline", "{p}", "--posteriors"],
            "add --method schwartz",
        ),
        (["{a}", "--pipeline", "{dir}/none"], "does not load"),
        (["{a}", "--pipeline", "blank:en"], "has no citance_aligner, it has: no components"),
        (["{a}", "--pipeline", "{dir}/unfitted"], "unfitted"),
        (["{a}", "--pipeline", "{p}", "--threshold", "2"], "threshold is 2.0; give 0 to 1"),
        (["{a}", "--pipeline", "{p}", "--threshold", "nan"], "threshold is nan"),
        (["{a}", "--pipeline", "{p}", "--min-differs", "0"], "min_differs is 0.0; give 0.2 to 1"),
        (
            ["{a}", "--pipeline", "{p}", "--threshold", "0.5", "--method", "schwartz"],
            "has no --threshold",
        ),
        (["{a}", "--method", "best"], "best"),
        ([], "GROUPS"),
    ],
)
def test_nothing_can_be_done(pipeline, tmp_path, args, message):
    source = write(tmp_path / "a.jsonl", group(0))
    if "{dir}/unfitted" in args:
        nlp = spacy.blank("en")
        nlp.add_pipe(FACTORY, name="unfitted_aligner")
        nlp.to_disk(tmp_path / "unfitted")
    (tmp_path / "article.xml").write_text("<article/>")
    (tmp_path / "s2orc.jsonl").write_text('{"paper_id": "7", "body_text": []}\n')
    before = sorted(tmp_path.rglob("*"))
    result = run(*(arg.format(a=source, dir=tmp_path, p=pipeline) for arg in args))
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


# --- the table -------------------------------------------------------------------------------


def test_tables_are_printed_without_an_output(aligned, pipeline, tmp_path):
    source = write(tmp_path / "a.jsonl", group(0), b"{", group(1))
    result = run(source, "--pipeline", pipeline)
    assert result.exit_code == 1
    first, second = rows(aligned)[:2]
    assert (
        result.stdout
        == f"{class_table(read_answer(first, 1))}\n\n{class_table(read_answer(second, 3))}\n\n"
    )
    assert result.stdout.startswith(f"work 0: {len(TEXTS[0])} citances, expected AMA 0.")
    assert "3 groups read, 2 aligned, 1 failed" in result.stderr
    assert f"{source}:2: this is not JSON" in result.stderr
