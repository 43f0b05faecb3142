"""A pipeline with an aligner, as it is asked for: processes load it anew by that."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...errors import SettingError
from ..pipelines import SHIPPED, load_pipeline

if TYPE_CHECKING:
    from spacy.language import Language

    from ...components.citances.component import CitanceAligner

FACTORY = "citance_aligner"
_SCHWARTZ = "schwartz"


class LoadedAligner(NamedTuple):
    """A pipeline, its aligner, and as what they were asked for."""

    nlp: "Language"
    aligner: "CitanceAligner"
    setup: "AlignerSetup"


@dataclass(frozen=True)
class AlignerSetup:
    """What pipeline aligns, and how; it can be pickled.

    Attributes:
        pipeline: a name or a folder.
        threshold: least mean similarity of a class; None leaves that of the pipeline.
        method: "units" or "schwartz"; None leaves that of the pipeline.
        keep_posteriors: whether alignments keep their posteriors.
        abbreviations: whether scispaCy finds abbreviations that citances explain.
        min_differs: the least probability of what differs; None leaves that of the pipeline.
    """

    pipeline: str = SHIPPED
    threshold: float | None = None
    method: str | None = None
    keep_posteriors: bool = False
    abbreviations: bool = False
    min_differs: float | None = None

    def load(self) -> LoadedAligner:
        """Return the pipeline and its aligner.

        Raises:
            NotFittedError: the aligner is not trained.
            SettingError: the pipeline does not load or has no aligner, or a setting is out of range
                or does not fit.
        """
        from ...citances.settings import READ_BY  # numpy comes with it

        nlp = load_pipeline(self.pipeline)
        aligner = _find_aligner(nlp, self.pipeline)
        before = aligner.settings
        method = self.method or before.method
        if self.threshold is not None and method == _SCHWARTZ:
            raise SettingError(
                "the method schwartz has no --threshold; leave it out, or say --method units"
            )
        if self.keep_posteriors and method != _SCHWARTZ:
            raise SettingError(
                "--posteriors are those of the method schwartz; leave them out, or add "
                "--method schwartz"
            )
        changes: dict[str, Any] = {}
        if method != before.method:  # what the other method alone reads is left out
            defaults = {field.name: field.default for field in fields(before)}
            changes = {name: defaults[name] for name in READ_BY[before.method]}
        changes |= {"method": method, "keep_posteriors": self.keep_posteriors}
        for name in ("threshold", "min_differs"):
            if (value := getattr(self, name)) is not None:
                changes[name] = value
        aligner.override_settings(**changes)
        if self.abbreviations:
            from ...components.base.abbreviations import add_abbreviation_detector

            add_abbreviation_detector(nlp, before=aligner.name)
        return LoadedAligner(nlp, aligner, self)


def _find_aligner(nlp: "Language", pipeline: str) -> "CitanceAligner":
    names = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == FACTORY]
    if not names:
        raise SettingError(
            f"the pipeline {pipeline!r} has no {FACTORY}, it has: "
            f"{', '.join(nlp.pipe_names) or 'no components'}; name one that has it with "
            f'--pipeline, or add it: nlp.add_pipe("{FACTORY}"), train it and save the pipeline'
        )
    aligner = cast("CitanceAligner", nlp.get_pipe(names[-1]))
    aligner.require_fitted()
    return aligner
