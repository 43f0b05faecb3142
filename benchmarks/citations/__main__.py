"""Marks of citation in plain text: which are found in CRAFT articles, and the weights behind it.

    python -m benchmarks.citations citations --split dev [--record]
    python -m benchmarks.citations sentences --split dev [--record]
    python -m benchmarks.citations superscripts
    python -m benchmarks.citations extent [--record]
    python -m benchmarks.citations merging [--record]
    python -m benchmarks.citations scope [--record]
    python -m benchmarks.citations self [--record]

``citations`` and ``sentences`` are said in ``finder``, ``self`` in ``own_works``; ``superscripts``
fits the weights of ``superscripts``, ``extent`` says which sentences before belong to a citation,
and fits its weights, ``merging`` which references are one work, ``scope`` which words belong to a
mark. ``--show`` prints what is wrong, too.
"""

import argparse
import sys

from spacy_citalign.corpora.craft import craft_articles

from ..common import data_folder
from ..recording import Table, add_record_option, publish
from .extent import extent_tables
from .finder import citation_rows, read_article, sentence_rows, speed
from .merging import merging_tables
from .own_works import own_works_table
from .scope import scope_tables
from .superscripts import fit_superscripts


def main() -> None:
    """Print the tables, or the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "what",
        choices=["citations", "sentences", "superscripts", "extent", "merging", "scope", "self"],
    )
    parser.add_argument("--split", choices=["train", "dev", "test"], default="dev")
    parser.add_argument("--show", action="store_true", help="print what is wrong")
    add_record_option(parser)
    arguments = parser.parse_args()
    if arguments.what == "extent":
        publish("citations", "Extent of citations", extent_tables(), keep=arguments.record)
        return
    if arguments.what == "scope":
        publish("citations", "Scope of citations", scope_tables(), keep=arguments.record)
        return
    if arguments.what == "self":
        publish("citations", "Self-citations", [own_works_table()], keep=arguments.record)
        return
    if arguments.what == "merging":
        tables, is_right = merging_tables(arguments.show)
        publish("citations", "Works of reference lists", tables, keep=arguments.record)
        sys.exit(None if is_right else "references are put together or kept apart wrongly")
    if arguments.what == "superscripts":
        fit_superscripts()
        return
    file = data_folder() / "craft" / "splits.json"
    articles = [read_article(pmid) for pmid in craft_articles(file, arguments.split)]
    if arguments.what == "citations":
        header = ["citations", "P", "R", "F", "right", "found", "gold"]
        rows = list(citation_rows(articles, arguments.show))
        fast = f"{speed(articles):,.0f} characters/s"
        table = Table(f"{arguments.split.capitalize()}:", header, rows, [fast])
    else:
        header = ["gold citations", "count", "right as it is", "right masked"]
        caption = (
            f"Gold citations of {arguments.split} with exactly their sentence, from plain text:"
        )
        table = Table(caption, header, list(sentence_rows(articles, arguments.show)))
    title = "Citations in plain text: `citance_finder`"
    publish("citations", title, [table], keep=arguments.record)


if __name__ == "__main__":
    main()
