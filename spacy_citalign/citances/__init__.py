"""Multiple citance alignment: which words of sentences that cite one work say the same.

A ``group`` of citances is aligned by the ``aligner``, by one of two methods of the ``model``:

- ``units``, what ships: units of words, cut by trees (``segmentation``), a table of the distinct
  ones, features and the probability of their pairs, merges (``closure``); ``large_groups`` beside;
- ``paper``, the system of Schwartz, Divoli & Hearst (2007): a CRF (eq. 2-4), decoded (eq. 8-10).

``knowledge`` is what both know of words. The ``alignment`` is the result as plain records, with the
``confidence`` of its classes; ``learning`` learns all of it, ``scoring`` compares with gold.
"""
