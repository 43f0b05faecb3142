"""Marks of citation in plain text: where they stand, what they name, how to hide them."""
