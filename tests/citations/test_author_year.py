"""Authors and years."""

import pytest

from spacy_citalign.citations.marks.author_year import find_author_year


def found(text):
    """Keys, and what is marked where it is not the key itself."""
    marks = find_author_year(text)
    assert {mark.style for mark in marks} <= {"author-year"}
    return [(mark.key, text[mark.start : mark.end]) for mark in marks]


def keys(text):
    return [key for key, _ in found(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(Zork 2004)", [("Zork 2004", "Zork 2004")]),
        ("(Zork, 2004)", [("Zork 2004", "Zork, 2004")]),
        ("(Zork and Ng, 2004)", [("Zork 2004", "Zork and Ng, 2004")]),
        ("(Zork & Ng 2004)", [("Zork 2004", "Zork & Ng 2004")]),
        ("(Zork, Lee, and Ng 2004)", [("Zork 2004", "Zork, Lee, and Ng 2004")]),
        ("(Zork, Lee and Ng 2004)", [("Zork 2004", "Zork, Lee and Ng 2004")]),
        ("(Zork et al.1999)", [("Zork 1999", "Zork et al.1999")]),
        ("(Zork, Ng, et al. 1999)", [("Zork 1999", "Zork, Ng, et al. 1999")]),
        ("(March et al. 1999)", [("March 1999", "March et al. 1999")]),
        ("(Zork et al 1999)", [("Zork 1999", "Zork et al 1999")]),
        ("(J. Zork and A.-B. Ng 1999)", [("Zork 1999", "J. Zork and A.-B. Ng 1999")]),
        ("(Zork AB 1999)", [("Zork 1999", "Zork AB 1999")]),
        ("(Zork, J. B. 1999)", [("Zork 1999", "Zork, J. B. 1999")]),
        ("(Zork et al., in press)", [("Zork in press", "Zork et al., in press")]),
        ("Zork et al. (2004) saw", [("Zork 2004", "Zork et al. (2004)")]),
        ("Zork & Ng [1999] saw", [("Zork 1999", "Zork & Ng [1999]")]),
        ("Zork's (2004) frogs", [("Zork 2004", "Zork's (2004)")]),
        ("Zork and colleagues (2004)", [("Zork 2004", "Zork and colleagues (2004)")]),
        ("Zork (2004, p. 12) saw", [("Zork 2004", "Zork (2004, p. 12)")]),
        ("As Zork et al. 2004 saw", [("Zork 2004", "Zork et al. 2004")]),
    ],
)
def test_one_citation(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(Zork et al., 2004; Lee et al. 2005a, b; 2006)",
            [
                ("Zork 2004", "Zork et al., 2004"),
                ("Lee 2005a", "Lee et al. 2005a"),
                ("Lee 2005b", "b"),
                ("Lee 2006", "2006"),
            ],
        ),
        (
            "(Zork 2005a,b,c)",
            [("Zork 2005a", "Zork 2005a"), ("Zork 2005b", "b"), ("Zork 2005c", "c")],
        ),
        (
            "(Zork 1992, 1994; Ng 1995)",
            [("Zork 1992", "Zork 1992"), ("Zork 1994", "1994"), ("Ng 1995", "Ng 1995")],
        ),
        (
            "(Zork 2001, Ng and Lee 2002)",
            [("Zork 2001", "Zork 2001"), ("Ng 2002", "Ng and Lee 2002")],
        ),
        ("Zork (1992, 1994) saw", [("Zork 1992", "Zork (1992"), ("Zork 1994", "1994")]),
        (
            "Zork et al. (2004; see Lee 2005)",
            [("Zork 2004", "Zork et al. (2004"), ("Lee 2005", "Lee 2005")],
        ),
        ("(see Zork 2004 and Lee 2005)", [("Zork 2004", "Zork 2004"), ("Lee 2005", "Lee 2005")]),
    ],
)
def test_several_citations(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("van der Berg", "van der Berg 1999"),
        ("Le Dorkin", "Le Dorkin et al. 1998"),
        ("Al Azork", "Al Azork and Ng 1978"),
        ("Moraz da Sorka", "Moraz da Sorka et al. 1997"),
        ("Vu Ba-Linh", "Vu Ba-Linh et al. 2002"),
        ("ten Zorke", "ten Zorke et al. 1995"),
        ("O'Zork", "O'Zork et al. 1998"),
        ("O\u2019Zork", "O\u2019Zork et al. 1998"),
        ("d'Arcy", "d'Arcy 1996"),
        ("St. Johnston", "St. Johnston 1996"),
        ("Özork", "Özork and Ng 2002"),
        ("Zoriñas", "Zoriñas et al. 1997"),
        ("Zork-daLima", "Zork-daLima and Ng 2004"),
        ("McMahon", "McMahon 1994"),
        ("Xu", "Xu 1994"),
    ],
)
def test_surnames_are_whole(name, given):
    (citation,) = found(f"seen ({given}).")
    assert citation == (f"{name} {given[-4:]}", given)


@pytest.mark.parametrize(
    "text",
    ["Recently van der Berg et al. (2003) saw", "In Boston, van der Berg et al. (2003) saw"],
)
def test_first_words_of_a_sentence_are_no_names(text):
    assert found(text) == [("van der Berg 2003", "van der Berg et al. (2003)")]


@pytest.mark.parametrize(
    "lead",
    ["e.g., ", "e.g. ", "reviewed in ", "Reviewed by ", "see also ", "cf. ", "see, for example, "],
)
def test_lead_in_words_are_left_out(lead):
    assert found(f"seen ({lead}Zork 2004)") == [("Zork 2004", "Zork 2004")]


@pytest.mark.parametrize(
    "text",
    [
        "(March 2004)",
        "(Figure 3, 2004)",
        "(Invitrogen, 2004)",
        "(WHO 2004)",
        "(born in Boston 2004)",
        "(Zork, unpublished data)",
        "(Zork, personal communication)",
        "in Boston 2004 they",
        "In March (2004) they",
        "in 2004 (2005)",
        "(2004)",
        "(n = 2004)",
        "(Zork 2004%)",
        "(Zork 2004.5)",
        "Zork (2004 frogs)",
        "(Zork 200412)",
        "Zork\n\n(2004)",
        "",
    ],
)
def test_other_years_cite_nothing(text):
    assert found(text) == []


def test_a_year_goes_to_the_authors_just_before():
    assert keys("In 1998 Zork (1999) saw, in 2000, what Ng (2001) saw") == ["Zork 1999", "Ng 2001"]


def test_lines_of_fixed_width_do_not_matter():
    assert keys("seen (Zork\net al.\n2004) in ponds") == ["Zork 2004"]
