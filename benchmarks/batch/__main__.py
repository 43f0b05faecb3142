"""Runs over corpora: memory of a million records, processors, kills, Ray, a projection.

    python -m benchmarks.batch memory FOLDER [--records 1000000] [--keep]
    python -m benchmarks.batch processes FOLDER
    python -m benchmarks.batch kills FOLDER
    python -m benchmarks.batch ray FOLDER
    python -m benchmarks.batch projection FOLDER

FOLDER is for what is read and written, some hundred megabytes. Texts are abstracts of MEDLINE; the
short ones are stretches of them in which some words are new. All commands are run as a user runs
them, each in a process of its own, unless the text says otherwise.
"""

import argparse
from pathlib import Path

from .kills import kills
from .memory import memory
from .projection import projection
from .speed import processes, ray


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("memory", "processes", "kills", "ray", "projection"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        if name == "memory":
            command.add_argument("--records", type=int, default=1_000_000)
            command.add_argument(
                "--keep", action="store_true", help="never load the pipeline again"
            )
        if name == "kills":
            command.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.command == "memory":
        memory(given.folder, given.records, keep=given.keep)
    elif given.command == "kills":
        kills(given.folder, given.seed)
    else:
        command = {"processes": processes, "ray": ray, "projection": projection}[given.command]
        command(given.folder)


if __name__ == "__main__":
    main()
