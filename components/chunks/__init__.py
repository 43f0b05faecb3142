"""Base phrases: the component, its training, readers, scorer."""
