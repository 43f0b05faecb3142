"""A model that the tests of the aligner share."""

import pytest
from threadpoolctl import threadpool_limits

from spacy_citalign.citances.learning import LearningSettings, learn
from spacy_citalign.citances.model import AlignmentModel
from tests.citances.unit_groups import GOLD, WITH_THESAURUS


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    """Threads that wait for one another cost small data more than they give."""
    import sklearn.ensemble  # noqa: F401  # its threads can be limited once they are there

    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def unit_model() -> AlignmentModel:
    """A model of units, learned from the small groups with their thesaurus."""
    settings = LearningSettings(folds=2, trees=20, calibrate=False)
    return learn(GOLD, settings, WITH_THESAURUS)
