"""Marks of citation in a text: where they stand, what they name, and the groups that they form."""
