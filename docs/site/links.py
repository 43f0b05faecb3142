"""Links of the built site: python docs/site/links.py FOLDER fails where one leads nowhere.

Links within the site must lead to a file that is there, and to an anchor that it has; those to
other servers must be addresses that a browser understands. Nothing is asked of these servers.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}", re.IGNORECASE)
_LINKS = {"a": "href", "link": "href", "img": "src", "script": "src"}
# Its addresses begin at the root of a server, as it is shown for any page that is not there.
_NOT_FOUND = "404.html"


class _Page(HTMLParser):
    """The anchors of a page, and its links."""

    def __init__(self, text: str):
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what an element is called, and where it leads."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if _LINKS.get(tag) in values:
            self.links.append(values[_LINKS[tag]])


def broken_links(site: Path) -> list[str]:
    """Return each link of the pages in a folder that leads nowhere, with what is wrong."""
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.name != _NOT_FOUND
    }
    return [
        f"{path.relative_to(site.resolve())}: {link}: {wrong}"
        for path, page in pages.items()
        for link in dict.fromkeys(page.links)
        if (wrong := _wrong(link, path, pages))
    ]


def _wrong(link: str, path: Path, pages: dict[Path, _Page]) -> str:
    """Return what is wrong with a link of a page, "" if nothing is."""
    if re.search(r"\s", link):
        return "has white space"
    parts = urlsplit(link)
    if parts.scheme in {"http", "https"}:
        return "" if _HOST.fullmatch(parts.hostname or "") else "has no host"
    if parts.scheme in {"mailto", "data"}:
        return ""
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return "is no address within the site"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "leads to no file"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "leads to no anchor of the page"
    return ""


def main() -> None:
    """Look at the site in the folder that is named."""
    broken = broken_links(Path(sys.argv[1]))
    if broken:
        sys.exit("\n".join(broken))


if __name__ == "__main__":
    main()
