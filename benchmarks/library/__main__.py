"""A library on disk: the rows of a report, answers in a second, growth to 10^5 articles, kills.

    python -m benchmarks.library [--folder FOLDER] [--record]
    python -m benchmarks.library large [--articles 100000] [--folder FOLDER] [--record]
    python -m benchmarks.library kills [--folder FOLDER] [--record]

The first reads articles_tulsi and CRAFT, and 1,445 generated articles; some ten minutes. ``large``
adds generated rows of `citalign citances`, a thousand articles at a time, for half an hour at most:
4 GB.
``kills`` kills 40 adds. FOLDER is for what is written, by default one that is removed.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..recording import Table, add_record_option, publish

IDEA = "library"
Tell = Callable[[str, list[Table]], None]


def small(folder: Path, _: argparse.Namespace, tell: Tell) -> None:
    """Compare the rows of real articles, then time questions to 1,445 generated ones."""
    from .real import same_rows
    from .size import asked

    tell("The same rows", [same_rows(folder)])
    tell("Questions to 1,445 articles", asked(folder))


def large(folder: Path, given: argparse.Namespace, tell: Tell) -> None:
    """Let a library grow, then ask."""
    from .large import grow, questions

    library, tables = grow(folder, given.articles, given.minutes)
    tell("Growth", tables)
    tell("Growth", questions(library))


def kills(folder: Path, given: argparse.Namespace, tell: Tell) -> None:
    """Kill adds."""
    from .kills import killed

    tell("Kills", [killed(folder, given.seed)])


COMMANDS = {"small": small, "large": large, "kills": kills}


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.library",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, default="small")
    parser.add_argument("--folder", type=Path, help="for what is written; kept")
    parser.add_argument("--articles", type=int, default=100_000, help="of large")
    parser.add_argument("--minutes", type=float, default=30, help="of large, at most")
    parser.add_argument("--seed", type=int, default=49, help="of kills")
    add_record_option(parser)
    given = parser.parse_args()

    def tell(section: str, tables: list[Table]) -> None:
        publish(IDEA, section, tables, keep=given.record)

    with tempfile.TemporaryDirectory(prefix="library-") as name:
        folder = given.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        COMMANDS[given.command](folder, given, tell)


if __name__ == "__main__":
    main()
