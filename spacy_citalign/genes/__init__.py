"""Gene mentions by bi-directional conditional random fields (Hsu et al. 2008).

The paper's are the models (``training``, ``fitting``) and most of ``strategies``. Ours are lists of
words and classes that corpora teach (``corpus``, ``knowledge``), confidences (``held_out``, by
``calibration``), ``votes``, the mean of ``posteriors``, and the plain parts: the ``model`` and its
file, ``merging`` of models, ``rows`` of a batch, ``mentions``, and the ``tagger`` that reads texts.
"""
