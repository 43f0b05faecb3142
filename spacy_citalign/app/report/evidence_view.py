"""The likeliest places of a cited article, as they stand on the page with what cites them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from ...schema import IDENTIFIERS, Article, Citance, EvidencePlace, Statement, WorkAnswer
from .safe_html import identifier_url, passage_url, pdf_url
from .sentence_pieces import Highlight, Piece, sentence_pieces, text_pieces

_PDF = "pdf"
EVEN = 0.5  # support below it is rather of another article than of this one
_WITH_TEXT = ("pmcid", "doi")  # identifiers whose address shows the text of the article


class PlaceView(NamedTuple):
    """A sentence of the cited article.

    Attributes:
        probability: of one citing sentence, or the mean of several, as it is printed.
        section: where it stands, and on which page of a PDF, "" where that is not known.
        pieces: its text, matched words set off.
        url: where it is to be read, "" where that is not known.
        citing: the citing sentence, matched words set off; [] where several are meant.
    """

    probability: str
    section: str
    pieces: list[Piece]
    url: str
    citing: list[Piece]


def statement_places(work: WorkAnswer, statement: Statement) -> list[PlaceView] | None:
    """Return the places of a statement, likeliest first; None where nobody looked.

    Their probability is the mean over the citances that say the statement; one that has not found a
    place counts 0 there.
    """
    said = [work.citances[place].evidence for place in statement.places]
    looked = [evidence for evidence in said if evidence is not None]
    if not looked:
        return None
    means: defaultdict[str, float] = defaultdict(float)
    best: dict[str, EvidencePlace] = {}
    for evidence in looked:
        for one in evidence:
            means[one.text] += one.probability / len(looked)
            if one.text not in best or best[one.text].probability < one.probability:
                best[one.text] = one
    likeliest = sorted(means, key=lambda text: -means[text])[: max(map(len, looked))]
    address = _address(work)
    return [_view(best[text], means[text], address) for text in likeliest]


def citance_places(work: WorkAnswer, citance: Citance) -> list[PlaceView] | None:
    """Return the places of a citance, each with the citance; None where nobody looked."""
    if citance.evidence is None:
        return None
    address = _address(work)
    places = []
    for one in citance.evidence:
        matched = _matched((match.citance for match in one.matches), citance.text)
        citing = sentence_pieces(citance, matched)
        places.append(_view(one, one.probability, address)._replace(citing=citing))
    return places


def low_support(work: WorkAnswer) -> str:
    """Return that the article supports none of the sentences that cite it, "" where it does.

    Less than even odds that it is the one that says it, of each of them.
    """
    supports = [one.support.probability for one in work.citances if one.support is not None]
    most = max(supports, default=1.0)
    if most >= EVEN:
        return ""
    of_all = f"each of the {len(supports)} sentences" if len(supports) > 1 else "the sentence"
    return (
        f"Support is below {EVEN:.2f} for {of_all} looked for in its article ({most:.2f} at most): "
        "see whether it is the right one."
    )


def _matched(spans: Iterable[tuple[int, int]], text: str) -> list[Highlight]:
    return [Highlight(*span, "matched") for span in spans if span[0] < span[1] <= len(text)]


def _view(one: EvidencePlace, probability: float, address: tuple[str, str] | None) -> PlaceView:
    """Return a place as it stands on the page; the address is an identifier, or that of a PDF."""
    matched = _matched((match.sentence for match in one.matches), one.text)
    url = None
    if address is not None and address[0] == _PDF:
        url = pdf_url(address[1], one.page)
    elif address is not None:
        has_text = address[0] in _WITH_TEXT
        url = passage_url(*address, one.text) if has_text else identifier_url(*address)
    pieces = text_pieces(one.text, matched)
    return PlaceView(f"{probability:.2f}", where_of(one), pieces, url or "", [])


def where_of(place: EvidencePlace) -> str:
    """Return section and page of a place, "" where they are not known."""
    page = f"page {place.page}" if place.page else ""
    return ", ".join(filter(None, [(place.section or "").strip(), page]))


def _address(work: WorkAnswer) -> tuple[str, str] | None:
    """Return where the article is found: its PDF, else an identifier, first one that shows it."""
    article = work.cited.article or Article()
    if article.file and pdf_url(article.file, None):
        return _PDF, article.file
    for kind in dict.fromkeys((*_WITH_TEXT, *IDENTIFIERS)):
        value = article.text_of(kind) or work.cited.text_of(kind)
        if value and identifier_url(kind, value):
            return kind, value
    return None
