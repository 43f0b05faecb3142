"""Multiple citance alignment: which words of sentences that cite one work say the same.

``method="units"``, in the order of its steps: ``candidates`` (citation markers are no words),
``abbreviations`` (definitions), ``word_table`` (the words of a ``group`` with what is known of
each: ``stems``, ``vectors``, ``thesaurus``), ``units`` (cut by ``trees``) and their ``unit_table``,
``pair_features`` of these, their probability (``pair_model``), ``unit_aligner``, clusters
(``closure``), ``word_roles``, ``confidence`` and ``reasons``. ``unit_learning`` learns the models,
``statistics`` what running text says of words.

``method="schwartz"`` is the system of Schwartz, Divoli & Hearst (2007): ``features`` with a
``lexicon``, ``crf_weights``, ``posteriors`` (eq. 2-4), ``decoding`` (eq. 8-10) and the equivalence
closure, learned by ``training``.

Both: ``aligner``, the ``alignment`` as plain records, the ``model`` and its ``resources``,
``learning``, ``scoring``, ``settings``.
"""
