"""Two texts side by side as HTML that is read without a script.

Each sentence names its partners by their numbers, with links; the script draws ribbons instead.
"""

from collections.abc import Sequence

from .phrases import counted
from .safe_html import isolated, plain
from .sentence_pairs import SentenceLink, TextPair, pair_name, partners

_SIDES = "ab"
_ROUNDED = 4  # decimals of a probability


def pair_html(pair: TextPair, name: str) -> str:
    """The section of two texts; its id and those of the sentences begin with ``name``."""
    heads, lists = [], []
    language = f' lang="{plain(pair.language)}"' if pair.language else ""
    for side, text in enumerate(pair.texts):
        found = partners(pair, side)
        linked = sum(map(bool, found))
        total = len(text.sentences)
        heads.append(
            f'<div class="called"><h2 id="{name}-{_SIDES[side]}">{isolated(text.name)}</h2>'
            f'<p class="counts">{linked:,} of {counted(total, "sentence")} aligned</p></div>\n'
        )
        items = [
            _sentence(sentence, place, links, name, side)
            for place, (sentence, links) in enumerate(zip(text.sentences, found, strict=True))
        ]
        nothing = "" if items else '<li class="alone">no sentences</li>\n'
        lists.append(
            f'<ol class="sentences" aria-labelledby="{name}-{_SIDES[side]}"{language}>\n'
            f"{''.join(items)}{nothing}</ol>\n"
        )
    return (
        f'<section class="pair" id="{name}" aria-label="{plain(pair_name(pair))}">\n'
        f'<div class="top"><div class="heads">{heads[0]}{heads[1]}</div></div>\n'
        f'<div class="sides">{lists[0]}{lists[1]}</div>\n</section>\n'
    )


def contents_html(pairs: Sequence[TextPair], names: Sequence[str]) -> str:
    """Links to the sections of several pairs; the script makes a menu of them."""
    items = []
    for pair, name in zip(pairs, names, strict=True):
        first, second = (isolated(text.name) for text in pair.texts)
        counts = f'<span class="about">({counted(len(pair.links), "link")})</span>'
        items.append(f'<li><a href="#{name}">{first} &ndash; {second}</a> {counts}</li>\n')
    return f'<nav class="pairs" aria-label="Texts"><ul>\n{"".join(items)}</ul></nav>\n'


def _sentence(text: str, place: int, links: Sequence[SentenceLink], name: str, side: int) -> str:
    """A sentence with links to its partners."""
    shown = f'<span class="text" dir="auto">{plain(text.strip())}</span>'
    own = f'id="{name}-{_SIDES[side]}{place + 1}" value="{place + 1}"'
    if not links:
        return f'<li {own} class="alone">{shown}</li>\n'
    marks = " ".join(_partner(link, name, side) for link in links)
    return f'<li {own}>{shown} <span class="partners">{marks}</span></li>\n'


def _partner(link: SentenceLink, name: str, side: int) -> str:
    number = link.places[1 - side] + 1
    sure = f"{link.probability:.2f}"
    return (
        f'<a class="partner" href="#{name}-{_SIDES[1 - side]}{number}" '
        f'data-probability="{round(link.probability, _ROUNDED)}" '
        f'aria-label="Partner {number}, probability {sure}">{number} '
        f'<span class="sure">{sure}</span></a>'
    )
