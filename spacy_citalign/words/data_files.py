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
