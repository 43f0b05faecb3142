"""Gene mentions by bi-directional conditional random fields (Hsu et al. 2008).

The paper's are the models (``training``) and most of ``strategies``. Ours are lists of words and
classes that corpora teach (``corpus``, ``features``), confidences (``held_out``, by
``calibration``), votes and the mean of posteriors (``integration``), and the plain parts: the
``model`` and its file, ``rows`` of a batch, ``records``, and the ``tagger`` that reads texts.
"""
