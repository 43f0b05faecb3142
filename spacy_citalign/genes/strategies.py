"""Strategies that make one set of mentions out of several models, by name.

Of Hsu et al. (2008), section 2.3: ``n_best``, the solution in the 10-best lists of all models with
the least summed score, else the best of ``backward`` (section 3.4: the best single model in their
inside test), then terms of a dictionary from the other solutions; ``union`` and ``intersection`` of
the models' own best mentions; a single model's name. Of section 3.4 and Table 6: ``0+1+2+3`` and
``1+2+3``, which are ``n_best`` over the models of these orders, and ``1+2+3+lc``, the union of
``1+2+3`` and of what ``hmm`` and ``ctjpgis`` agree on. The paper used no dictionary with these
three; one that is compiled into the model is used with them too. Order 0 counts once, where the
paper has a model for each direction.

Beyond the paper: ``sum``, the best path of the models' summed log-potentials, exactly; ``votes``,
the mentions that enough models would mark; ``posteriors``, those of the highest mean probability;
``stacking``, those most often right where models have rated spans like them (see ``calibration``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..chain.joint import JointModel, SpanPosteriors, confidence, likely_spans
from ..chain.labels import TokenSpans, best_disjoint, spans_from_triples
from ..chain.lattice import Floats, Lattice
from ..words.arrays import Ints
from .calibration import MIN_POSTERIOR, MentionCalibration, stacked
from .integration import (
    Solutions,
    decode_n_best,
    decode_posteriors,
    decode_sets,
    decode_sum,
    decode_votes,
)
from .model import MODELS

if TYPE_CHECKING:
    from .settings import Integration


FALLBACK = "backward"  # of n_best, where no solution is in all lists
HIGHER_ORDERS = ("forward", "backward", "forward2", "backward2", "forward3", "backward3")
LINEAR_CHAINS = ("hmm", "ctjpgis")


@dataclass(frozen=True)
class Ensemble:
    """A batch of sentences as the models see it.

    Attributes:
        settings: how to integrate.
        joint: all models as one, with the bias.
        unbiased: the same without it.
        models: each alone, without it, by name.
        emissions: of each, (B, T, K) float64.
        lengths: (B,) int64, tokens of each sentence.
        keep_others: whether mentions in solutions that were not chosen are wanted.
        calibration: what was learned of the models' posteriors, if anything.
    """

    settings: "Integration"
    joint: JointModel
    unbiased: JointModel
    models: dict[str, JointModel]
    emissions: Sequence[NDArray[np.float64]]
    lengths: Ints
    keep_others: bool = False
    calibration: MentionCalibration | None = None

    @cached_property
    def joint_lattice(self) -> Lattice:
        """All paths under the joint model."""
        return self.joint.lattice(self.emissions, self.lengths)

    @cached_property
    def unbiased_lattice(self) -> Lattice:
        """All paths under the joint model without its bias."""
        return self.unbiased.lattice(self.emissions, self.lengths)

    @cached_property
    def lattices(self) -> dict[str, Lattice]:
        """All paths under each model alone."""
        return {
            name: model.lattice([part], self.lengths)
            for (name, model), part in zip(self.models.items(), self.emissions, strict=True)
        }

    @cached_property
    def best_spans(self) -> dict[str, TokenSpans]:
        """The mentions on the best path of each model alone."""
        return {
            name: decode_sum(model, self.lattices[name]).chosen
            for name, model in self.models.items()
        }


class Strategy(NamedTuple):
    """How to decide.

    Attributes:
        decode: what decides.
        reads: the settings that it reads, of those that not all strategies do.
        models: for which models; () means those of the settings.
    """

    decode: Callable[[Ensemble], Solutions]
    reads: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


_SUM = Strategy(lambda each: decode_sum(each.joint, each.joint_lattice), ("begin_bias",))


def _n_best(ensemble: Ensemble, among: Sequence[str] = ()) -> Solutions:
    # The last list is that of the fallback.
    names = sorted(among or ensemble.models, key=lambda name: name == FALLBACK)
    return decode_n_best(
        [ensemble.models[name] for name in names],
        [ensemble.lattices[name] for name in names],
        ensemble.settings.n_best,
        keep_others=ensemble.keep_others,
    )


def _orders_and_linear_chains(ensemble: Ensemble) -> Solutions:
    orders = _n_best(ensemble, HIGHER_ORDERS)
    agreed = decode_sets([ensemble.best_spans[name] for name in LINEAR_CHAINS], union=False)
    both = {*orders.chosen.triples(), *agreed.chosen.triples()}
    return orders._replace(chosen=spans_from_triples(sorted(both)))


def _votes(ensemble: Ensemble) -> Solutions:
    min_votes = ensemble.settings.min_votes or len(ensemble.models) // 2 + 1
    models, lattices = list(ensemble.models.values()), list(ensemble.lattices.values())
    return decode_votes(list(ensemble.best_spans.values()), models, lattices, min_votes)


def _posteriors(ensemble: Ensemble) -> Solutions:
    models, lattices = list(ensemble.models.values()), list(ensemble.lattices.values())
    settings = ensemble.settings
    return decode_posteriors(models, lattices, settings.n_best, settings.least_probability)


def _stacking(ensemble: Ensemble) -> Solutions:
    # Without one the tagger refuses the strategy.
    calibration = cast(MentionCalibration, ensemble.calibration)
    rated, each = likely_posteriors(ensemble, calibration.models)
    gains = stacked(calibration, rated, each) - ensemble.settings.least_probability
    return Solutions(rated.spans.take(best_disjoint(rated.spans, gains)))


def likely_posteriors(
    ensemble: Ensemble, names: Sequence[str]
) -> tuple[SpanPosteriors, list[Floats]]:
    """Find and rate all S likely spans; return also their (S,) posteriors under named models."""
    rated = likely_spans(ensemble.unbiased, ensemble.unbiased_lattice, MIN_POSTERIOR)
    return rated, [
        confidence(ensemble.models[name], ensemble.lattices[name], rated.spans) for name in names
    ]


STRATEGIES: dict[str, Strategy] = {
    "sum": _SUM,
    "n_best": Strategy(_n_best, ("n_best",)),
    "union": Strategy(lambda each: decode_sets([*each.best_spans.values()], union=True)),
    "intersection": Strategy(lambda each: decode_sets([*each.best_spans.values()], union=False)),
    "votes": Strategy(_votes, ("min_votes",)),
    "posteriors": Strategy(_posteriors, ("n_best", "min_probability")),
    "stacking": Strategy(_stacking, ("min_probability",)),
    "0+1+2+3": Strategy(_n_best, ("n_best",), ("order0", *HIGHER_ORDERS)),
    "1+2+3": Strategy(_n_best, ("n_best",), HIGHER_ORDERS),
    "1+2+3+lc": Strategy(_orders_and_linear_chains, ("n_best",), (*HIGHER_ORDERS, *LINEAR_CHAINS)),
    **{name: _SUM._replace(models=(name,)) for name in MODELS},
}
