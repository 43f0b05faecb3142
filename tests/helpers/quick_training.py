"""Settings by which gene models are trained in a second."""

from dataclasses import replace

from spacy_citalign.genes.training import TrainingSettings

QUICK = TrainingSettings(
    cutoff=1,
    folds=3,
    algorithm="masked_lbfgs",  # in this process: CRFsuite's takes a second to start
    crf={"max_iterations": 15},
    prune=0.3,
    jobs=3,
)
CRFSUITE = replace(
    QUICK, algorithm="lbfgs", crf={"max_iterations": 15, "all_possible_transitions": True}
)
