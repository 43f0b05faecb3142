"""Results in formats of others: tables, bibliographies, web annotations, BioC, PubTator, brat.

``groups`` reads a row of citances that cite the same work, as `citalign citances` and `align` write
it; of it ``tables`` makes CSV, ``web_annotations`` JSON-LD. ``references`` gathers cited works and
citing articles of many rows, for ``csl`` and ``bibtex``. ``bioc``, ``pubtator`` and ``brat``
write the rows of `citalign annotate`.
"""
