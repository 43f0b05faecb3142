"""Authors that a text names where it cites."""

import pytest

from spacy_citalign.citations.marks.author_year import find_named_authors


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Shown by Smith et al.", ["Smith et al."]),
        ("Smith et al. [4] and Ng and colleagues agree", ["Smith et al.", "Ng and colleagues"]),
        ("Moss counts (Miller and Jones, 2003) differ", ["Miller and Jones, 2003"]),
        ("Ng's (1999) rules", ["Ng's (1999)"]),
        ("It follows Lee & Brown [7]", ["Lee & Brown"]),
        ("Lee, A. B.; Brown, C. (2007) Moss.", ["Lee, A. B.", "Brown, C. ", "Brown, C. (2007)"]),
        # These are no authors.
        ("Knuth's algorithm counts moss", []),
        ("A hidden Markov model (HMM) of 2004", []),
        ("WordNet and FrameNet [4]", []),
        ("SemEval (2007) had moss", []),
        ("vitamin C, E. coli and A. thaliana", []),
        ("R & D [3] of plans", []),
        ("et al", []),
        ("", []),
    ],
)
def test_authors_are_named_with_what_belongs_to_the_citation(text, named):
    assert [text[start:end] for start, end in find_named_authors(text).spans] == named


def test_surnames_are_words_as_written_without_years_and_possessives():
    text = "Ng's (1999) rules; van der Berg et al., 2004; (O'Neil & Lee-Moss, 2001)."
    surnames = find_named_authors(text).surnames
    # Tokens part at hyphens.
    assert surnames == {"Ng", "Berg", "O'Neil", "Lee-Moss", "Lee", "Moss"}


def test_marks_that_are_known_name_authors_if_they_begin_with_letters_and_have_a_year():
    text = "moss [3] grows (Braun ’04; Weiss, n.d.)"
    stated = [(text.index("3"), text.index("3") + 1), (text.index("Weiss"), len(text) - 1)]
    assert find_named_authors(text).surnames == set()
    assert find_named_authors(text, stated).surnames == {"Weiss"}
