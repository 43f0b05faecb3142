"""Lists of words and of phrases in text files of the package, by the headings over them.

A heading stands in square brackets on a line of its own, and "#" begins a comment. What stands
before the first heading is listed under "".
"""

from importlib.resources import files


def read_phrases(package: str | None, name: str) -> dict[str, list[str]]:
    """Return the phrases of a file, one a line, by their heading.

    Args:
        package: of the file, as ``__package__`` has it.
        name: of the file.
    """
    lists: dict[str, list[str]] = {}
    heading = ""
    for line in files(package or "").joinpath(name).read_text(encoding="utf-8").splitlines():
        phrase = line.partition("#")[0].strip()
        if phrase.startswith("["):
            heading = phrase.strip("[]")
        elif phrase:
            lists.setdefault(heading, []).append(phrase)
    return lists


def read_words(package: str | None, name: str) -> dict[str, list[str]]:
    """Return the words of a file, parted by blanks, by their heading; see ``read_phrases``."""
    lists = read_phrases(package, name)
    return {heading: " ".join(phrases).split() for heading, phrases in lists.items()}
