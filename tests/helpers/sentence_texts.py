"""Two invented drafts, a summary, and links between their sentences."""

from spacy_citalign.app.report.sentence_pairs import NamedText, SentenceLink, TextPair

DRAFT = (
    "Mountain frogs sleep through most of the winter.",
    "In spring they wake when the ice melts, and the males begin to call at night.",
    "We watched three lakes for two years.",
    "On every visit we counted the frogs that called and took the temperature of the water.",
    "Frogs called earlier in warm years.",
    "Nobody knows whether toads do the same.",
)
FINAL = (
    "Most of the winter, mountain frogs are asleep.",
    "They wake in spring, when the ice melts.",
    "Then males call at night.",
    "So frogs called earlier when it was warm.",
    "At each of three lakes we counted calling frogs and measured the water's temperature.",
    "Permits were given by the province.",
)
SUMMARY = ("Frogs wake when the ice melts.", "They call earlier in warm years.")
LINKS = (
    SentenceLink(0, 0, 0.97),
    SentenceLink(1, 1, 0.94),
    SentenceLink(1, 2, 0.88),
    SentenceLink(2, 4, 0.45),
    SentenceLink(3, 4, 0.9),
    SentenceLink(4, 3, 0.8),
)


def pair_of(first=DRAFT, second=FINAL, links=LINKS, names=("draft.txt", "final.txt"), **more):
    """A pair of texts; links may be plain triples."""
    texts = [NamedText(name, own) for name, own in zip(names, (first, second), strict=True)]
    return TextPair(*texts, [SentenceLink(*link) for link in links], **more)


def three_pairs():
    """The pairs of both drafts and the summary."""
    draft, final, summary = (
        NamedText(name, own)
        for name, own in (("draft.txt", DRAFT), ("final.txt", FINAL), ("sum.txt", SUMMARY))
    )
    return [
        TextPair(draft, final, LINKS),
        TextPair(draft, summary, [SentenceLink(1, 0, 0.8), SentenceLink(4, 1, 0.95)]),
        TextPair(final, summary, [SentenceLink(1, 0, 0.85), SentenceLink(3, 1, 0.9)]),
    ]
