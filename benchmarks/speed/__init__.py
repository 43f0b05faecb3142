"""Speed and memory of commands, side by side with an earlier checkout."""
