"""Who differs, in words: never silence, and no more than is known."""

from report_rows import pond_row, work

from spacy_citalign.app.report.disagreement_text import direction_text, none_differ
from spacy_citalign.schema import Direction


def silent(**more):
    return work(pond_row() | {"differing": [], "comparing": []} | more)


def test_none_found_is_said_with_what_is_found_of_a_hundred():
    assert none_differ(silent(min_differs=0.7, differing_found=0.4)) == (
        "None found among 6 sentences; of the disputes that a reader finds, this finds about 40 in "
        "100"
    )
    assert none_differ(silent()).startswith("None found among 6 sentences; of the disputes")


def test_at_another_probability_only_what_is_known_is_said():
    assert none_differ(silent(min_differs=0.5)).startswith(
        "None found among 6 sentences with probability 0.5 and more; how many of the disputes that "
        "a reader finds this finds is known for 0.7 only: about "
    )


def test_directions_are_counted_in_sentences_where_articles_are_not_known():
    def text(*counts, articles=True):
        sides = [
            {"says": says, "places": [*range(count)]} | ({"articles": count} if articles else {})
            for says, count in zip(("lowers", "raises", "does not raise"), counts, strict=False)
        ]
        return direction_text(Direction(agent="MGT1", target="sodium", sides=sides))

    assert text(4, 1) == "sodium: 4 articles say that MGT1 lowers it, 1 that MGT1 raises it"
    assert text(1, 1, 1, articles=False) == (
        "sodium: 1 sentence says that MGT1 lowers it, 1 that MGT1 raises it, "
        "1 that MGT1 does not raise it"
    )
