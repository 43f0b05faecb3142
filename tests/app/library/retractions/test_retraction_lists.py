"""Lists of retracted articles: Retraction Watch's table, a DOI or PMID a line, what is wrong."""

import codecs
import csv
import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.library.retractions.retraction_lists import (
    Notice,
    RetractionLists,
    date_of,
    name_of,
    standing,
)
from spacy_citalign.errors import InputError

COLUMNS = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,"
    "RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,"
    "OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes"
).split(",")


def watch_line(**cells):
    known = {"OriginalPaperPubMedID": "0", "RetractionNature": "Retraction", **cells}
    return [known.get(name, "") for name in COLUMNS]


def watch_table(*lines):
    """A table as Retraction Watch gives it away."""
    text = io.StringIO()
    csv.writer(text).writerows([COLUMNS, *lines])
    return text.getvalue()


def read(tmp_path, content, name="list.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return RetractionLists([path])


def notices(lists):
    return {name: standing(notices) for name, notices in lists.notices.items()}


def test_a_line_of_retraction_watch_is_a_notice_of_a_doi_and_of_a_pmid(tmp_path):
    line = watch_line(
        Title='Frogs, "awake"\nin ponds',
        OriginalPaperDOI="10.5555/FROG.1",
        OriginalPaperPubMedID="123",
        RetractionDate="3/9/2015 0:00",
        RetractionDOI="10.5555/Notice.1",
        Reason="+Fake Peer Review;+Paper Mill;",
    )
    lists = read(tmp_path, watch_table(line))
    one = Notice(
        "2015-03-09", "Retraction", "10.5555/notice.1", '["Fake Peer Review", "Paper Mill"]'
    )
    assert notices(lists) == {"doi:10.5555/frog.1": one, "pmid:123": one}
    assert (lists.lines, lists.problems) == (1, {})


def test_what_is_unavailable_names_nothing(tmp_path):
    lines = [
        watch_line(OriginalPaperDOI="unavailable", RetractionDOI="Unavailable"),
        watch_line(OriginalPaperDOI="10.5555/a", RetractionDOI="unavailable"),
        watch_line(OriginalPaperPubMedID="7", RetractionDate="unavailable"),
    ]
    lists = read(tmp_path, watch_table(*lines))
    assert notices(lists) == {
        "doi:10.5555/a": Notice("", "Retraction", "", "[]"),
        "pmid:7": Notice("", "Retraction", "", "[]"),
    }
    where = f"{tmp_path / 'list.csv'}, line 2"
    assert lists.problems == {"names no DOI, PMID, PMCID or arXiv id": (1, where)}


@pytest.mark.parametrize(
    ("line", "name", "date"),
    [
        ("10.5555/FROG.1", "doi:10.5555/frog.1", ""),
        ("https://doi.org/10.5555/frog.1", "doi:10.5555/frog.1", ""),
        ("doi: 10.5555/frog.1 2015-03-09", "doi:10.5555/frog.1", "2015-03-09"),
        ("10.5555/frog.1,2015", "doi:10.5555/frog.1", "2015"),
        ('"10.5555/frog.1", "2015-03"', "doi:10.5555/frog.1", "2015-03"),
        ("10.5555/frog.1\t3/9/2015 12:00:00 AM", "doi:10.5555/frog.1", "2015-03-09"),
        ("10.1002/(sici)1097(1996)71:2<1::aid>3.0.co;2-x; 1999",
         "doi:10.1002/(sici)1097(1996)71:2<1::aid>3.0.co;2-x", "1999"),
        ("12345678", "pmid:12345678", ""),
        ("PMID: 12345678", "pmid:12345678", ""),
        ("PMID 2015", "pmid:2015", ""),
        ("12345678 2015", "pmid:12345678", "2015"),
        ("PMC77", "pmcid:PMC77", ""),
        ("arXiv:2304.01234v2", "arxiv:2304.01234", ""),
        ("10.48550/arXiv.2304.01234", "arxiv:2304.01234", ""),
    ],
)  # fmt: skip
def test_a_line_may_be_an_identifier_with_a_date_or_without(tmp_path, line, name, date):
    lists = read(tmp_path, f"# my list\n\n{line}\r\n", "list.txt")
    assert notices(lists) == {name: Notice(date, "Retraction", "", "[]")}
    assert lists.lines == 1


def test_a_table_of_ones_own_has_short_names(tmp_path):
    table = "PMID;DOI;Nature;Date\n8;10.5555/a;Expression of concern;2014\n9.0;;;\n"
    assert notices(read(tmp_path, table)) == {
        "doi:10.5555/a": Notice("2014", "Expression of concern", "", "[]"),
        "pmid:8": Notice("2014", "Expression of concern", "", "[]"),
        "pmid:9": Notice("", "Retraction", "", "[]"),
    }
    assert notices(read(tmp_path, "doi\n10.5555/a,b\n")).keys() == {"doi:10.5555/a,b"}


@pytest.mark.parametrize("encode", [str.encode, lambda text: text.encode("cp1252")])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_encodings_of_tables_are_read(tmp_path, encode, mark, pack):
    line = watch_line(OriginalPaperDOI="10.5555/a", Reason="+Fälschung – alles;")
    lists = read(tmp_path, pack(mark + encode(watch_table(line))))
    assert json.loads(notices(lists)["doi:10.5555/a"].reasons) == ["Fälschung – alles"]


def test_lines_that_are_broken_are_counted_and_the_others_read(tmp_path):
    lines = [watch_line(OriginalPaperDOI=f"10.5555/{number}") for number in range(4)]
    table = watch_table(*lines[:2]) + ',"' + "x" * 200_000 + '"\n' + watch_table(*lines[2:])
    lists = read(tmp_path, table + "Frogs\n")
    assert notices(lists).keys() == {f"doi:10.5555/{number}" for number in range(4)}
    path = tmp_path / "list.csv"
    assert lists.problems == {
        "cannot be read as CSV": (1, f"{path}, line 4"),
        "names no DOI, PMID, PMCID or arXiv id": (2, f"{path}, line 5"),  # a second heading
    }
    lists = read(tmp_path, "the frogs of 2015\n10.5555/a 99/99/99\n10.5555/b 0000\n", "list.txt")
    assert notices(lists)["doi:10.5555/b"].date == ""
    assert [count for count, _ in lists.problems.values()] == [2, 1]


def test_what_is_no_text_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"list\.csv cannot be read .* a list of retractions"):
        RetractionLists([tmp_path / "list.csv"])
    with pytest.raises(InputError, match="is in UTF-16; convert it to UTF-8"):
        read(tmp_path, watch_table().encode("utf-16"))
    assert notices(read(tmp_path, b"")) == {}


@pytest.mark.parametrize(
    ("given", "date"),
    [
        ("11/30/2023 0:00", "2023-11-30"),
        ("2/29/2024", "2024-02-29"),
        ("2/30/2024", "2024"),  # there is no such day
        ("31/12/2015", "2015"),  # which of the two the month is, is not known
        ("2015/03/09", "2015-03-09"),
        ("2015-03-09T10:00:00Z", "2015-03-09"),
        ("2015", "2015"),
        ("20150309", ""),
        ("0/0/0000", ""),
        ("", ""),
    ],
)
def test_a_date_is_as_exact_as_it_is_told(given, date):
    assert date_of(given) == date


def at(date, nature="Retraction"):
    return Notice(date, nature, "", "[]")


CONCERN, CORRECTION, REINSTATEMENT = "Expression of concern", "Correction", "Reinstatement"


@pytest.mark.parametrize(
    ("notices", "stands"),
    [
        ([at("2014", CONCERN), at("2016")], at("2016")),
        ([at("2016"), at("2017", CORRECTION), at("2018", CONCERN)], at("2016")),
        ([at("2016"), at("2018")], at("2016")),  # from then on its readers could know
        ([at("2016"), at("2019", REINSTATEMENT)], at("2019", REINSTATEMENT)),
        ([at("2016"), at("2017", REINSTATEMENT), at("2019")], at("2019")),
        ([at("2013", CORRECTION), at("2014", CONCERN)], at("2014", CONCERN)),
        ([at(""), at("2016", CONCERN)], at("")),
    ],
)
def test_of_several_notices_one_stands(notices, stands):
    assert standing(notices) == stands
    assert standing(reversed(notices)) == stands


@given(st.text(max_size=300))
def test_any_text_is_read_to_its_end(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    for content in (text, "doi,pmid,date\n" + text):
        path.write_text(content, encoding="utf-8", errors="replace", newline="")
        try:
            lists = RetractionLists([path])
        except InputError:
            continue
        for name, notices in lists.notices.items():
            notice = standing(notices)
            kind, _, value = name.partition(":")
            assert name_of(kind, value) == name
            assert date_of(notice.date) == notice.date
        assert sum(count for count, _ in lists.problems.values()) <= 2 * lists.lines
