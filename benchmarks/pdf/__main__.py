"""Articles as PDF: what is read of them, JATS of the same articles as gold.

    python -m benchmarks.pdf articles [--articles] [--record]
    python -m benchmarks.pdf author-year [--articles] [--record]
    python -m benchmarks.pdf folder [--record]
    python -m benchmarks.pdf speed [--rounds 3] [--record]
    python -m benchmarks.pdf references [--record]
    python -m benchmarks.pdf gate               quality only; fails below a floor
    python -m benchmarks.pdf misses ID

References are found if they have the title (eight in ten letters) and the year of gold. Citing
sentences are counted in pairs with a work that they cite; two sentences are the same if they share
eight in ten words, marks left out, and are matched one to one. Links are works that an article
cites. ``articles`` measures the open pairs, ``author-year`` pages that are set here, ``folder`` the
page of 201 articles of which some are PDFs; ``misses`` prints what is wrong with an article.
``references`` measures the fields of references, see ``references`` and ``printed_references``.
"""

import argparse

from ..recording import add_record_option, publish
from .articles import (
    author_year_tables,
    folder_table,
    gate,
    print_misses,
    quality_tables,
    speed_table,
)
from .printed_references import printed_table
from .references import reference_table


def main() -> None:
    """Print the tables of a part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = ["articles", "author-year", "folder", "speed", "references", "gate", "misses"]
    parser.add_argument("part", choices=parts)
    parser.add_argument("article", nargs="?", help="misses: its name")
    parser.add_argument("--articles", action="store_true", help="a table of articles, too")
    parser.add_argument("--rounds", type=int, default=3, help="speed: the best of so many")
    add_record_option(parser)
    options = parser.parse_args()
    if options.part == "misses":
        print_misses(options.article or parser.error("misses needs the name of an article"))
        return
    if options.part == "gate":
        gate(keep=options.record)
        return
    if options.part == "articles":
        section, tables = "Reading PDFs", quality_tables(each=options.articles)
    elif options.part == "author-year":
        section, tables = "Author and year", author_year_tables(each=options.articles)
    elif options.part == "folder":
        section, tables = "The page of a folder", [folder_table()]
    elif options.part == "references":
        section, tables = "References", [reference_table(), printed_table()]
    else:
        section, tables = "Speed", [speed_table(options.rounds)]
    publish("pdf", section, tables, keep=options.record)


if __name__ == "__main__":
    main()
