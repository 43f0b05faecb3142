"""The JSON of a library: rows of the schema, stable addresses, refusals that tell what is near."""

import jsonschema
import pytest

from spacy_citalign.app.web.addresses import work_address
from spacy_citalign.library_rows import LibraryArticle, LibraryFacts
from spacy_citalign.schema import CitanceGroup, WorkAnswer

FROGS = "/api/works/doi:10.5555/f"


def test_the_library_says_how_much_it_has(site):
    facts = LibraryFacts.model_validate(site.get("/api/library").json())
    assert (facts.articles, facts.works, facts.citances) == (3, 5, 14)


def test_works_are_listed_most_cited_first(site):
    listed = site.get("/api/works").json()
    assert (listed["total"], listed["start"]) == (5, 0)
    sizes = [(work["articles"], work["citances"]) for work in listed["works"]]
    assert sizes == [(3, 5), (2, 4), (2, 3), (1, 1), (1, 1)]
    part = site.get("/api/works?start=1&limit=2").json()
    assert part["works"] == listed["works"][1:3]
    assert site.get("/api/works?start=5").json()["works"] == []


def test_every_work_and_article_has_its_address(site):
    for work in site.get("/api/works").json()["works"]:
        key = work["cited"]["key"]
        answer = WorkAnswer.model_validate(site.get(f"/api{work_address(key)}").json())
        assert answer.key == key
        assert len(answer.citances) == work["citances"]
        assert site.get(work_address(key)).status == 200
    for article in site.get("/api/articles").json()["articles"]:
        answer = site.get(f"/api/articles/{article['name']}")
        assert LibraryArticle.model_validate(answer.json()).name == article["name"]


def test_a_work_is_the_row_of_a_report(site):
    answer = site.get(FROGS)
    assert answer.headers["content-type"] == "application/json"
    row = WorkAnswer.model_validate(answer.json())
    assert (row.cited.text_of("title"), row.article_count) == ("Frogs awake", 3)
    assert row.is_aligned
    assert row.statements is not None


def test_a_group_is_the_same_without_an_answer(site):
    group = CitanceGroup.model_validate(site.get("/api/groups/doi:10.5555/f").json())
    texts = [one["text"] for one in site.get(FROGS).json()["citances"]]
    assert [citance.text for citance in group.citances] == texts


@pytest.mark.parametrize(
    "name",
    ["pmid:11", "PMID%2011", "10.5555/F", "https://doi.org/10.5555/f", "Yan%202004"],
)
@pytest.mark.parametrize("kind", ["works", "groups", "csl", "bibtex"])
def test_other_names_lead_to_the_key(site, name, kind):
    """As the keys do that a work had before it was put together with another."""
    answer = site.get(f"/api/{kind}/{name}")
    assert (answer.status, answer.headers["location"]) == (307, f"/api/{kind}/doi:10.5555/f")


def test_an_unknown_work_is_not_found_and_near_ones_are_told(site):
    answer = site.get("/api/works/10.5555/frog")
    assert answer.status == 404
    refused = answer.json()
    assert refused["error"] == "no work '10.5555/frog' is cited in this library"
    assert refused["candidates"][0]["cited"]["key"] == "doi:10.5555/f"
    near = site.get("/api/works/Yan%202014").json()["candidates"]
    assert [work["cited"]["key"] for work in near] == ["doi:10.5555/f"]
    assert site.get("/api/works/nothing").json()["candidates"] == []


def test_a_name_of_several_works_is_unclear(site):
    """All of them are told; `a` begins words of the names of two."""
    answer = site.get("/api/works/a")
    assert answer.status == 409
    keys = [work["cited"]["key"] for work in answer.json()["candidates"]]
    assert keys == ["doi:10.5555/f", "doi:10.5555/t"]


def test_an_identifier_is_found_alone_and_words_find_works_and_sentences(site):
    found = site.get("/api/search?q=PMID:11").json()
    assert found["work"]["cited"]["key"] == "doi:10.5555/f"
    assert found["works"] == [found["work"]]
    found = site.get("/api/search?q=odd").json()
    assert [work["cited"]["year"] for work in found["works"]] == ["2011"]
    (sentence,) = found["citances"]
    assert sentence["citance"]["text"] == "Nobody knows odd titles [5]."
    assert [work["cited"]["year"] for work in sentence["works"]] == ["2011"]
    assert site.get("/api/search?q=kinase").json()["works"] == []


def test_sentences_come_in_parts(site):
    whole = site.get("/api/search?q=Mup4").json()["citances"]
    assert len(whole) > 2
    parts = [site.get(f"/api/search?q=Mup4&start={n}&limit=1").json()["citances"] for n in range(3)]
    assert [part[0] for part in parts] == whole[:3]


@pytest.mark.parametrize(
    "words",
    ["%22", "(", "*", "NEAR(a,b)", "a%20AND", "text:frogs", "-", "%00", "%F0%9F%90%B8"],
)
def test_odd_words_are_searched_and_harmless(site, words):
    assert site.get(f"/api/search?q={words}").status == 200
    assert site.get(f"/search?q={words}").status == 200


def test_an_article_says_what_it_cites_and_who_cites_it(site):
    article = LibraryArticle.model_validate(site.get("/api/articles/900").json())
    assert article.article.text_of("title") == "Pond life"
    assert article.cited_as is not None
    assert article.cited_as.cited.key == "pmid:900"
    assert [one.work.cited.text_of("year") for one in article.references] == [
        "2004",
        "1999",
        "2001",
    ]
    assert sum(len(one.citances) for one in article.references) == article.citances == 6
    moved = site.get("/api/articles/pmid:900")
    assert (moved.status, moved.headers["location"]) == (307, "/api/articles/900")
    missing = site.get("/api/articles/nobody")
    assert (missing.status, missing.json()["error"]) == (
        404,
        "no article 'nobody' is in this library",
    )


def test_bibliographies_have_the_work_and_who_cites_it(site):
    items = site.get("/api/csl/doi:10.5555/f").json()
    assert [item["keyword"] for item in items] == ["cited", "citing", "citing", "citing"]
    bibtex = site.get("/api/bibtex/doi:10.5555/f")
    assert bibtex.headers["content-type"] == "application/x-bibtex; charset=utf-8"
    assert bibtex.text.startswith("@misc{yan2004frogs,\n")


@pytest.mark.parametrize(
    "path",
    [
        "/api/works?limit=0",
        "/api/works?limit=1001",
        "/api/works?start=-1",
        "/api/works?start=9999999999",
        "/api/articles?limit=frog",
        "/api/search",
        f"/api/search?q={'a' * 501}",
        f"/api/works/{'a' * 2001}",
    ],
)
def test_a_question_that_does_not_fit_is_told(site, path):
    answer = site.get(path)
    assert answer.status == 422
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/works/../../../etc/passwd",
        "/api/works/..%2F..%2Fetc%2Fpasswd",
        "/api/works/%00",
        "/api/works/%FF%FE",
        "/api/works/%ED%A0%80",
        "/api/works/",
        "/api/articles/",
        "/api/articles/../ponds.calg",
        "/api/nowhere",
        "/api/works%2F..",
    ],
)
def test_nothing_is_at_odd_addresses(site, path):
    answer = site.get(path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json"


def test_the_description_is_openapi_and_says_what_is_answered(site):
    description = site.get("/openapi.json").json()
    assert description["openapi"].startswith("3.")
    assert all(path.startswith("/api/") for path in description["paths"])
    for path, calls in description["paths"].items():
        (call,) = calls.values()
        assert call["description"], path
        assert all(one["description"] for one in call.get("parameters", ()))
        assert {"200", "422", "503"} <= call["responses"].keys()
    whole = {"components": description["components"]}
    for path, name in (("/api/works/doi:10.5555/f", "WorkAnswer"), ("/api/works", "WorkList")):
        schema = {"$ref": f"#/components/schemas/{name}", **whole}
        jsonschema.validate(_without_null(site.get(path).json()), schema)


def _without_null(row):
    return {name: value for name, value in row.items() if value is not None}
