"""The answer of a group of a row: its statements, who differs, names of authors, self-citations."""

from report_rows import work

from spacy_citalign.app.answers.row_answers import with_answer
from spacy_citalign.app.report.alignment_page import alignment_page
from spacy_citalign.app.report.answer_text import answer_text
from spacy_citalign.row_files import record_values
from spacy_citalign.statements import FOUND


def answered(citances, classes, **cited):
    """The row of an aligned group with its answer."""
    row = {"cited": {"key": "k", **cited}, "citances": citances, "classes": classes}
    return record_values(with_answer(work(row)))


def member(place, start, end):
    return {"place": place, "start": start, "end": end}


def test_rows_get_plain_values():
    song = {"class": "7", "kind": "content", "members": [member(0, 6, 10), member(1, 0, 4)]}
    citances = [
        {"text": "Frogs sing.", "source": "a"},
        {"text": "Song [1].", "source": "b", "citations": []},
        {"text": "Contrary to Zork [1], we heard none.", "source": "b",
         "citations": [{"start": 17, "end": 20, "cites": True}]},
    ]  # fmt: skip
    row = answered(citances, [song])
    assert row["articles"] == 2
    assert row["classes"] == [song | {"articles": 2}]
    assert row["statements"] == [{"classes": ["7"], "places": [0, 1], "articles": 2}]
    (differs,) = row["differing"]
    assert 0.7 <= differs.pop("probability") <= 1
    cue = {"place": 2, "start": 0, "end": 11, "cue": "Contrary to"}
    assert differs == cue | {"who": "author"}
    assert row["comparing"] == []


def test_what_is_told_to_differ_is_a_setting():
    text = "Contrary to Zork [1], we heard none."
    citance = {"text": text, "citations": [{"start": 17, "end": 20, "cites": True}]}
    group = work({"cited": {"key": "k"}, "citances": [citance]})
    row = record_values(with_answer(group, min_differs=1.0))
    assert row["differing"] == []
    assert [one["place"] for one in row["comparing"]] == [0]
    assert row["min_differs"] == 1.0
    assert "differing_found" not in row  # which is measured at .7 alone
    assert record_values(with_answer(group))["differing_found"] == FOUND


C15 = [  # three that say lowers, one that says raises
    "The transporter MGT1 reduces sodium in shoots of marsh grass [1].",
    "MGT1 lowers the sodium of shoots and raises salt tolerance [4].",
    "MGT1 raises the sodium of shoots and thus salt tolerance of marsh grass [7].",
    "Sodium in shoots is reduced by MGT1 [2].",
]


def test_reverse_directions_are_counted_by_article():
    citances = [{"text": text, "source": source} for text, source in zip(C15, "abcd", strict=True)]
    row = answered(citances, [])
    assert row["directions"] == [
        {
            "agent": "MGT1",
            "target": "sodium",
            "sides": [
                {"says": "lowers", "places": [0, 1, 3], "articles": 3},
                {"says": "raises", "places": [2], "articles": 1},
            ],
        }
    ]
    line = "sodium: 3 articles say that MGT1 lowers it, 1 that MGT1 raises it"
    assert f"    {line}" in answer_text([work(row)]).splitlines()
    assert line in alignment_page([work(row)])
    (unknown,) = answered([{"text": text} for text in C15], [])["directions"]
    assert unknown["sides"][0] == {"says": "lowers", "places": [0, 1, 3]}
    assert "directions" not in answered(citances[:2], [])


def test_rows_get_the_kind_of_the_work():
    text = "Calls were counted using the program Ribbit [1]."
    citance = {"text": text, "section": "Methods"}
    citance["citations"] = [{"start": 44, "end": 47, "cites": True}]
    row = answered([citance] * 3, [], title="Ribbit: a software package", source="Bioinformatics")
    assert row["kind"] == "method"
    assert 0.8 < row["kind_probability"] <= 1
    assert answered([{"text": ""}], [])["kind"]


def test_names_of_authors_of_the_work_show_no_statement():
    members = [member(place, 0, 4) for place in (0, 1)]
    name = {"class": "7", "kind": "content", "members": members, "wordings": ["Zork", "ZORK"]}
    citances = [{"text": "Zork sang."}, {"text": "Zork sings."}]
    assert answered(citances, [name])["statements"]
    row = answered(citances, [name], authors=["Zork", "Ott"])
    assert row["statements"] == []
    assert row["classes"][0]["kind"] == "name"


def test_names_of_authors_in_marks_show_no_statement():
    def row(mark):
        members = [member(place, 0, 4) for place in (0, 1)]
        name = {"class": "7", "members": members, "wordings": ["Zork"], "genes": ["Zork"]}
        texts = ["Zork gene (Zork and Ott, 2004).", "Zork sings."]
        return answered([{"text": texts[0], "citations": [mark]}, {"text": texts[1]}], [name])

    mark = {"start": 11, "end": 29, "cites": True}
    named = row(mark)
    assert named["statements"] == []
    assert (named["classes"][0]["kind"], named["classes"][0]["genes"]) == ("name", [])
    (plain,) = row(mark | {"start": 16})["classes"]
    assert plain["genes"] == ["Zork"]


def test_classes_keep_the_genes_that_are_told_of_the_work():
    members = [member(place, 0, 5) for place in (0, 1)]
    classes = [
        {"class": "1", "members": members, "genes": ["Zork2"], "gene_ids": {"Zork2": "7"}},
        {"class": "2", "members": members, "genes": ["anti-spasmodic", "Zork2"]},
        {"class": "3", "members": members, "genes": ["auxin"], "gene_ids": {"auxin": "8"}},
    ]
    citances = [{"text": "Zork2 with auxin is anti-spasmodic."}, {"text": "Zork2 sings."}]
    kept = answered(citances, classes)["classes"]
    assert [one.get("genes") for one in kept] == [["Zork2"], ["Zork2"], []]
    assert [one.get("gene_ids") for one in kept] == [{"Zork2": "7"}, {}, {}]


def test_a_citance_of_an_author_of_the_work_is_a_self_citation():
    citances = [
        {"text": "We sang.", "article": {"authors": ["Zork", "Ott"], "initials": ["A", "B"]}},
        {"text": "They sang.", "article": {"authors": ["Newt"], "initials": ["A"]}},
        {"text": "Somebody sang."},
    ]
    row = answered(citances, [], authors=["Zork"], initials=["A"])
    assert [one.get("self_citation") for one in row["citances"]] == [True, None, None]


MARKS = ("Zork (2004)", "Petty (2014)")
LISTED = "Frogs croak [1], and Zork2 raises sleep of tree frogs in all cold ponds of the hills [2]."


def listed(source, text=LISTED):
    marks = [("[1]", False), ("[2]", True)]
    citations = [
        {"start": text.index(mark), "end": text.index(mark) + 3, "cites": cites}
        for mark, cites in marks
        if mark in text
    ]
    return {"text": text, "source": source, "citations": citations}


def sleep_class(citances):
    members = [
        member(place, one["text"].index("sleep"), one["text"].index("sleep") + 5)
        for place, one in enumerate(citances)
    ]
    return {"class": "7", "kind": "content", "members": members, "wordings": ["sleep"]}


def test_rows_say_what_belongs_to_the_marks_of_the_work():
    citances = [listed("a"), {"text": "Zork2 raises sleep.", "source": "b"}]
    row = answered(citances, [sleep_class(citances)])
    (start, end), *others = row["citances"][0]["scope"]
    assert not others
    assert LISTED[start:end].startswith("Zork2 raises sleep")
    assert row["citances"][1]["scope"] == [(0, 19)]
    answer = with_answer(work({"cited": {"key": "k"}, "citances": citances[:1]})).citances[0].claim
    assert answer == LISTED[start:end]


def test_marks_that_are_named_without_more_are_those_of_the_work():
    text = "Zork2 raises sleep [7], lowers noise [8] and wakes frogs [9]."
    row = answered([{"text": text, "citations": [{"start": 37, "end": 40}]}], [])
    assert [text[slice(*span)] for span in row["citances"][0]["scope"]] == [
        "Zork2",
        "lowers noise [8]",
    ]


def test_a_row_whose_marks_say_no_work_is_answered_as_without_marks():
    """Rows of `citalign align` have the marks that were found, of which works is not known."""
    text = "The critique of Zork (2004) by Petty (2014) was never answered."
    bare = {"text": text, "source": "a"}
    places = [(text.index(name), text.index(name) + len(name)) for name in MARKS]
    marks = [{"start": start, "end": end, "cites": False} for start, end in places]
    rows = [answered([one], [], first_author="Zork") for one in (bare, bare | {"citations": marks})]
    (expected,) = rows[0]["differing"]
    assert rows[1]["differing"] == [expected]


def test_a_near_copy_is_one_witness_and_is_told():
    words = "Zork2 raises the sleep of tree frogs in all cold ponds of the hills at night"
    citances = [
        {"text": f"{words} [1].", "source": "a"},
        {"text": f"Indeed, {words} [4].", "source": "b"},
        {
            "text": "Frogs of the trees: their sleep is raised by Zork2, as we heard in ponds.",
            "source": "c",
        },
    ]
    given = work({"cited": {"key": "k"}, "citances": citances, "classes": [sleep_class(citances)]})
    answer = with_answer(given)
    assert answer.copies == [[0, 1]]
    statement = answer.statements[0]
    assert statement.articles == 3
    assert answer.copied_articles(statement) == 2
    alone = [c | {"source": "a"} for c in citances[:2]]
    assert with_answer(work({"cited": {"key": "k"}, "citances": alone})).copies is None


def test_a_sentence_that_says_the_reverse_supports_no_statement():
    citances = [
        {"text": "MGT1 reduces sodium in shoots during sleep.", "source": "a"},
        {"text": "MGT1 lowers sodium in shoots, as sleep does.", "source": "b"},
        {"text": "MGT1 raises sodium in shoots during sleep.", "source": "c"},
        {"text": "Sodium in shoots is reduced by MGT1 in sleep.", "source": "d"},
    ]
    row = answered(citances, [sleep_class(citances)])
    statement = row["statements"][0]
    assert sorted(statement["places"]) == [0, 1, 3]
    assert statement["articles"] == 3
    (contrary,) = statement["contrary"]
    assert (contrary["kind"], contrary["place"]) == ("direction", 2)


def test_words_of_the_subject_adverbs_and_a_word_twice_show_no_statement():
    citances = [{"text": "Rice frogs quickly sing rice.", "source": name} for name in "ab"]
    words = {"rice": (0, 4), "frogs": (5, 10), "quickly": (11, 18), "Rice": (24, 28)}
    classes = [
        {
            "class": name,
            "kind": "content",
            "members": [member(place, *span) for place in (0, 1)],
            "wordings": [name],
        }
        for name, span in words.items()
    ]
    row = answered(citances, classes)
    assert row["statements"][0]["classes"] == ["rice", "frogs"]
    about = {"cited": {"key": "k"}, "citances": citances, "classes": classes, "subjects": ["rice"]}
    assert with_answer(work(about)).statements[0].classes == ["frogs"]


FROGS = (
    "Croak1 controls how loudly pond frogs call at night.",
    "The calls of pond frogs depend on Croak1.",
    "Frogs that lack Croak1 hardly call in spring.",
    "In pond frogs, the gene Croak1 makes calls louder.",
    "Loud calls at night need Croak1, as pond frogs show.",
    "Calls of frogs are controlled by Croak1 and its partners.",
    "Croak1 raises the number of calls that pond frogs give.",
)
FOREIGN = (
    "Basalt weathers faster where monsoon rains erode the terraces of volcanic islands, and the "
    "clay is carried to deltas by rivers that flood every autumn."
)


def test_sentences_that_may_not_belong_are_named():
    def row(*texts):
        citances = [{"text": text, "source": f"PMC{n}"} for n, text in enumerate(texts)]
        return answered(citances, [], title="Croak1 controls the calls of pond frogs")

    (one,) = row(*FROGS, FOREIGN)["odd"]
    assert one["place"] == len(FROGS)
    assert 0 < one["probability"] <= 1
    assert "odd" not in row(*FROGS)


def test_what_a_sentence_would_fit_is_told_where_its_references_are_known():
    def odd(**fields):
        texts = [*FROGS, FOREIGN]
        citances = [{"text": text, "source": f"PMC{n}"} for n, text in enumerate(texts)]
        citances[-1] |= fields
        row = answered(citances, [], title="Croak1 controls the calls of pond frogs")
        return row.get("odd", [{"probability": 0.0}])[0]

    basalt = {"title": "Weathering of basalt", "label": "2", "why": "next", "better": 6.0}
    fitting, unknown, none = odd(fits=[basalt]), odd(), odd(fits=[])
    assert fitting["fits"] == basalt
    assert "fits" not in unknown
    assert fitting["probability"] > unknown["probability"] > none["probability"]
