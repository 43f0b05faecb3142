"""The reader of full texts in JSON, in all its layouts."""

import json

from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.corpora.json_lines import json_object
from spacy_citalign.inputs.formats.s2orc.reader import layout_of, read_s2orc, s2orc_article
from tests.fuzzing.mutation import json_mutator
from tests.fuzzing.target import Target, require, require_spans
from tests.fuzzing.vocabulary import JSON_WORDS
from tests.inputs.s2orc_files import LAYOUTS, bulk, packed

_KEYS = (
    *("paper_id", "metadata", "title", "authors", "year", "venue", "abstract", "body_text", "text"),
    *("section", "sec_num", "cite_spans", "start", "end", "ref_id", "bib_entries", "ref_entries"),
    *("other_ids", "DOI", "num", "pdf_parse", "latex_parse", "grobid_parse", "back_matter", "type"),
    *("sections", "versions", "created", "bib_entry_raw", "contained_links", "url", "ids", "doi"),
    *("content", "annotations", "paragraph", "sectionheader", "bibref", "bibentry", "attributes"),
    *("biblio", "references", "level", "refs", "target", "offset_start", "head_section", "id"),
)
_WORDS = (
    *(f'"{key}":'.encode() for key in _KEYS),
    *(b"{{cite:aa0}}", b"{{formula:f0}}", b"BIBREF1", b"#b1", b"[1-3]", b"[1,", b"3]"),
    *(b"et al. (2004)", b"sentence", b"10.5555/a", b"PMC7", b"2001.01234", b"2.1"),
)


def s2orc_seeds() -> list[bytes]:
    """A full text in each layout, and what is not usual in them."""
    seeds = [packed(make()) for make in LAYOUTS.values()]
    content = bulk(strings=False)
    parts = content.pop("content")
    return [*seeds, packed(content | {"body": parts, "bibliography": parts})]


def _s2orc(data: bytes) -> None:
    for settings in ({}, {"captions": True, "tables": True}):
        article = read_s2orc(data, name="a.json", most_bytes=1 << 20, **settings)
        require_spans(article.text, ((c.start, c.end) for c in article.citations), empty=True)
        lines = article.text.split("\n") if article.paragraphs else []
        shown = [article.text[one.start : one.end] for one in article.paragraphs]
        require(shown == lines, "paragraphs are not on lines of their own")
        require(all(shown), "a paragraph is empty")
        require(all(c.work < len(article.works) for c in article.citations), "a work is missing")
        require(len(article.text) < 20 * len(data) + 1000, "the text is much more than the file")
        works = [[*work] for work in article.works]
        json.dumps([article.id, article.title, article.text, works], ensure_ascii=False).encode()
        "".join(article.unresolved).encode()
        from_article(article)
    record = json_object(data.decode().removeprefix("\ufeff"))
    require(layout_of(record) is not None, "what is read is not known by its keys")
    s2orc_article(record, name="a.json")


TARGETS = [Target("s2orc", _s2orc, s2orc_seeds, (*JSON_WORDS, *_WORDS), json_mutator(_KEYS), 16384)]
