"""The addresses of works and articles; keys and names may hold anything, "/" among it."""

from urllib.parse import quote

_PLAIN = ":/(),;@!"  # of what stands in keys


def work_address(key: str) -> str:
    """Return the address of the page of a work.

    >>> work_address("doi:10.5555/frogs"), work_address("Zork 2004, Frogs?")
    ('/works/doi:10.5555/frogs', '/works/Zork%202004,%20Frogs%3F')
    """
    return f"/works/{_quoted(key)}"


def article_address(name: str, start: int | None = None) -> str:
    """Return the address of the page of an article, at the sentence that starts at a character."""
    return f"/articles/{_quoted(name)}" + ("" if start is None else f"#s{start}")


def data_address(address: str, kind: str = "") -> str:
    """Return the address of the JSON of a page, or of another kind of it.

    >>> data_address("/works/pmid:7"), data_address("/works/pmid:7", "csl")
    ('/api/works/pmid:7', '/api/csl/pmid:7')
    """
    if kind:
        address = f"/{kind}/{address.split('/', 2)[2]}"
    return f"/api{address}"


def _quoted(name: str) -> str:
    """Return a name as the end of an address, which no client makes shorter.

    >>> _quoted("a//b"), _quoted("../b")
    ('a%2F%2Fb', '..%2Fb')
    """
    shortened = any(step in ("", ".", "..") for step in name.split("/"))
    return quote(name, safe=_PLAIN.replace("/", "") if shortened else _PLAIN, errors="replace")
