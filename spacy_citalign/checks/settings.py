"""Rules of settings: they do something, and stay as they are changed; a frozen model stays too."""

import tempfile
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..errors import described
from .findings import BrokenError, NotApplicableError, errors_as, rule
from .plain import difference, plain_doc
from .under_test import ComponentUnderTest, is_clear, with_exclude

_THRESHOLDS = ("threshold", "probability", "confidence")
_TRIED = (0.0, 0.5, 1.0)
_SCORED = "doc.cats"  # thresholds of these are read when they are scored


@rule(
    "turned",
    "a threshold changes what it gives, or is refused",
    "Read the setting wherever something is chosen, and raise an error that names it in "
    "combinations where nothing reads it.",
)
def thresholds_do_something(tested: ComponentUnderTest) -> None:
    """Check rule ``turned``."""
    tested.expected  # noqa: B018 - says that it is not applicable where it is not
    before, expected = [plain_doc(doc) for doc in _docs(tested)], _given(tested, {})
    if _SCORED in tested.meta.assigns or not _finds_something(before, expected):
        return
    for name, value in tested.settings.items():
        is_share = value is None or (isinstance(value, float) and 0 <= value <= 1)
        if not is_share or not any(word in name for word in _THRESHOLDS):
            continue
        tested.announce(f"with other values of {name}")
        try:
            given = [_given(tested, {name: tried}) for tried in _TRIED]
        except Exception as error:  # a factory may raise anything
            if is_clear(error):
                continue
            raise BrokenError(f"with another {name} it raises {described(error)}") from error
        if not any(difference(expected, other) for other in given):
            values = ", ".join(map(str, _TRIED))
            raise BrokenError(f"{name} does nothing: it gives the same with {values}")


def _finds_something(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    return any(
        difference(first.get(name), value)
        and (name != "doc.spans" or any(group["spans"] for group in value.values()))
        for first, second in zip(before, after, strict=True)
        for name, value in second.items()
    )


def _given(tested: ComponentUnderTest, changes: dict[str, Any]) -> list[dict[str, Any]]:
    nlp = _pipeline(tested, changes)
    return [plain_doc(nlp(doc)) for doc in _docs(tested)]


def _docs(tested: ComponentUnderTest) -> list[Doc]:
    """Return the ordinary texts, and all of them as one, in which there is something to align."""
    return tested.prepared([*tested.texts, " ".join(tested.texts)])


def _pipeline(tested: ComponentUnderTest, changes: dict[str, Any] | None = None) -> Language:
    """Return a pipeline of a component of the same state alone, with other settings."""
    nlp = spacy.blank(tested.lang, vocab=tested.nlp.vocab)
    settings = tested.settings | (changes or {})
    component: Any = nlp.add_pipe(tested.meta.factory, name=tested.name, config=settings)
    if tested.initial_bytes is not None and hasattr(component, "from_bytes"):
        with_exclude(component.from_bytes)(tested.initial_bytes)
    return nlp


@rule(
    "kept",
    "settings that are changed on it are kept when it is saved, or cannot be changed",
    "Make settings read-only on the component; or save what was changed, by to_bytes and in "
    "nlp.config, from which to_disk is loaded.",
)
def changed_settings_are_kept(tested: ComponentUnderTest) -> None:
    """Check rule ``kept``."""
    tested.expected  # noqa: B018 - as above
    nlp = _copy(tested)
    component: Any = nlp.get_pipe(tested.name)
    changed = {
        name: other
        for name, value in tested.settings.items()
        for other in _others(value)
        if _takes(component, name, other)
    }
    if not changed:
        return
    by_bytes = _copy(tested).from_bytes(nlp.to_bytes())
    with tempfile.TemporaryDirectory() as folder:
        nlp.to_disk(folder)
        by_disk = spacy.load(folder)
    for method, loaded in (("to_bytes", by_bytes), ("to_disk", by_disk)):
        for name, other in changed.items():
            value = getattr(loaded.get_pipe(tested.name), name, None)
            if difference(value, other):
                raise BrokenError(
                    f"{name} was changed to {other!r}, and after {method} and loading it is "
                    f"{value!r}, in silence"
                )


def _copy(tested: ComponentUnderTest) -> Language:
    with errors_as(NotApplicableError, "it cannot be copied:"):  # the rules of saving say why
        return _pipeline(tested)


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    return [value / 2 or 0.5] if isinstance(value, float) else []


def _takes(component: Any, name: str, value: Any) -> bool:
    """Set a setting, by ``override_settings`` where there is that; return whether it was taken."""
    if not hasattr(component, name):
        return False
    try:
        if hasattr(component, "override_settings"):
            component.override_settings(**{name: value})
        else:
            setattr(component, name, value)
    except Exception:  # it is refused, however that is said
        return False
    return not difference(getattr(component, name), value)


@rule(
    "frozen",
    "a trained one that is frozen takes examples without gold, as `spacy debug data` gives them",
    "Return from initialize at once where there is a model and nlp.config names the component in "
    "training.frozen_components.",
)
def frozen_model_can_be_initialized(tested: ComponentUnderTest) -> None:
    """Check rule ``frozen``."""
    tested.expected  # noqa: B018 - as above
    if not hasattr(tested.component, "initialize"):
        return
    nlp = _copy(tested)
    nlp.config["training"]["frozen_components"] = [tested.name]
    examples = [Example(nlp.make_doc(text), nlp.make_doc(text)) for text in tested.texts]
    with errors_as(BrokenError, "trained and frozen, initialize raises"):
        nlp.initialize(lambda: examples)
