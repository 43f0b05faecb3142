"""Propositional terms: the words and phrases that carry what an abstract says.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING. Of the paper are the counts of the
background (``ngrams``), ``cohesion``, also over connected words (``span_cohesion``), the features
of words (``features``) and the CRF (``training``, ``batch``). Ours are confidences and the
boundaries by them (``extractor``, ``cross_fitting``), several fields (``domains``), and the plain
parts: annotated texts (``corpus``), the ``model`` and its file, and the ``extractor`` of terms.
"""
