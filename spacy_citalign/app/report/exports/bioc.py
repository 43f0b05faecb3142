"""Annotated texts in BioC JSON: a document a text, with one passage that is all of it.

Offsets count characters (code points), from 0 at the beginning of the text.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from .annotated import AnnotatedText

_json = partial(json.dumps, ensure_ascii=False)


def bioc_text(texts: Iterable[AnnotatedText], source: str) -> Iterator[str]:
    """Yield pieces of a file, a BioC collection.

    Args:
        texts: are read one by one.
        source: where the collection is from.
    """
    head: dict[str, Any] = {
        "bioctype": "BioCCollection",
        "source": source,
        "date": "",
        "key": "",
        "infons": {},
    }
    yield f'{_json(head)[:-1]}, "documents": ['
    for number, text in enumerate(texts):
        yield f"{',' if number else ''}\n{_json(bioc_document(text))}"
    yield "\n]}\n"


def bioc_document(text: AnnotatedText) -> dict[str, Any]:
    """Return the document of a text."""
    annotations: list[dict[str, Any]] = []
    for number, one in enumerate(text.annotations, start=1):
        place = {"offset": one.start, "length": one.end - one.start}
        annotations.append(
            {
                "bioctype": "BioCAnnotation",
                "id": str(number),
                "infons": {"type": one.kind} | one.facts,
                "text": text.text[one.start : one.end],
                "locations": [{"bioctype": "BioCLocation", **place}],
            }
        )
    passage = {
        "bioctype": "BioCPassage",
        "offset": 0,
        "infons": {},
        "text": text.text,
        "sentences": [],
        "annotations": annotations,
        "relations": [],
    }
    return {
        "bioctype": "BioCDocument",
        "id": text.id,
        "infons": text.about,
        "passages": [passage],
        "annotations": [],
        "relations": [],
    }
