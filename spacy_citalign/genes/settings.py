"""The settings by which models are put together; imports nothing heavy until they are checked."""

from dataclasses import dataclass

from ..errors import SettingError
from ..words.settings import check_choice, check_range, check_read, check_whole

LEAST_PROBABILITY = 0.5
_LARGEST = 1e6  # nats; beyond lies nothing but overflow


@dataclass(frozen=True)
class Integration:
    """How models are put together.

    Attributes:
        strategy: how the models are put together: ``"sum"`` (their potentials added up, exactly),
            ``"votes"``, ``"posteriors"`` (their mean), ``"stacking"`` (learned on texts held out);
            of the paper ``"n_best"``, ``"union"``, ``"intersection"``, ``"0+1+2+3"``, ``"1+2+3"``,
            ``"1+2+3+lc"``; or one model: ``"forward"``, ``"backward"``, ``"hmm"``, ``"order0"``,
            ``"forward2"``, ``"backward2"``, ``"forward3"``, ``"backward3"``, ``"ctjpgis"``.
        models: the models that take part, all of the trained ones if empty. Strategies that name
            their models take no others.
        n_best: length of the lists of ``"n_best"`` and the strategies built on it, and of the
            lists that ``"posteriors"`` looks through.
        min_votes: how many models must have a mention for ``"votes"``, more than half if None.
        min_probability: what the probability of a mention must exceed, 0 to 1. ``"posteriors"`` and
            ``"stacking"`` choose by it, .5 if None; what the other strategies find, and what the
            document adds, is left out where its confidence is not above it, nothing if None.
        begin_bias: nats in favour of beginning a mention, by ``"sum"`` (on the scale of the models'
            mean) and single models: higher finds more. The other strategies know none.
        repair_brackets: whether mentions with unpaired brackets are mended.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    strategy: str = "sum"
    models: tuple[str, ...] = ()
    n_best: int = 10
    min_votes: int | None = None
    min_probability: float | None = None
    begin_bias: float = 0.4
    repair_brackets: bool = True

    def __post_init__(self) -> None:
        from .strategies import STRATEGIES

        names = self.models if isinstance(self.models, list | tuple) else [None]
        if not all(isinstance(model, str) for model in names):
            raise SettingError(
                f"models is {self.models!r}; give a list of names, empty for all models"
            )
        check_choice("strategy", self.strategy, STRATEGIES)
        check_whole("n_best", self.n_best, 1, advice="ask for at least 1 solution")
        bias = self.begin_bias
        check_range(
            "begin_bias", bias, -_LARGEST, _LARGEST, above=True, below=True, advice="give a number"
        )
        if self.min_probability is not None:
            advice = "give 0 to 1, or null for that of the strategy"
            check_range("min_probability", self.min_probability, 0, 1, advice=advice)

    def refuse_unread(self) -> None:
        """Raise SettingError where a setting was changed that the strategy does not read."""
        from .strategies import STRATEGIES

        for name in ("n_best", "min_votes", "begin_bias"):
            readers = [x for x, strategy in STRATEGIES.items() if name in strategy.reads]
            check_read(self, name, "strategy", readers)

    @property
    def least_probability(self) -> float:
        """What a mention's probability must exceed where the strategy chooses by it."""
        return LEAST_PROBABILITY if self.min_probability is None else self.min_probability

    @property
    def least_confidence(self) -> float | None:
        """What a mention's confidence must exceed where the strategy does not choose by it."""
        from .strategies import STRATEGIES

        chooses = "min_probability" in STRATEGIES[self.strategy].reads
        return None if chooses else self.min_probability

    def names(self, trained: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of the ``trained`` models take part.

        Raises:
            SettingError: a model is unknown or not trained, or ``min_votes`` are more than these.
        """
        from .model import check_models
        from .strategies import STRATEGIES

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
