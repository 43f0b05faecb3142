"""Lists of references, as pages print them: found, cut into entries, and read.

In reading order: ``lines`` (what a list is given as), ``lists`` (finding one in plain text),
``entries`` (cutting it), ``fields`` (authors, year, title ... of an entry). No paper is followed.
"""
