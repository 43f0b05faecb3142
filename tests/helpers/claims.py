"""Invented articles of one field, and claims that cite them."""

from spacy_citalign.evidence.sentence_features import ArticleSentence

_LIVER = {
    "Abstract": [
        "Scarring of the liver follows years of heavy drinking, and few drugs slow it.",
        "We asked whether zorkin, a compound of willow bark, protects the liver of mice.",
        "Zorkin reduced fibrosis of the liver in mice that drank ethanol.",
    ],
    "Introduction": [
        "Hepatic stellate cells make the collagen of a scar.",
        "Willow bark has been used against fever for centuries.",
        "Its compounds have hardly been tested in the liver.",
    ],
    "Methods": [
        "Male mice drank ethanol for 12 weeks and were given zorkin each morning.",
        "Sections of the liver were stained with picrosirius red.",
        "Collagen was measured in five fields of each section.",
    ],
    "Results": [
        "After 12 weeks zorkin had lowered the collagen content of the liver by 40 percent.",
        "Zorkin decreased the activation of hepatic stellate cells in culture.",
        "The weight of the mice did not differ between the groups.",
        "Serum transaminases increased in mice that drank ethanol alone.",
        "Zorkin had no effect on the uptake of ethanol from the gut.",
    ],
    "Discussion": [
        "Our results show that a compound of willow bark slows fibrosis.",
        "Whether zorkin helps patients must be seen in trials.",
    ],
}
_KIDNEY = {
    "Abstract": [
        "Stones of the kidney come back in half of all patients.",
        "We asked whether plumbine, an alkaloid of leadwort, dissolves them in rats.",
        "Plumbine halved the number of stones in rats that were fed oxalate.",
    ],
    "Introduction": [
        "Crystals of oxalate grow on damaged cells of the renal tubule.",
        "Leadwort has been drunk as a tea against stones.",
    ],
    "Methods": [
        "Female rats were fed oxalate for six weeks and were given plumbine in water.",
        "Stones were counted under a microscope by two observers.",
    ],
    "Results": [
        "Rats that were given plumbine had 14 stones, and 31 without it.",
        "Plumbine raised the citrate of the urine.",
        "The expression of osteopontin in the tubule was lower in treated rats.",
    ],
    "Discussion": [
        "Our results show that an alkaloid of leadwort dissolves stones.",
        "Side effects were not seen in rats.",
    ],
}


def _article(parts: dict[str, list[str]]) -> list[ArticleSentence]:
    return [ArticleSentence(text, section) for section, own in parts.items() for text in own]


LIVER, KIDNEY = _article(_LIVER), _article(_KIDNEY)
ABOUT_LIVER = [
    "Zorkin from willow bark reduces fibrosis of the liver in mice given ethanol [4].",
    "In culture, zorkin decreases the activation of hepatic stellate cells (Marsh et al., 2009).",
    "After 12 weeks of zorkin, hepatic collagen was lowered by 40 percent [4].",
]
ABOUT_KIDNEY = [
    "Plumbine, an alkaloid of leadwort, halved the number of kidney stones in rats [5].",
    "Rats fed oxalate excreted more citrate when they were given plumbine [5].",
]
