"""What a file is, by its name and by how it begins, and what is said of what is not read."""
