"""Who is answered: names of this machine, requests that read, no pages of other sites."""

import pytest

from spacy_citalign.app.web.guard import is_loopback


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:9", "[::1]", "[::1]:80"])
def test_names_of_this_machine_are_answered(site, host):
    assert site.get("/api/library", Host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "user@localhost",
        "",
        "[::1].evil",
    ],
)
def test_other_names_are_refused(site, host):
    answer = site.get("/api/library", Host=host)
    assert answer.status == 400
    assert answer.json() == {"error": "this name is none of this server"}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FROG"])
@pytest.mark.parametrize("path", ["/", "/works/pmid:11", "/api/library"])
def test_nothing_is_written(site, path, method):
    answer = site.get(path, method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/", "/api/library", "/works/doi:10.5555/f", "/nowhere"])
def test_head_is_as_get_without_the_text(site, path):
    head, whole = site.get(path, "HEAD"), site.get(path)
    assert head.text == ""
    assert head.status == whole.status
    same = head.headers.keys() - {"date"}
    assert {name: head.headers[name] for name in same} == {
        name: whole.headers[name] for name in same
    }


def test_pages_of_other_sites_get_nothing_but_may_lead_here(site):
    def status(**headers):
        return site.get("/api/library", **headers).status

    assert status(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors") == 403
    assert status(Sec_Fetch_Site="same-site", Sec_Fetch_Mode="cors") == 403
    assert status(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate") == 200
    assert status(Sec_Fetch_Site="same-origin", Sec_Fetch_Mode="cors") == 200
    assert "access-control-allow-origin" not in site.get("/", Origin="http://x.example").headers


@pytest.mark.parametrize(
    "path", ["/", "/works/doi:10.5555/f", "/api/library", "/nowhere", "/api/x"]
)
def test_headers_are_safe(site, path):
    headers = site.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["content-security-policy"].startswith("default-src 'none'; ")
    assert headers["content-security-policy"].endswith("frame-ancestors 'none'")
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_addresses_of_this_machine_alone():
    assert all(map(is_loopback, ["127.0.0.1", "127.1.2.3", "::1", "localhost"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "192.168.0.2", "frog.example"]))
