"""The answer in a terminal: works of most articles first, cut to the width."""

from report_rows import works

from spacy_citalign.app.report.answer_text import answer_text


def row(title, articles, texts, statements=(), differing=()):
    return {
        "cited": {"key": title, "title": title},
        "articles": articles,
        "citances": [{"text": text} for text in texts],
        "statements": list(statements),
        "differing": list(differing),
    }


def test_works_of_most_articles_come_first():
    rows = [row("Toads", 1, ["a"] * 9), row("Frogs", 3, ["a"] * 3), row("Newts", None, ["a"] * 2)]
    assert answer_text(works(rows)).splitlines() == [
        "Frogs: 3 sentences of 3 articles",
        "Toads: 9 sentences of 1 article",
        "Newts: 2 sentences",
    ]
    assert answer_text(works(rows), most=1) == "Frogs: 3 sentences of 3 articles"


def test_the_likeliest_place_of_the_statement_stands_below_it():
    statement = {"places": [0], "articles": 1, "classes": []}
    frogs = row("Frogs", 1, ["Frogs sing."], [statement])
    frogs["cited"]["article"] = {"source": "PMC1"}
    frogs["citances"][0]["evidence"] = []
    assert answer_text(works([frogs])).splitlines()[2:] == ["    in its text: not found"]
    place = {
        "probability": 0.5,
        "section": "Re\x1bsults",
        "text": "The frogs\nsang.",
        "matches": [],
    }
    frogs["citances"][0]["evidence"] = [place]
    assert answer_text(works([frogs])).splitlines()[2:] == [
        '    in its text, Re sults (0.50): "The frogs sang."'
    ]
    place["text"] = "sang " * 99
    lines = answer_text(works([frogs]), width=60).splitlines()[2:]
    assert len(lines) == 2
    assert max(map(len, lines)) <= 60
    del frogs["citances"][0]["evidence"]
    assert len(answer_text(works([frogs])).splitlines()) == 2


def test_a_line_a_work_says_who_differs_and_what_may_not_fit():
    told = {"start": 0, "end": 5, "who": "author"}
    texts = ["Frogs sing.", "Frogs do not.", "They hop.", "Copper corrodes.", "Tin melts."]
    differing = [{"place": place, "probability": 0.8 + place / 10, **told} for place in (0, 1)]
    frogs = row("Frogs", 3, texts, (), differing)
    frogs["odd"] = [{"place": place, "probability": 0.5 - place / 10} for place in (3, 4)]
    sides = [
        {"says": "raises", "places": [0, 2], "articles": 2},
        {"says": "lowers", "places": [1], "articles": 1},
    ]
    frogs["directions"] = [{"agent": "Zork2", "target": "song", "sides": sides}]
    assert answer_text(works([frogs])).splitlines() == [
        "Frogs: 5 sentences of 3 articles, 2 differ",
        '    differs by the author (0.90): "Frogs do not.", 1 more',
        "    song: 2 articles say that Zork2 raises it, 1 that Zork2 lowers it",
        '    may not fit (0.20): "Copper corrodes.", 1 more',
    ]


def test_none_found_is_said_with_what_it_tells():
    frogs, toads = row("Frogs", 2, ["Frogs hop."]), row("Toads", 1, ["Toads do."])
    frogs |= {"comparing": [], "min_differs": 0.7, "differing_found": 0.4}
    assert answer_text(works([frogs, toads])).splitlines() == [
        "Frogs: 1 sentence of 2 articles",
        "    differs: none found",
        "Toads: 1 sentence of 1 article",  # nobody looked
        "Where none is found to differ: of the disputes that a reader finds, this finds",
        "about 40 in 100.",
    ]


def test_lines_fit_the_terminal_and_are_harmless():
    text = "Frogs \x1b[2J sing " + "and sing " * 80
    statement = {"places": [0], "articles": 1, "classes": ["1"]}
    lines = answer_text(works([row("F" * 200, 1, [text], [statement])]), width=60).splitlines()
    assert max(map(len, lines)) <= 60
    assert len(lines) <= 4
    assert "\x1b" not in "".join(lines)


def test_rows_of_older_files_have_no_statement():
    old = {"cited": {"key": "k"}, "citances": [{"text": "a"}]}
    assert answer_text(works([old])) == "k: 1 sentence"
    assert answer_text(works([])) == ""
