"""Articles as Docs and as groups of citances: masked citations, sections, identity of works."""

import json

import pytest
import spacy
from jats_files import REFERENCES, cite, jats, section

from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CitanceCollector
from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles import docs as article_module
from spacy_citalign.components.articles import reading
from spacy_citalign.components.articles.docs import (
    SentenceFinder,
    article_docs,
    read_articles,
)
from spacy_citalign.components.articles.grouping import group_citances
from spacy_citalign.components.articles.reading import ReadArticle, from_article, from_text
from spacy_citalign.components.base.spans import get_character_spans
from spacy_citalign.components.citations import citance_records, cited_works
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.inputs.formats.jats.reader import read_jats


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})
    return nlp


@pytest.fixture(scope="module")
def sentencizer():
    """A pipeline whose sentences break after every full stop."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


def doc_of(nlp, body, **kwargs):
    (doc,) = article_docs([read_jats(jats(body, **kwargs))], nlp=nlp)
    return doc


def citances(doc):
    return [(span.label_, span.text) for span in doc.spans["citances"]]


def test_an_article_is_a_doc_with_citances(nlp):
    frogs = f"In spring frogs awake [{cite('r1', '1')},{cite('r2', '2')}]."
    doc = doc_of(nlp, section("Results", f"{frogs} They hop. Newts do not [{cite('r3', '3')}]."))
    assert doc.text == (
        "Pond life\nResults\nIn spring frogs awake [1,2]. They hop. Newts do not [3]."
    )
    assert citances(doc) == [
        ("pmid:11", "In spring frogs awake [1,2]."),
        ("doi:10.5555/t", "In spring frogs awake [1,2]."),
        ("ott 2001 newts", "Newts do not [3]."),
    ]
    assert [(one["text"], one["key"]) for one in doc._.citations] == [
        ("1", "pmid:11"),
        ("2", "doi:10.5555/t"),
        ("3", "ott 2001 newts"),
    ]
    assert [sentence.text.strip() for sentence in doc.sents][:2] == ["Pond life", "Results"]


def test_records_say_where_a_citance_stands(nlp):
    doc = doc_of(nlp, section("Results", "We agree.", f"Frogs awake [{cite('r1', '1')}]."))
    (record,) = citance_records(doc.spans["citances"])
    assert doc.text[record["start"] : record["end"]] == "Frogs awake [1]."
    assert record == {
        "id": "900:28",
        "source": "900",
        "section": "Results",
        "start": 28,
        "end": 44,
        "article": {"title": "Pond life", "pmid": "900"},
    }
    assert cited_works(doc.spans["citances"])["pmid:11"] == {
        "pmid": "11",
        "first_author": "Yan",
        "authors": ["Yan"],
        "year": "2004",
        "title": "Frogs awake",
    }


@pytest.mark.parametrize(
    "text",
    [
        "As Yan et al. [%s] showed, frogs awake.",
        "As J. Yan et al. (%s) showed, frogs awake.",
        "Frogs awake (Smith, A. B. and [%s]).",
    ],
)
def test_masked_citations_break_no_sentence(sentencizer, text):
    """Even a splitter that breaks at every full stop does not break at the mark itself."""
    sentence = text % cite("r1", "Yan et al. 2004")
    doc = doc_of(sentencizer, section("Results", sentence))
    ((_, found),) = citances(doc)
    assert "Yan et al. 2004" in found


def test_et_al_before_a_mark(nlp):
    text = "As Yan et al. [%s] showed, frogs awake. Lee et al. [%s] did not."
    doc = doc_of(nlp, section("Results", text % (cite("r1", "2004"), cite("r2", "2"))))
    assert [found for _, found in citances(doc)] == [
        "As Yan et al. [2004] showed, frogs awake.",
        "Lee et al. [2] did not.",
    ]


@pytest.mark.parametrize("pipeline", ["nlp", "sentencizer"])
def test_a_superscript_after_the_full_stop_belongs_to_the_sentence_before(pipeline, request):
    """Unmasked, a sentencizer sees no end in "spring.[1] Toads"."""
    text = f"Frogs awake in spring.<sup>{cite('r1', '1')}</sup> Toads sleep long."
    doc = doc_of(request.getfixturevalue(pipeline), section("Results", text))
    assert citances(doc) == [("pmid:11", "Frogs awake in spring.[1]")]
    assert "Toads sleep long." in [sentence.text.strip() for sentence in doc.sents]


def test_paragraphs_are_never_joined(sentencizer):
    doc = doc_of(sentencizer, section("Frogs", f"no full stop [{cite('r1', '1')}]", "and here"))
    assert [found for _, found in citances(doc)] == ["no full stop [1]"]


def test_an_empty_mark_makes_a_citance_but_no_citation(nlp):
    doc = doc_of(nlp, section("Frogs", f"Frogs awake{cite('r1', '')}. Toads sleep."))
    assert citances(doc) == [("pmid:11", "Frogs awake.")]
    assert doc._.citations == []


def test_articles_meet_in_groups(nlp):
    both = REFERENCES | {
        "r1": (
            "Yan",
            "2004",
            "Frogs awake",
            '<pub-id pub-id-type="doi">10.5555/F</pub-id><pub-id pub-id-type="pmid">11</pub-id>',
        ),
    }
    one = read_jats(jats(section("A", f"Frogs awake [{cite('r1', '1')}].")))
    two = read_jats(
        jats(section("B", f"In May frogs hop [{cite('r1', '1')}]."), pmid="901", references=both)
    )
    (group,) = group_citances(article_docs([one, two], nlp=nlp))
    assert citances(group) == [
        ("doi:10.5555/f", "Frogs awake [1]."),
        ("doi:10.5555/f", "In May frogs hop [1]."),
    ]
    assert [record["source"] for record in citance_records(group.spans["citances"])] == [
        "900",
        "901",
    ]


def test_references_of_nothing_but_text_need_a_year_to_be_the_same(nlp):
    """Else all "Unpublished data" of the literature would be one work."""
    listed = {"Unpublished data": 2, "Ott A: Newts of the north, thesis, 2001.": 1}
    for text, groups in listed.items():
        body = section("A", f"Frogs awake [{cite('r1', '1')}].")
        articles = [
            read_jats(
                jats(body, pmid=pmid).replace(
                    jats("", pmid=pmid).partition(b"<ref-list>")[2].partition(b"</ref-list>")[0],
                    f'<ref id="r1"><mixed-citation>{text}</mixed-citation></ref>'.encode(),
                )
            )
            for pmid in ("900", "901")
        ]
        assert len(list(group_citances(article_docs(articles, nlp=nlp)))) == groups


def test_plain_text(nlp):
    text = "Frogs awake [1]. Smith et al. (2004) agree.\nToads sleep [1-3]."
    (doc,) = article_docs([("pond.txt", text)], nlp=nlp)
    assert citances(doc) == [
        ("pond.txt#1", "Frogs awake [1]."),
        ("smith 2004", "Smith et al. (2004) agree."),
        ("pond.txt#1", "Toads sleep [1-3]."),
        ("pond.txt#2", "Toads sleep [1-3]."),
        ("pond.txt#3", "Toads sleep [1-3]."),
    ]
    assert cited_works(doc.spans["citances"])["smith 2004"] == {
        "first_author": "Smith",
        "year": "2004",
    }


def test_a_letter_after_the_year_is_the_text_s_own():
    assert [mark.key for mark in from_text("(Lee 1999a; Ott 2001)", "pond").marks] == [
        "pond#Lee 1999a",
        "ott 2001",
    ]


def test_a_pipeline_without_sentences_is_refused():
    with pytest.raises(SettingError, match="no component of the pipeline sets sentences"):
        SentenceFinder(spacy.blank("en"))


def test_too_long_a_text_is_refused(nlp):
    finder = SentenceFinder(nlp)
    with pytest.raises(InputError, match=r"big: the text has 1000001 characters"):
        finder.starts(ReadArticle("big", "x" * 1_000_001, [], {}, [], {}))


def test_no_citation_is_looked_for_in_too_long_a_text(tmp_path, nlp, monkeypatch):
    fits, long = "Frogs awake [1].", "Frogs awake [12]."
    monkeypatch.setattr(nlp, "max_length", len(fits))

    def reads(text, source):
        assert text != long
        return from_text(text, source)

    for module in (article_module, reading):
        monkeypatch.setattr(module, "from_text", reads)
    for name, text in (("fits.txt", fits), ("long.txt", long)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = []
    docs = [*read_articles(tmp_path, nlp=nlp, on_error=lambda *args: told.append(str(args[1])))]
    docs += article_docs([("pond", fits)], nlp=nlp)
    assert [doc.text for doc in docs] == [fits, fits]
    with pytest.raises(InputError, match="pond: the text has 17 characters"):
        list(article_docs([("pond", long)], nlp=nlp))
    assert len(told) == 1
    assert told[0].startswith("long.txt: the text has 17 characters, more than the pipeline's max_")


def test_half_a_character_is_refused(nlp):
    with pytest.raises(InputError, match=r"odd: the text has half a character, '\\ud83d', at 6"):
        list(article_docs([("odd", "Frogs \ud83d [1].")], nlp=nlp))


@pytest.mark.parametrize("article", ["Frogs awake [1].", ("pond",), ("pond", b"Frogs"), None])
def test_what_is_no_article_is_refused(nlp, article):
    with pytest.raises(InputError, match=r"articles\[0\] is of type .*; give what read_jats"):
        list(article_docs([article], nlp=nlp))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "no citation", "[1]", "\x00 [1] 🐸"])
def test_odd_texts(nlp, text):
    (doc,) = article_docs([("odd", text)], nlp=nlp)
    assert doc.text == text
    assert len(doc.spans["citances"]) == text.count("[1]")


# --- rows ------------------------------------------------------------------------------------


def rows(nlp, *articles):
    harvest = CitanceCollector()
    for article in articles:
        harvest.add(collect_article(article, SentenceFinder(nlp)))
    return [json.loads(group.line) for group in harvest.collected().groups]


def test_rows_are_what_align_reads(nlp):
    body = section("Results", f"Frogs awake [{cite('r1', '1')}, {cite('r2', '2')}].")
    first, second = rows(nlp, from_article(read_jats(jats(body))))
    assert first["cited"]["key"] == "pmid:11"
    (citance,) = first["citances"]
    assert citance["text"] == "Frogs awake [1, 2]."
    assert citance["citations"] == [
        {"start": 13, "end": 14, "cites": True},
        {"start": 16, "end": 17, "cites": False},
    ]
    assert [mark["cites"] for mark in second["citances"][0]["citations"]] == [False, True]


def test_works_of_most_articles_come_first_and_of_these_those_of_most_citances(nlp):
    one = from_text("Toads sleep [2]. Frogs awake (Yan, 2004). Frogs hop [1]. Two [1].", "pond")
    other = from_text("Frogs sing (Yan, 2004).", "lake")
    keys = [row["cited"]["key"] for row in rows(nlp, one, other)]
    assert keys == ["yan 2004", "pond#1", "pond#2"]


def test_an_article_that_is_read_twice_counts_once(nlp):
    article = from_text("Frogs awake [1].", "pond")
    (row,) = rows(nlp, article, article)
    assert len(row["citances"]) == 1


def test_two_versions_of_an_article_lose_nothing(nlp):
    one, other = from_text("Frogs awake [1].", "pond"), from_text("Toads awake [1].", "pond")
    (row,) = rows(nlp, one, other)
    assert [citance["text"] for citance in row["citances"]] == [one.text, other.text]


def test_a_sentence_of_very_many_marks_stays_small(nlp):
    marks = [Mark(8 + 2 * n, 9 + 2 * n, f"work {n % 600}", "stated", False) for n in range(1200)]
    article = ReadArticle("pond", "Frogs [" + " 1" * 1200 + "].", marks, {}, [], {})
    found = rows(nlp, article)
    assert len(found) == 600
    assert {len(row["citances"][0]["citations"]) for row in found} == {2}


def test_docs_and_rows_agree(nlp):
    body = section(
        "A",
        f"Frogs awake [{cite('r1', '1')}]. Toads sleep [{cite('r2', '2')}].",
        f"Both do [{cite('r1', '1')}-{cite('r3', '3')}].",
    )
    article = read_jats(jats(body))
    groups = group_citances(article_docs([article], nlp=nlp))
    by_doc = {
        group.spans["citances"][0].label_: [span.text for span in group.spans["citances"]]
        for group in groups
    }
    by_row = {
        row["cited"]["key"]: [one["text"] for one in row["citances"]]
        for row in rows(nlp, from_article(article))
    }
    assert by_doc == by_row
    assert get_character_spans(
        next(iter(group_citances(article_docs([article], nlp=nlp)))), "citations"
    )


# --- files -----------------------------------------------------------------------------------


def test_articles_of_one_name_in_two_folders_are_two(tmp_path, nlp):
    for folder, text in (("a", "Frogs awake [1]."), ("b", "Newts sleep [1].")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "letter.txt").write_text(text, encoding="utf-8")
    groups = [citances(doc) for doc in group_citances(read_articles(tmp_path, nlp=nlp))]
    assert groups == [
        [("a/letter.txt#1", "Frogs awake [1].")],
        [("b/letter.txt#1", "Newts sleep [1].")],
    ]
    paths = [tmp_path / folder / "letter.txt" for folder in "ab"]
    assert len(list(group_citances(read_articles(paths, nlp=nlp)))) == 2


def test_jats_without_identifiers_is_known_by_its_file(tmp_path, nlp):
    for folder in "ab":
        (tmp_path / folder).mkdir()
        body = section(folder, f"Frogs awake [{cite('r1', '1')}].")
        (tmp_path / folder / "x.xml").write_bytes(jats(body, pmid=""))
    (group,) = group_citances(read_articles(tmp_path, nlp=nlp))
    sources = [record["source"] for record in citance_records(group.spans["citances"])]
    assert sources == ["a/x.xml", "b/x.xml"]


def test_articles_that_cannot_be_read_are_told_or_raise(tmp_path, nlp):
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\xfa")
    (tmp_path / "b.txt").write_text("Frogs awake [1].", encoding="utf-8")
    told = []
    docs = list(read_articles([str(tmp_path)], nlp=nlp, on_error=lambda *args: told.append(args)))
    assert [doc.text for doc in docs] == ["Frogs awake [1]."]
    ((path, error),) = told
    assert path == tmp_path / "a.txt"
    assert "UTF-16" in str(error)
    with pytest.raises(InputError, match="UTF-16"):
        list(read_articles(tmp_path, nlp=nlp))
