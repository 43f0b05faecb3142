"""How often a place is told to say the opposite: of what was chosen, and of reversed claims.

What annotators chose hardly says the opposite, so what is told there is likely wrong. Claims are
reversed by a word of more or less, or a number with a unit, that the chosen sentence has, too.
"""

from collections.abc import Iterator, Mapping, Sequence

from spacy_citalign.corpora.cited_articles import CitedArticleRecord
from spacy_citalign.evidence.opposite import Said, opposites, read_said

from ..recording import Table

_REVERSED = dict(
    pair
    for pair in (
        ("increase", "decrease"),
        ("increases", "decreases"),
        ("increased", "decreased"),
        ("increasing", "decreasing"),
        ("reduce", "increase"),
        ("reduces", "increases"),
        ("reduced", "increased"),
        ("decrease", "increase"),
        ("decreases", "increases"),
        ("decreased", "increased"),
        ("higher", "lower"),
        ("lower", "higher"),
        ("induces", "inhibits"),
        ("inhibits", "induces"),
        ("stimulates", "inhibits"),
        ("enhances", "reduces"),
        ("enhanced", "reduced"),
        ("lowered", "raised"),
    )
)
_SHARED = 3  # words that claim and sentence have in common around what is reversed


def reversed_claims(corpora: Mapping[str, Sequence[CitedArticleRecord]]) -> Table:
    """Return the table."""
    rows = []
    for name, articles in corpora.items():
        told = asked = 0
        reversals = {"direction": [0, 0], "number": [0, 0]}
        for article in articles:
            for citance in article.citances:
                claim = read_said(citance.text)
                for number in {*citance.chosen}:
                    place = read_said(article.sentences[number].text)
                    asked += 1
                    told += bool(opposites(claim, place))
                    for kind, text in _reversals(citance.text, claim, place):
                        found = opposites(read_said(text), place)
                        reversals[kind][0] += 1
                        reversals[kind][1] += any(one.kind == kind for one in found)
        cells = [f"{right} of {count}" for count, right in reversals.values()]
        rows.append([name, str(asked), f"{told} ({told / asked:.3f})", *cells])
    columns = (
        "corpus",
        "citance and chosen sentence",
        "told to say the opposite",
        "claims with direction reversed, found",
        "with another number, found",
    )
    return Table("Places that say the opposite", columns, rows)


def _reversals(text: str, claim: Said, place: Said) -> Iterator[tuple[str, str]]:
    """Yield kind and text of each reversal of a claim."""
    for cue in claim.cues:
        start, end = cue.span
        same = [
            other
            for other in place.cues
            if (other.kind, other.value, other.unit) == (cue.kind, cue.value, cue.unit)
            and len(other.about & cue.about) >= _SHARED
        ]
        word = text[start:end]
        if same and cue.kind == "direction" and word in _REVERSED:
            yield cue.kind, f"{text[:start]}{_REVERSED[word]}{text[end:]}"
        elif same and cue.kind == "number":
            yield cue.kind, f"{text[:start]}{int(cue.value * 2 + 7)}{text[end:]}"
