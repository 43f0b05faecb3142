"""One self-contained HTML page of marked sentences: no script, no file or address outside it."""

from collections import defaultdict
from collections.abc import Sequence
from html import escape

from spacy_citalign.report.marked import Mention, printable

# What displaCy fills in for each marked stretch. It escapes {text}; {label}, {bg} and {number}
# are ours. No space stands inside the mark beside the text, so that the page's text is the
# sentence and the numbers, nothing else.
MARK_TEMPLATE = (
    '<mark class="entity" style="background: {bg}" title="{label}{said}">{text}'
    '<span class="number">{number}</span></mark>'
)

_STYLE = """
body { font: 1.05rem/1.6 Georgia, serif; color: #1d2125; background: #fff;
       max-width: 46rem; margin: 2.5rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin-top: 2.2rem; }
ol { padding-left: 1.8rem; }
li { margin: 0.6rem 0; }
div.entities { line-height: 1.9 !important; }
mark.entity { color: #1d2125; padding: 0.1em 0.25em; border-radius: 0.25em; }
mark.entity .number { font: 0.65em/1 sans-serif; margin-left: 0.35em; color: #3d4852; }
mark.entity .number:empty { display: none; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1.4rem 0.2rem 0; border-bottom: 1px solid #d8dde1; }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; }
p.note { color: #55606a; font-size: 0.9rem; }
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
<p>{introduction}</p>
<ol>
{items}
</ol>
{counts}
<p class="note">{note}</p>
</body>
</html>
"""


def mark_settings(mention: Mention) -> dict[str, str]:
    """What MARK_TEMPLATE needs besides text and label: the deeper the green, the surer."""
    confidence = mention.get("confidence")
    if confidence is None:
        return {"bg": "hsl(150 60% 84%)", "number": "", "said": ""}
    lightness = 94 - 20 * confidence
    return {
        "bg": f"hsl(150 60% {lightness:.0f}%)",
        "number": f"{confidence:.2f}",
        "said": f", confidence {confidence:.2f}",
    }


def count_wordings(texts: Sequence[str], mentions: Sequence[Sequence[Mention]]) -> list[list[str]]:
    """Rows (wording, times, mean confidence), the most frequent first, then by alphabet."""
    seen: dict[str, list[float | None]] = defaultdict(list)
    for text, found in zip(texts, mentions, strict=True):
        for mention in found:
            wording = text[mention["start_char"] : mention["end_char"]]
            seen[wording].append(mention.get("confidence"))
    rows = []
    for wording, confidences in sorted(seen.items(), key=lambda item: (-len(item[1]), item[0])):
        known = [c for c in confidences if c is not None]
        mean = f"{sum(known) / len(known):.2f}" if known else ""
        rows.append([wording, str(len(confidences)), mean])
    return rows


def html_page(
    title: str,
    introduction: str,
    fragments: Sequence[str],
    *,
    counts: Sequence[Sequence[str]] = (),
    note: str = "",
) -> str:
    """The page. ``fragments`` are HTML already (one a sentence), everything else is plain text."""
    return _PAGE.format(
        title=_plain(title),
        style=_STYLE,
        introduction=_plain(introduction),
        items="\n".join(f"<li>{printable(fragment)}</li>" for fragment in fragments),
        counts=_table(counts),
        note=_plain(note),
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    """The table of wordings; nothing where there are none."""
    if not rows:
        return ""
    head = '<th>Wording</th><th class="figure">Times</th><th class="figure">Mean confidence</th>'
    body = "\n".join(
        f'<tr><td>{_plain(wording)}</td><td class="figure">{_plain(times)}</td>'
        f'<td class="figure">{_plain(mean)}</td></tr>'
        for wording, times, mean in rows
    )
    return (
        "<h2>Wordings found</h2>\n<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )


def _plain(text: str) -> str:
    """``text`` as HTML."""
    return escape(printable(text))
