"""Annotated texts in the lines of JSON that Prodigy reads, to correct annotations by hand.

Where the words of a text are known they are its ``tokens``, and a span that begins and ends with
words has their numbers, the last one included, as Prodigy counts.
"""

import json
from typing import Any

from .annotated import AnnotatedText, Annotation


def prodigy_line(text: AnnotatedText) -> str:
    r"""Return the line of a text.

    >>> gene = Annotation(6, 9, "Gene", {"confidence": "0.9"})
    >>> print(prodigy_line(AnnotatedText("a", "Frogs p53", (gene,), {}, ((0, 5), (6, 9)))), end="")
    ... # doctest: +ELLIPSIS
    {"text": "Frogs p53", "spans": [{"start": 6, "end": 9, "label": "Gene", ...
    """
    task: dict[str, Any] = {"text": text.text}
    first = {start: number for number, (start, _) in enumerate(text.words)}
    last = {end: number for number, (_, end) in enumerate(text.words)}
    task["spans"] = [_span(one, first, last) for one in text.annotations]
    if text.words:
        task["tokens"] = [
            {
                "text": text.text[start:end],
                "start": start,
                "end": end,
                "id": number,
                "ws": text.text[end : end + 1].isspace(),
            }
            for number, (start, end) in enumerate(text.words)
        ]
    task["meta"] = {"id": text.id, **text.about}
    return json.dumps(task, ensure_ascii=False) + "\n"


def _span(one: Annotation, first: dict[int, int], last: dict[int, int]) -> dict[str, Any]:
    span: dict[str, Any] = {"start": one.start, "end": one.end, "label": one.kind}
    if one.start in first and one.end in last:
        span |= {"token_start": first[one.start], "token_end": last[one.end]}
    return span | one.facts
