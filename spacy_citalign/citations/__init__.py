"""Marks of citation in plain text: where they stand, what they name, how to hide them.

No paper is followed; the rules are ours. ``marks`` has the record of a citation, and lists of
numbers. Numbers in brackets are found by ``numbered``, authors and years by ``author_year`` and
``author_names``, glued numbers by ``superscript`` and ``superscript_order``,
whose weights were fitted. ``finder`` calls them all and decides which of these styles a text has.
``groups`` and ``masking`` are for whatever reads the text around; ``works`` says which references
of several articles are the same work; ``references`` reads lists of references.
"""
