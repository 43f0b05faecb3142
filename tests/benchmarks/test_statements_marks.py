"""Which marks of a group cite its work: by stand-ins, by what is stated, by year and surname."""

from benchmarks.statements.marks import marked_sentences


def own(row):
    """Return for each sentence the marks that cite the work."""
    return [
        [text[mark.start : mark.end] for mark in marks if mark.cites]
        for text, marks in marked_sentences(row)
    ]


def group(*texts, target="P05-1012", **fields):
    return {"target": target, "citances": [{"text": text} | fields for text in texts]}


def test_stand_ins_say_which_marks_cite_the_work():
    raw = "Frogs sing [<|other_cit|>, <|multi_cit|>] at night [<|cit|>]."
    row = {"target": "ponds-1", "citances": [{"text": "Frogs sing at night.", "raw": raw}]}
    ((text, marks),) = marked_sentences(row)
    assert text == "Frogs sing [1, 1] at night [1]."
    assert [mark.cites for mark in marks] == [False, True, True]


def test_the_stated_mark_cites_the_work():
    row = group("Frogs (Zork, 2004) and toads (Ott, 2005) sing.", marker="Zork, 2004")
    assert own(row) == [["Zork, 2004"]]


def test_marks_of_the_year_and_the_usual_surname_cite_the_work():
    row = group(
        "Frogs (Zork, 2005) sing.",
        "Toads (Zork, 2005) sing.",
        "Newts (Ott, 2005; Zork, 2005) do not.",
        "Ponds (Ott, 2005) are wet.",
        "Mud (Ott, 1999) is too.",
    )
    found = own(row)
    assert [len(marks) for marks in found] == [1, 1, 1, 1, 0]
    assert "Zork" in found[2][0]
    assert "Ott" in found[3][0]


def test_without_a_year_in_the_key_no_mark_is_chosen():
    assert own(group("Frogs (Zork, 2005) sing.", target="ponds")) == [[]]
