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
