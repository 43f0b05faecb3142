"""Links of the built site that lead nowhere are found."""

from pathlib import Path

import pytest

links = pytest.importorskip("links", reason="the tests run without the checkout")

POND = '<h1 id="pond">Pond</h1> <a href="sub/frog.html#legs">a frog</a> <img src="pond.png">'
FROG = (
    '<h2 id="legs">Legs</h2> <a href="../#pond">back</a> <a href="#legs">here</a> '
    '<a href="https://example.org/a?b#c">elsewhere</a> <a href="mailto:frog@example.org">mail</a>'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "pond.png").touch()
    (tmp_path / "index.html").write_text(POND, encoding="utf-8")
    (tmp_path / "sub" / "frog.html").write_text(FROG, encoding="utf-8")
    return tmp_path


def test_links_that_lead_somewhere_are_passed(site):
    assert links.broken_links(site) == []


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("toad.html", "leads to no file"),
        ("sub/frog.html#wings", "leads to no anchor of the page"),
        ("#wings", "leads to no anchor of the page"),
        ("https://", "has no host"),
        ("https://frog/", "has no host"),
        ("https://example.org/a b", "has white space"),
        ("/sub/frog.html", "is no address within the site"),
        ("javascript:alert(1)", "is no address within the site"),
    ],
)
def test_links_that_lead_nowhere_are_told(site, link, wrong):
    (site / "index.html").write_text(f'{POND}<a href="{link}">x</a>', encoding="utf-8")
    assert links.broken_links(site) == [f"index.html: {link}: {wrong}"]


def test_the_command_fails_and_names_them(site, monkeypatch):
    (site / "pond.png").unlink()
    monkeypatch.setattr("sys.argv", ["links.py", str(site)])
    with pytest.raises(SystemExit, match=r"index\.html: pond\.png: leads to no file"):
        links.main()
