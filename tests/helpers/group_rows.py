"""Groups of citances as files have them, one in each of the shapes that are read."""

OWN = {
    "cited": {"key": "zork", "doi": "10.1/z", "pmid": 12, "title": "Zork2 wakes frogs"},
    "citances": [
        {"id": "a", "text": "Zork2 wakes frogs.", "source": "PMC1", "section": "Intro", "start": 7},
        {"id": "b", "text": "Frogs are woken by Zork2 (ζ).", "source": None},
    ],
}
ANNOTATED = {
    "group": "zork-1",
    "source": "by hand",
    "citances": [
        {
            "id": "a",
            "text": "Zork2 wakes frogs.",
            "words": [[0, 5], [6, 11], [12, 17]],
            "classes": ["zork", None, "frog"],
        }
    ],
}
COLLECTED = {
    "target": "W99",
    "title": "On frogs",
    "citances": [{"id": "W99-3", "citing": "W01", "text": "Frogs hop.", "raw": "Frogs hop [3]."}],
}
