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
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.ratings import Rated, confidence, likely_spans
from ..chain.spans import TokenSpans, best_disjoint, spans_from_triples
from ..errors import SettingError
from .calibration import LEAST, Calibration, stacked
from .integration import Solutions, decode_n_best, decode_sets, decode_sum
from .model import MODELS, check_models
from .posteriors import decode_posteriors
from .votes import decode_votes

_LARGEST = 1e6  # nats; beyond lies nothing but overflow
FALLBACK = "backward"  # of n_best, where no solution is in all lists
HIGHER_ORDERS = ("forward", "backward", "forward2", "backward2", "forward3", "backward3")
LINEAR_CHAINS = ("hmm", "ctjpgis")


@dataclass(frozen=True)
class Integration:
    """How models are put together.

    Attributes:
        strategy: one of ``STRATEGIES``.
        models: the models that take part, all of the trained ones if empty. Strategies that name
            their models take no others.
        n_best: length of the lists of ``n_best`` and the strategies built on it, and of the lists
            that ``posteriors`` looks through.
        min_votes: how many models must have a mention for ``votes``, more than half if None.
        min_probability: what the probability of a mention of ``posteriors`` or ``stacking`` must
            exceed.
        begin_bias: nats added to each B tag of ``sum``, on the scale of the models' mean, and of
            single models; the other strategies know none.
        repair: whether unpaired brackets are mended.
    """

    strategy: str = "sum"
    models: tuple[str, ...] = ()
    n_best: int = 10
    min_votes: int | None = None
    min_probability: float = 0.5
    begin_bias: float = 0.0
    repair: bool = True

    def names(self, trained: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of the ``trained`` models take part.

        Raises:
            SettingError: a name or number is unknown, out of range, or no such model is trained.
        """
        if not isinstance(self.strategy, str) or self.strategy not in STRATEGIES:
            choices = ", ".join(STRATEGIES)
            raise SettingError(f"strategy is {self.strategy!r}; choose from {choices}")
        if not isinstance(self.n_best, int) or self.n_best < 1:
            raise SettingError(f"n_best is {self.n_best!r}; ask for at least 1 solution")
        for name in ("min_probability", "begin_bias"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not abs(value) < _LARGEST:
                raise SettingError(f"{name} is {value!r}; give a number")
        if not 0 <= self.min_probability < 1:
            raise SettingError(f"min_probability is {self.min_probability}; give 0 up to below 1")
        named = STRATEGIES[self.strategy].models
        if named and self.models:
            raise SettingError(
                f"strategy {self.strategy!r} is of {', '.join(named)}, but models is "
                f"{list(self.models)}; leave models empty, or choose another strategy"
            )
        names = named or self.models or trained
        check_models(names)
        missing = [name for name in names if name not in trained]
        if missing:
            raise SettingError(
                f"the trained gene model has {', '.join(trained)}, but strategy "
                f"{self.strategy!r} needs {', '.join(missing)} too; train with these as well, or "
                "change strategy or models"
            )
        votes = self.min_votes
        if votes is not None and not (isinstance(votes, int) and 1 <= votes <= len(names)):
            raise SettingError(
                f"min_votes is {votes!r}; give 1 to {len(names)}, the number of models "
                "that take part, or nothing for more than half"
            )
        return names


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

    settings: Integration
    joint: JointModel
    unbiased: JointModel
    models: dict[str, JointModel]
    emissions: Sequence[NDArray[np.float64]]
    lengths: NDArray[np.int64]
    keep_others: bool = False
    calibration: Calibration | None = None

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
    def own(self) -> dict[str, TokenSpans]:
        """The mentions on the best path of each model alone."""
        return {
            name: decode_sum(model, self.lattices[name]).chosen
            for name, model in self.models.items()
        }


class Strategy(NamedTuple):
    """How to decide, for which models; no ``models`` means those of the settings."""

    decode: Callable[[Ensemble], Solutions]
    models: tuple[str, ...] = ()
    biased: bool = False


def _sum(ensemble: Ensemble) -> Solutions:
    return decode_sum(ensemble.joint, ensemble.joint_lattice)


def _n_best(ensemble: Ensemble, among: Sequence[str] = ()) -> Solutions:
    # The last list is that of the fallback.
    names = sorted(among or ensemble.models, key=lambda name: name == FALLBACK)
    return decode_n_best(
        [ensemble.models[name] for name in names],
        [ensemble.lattices[name] for name in names],
        ensemble.settings.n_best,
        keep_others=ensemble.keep_others,
    )


def _union(ensemble: Ensemble) -> Solutions:
    return decode_sets(list(ensemble.own.values()), union=True)


def _intersection(ensemble: Ensemble) -> Solutions:
    return decode_sets(list(ensemble.own.values()), union=False)


def _orders_and_linear_chains(ensemble: Ensemble) -> Solutions:
    orders = _n_best(ensemble, HIGHER_ORDERS)
    agreed = decode_sets([ensemble.own[name] for name in LINEAR_CHAINS], union=False)
    both = {*orders.chosen.triples(), *agreed.chosen.triples()}
    return orders._replace(chosen=spans_from_triples(sorted(both)))


def _votes(ensemble: Ensemble) -> Solutions:
    least = ensemble.settings.min_votes or len(ensemble.models) // 2 + 1
    models, lattices = list(ensemble.models.values()), list(ensemble.lattices.values())
    return decode_votes(list(ensemble.own.values()), models, lattices, least)


def _posteriors(ensemble: Ensemble) -> Solutions:
    models, lattices = list(ensemble.models.values()), list(ensemble.lattices.values())
    settings = ensemble.settings
    return decode_posteriors(models, lattices, settings.n_best, settings.min_probability)


def _stacking(ensemble: Ensemble) -> Solutions:
    calibration = cast(Calibration, ensemble.calibration)  # else the tagger refuses the strategy
    rated, each = likely_posteriors(ensemble, calibration.models)
    gains = stacked(calibration, rated, each) - ensemble.settings.min_probability
    return Solutions(rated.spans.take(best_disjoint(rated.spans, gains)))


def likely_posteriors(
    ensemble: Ensemble, names: Sequence[str]
) -> tuple[Rated, list[NDArray[np.float64]]]:
    """Find and rate all S likely spans; return also their (S,) posteriors under named models."""
    rated = likely_spans(ensemble.unbiased, ensemble.unbiased_lattice, LEAST)
    return rated, [
        confidence(ensemble.models[name], ensemble.lattices[name], rated.spans) for name in names
    ]


STRATEGIES: dict[str, Strategy] = {
    "sum": Strategy(_sum, biased=True),
    "n_best": Strategy(_n_best),
    "union": Strategy(_union),
    "intersection": Strategy(_intersection),
    "votes": Strategy(_votes),
    "posteriors": Strategy(_posteriors),
    "stacking": Strategy(_stacking),
    "0+1+2+3": Strategy(_n_best, models=("order0", *HIGHER_ORDERS)),
    "1+2+3": Strategy(_n_best, models=HIGHER_ORDERS),
    "1+2+3+lc": Strategy(_orders_and_linear_chains, models=(*HIGHER_ORDERS, *LINEAR_CHAINS)),
    **{name: Strategy(_sum, models=(name,), biased=True) for name in MODELS},
}
