"""Propositional terms: the words and phrases that carry what an abstract says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING. Of the paper are the counts of the
background (``background``, ``ngrams``, ``windows``, ``window_counts``), cohesion over its connected
words (``span_cohesion``), the features of words (``features``) and the CRF
(``training``, ``decoding``). Ours are confidences and the boundaries by them
(``rescoring_weights``, ``cross_fitting``), several fields (``domain_extractor``, ``models``), and
the plain parts: annotated texts (``corpus``), a ``batch`` of them, the ``model`` and its file, and
the ``extractor`` that reads texts.
"""
