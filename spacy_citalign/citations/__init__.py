"""Citations in plain text: their marks, the lists of references, and what is linked to what.

No paper is followed; the rules are ours.

- ``marks`` finds numbers in brackets, authors and years, glued numbers (``finder`` calls them all
  and decides which of these styles a text has), their groups, and hides them;
- ``references`` reads lists of references; ``linking`` ties marks to their entries;
- ``scope`` says which words of a sentence, and whether the sentence before, belong to a citation;
- ``works`` says which references of several articles are the same work, and what it is called.
"""
