"""Time and memory against another version, side by side in one run."""
