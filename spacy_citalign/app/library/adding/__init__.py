"""What goes into a library, and out of it: articles, and rows of runs."""
