"""Time and memory beside another version, side by side in one run."""
