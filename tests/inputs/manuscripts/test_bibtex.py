"""Bibliographies in BibTeX: what an entry says of its work, and faults, each told once."""

import time
from contextlib import suppress

import pytest

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.manuscripts.bibliographies import read_bibliography
from spacy_citalign.inputs.manuscripts.bibtex import bibtex_authors

ZORK = "@article{zork, author={Zork, A.}, title={Frogs}, year=2004}\n"


def read(text: str):
    return read_bibliography(text.encode(), "refs.bib")


def faults(text: str) -> list[str]:
    return [str(fault) for fault in read(text).faults]


def test_an_entry_is_a_work():
    [work] = read(
        r"""@string{ponds = "Journal of " # "Ponds"}
        @Article{zork2004,
          author  = {Z{\"o}rk, Ada B. and van der Meer, J. and {The Frogs and Toads}},
          title   = "{Frogs} at $\beta$-sites: \emph{Rana} \& friends",
          journal = ponds, year = {2004}, month = jan,
          doi     = {https://doi.org/10.5555/ZK.1}, pmid = {77}, pmcid = "PMC12"
        }"""
    ).works
    assert work.id == "zork2004"
    assert work.authors == ("Zörk", "van der Meer", "The Frogs and Toads")
    assert work.initials == ("AB", "J", "")
    assert work.title == "Frogs at β-sites: Rana & friends"
    assert (work.source, work.year) == ("Journal of Ponds", "2004")
    assert (work.doi, work.pmid, work.pmcid, work.arxiv) == ("10.5555/zk.1", "77", "PMC12", "")


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint = {2304.01234v2}, archiveprefix = {arXiv}", "2304.01234"),
        ("eprint = {2304.01234}, eprinttype = {arxiv}", "2304.01234"),
        ("eprint = {hep-th/9901001}", "hep-th/9901001"),
        ("doi = {10.48550/arXiv.2304.01234}", "2304.01234"),
        ("url = {https://arxiv.org/abs/2304.01234}", "2304.01234"),
        ("journal = {arXiv preprint arXiv:2304.01234}", "2304.01234"),
        ("eprint = {77}, eprinttype = {pubmed}", ""),
        ("eprint = {here}, archiveprefix = {arXiv}", ""),
    ],
)
def test_ids_of_arxiv_are_found_wherever_they_stand(fields, arxiv):
    [work] = read(f"@misc{{a, {fields}}}").works
    assert work.arxiv == arxiv


def test_ids_of_pubmed_may_be_eprints():
    [work] = read("@misc{a, eprint = {77}, eprinttype = {pubmed}}").works
    assert work.pmid == "77"


@pytest.mark.parametrize(
    ("names", "surnames"),
    [
        ("Ada Zork and Bo Lake", ("Zork", "Lake")),
        ("Zork, Ada AND Lake, Bo", ("Zork", "Lake")),
        ("Ludwig van Pond", ("van Pond",)),
        ("Zork, Jr., Ada", ("Zork",)),
        ("{World and Frog Organization}", ("World and Frog Organization",)),
        ("Zork, Ada and others", ("Zork",)),
        ("Zork", ("Zork",)),
        ("  and and  ", ()),
        ("Sand, Andy\n and Anderson, And", ("Sand", "Anderson")),
    ],
)
def test_names(names, surnames):
    assert bibtex_authors(names).surnames == surnames


def test_a_chapter_has_what_its_book_says():
    [chapter, _] = read(
        "@incollection{chapter, author={Lake, B.}, title={Songs}, crossref={Book}}"
        "@book{book, editor={Zork, A.}, title={Frogs}, year=1999, doi={10.5555/book}}"
    ).works
    assert (chapter.title, chapter.source, chapter.year) == ("Songs", "Frogs", "1999")
    assert chapter.doi == ""


@pytest.mark.parametrize(
    ("value", "read_as"),
    [
        ('ponds # " B"', "Ponds B"),
        ('{Old } # ponds # " C"', "Old Ponds C"),
        ("{C# and F#}", "C# and F#"),
        ("unknown", "unknown"),
    ],
)
def test_values_are_joined(value, read_as):
    [work] = read(f"@string{{ponds = {{Ponds}}}} @misc{{a, title={value}}}").works
    assert work.title == read_as


def test_the_date_of_biblatex_is_the_year():
    [work] = read("@article{a, date={2004-05-06}, journaltitle={Ponds}, title={T}}").works
    assert (work.year, work.source) == ("2004", "Ponds")


def test_a_broken_entry_is_told_with_its_line_and_the_rest_is_read():
    text = ZORK + "\n@article{open, title={Toads,\n  year=2001\n\n@article{lake, title={Ponds}}\n"
    assert [work.id for work in read(text).works] == ["zork", "lake"]
    assert faults(text) == [
        "refs.bib:3: the entry 'open' cannot be read: Unexpected block start: `@article`. Was "
        "still looking for field-value closing `}`; mend it"
    ]


def test_of_entries_with_one_key_the_first_counts():
    text = ZORK + "@article{zork, title={Toads}}\n"
    assert [work.title for work in read(text).works] == ["Frogs"]
    assert faults(text) == [
        "refs.bib:2: the key 'zork' is there again (first in line 1); the first counts"
    ]


def test_of_fields_with_one_name_the_first_counts():
    text = "@misc{a, title={One}, title={Two}}"
    assert [work.title for work in read(text).works] == ["One"]
    assert faults(text) == ["refs.bib:1: the entry 'a' has title twice; the first counts"]


def test_a_bibliography_may_be_empty_but_nothing_else():
    assert read(" \n").works == []
    with pytest.raises(InputError, match=r"^refs\.bib has no entry of BibTeX"):
        read("Frogs call at night.\n")


def test_latin_1_is_refused_with_what_to_do():
    with pytest.raises(InputError, match=r"refs\.bib is not UTF-8: byte 0xf6 at .*; convert it"):
        read_bibliography("@misc{a, author={Zörk}}".encode("latin-1"), "refs.bib")


def test_line_ends_and_byte_order_mark_change_nothing():
    text = ZORK + "@misc{lake, title={A\n B}}\n"
    windows = read_bibliography(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "refs.bib")
    assert windows == read(text)


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title=" + "{" * 20_000 + "}" * 20_000 + "}",
        "@article{a, title={" * 5_000,
        '@article{a, title="' + 'x" # "' * 10_000,
        "@" * 50_000,
        "@a{" + "{" * 50_000,
        "@misc{a, author={" + "and " * 50_000 + "}}",
        "@misc{a, title={" + "\\'" * 50_000 + "}}",
    ],
)
def test_hostile_nesting_takes_no_time(text):
    start = time.process_time()
    with suppress(InputError):
        read(text)
    assert time.process_time() - start < 5


@pytest.mark.slow
def test_time_grows_with_the_length():
    entry = (
        '@article{k%d, author={M{\\"u}ller, J. and Lake, Bo}, title={{Frogs} of %d ponds},'
        " journal={Ponds}, year=2004, abstract={%s}}\n"
    )

    def seconds(count: int) -> float:
        text = "".join(entry % (n, n, "Frogs call at night. " * 10) for n in range(count))
        start = time.process_time()
        assert len(read(text).works) == count
        return time.process_time() - start

    assert seconds(16_000) < 10 * seconds(4_000)
