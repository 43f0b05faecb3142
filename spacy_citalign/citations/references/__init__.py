"""Lists of references, as pages print them: found, cut into entries, and read.

In reading order: ``lines`` (what a list is given as), ``looks`` (of entries and headings),
``lists`` (finding one in plain text), ``joining`` and ``entries`` (cutting it), ``features``,
``model`` and ``reader`` (what each token of an entry is a part of), ``fields`` (authors, year,
title ...). What the reader learns from: ``styles``, ``examples``, ``training``. No paper is
followed.
"""
