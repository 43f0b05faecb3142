"""What all readers make an article of: paragraphs with marks, people, a list of references."""
