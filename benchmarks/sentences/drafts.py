"""Pairs of documents with links by hand: drafts in English, plain language in German.

The paper's methods are calibrated, and its alignment pruned, on the training groups of the same
corpus; differences are to that alignment. What ships has seen drafts and verses in English alone;
in German it compares German stems. A model that has learned from the German pairs is shown beside
it. Links of which both sentences have the same words say little; "changed" are the others. German
texts are of two kinds, told apart.

Of fewer than six groups no interval is shown. "ECE" is the expected calibration error, in points,
of all links that have a probability of .01 or more.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from spacy_citalign.sentences.model import SentenceModel
from spacy_citalign.sentences.training import TrainingSettings

from ..bootstrap import Estimate
from ..common import markdown_table
from .data import ENGLISH, GERMAN, Split, splits
from .paper import ALIGNED, link_systems
from .scores import calibration_error, counts, estimated, f_of
from .systems import Found, System, other_systems, ours, run
from .training import shipped_recipe, text_pair, trained

SHIPPED = "ours, shipped recipe"
FEWEST = 6  # groups without which a bootstrap says nothing
# Which links a table is of: language, how the source begins, and whether changed ones alone.
TABLES: Mapping[str, tuple[str, str, bool]] = {
    "English drafts (ArgRewrite), all links": (ENGLISH, "ArgRewrite", False),
    "English drafts (ArgRewrite), changed": (ENGLISH, "ArgRewrite", True),
    "German (DEplain), Alumniportal, all links": (GERMAN, "DEplain-web Alumniportal", False),
    "German (DEplain), Alumniportal, changed": (GERMAN, "DEplain-web Alumniportal", True),
    "German (DEplain), Bible, all links": (GERMAN, "DEplain-web bible", False),
}


def draft_tables(folder: Path | None, *, dev: bool) -> None:
    """Print a table for each part.

    Args:
        folder: where models are kept.
        dev: test on folds of the training groups.
    """
    found: dict[str, dict[str, list[Found]]] = {ENGLISH: {}, GERMAN: {}}
    calibrated = set()
    for split in splits(dev=dev):
        models = draft_models(split, folder)
        for language, own in found.items():
            for system in draft_systems(split, language, models):
                own.setdefault(system.title, []).extend(run(system, split.test[language]))
                if system.calibrated:
                    calibrated.add(system.title)
    for title, (language, source, only_changed) in TABLES.items():
        parts = {
            name: [one for one in own if one.case.source.startswith(source)]
            for name, own in found[language].items()
        }
        print_table(title, parts, calibrated, only_changed=only_changed)


def draft_models(split: Split, folder: Path | None) -> dict[str, SentenceModel]:
    """Train ours: as it ships, with less, and on the German pairs."""
    recipe = shipped_recipe(split.train[ENGLISH])
    drafts = [text_pair(case) for case in split.train[ENGLISH]]
    plain = [text_pair(case) for case in split.train[GERMAN]]
    wanted = {
        SHIPPED: (recipe, TrainingSettings()),
        "ours, two rounds": (recipe, TrainingSettings(rounds=2)),
        "ours, one round": (recipe, TrainingSettings(rounds=1)),
        "ours, drafts alone, no copies": (drafts, TrainingSettings(perturbations=0)),
        "ours, German pairs": (plain, TrainingSettings(language=GERMAN)),
    }
    return {title: trained(title, *how, folder) for title, how in wanted.items()}


def draft_systems(split: Split, language: str, models: Mapping[str, SentenceModel]) -> list[System]:
    """Return the systems for texts of a language."""
    pairs = [text_pair(case) for case in split.train[language]]
    return [
        *link_systems(pairs, language),
        *other_systems(language),
        *(ours(title, model, language) for title, model in models.items()),
        ours(f"{SHIPPED}, versions", models[SHIPPED], language, "versions"),
    ]


def print_table(
    title: str, parts: Mapping[str, list[Found]], calibrated: set[str], *, only_changed: bool
) -> None:
    """Print precision, recall and F with what chance leaves open, and calibration."""
    counted = {name: counts(own, only_changed=only_changed) for name, own in parts.items()}
    base = counted[ALIGNED]
    print(f"\n{title}: {len(parts[ALIGNED])} pairs of texts in {len(base)} groups, ", end="")
    print(f"{base[:, 2].sum():,} links\n")
    rows = []
    for name, own in counted.items():
        right, taken_links, gold = own.sum(axis=0).tolist()
        ratios = right / max(taken_links, 1), right / max(gold, 1), float(f_of(own.sum(axis=0)))
        row = [name, *(f"{100 * ratio:.1f}" for ratio in ratios)]
        gain = estimated(own, base)
        chance = [between(estimated(own), "{:.1f}".format), f"{gain.value:+.1f}"]
        chance += [between(gain, "{:+.1f}".format), f"{gain.p:.3f}"]
        if name == ALIGNED:
            chance[1:] = ["-", "-", "-"]
        if len(base) < FEWEST:
            chance = ["-", chance[1], "-", "-"]
        row += chance
        error = calibration_error(parts[name], only_changed=only_changed)
        rows.append([*row, f"{100 * error:.1f}" if name in calibrated else "-"])
    head = ["system", "P", "R", "F", "95 %", f"to {ALIGNED}", "95 %", "p", "ECE"]
    print(markdown_table(head, rows), flush=True)


def between(found: Estimate, write: Callable[[float], str]) -> str:
    """Write the ends of an interval."""
    return f"{write(found.low)} to {write(found.high)}"
