"""Marks of citation in plain text: where they stand, what they name, how to hide them.

No paper is followed; the rules are ours. ``marks`` has the record of a citation. Numbers in
brackets are found by ``numbered`` and ``number_lists``, authors and years by ``author_year`` and
``author_names``, glued numbers by ``superscript``, ``superscript_words``, ``superscript_order`` and
``superscript_weights``, which were fitted. ``styles`` decides which of these a text has, ``finder``
calls them all. ``groups`` and ``masking`` are for whatever reads the text around; ``works`` says
which references of several articles are the same work.
"""
