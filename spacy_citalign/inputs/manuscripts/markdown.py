"""Manuscripts in Markdown, with citations as Pandoc and Quarto have them."""

from collections.abc import Sequence

from ..articles import Kind
from .markdown_blocks import Line, blocks, without_comments
from .markdown_words import KEY, MarkdownWords, key_of
from .records import Quotation
from .traced import TracedText


def write_markdown(
    source: str, start: int, name: str, text: TracedText, keys: frozenset[str]
) -> str:
    """Write the text of a manuscript, and return its first heading, "" where there is none.

    Args:
        source: its file.
        start: the character behind the metadata.
        name: of the file.
        text: takes what is written.
        keys: of the bibliography.
    """
    source = without_comments(source)
    file = text.add_file(name, source)
    path: list[tuple[int, str]] = []
    first = ""

    def paragraph(lines: Sequence[Line], kind: Kind) -> list[list[Line]]:
        words = MarkdownWords(lines, text, file, keys)
        words.write()
        section = tuple(title for _, title in path)
        is_abstract = section and section[-1].strip(". ").lower() in ("abstract", "summary")
        text.end_paragraph("abstract" if kind == "text" and is_abstract else kind, section)
        return words.notes

    for block in blocks(source, start):
        if block.kind == "table":
            found = (key_of(one) for line in block.lines for one in KEY.finditer(line.text))
            text.left_out["table"] += sum(key in keys for key in found)
            continue
        begin = text.length
        if block.level:
            path[:] = [one for one in path if one[0] < block.level]
        waiting = paragraph(block.lines, block.kind)
        if block.level and text.length > begin:
            title = text.last_paragraph()
            first = first or title
            path.append((block.level, title))
        elif block.is_quotation and text.length > begin:
            text.quotations.append(Quotation(begin, text.length - 1))
        while waiting:
            waiting += paragraph(waiting.pop(0), "note")
    return first
