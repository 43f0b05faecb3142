"""Rows of aligned citances, written for the tests of the page: invented sentences, true merges."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from spacy_citalign.answer_rows import FailedRow, read_answer
from spacy_citalign.citances.closure import Merges, average_link
from spacy_citalign.schema import WorkAnswer

STOP = set("the of in a and by after is are was with that to not but were both of it as on".split())
WORD = re.compile(r"[^\W\d]\w*(?:-\w+)*")
HEAT = (
    "Zork2 protects yeast cells from heat shock [3, 7].",
    "After thermal stress Zork2 moves to the nucleus and protects the cell.",
    "The kinase Mup4 was needed for protection by Zork2 [7].",
    "Heat shock drives Zork2 into the nucleus of yeast.",
    "Our cells grew slowly, as reported earlier.",
)
POND = (  # citing sentence, article, section
    ("Croak1 wakes frogs at night [4].", "PMC1", "Introduction"),
    ("Frogs without Croak1 stay silent at night.", "PMC1", "Results / Nights"),
    ("In contrast to earlier reports [4], our frogs sang at noon.", "PMC2", "Discussion"),
    ("Croak1 wakes frogs in cold ponds [4].", "PMC2", "Results"),
    ("Loss of Croak1 leaves ponds silent [4].", "PMC3", "1. Background"),
    ("Three studies reported that Croak1 wakes toads [4].", "PMC4", "Pond keeping"),
)
POND_ARTICLES = {
    "PMC1": {"title": "Frogs at night", "first_author": "Zork", "year": "2001"},
    "PMC2": {"title": "Frogs at noon", "first_author": "Newt", "year": "2003"},
    "PMC3": {"title": "Silent ponds", "first_author": "Ibex", "year": "2003"},
    "PMC4": {"title": "Toads", "first_author": "Gnu", "year": "2006"},
}
SYNONYMS = (("heat", "thermal"), ("shock", "stress"), ("moves", "drives"), ("yeast", "kinase"))
PHRASES = (("heat", "shock"), ("thermal", "stress"))
HOSTILE = (
    '<script>window.hacked = 1</script> binds </p></script><!-- p53 & "p21" \' \u2028 here',
    "<img src=x onerror='window.hacked = 2'> binds p53 \U0001f600 in \U00010348 p21 cells",
    "\u202e gnitic p53 \u202d and \u05e9\u05dc\u05d5\u05dd binds p21 \x00\x1b[2J\x85 cells \ud800",
)


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two units mean the same, by the rules of these tests."""
    if one == other:
        return 0.9
    if len(one) == len(other) and all(
        any({a, b} <= set(same) for same in SYNONYMS) for a, b in zip(one, other, strict=True)
    ):
        return 0.55 if len(one) > 1 else 0.25
    return 0.7 if len(one) == len(other) == 1 and one[0][:4] == other[0][:4] else 0.0


def word_spans(text: str) -> list[list[int]]:
    found = WORD.finditer(text)
    return [[m.start(), m.end()] for m in found if m.group().lower() not in STOP]


def row_of(
    key: str,
    texts: Sequence[str],
    units: Sequence[Sequence[int]],
    merges: Merges,
    threshold: float,
    genes: Sequence[str] = (),
    **cited: object,
) -> dict[str, Any]:
    """A row as `citalign align` writes it."""
    label = merges.classes(threshold)
    citances: list[dict[str, Any]] = []
    members: dict[str, list[dict[str, Any]]] = {}
    for place, text in enumerate(texts):
        words = word_spans(text)
        classes = [str(label[unit]) if label[unit] else None for unit in units[place]]
        citances.append({"id": f"c{place}", "text": text, "words": words, "classes": classes})
        for name, run in groupby(zip(classes, words, strict=True), key=lambda pair: pair[0]):
            spans = [word for _, word in run]
            if name is not None:
                start, end = spans[0][0], spans[-1][1]
                member = {"citance": f"c{place}", "place": place, "start": start, "end": end}
                members.setdefault(name, []).append(member | {"text": text[start:end]})
    classes = []
    for name in sorted(members, key=int):
        wordings = Counter(member["text"] for member in members[name])
        classes.append(
            {
                "class": name,
                "confidence": 0.5,
                "wordings": [text for text, _ in wordings.most_common()],
                "members": members[name],
                "genes": [gene for gene in genes if any(gene in text for text in wordings)],
            }
        )
    columns = {name: getattr(merges, name).tolist() for name in ("first", "second", "height")}
    return {
        "cited": {"key": key, **cited},
        "citances": citances,
        "classes": classes,
        "merges": {"units": [list(own) for own in units], **columns},
        "threshold": threshold,
        "expected_ama": 0.8125,
    }


def aligned_row(
    key: str, texts: Sequence[str], *, threshold: float = 0.5, **more: Any
) -> dict[str, Any]:
    """Align sentences by ``similarity``; PHRASES are units of two words."""
    units: list[list[int]] = []
    names: list[tuple[str, ...]] = []
    owners: list[int] = []
    for place, text in enumerate(texts):
        words = [text[start:end].lower() for start, end in word_spans(text)]
        own: list[int] = []
        for i, word in enumerate(words):
            if i and (*words[i - 1 : i], word) in PHRASES:
                names[-1] = (words[i - 1], word)
            else:
                names.append((word,))
                owners.append(place)
            own.append(len(names) - 1)
        units.append(own)
    matrix = np.array([[similarity(a, b) for b in names] for a in names]).reshape(len(names), -1)
    merges = average_link(matrix, np.array(owners))
    row = row_of(key, texts, units, merges, threshold, **more)
    for one in row["classes"]:
        label = merges.classes(threshold)
        own = np.flatnonzero(label == int(one["class"]))
        apart = np.not_equal.outer(np.array(owners)[own], np.array(owners)[own])
        one["confidence"] = round(float(matrix[np.ix_(own, own)][apart].mean()), 4)
    return row


def heat_row(**more: Any) -> dict[str, Any]:
    """Five citances of one work with everything that a row may have."""
    cited = {
        "title": "Zork2 and the heat",
        "first_author": "Ibex A",
        "year": 1999,
        "source": "Annals of Invented Biology",
        "doi": "10.1000/heat.1",
        "pmid": 12345,
        "pmcid": "PMC678",
    }
    row = aligned_row("heat", HEAT, genes=["Zork2", "Mup4"], **cited, **more)
    first = row["citances"][0]
    first["citations"] = [
        {"start": first["text"].index("3,"), "end": first["text"].index("3,") + 1, "cites": False},
        {"start": first["text"].index("7]"), "end": first["text"].index("7]") + 1, "cites": True},
    ]
    first["section"] = "Results / Signalling"
    first["source"] = "PMC99"
    first["article"] = {"title": "A citing article", "year": 2004, "pmcid": "PMC99"}
    return row


def pond_row(**more: Any) -> dict[str, Any]:
    """Six citances of four articles with an answer: two statements, and a sentence that differs."""
    texts = [text for text, _, _ in POND]
    row = aligned_row("pond", texts, genes=["Croak1"], title="Croak1 wakes frogs", **more)
    for citance, (text, source, section) in zip(row["citances"], POND, strict=True):
        citance |= {"source": source, "section": section, "article": POND_ARTICLES[source]}
        if source == "PMC1":
            citance["self_citation"] = True
        if "[4]" in text:
            start = text.index("4]")
            citance["citations"] = [{"start": start, "end": start + 1, "cites": True}]
    for one in row["classes"]:
        places = {member["place"] for member in one["members"]}
        one["articles"] = len({POND[place][1] for place in places})
        one["kind"] = "reporting" if "reported" in one["wordings"] else "content"
        one["rarity"] = 0.5 if "night" in one["wordings"] else 0.9
    names = {text.lower(): one["class"] for one in row["classes"] for text in one["wordings"]}
    row["articles"] = 4
    row["statements"] = [
        {"classes": [names["croak1"], names["wakes"]], "places": [3, 0, 5], "articles": 3},
        {"classes": [names["croak1"], names["silent"]], "places": [4, 1], "articles": 2},
    ]
    row["differing"] = [{"place": 2, "start": 0, "end": 14, "cue": "In contrast to"}]
    return row


def random_merges(seed: int) -> tuple[Merges, dict[str, Any]]:
    """Merges of random similarities, and a row that has them."""
    rng = np.random.default_rng(seed)
    owners = np.sort(rng.integers(0, 6, size=40))
    values = np.round(rng.random((40, 40)) ** 3, 3)
    merges = average_link((values + values.T) / 2, owners)
    units = [np.flatnonzero(owners == place).tolist() for place in range(6)]
    texts = [" ".join(f"word{unit}" for unit in own) for own in units]
    return merges, row_of(f"random {seed}", texts, units, merges, 0.3)


def work(row: Any) -> WorkAnswer:
    """The work of a row that can be shown."""
    answer = read_answer(row, 1)
    assert isinstance(answer, WorkAnswer), answer
    return answer


def works(rows: Iterable[Any]) -> list[WorkAnswer | FailedRow]:
    """What is read of the rows of a file."""
    return [read_answer(row, number) for number, row in enumerate(rows, start=1)]


def labels(row: Mapping[str, Any]) -> list[list[str | None]]:
    return [citance["classes"] for citance in row["citances"]]
