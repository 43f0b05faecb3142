"""Invented full texts in every layout of JSON, for tests: they say the same."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.s2orc.reader import s2orc_article

ABSTRACT = "Frogs sleep."
# Of each section number, title and paragraphs; a mark is a pair of its text and its entry, from 1.
Mark = tuple[str, int | None]
Pieces = Sequence[str | Mark]
SECTIONS: tuple[tuple[str, str, tuple[Pieces, ...]], ...] = (
    ("1", "Aim", (("Frogs hop ", ("[1]", 1), ", as ", ("Lee (1999)", 2), " saw."),)),
    ("2", "Methods", (("We looked.",), ("Some ", ("[1]", 1), "-", ("[4]", 4), " hop."))),
    ("2.1", "Ponds", (("Many ", ("[9]", None), "."),)),
)
TEXT = (
    "Life of ponds\nFrogs sleep.\nAim\nFrogs hop [1], as Lee (1999) saw.\nMethods\nWe looked.\n"
    "Some [1]-[4] hop.\nPonds\nMany [9]."
)
CITED = [
    ("[1]", 1),
    ("Lee (1999)", 2),
    ("[1]", 1),
    ("[1]-[4]", 2),
    ("[1]-[4]", 3),
    ("[4]", 4),
]


class Reference(NamedTuple):
    """A reference; ``ids`` as S2ORC has them."""

    first: str
    last: str
    year: str
    title: str
    venue: str
    ids: dict[str, list[str]]

    @property
    def raw(self) -> str:
        """It as it was printed."""
        ids = " ".join(f"{kind}: {values[0]}" for kind, values in self.ids.items())
        return f"{self.last} {self.first}. {self.title}. {self.venue} ({self.year}). {ids}".strip()


REFERENCES = (
    Reference("A", "Yan", "2004", "Frogs awake", "J Frogs", {"PMID": ["11"]}),
    Reference("B", "Lee", "1999", "Toads asleep", "Ponds", {"DOI": ["10.5555/T"]}),
    Reference("C", "Ott", "2001", "Newts", "Lakes", {"arXiv": ["2001.01234"]}),
    Reference("D", "Zork", "2003", "Olms", "Caves", {}),
)
AUTHORS = [{"first": "Ada", "middle": [], "last": "Lake", "suffix": ""}]


def written(pieces: Pieces) -> str:
    """The text of a paragraph."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)


def spans(pieces: Pieces) -> list[tuple[int, int, str, int | None]]:
    """The characters of each mark of a paragraph, its text and its entry."""
    found, place = [], 0
    for piece in pieces:
        if not isinstance(piece, str):
            found.append((place, place + len(piece[0]), *piece))
            piece = piece[0]
        place += len(piece)
    return found


def cite_span(start: Any, end: Any, text: Any, ref_id: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "text": text, "ref_id": ref_id}


def paragraph(text: str, *cited: dict[str, Any], section: Any = "Aim", **more: Any) -> dict:
    """A paragraph of S2ORC with ``cite_span``s."""
    return {"text": text, "cite_spans": [*cited], "ref_spans": [], "section": section, **more}


def _parse() -> dict[str, Any]:
    body = [
        paragraph(
            written(pieces),
            *(
                cite_span(start, end, text, f"BIBREF{entry - 1}" if entry else None)
                for start, end, text, entry in spans(pieces)
            ),
            section=title,
            sec_num=number,
        )
        for number, title, paragraphs in SECTIONS
        for pieces in paragraphs
    ]
    entries = {
        f"BIBREF{place}": {
            "title": one.title,
            "authors": [{"first": one.first, "middle": [], "last": one.last, "suffix": ""}],
            "year": int(one.year),
            "venue": one.venue,
            "other_ids": one.ids,
            "links": "123",
        }
        for place, one in enumerate(REFERENCES)
    }
    return {
        "abstract": [paragraph(ABSTRACT, section="Abstract")],
        "body_text": body,
        "bib_entries": entries,
        "ref_entries": {
            "FIGREF0": {"text": "A pond.", "type": "figure"},
            "TABREF0": {
                "text": "Hops.",
                "type": "table",
                "html": "<table><tr><td>a &amp; b</td><td><i>c</i></td></tr></table>",
            },
            "SECREF0": {"text": "Aim", "type": "section"},
        },
    }


def s2orc_2020() -> dict[str, Any]:
    """The release of 2020, whose metadata are in other files; as CORD-19 has it, they are here."""
    metadata = {"title": "Life of ponds", "authors": AUTHORS}
    return {"paper_id": "77", "_pdf_hash": "ab", "metadata": metadata, **_parse()}


def s2orc_2019() -> dict[str, Any]:
    metadata = {"title": "Life of ponds", "authors": AUTHORS, "abstract": "Else.", "year": "2011"}
    ids = {"doi": "10.5555/Own", "arxiv_id": None, "pmc_id": None, "venue": "Pond life"}
    return {"paper_id": "77", "metadata": metadata | ids, "grobid_parse": _parse()}


def doc2json() -> dict[str, Any]:
    empty = {"body_text": [paragraph("No marks.")], "bib_entries": {}}
    return {
        "paper_id": "77",
        "title": "Life of ponds",
        "authors": AUTHORS,
        "year": "2011",
        "venue": "Pond life",
        "identifiers": {"doi": "10.5555/Own"},
        "abstract": ABSTRACT,
        "latex_parse": empty,
        "pdf_parse": _parse(),
    }


def unarxive(*, digests: Sequence[str] = ("aa0", "bb1", "cc2", "dd3", "ee4")) -> dict[str, Any]:
    """Its marks stand in the text, each of them an entry's digest."""
    body = []
    for number, title, paragraphs in SECTIONS:
        for pieces in paragraphs:
            text = "".join(
                one if isinstance(one, str) else f"{{{{cite:{digests[(one[1] or 5) - 1]}}}}}"
                for one in pieces
            )
            more = {"sec_number": number, "sec_type": "section", "content_type": "paragraph"}
            body.append(paragraph(text, section=title, **more))
    entries = {
        digests[place]: {
            "bib_entry_raw": one.raw,
            "contained_arXiv_ids": [{"id": value} for value in one.ids.get("arXiv", ())],
            "contained_links": [],
            "discipline": "Ponds",
            "ids": {
                "doi": one.ids.get("DOI", [""])[0],
                "pubmed_id": one.ids.get("PMID", [""])[0],
                "open_alex_id": "https://openalex.org/W5",
            },
        }
        for place, one in enumerate(REFERENCES)
    }
    metadata = {"id": "2105.05862", "title": "Life of\n ponds", "authors": "Ada Lake, Bo Pond"}
    return {
        "paper_id": "2105.05862",
        "metadata": metadata | {"doi": None, "journal-ref": None},
        "abstract": paragraph(ABSTRACT, section="Abstract"),
        "body_text": body,
        "bib_entries": entries,
        "ref_entries": {"f0": {"latex": "a", "type": "formula"}},
    }


class _Text:
    """Writes a text and remembers where its parts are."""

    def __init__(self, *, strings: bool) -> None:
        self.text, self.annotations = "", {}
        self._strings = strings

    def add(self, text: str, *names: str, **attributes: Any) -> None:
        for name in names:
            self.mark(name, len(self.text), len(self.text) + len(text), **attributes)
        self.text += text

    def mark(self, name: str, start: int, end: int, **attributes: Any) -> None:
        place = {"start": str(start), "end": str(end)} if self._strings else {}
        item = {"start": start, "end": end, **place}
        self.annotations.setdefault(name, []).append(item | {"attributes": attributes})


def bulk(*, strings: bool = True) -> dict[str, Any]:
    """The S2 API's; offsets and annotations are strings, or what they are."""
    out = _Text(strings=strings)
    out.add("\n")
    out.add("Life of ponds", "title")
    out.add("\n\nAda ")
    out.add("Lake", "authorlastname")
    out.add("\n")
    out.add(ABSTRACT, "abstract")
    for number, title, paragraphs in SECTIONS:
        out.add("\n\n")
        out.add(title, "sectionheader", n=number)
        for pieces in paragraphs:
            out.add("\n")
            begin = len(out.text)
            for start, end, _, entry in spans(pieces):
                attributes = {"ref_id": f"b{entry - 1}"} if entry else {}
                out.mark("bibref", begin + start, begin + end, **attributes)
            out.add(written(pieces), "paragraph")
    for place, one in enumerate(REFERENCES):
        out.add("\n")
        begin = len(out.text)
        out.add(one.last, "bibauthorlastname")
        out.add(f" {one.first}. ")
        out.add(one.title, "bibtitle")
        out.add(". ")
        out.add(one.venue, "bibvenue")
        ids = " ".join(f"{kind}: {values[0]}" for kind, values in one.ids.items())
        out.add(f" ({one.year}). {ids}")
        out.mark("bibentry", begin, len(out.text), id=f"b{place}", matched_paper_id="9")
    annotations: dict[str, Any] = {"formula": None, **out.annotations}
    if strings:
        annotations = {name: one and json.dumps(one) for name, one in annotations.items()}
    return {
        "corpusid": 77,
        "externalids": {"doi": "10.5555/Own", "pubmed": None, "mag": "5"},
        "content": {"source": {"oainfo": None}, "text": out.text, "annotations": annotations},
    }


def grobid_client() -> dict[str, Any]:
    body = []
    for _, title, paragraphs in SECTIONS:
        for pieces in paragraphs:
            refs = [
                {
                    "type": "bibr",
                    "target": f"#b{entry - 1}" if entry else "",
                    "text": text,
                    "offset_start": start,
                    "offset_end": end,
                }
                for start, end, text, entry in spans(pieces)
            ]
            body.append({"id": "p1", "text": written(pieces), "head_section": title, "refs": refs})
    references = [
        {
            "id": f"b{place}",
            "title": one.title,
            "authors": [f"{one.first}. {one.last}"],
            "publication_date": f"{one.year}-05",
            "journal": one.venue,
            **{kind.lower(): values[0] for kind, values in one.ids.items()},
        }
        for place, one in enumerate(REFERENCES)
    ]
    table = {"headers": ["a & b"], "rows": [["c"]]}
    return {
        "level": "paragraph",
        "biblio": {
            "title": "Life of ponds",
            "authors": ["Ada Lake"],
            "doi": "10.5555/Own",
            "publication_date": "2011-05-01",
            "abstract": [{"id": 0, "text": ABSTRACT, "refs": []}],
        },
        "body_text": body,
        "figures_and_tables": [
            {"id": "f0", "type": "figure", "head": "Figure 1.", "desc": "A pond.", "note": ""},
            {"id": "t0", "type": "table", "desc": "Hops.", "content": table, "note": ""},
        ],
        "references": references,
    }


LAYOUTS = {
    "S2ORC 2020": s2orc_2020,
    "S2ORC 2019": s2orc_2019,
    "doc2json": doc2json,
    "unarXive": unarxive,
    "S2 API": bulk,
    "S2 API, no strings": lambda: bulk(strings=False),
    "GROBID JSON": grobid_client,
}


def packed(record: Any) -> bytes:
    """A record as a file."""
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")


ENTRIES = {f"BIBREF{number}": {"title": f"Frogs {number}"} for number in range(5)}


def article_of(text: str, *cited: dict[str, Any], entries: Mapping = ENTRIES) -> Article:
    """An article of one paragraph."""
    body = [paragraph(text, *cited, section=None)]
    return s2orc_article({"paper_id": "7", "body_text": body, "bib_entries": entries}, name="a")
