"""Words and weights in plain files beside the modules that read them; ``#`` begins a comment."""

from importlib.resources import files


def data_rows(package: str, name: str) -> list[list[str]]:
    """Return the cells of each line of a file of a package; tabs divide them."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]


def word_list(package: str, name: str) -> frozenset[str]:
    """Return the words of a file: as many on a line as there are, with blanks between them."""
    return frozenset(word for (cell,) in data_rows(package, name) for word in cell.split())


def word_lists(package: str, name: str) -> dict[str, frozenset[str]]:
    """Return lists of words by their names: lines of a name, a tab and words."""
    lists: dict[str, frozenset[str]] = {}
    for list_name, words in data_rows(package, name):
        lists[list_name] = lists.get(list_name, frozenset()).union(words.split())
    return lists


def named_weights(package: str, name: str) -> dict[str, float]:
    """Return weights by their names: lines of a name, a tab and a number."""
    return {feature: float(weight) for feature, weight in data_rows(package, name)}


def read_phrases(package: str | None, name: str) -> dict[str, list[str]]:
    """Return the phrases of a file, one a line, by the heading over them, "" before the first.

    A heading stands in square brackets on a line of its own.

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
