"""Addresses of works and articles: what a client makes of them is the name again."""

from urllib.parse import unquote, urljoin, urlsplit

from hypothesis import example, given
from hypothesis import strategies as st

from spacy_citalign.app.web.addresses import article_address, data_address, work_address

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@given(TEXTS)
@example("doi:10.5555/a//b <c>/../d?e#f%2F")
@example("../../etc/passwd")
@example("a/./b/")
@example("//evil.example/a")
@example("\u202ename\x00")
def test_an_address_leads_to_the_name(name):
    for address, start in ((work_address(name), "/works/"), (article_address(name), "/articles/")):
        if name not in (".", ".."):  # which no address can end in
            joined = urlsplit(urljoin("http://127.0.0.1:8765/x/y", address))
            assert (joined.netloc, joined.query, joined.fragment) == ("127.0.0.1:8765", "", "")
            assert unquote(joined.path) == start + name
        assert address.isascii()
        assert not set(address) & set("<>\"' \\")
        assert data_address(address) == f"/api{address}"
        assert unquote(data_address(address, "csl")) == f"/api/csl/{name}"


def test_half_characters_are_no_reason_to_fail():
    assert work_address("a\ud800") == "/works/a%3F"
    assert article_address("PMC1", 7) == "/articles/PMC1#s7"
