"""Which sentences of a cited article a citing sentence speaks of, ranked, with probabilities.

Task 1A of the CL-SciSumm shared tasks (Chandrasekaran et al. 2019, "Overview and results: CL-SciSumm
shared task 2019", BIRNDL). ``EvidenceRanker`` ranks by a linear model over all sentences of the
article; ``train`` learns one. All of it works on plain texts.
"""

from .ranker import Evidence, EvidenceRanker
from .records import ArticleSentence, CitedArticle

__all__ = ["ArticleSentence", "CitedArticle", "Evidence", "EvidenceRanker"]
