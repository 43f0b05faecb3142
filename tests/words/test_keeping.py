"""What is kept of words: so many, and no long ones."""

from spacy_citalign.words.keeping import kept


def test_short_words_are_kept_and_long_ones_made_anew():
    made = []

    @kept(2, 5)
    def size(word, more=0):
        """Count letters."""
        made.append(word)
        return len(word) + more

    assert [size("moss"), size("moss"), size("moss", more=1), size("mosses"), size("mosses")] == (
        [4, 4, 5, 6, 6]
    )
    assert made == ["moss", "moss", "mosses", "mosses"]
    assert size.__doc__ == "Count letters."


def test_of_many_words_the_last_are_kept():
    calls = []
    keep = kept(2)(lambda word: calls.append(word) or word)
    assert [keep(word) for word in "abcca"] == list("abcca")
    assert calls == list("abca")
