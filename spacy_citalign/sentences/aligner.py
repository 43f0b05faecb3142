"""Align the sentences of two texts."""

import numpy as np

from .blocks import Calibrated
from .candidate_features import Embed, candidate_features
from .methods import ABOVE, MIN_PROBABILITY, Links, by_alignment, by_threshold, limited
from .model import SentenceModel
from .settings import LIMITS, THRESHOLD, Method, check_choices
from .similarity import tfidf_vectors
from .terms import Normalizer, Sentences


class SentenceAligner:
    """Finds which sentences of two texts say the same.

    Args:
        model: a trained model.
        embed: gives vectors of sentences to a model that was trained with some; others need none.
        language: whose stems are compared, as ``Normalizer`` takes it; None is that of training.

    Raises:
        SettingError: the model needs vectors, and there are none; the language has no stemmer.
    """

    def __init__(
        self, model: SentenceModel, embed: Embed | None = None, language: str | None = None
    ):
        model.check_vectors(embed)
        self.model = model
        self._embed = embed if model.vectors else None
        self._normalizer = Normalizer(
            model.language if language is None else language, spelling=model.spelling
        )

    def __call__(
        self,
        first: Sentences,
        second: Sentences,
        *,
        method: Method = "context",
        threshold: float | None = None,
        limit: int | None = None,
    ) -> Links:
        """Return the links of two texts.

        ``"context"`` compares all sentences with all by their words, in blocks, and looks closely
        at the best candidates of each; the paper's methods go through all pairs in blocks too, so
        that memory grows with the sentences and not with the pairs, but for the bit a pair that
        ``"alignment"`` needs to find its way back.

        Args:
            first: n sentences.
            second: m sentences.
            method: ``"context"``; ``"versions"`` for drafts or translations of one text; or of the
                paper ``"tfidf"`` (method 1) and ``"alignment"`` (method 2).
            threshold: least probability of a link; None is .4, by ``"alignment"`` .005, and by
                ``"tfidf"`` that of the highest F in training. By ``"tfidf"`` the first sentences
                are linked all the same, as in the paper, and others with no word in common never.
            limit: links of a sentence at most; None is 3, and 2 by the paper's methods. The pairs
                that these add, the first sentences and the surest ones off the path, are beyond it.

        Raises:
            SettingError: the method is unknown, or a number out of range.
        """
        check_choices(method, threshold, limit)
        most = LIMITS[method] if limit is None else limit
        if method in ("context", "versions"):
            candidates = candidate_features(
                first, second, self._normalizer, self.model.candidates, self._embed
            )
            values = self.model.probabilities(candidates, versions=method == "versions")
            likely = np.flatnonzero(values >= (THRESHOLD if threshold is None else threshold))
            rows, columns = candidates.pairs.rows[likely], candidates.pairs.columns[likely]
            kept = limited(rows, columns, values[likely], most)
            return Links(rows[kept], columns[kept], values[likely][kept])
        terms = [self._normalizer.terms(text) for text in (first, second)]
        calibration = self.model.calibration
        probabilities = Calibrated(tfidf_vectors(*terms), calibration.sigmoid)
        if method == "alignment":
            least = MIN_PROBABILITY if threshold is None else threshold
            return by_alignment(probabilities, limit=most, least=least, above=max(least, ABOVE))
        chosen = calibration.threshold if threshold is None else threshold
        above_zero = float(np.nextafter(calibration.sigmoid(0.0), 1.0))  # of any similarity above 0
        return by_threshold(probabilities, max(chosen, above_zero), limit=most)
