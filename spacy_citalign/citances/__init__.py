"""Multiple citance alignment by CRF and posterior decoding (Schwartz, Divoli & Hearst 2007).

The paper's are the ``group``, the comparison of its words (``types``, which has more), the CRF's
``weights`` and ``posteriors`` (eq. 2-4). Ours are units of several words (``adjacency``, ``units``,
``nodes``), the look at pairs of them (``rescoring``), concepts of several words
(``concept_spans``, ``lexicon``, ``initials``), what is known beside the group (``resources``:
``background``, ``vectors`` and ``distributional`` ones, ``senses``), the ``alignment`` as plain
records, and how the ``model`` is learned as a whole (``learning``).
"""
