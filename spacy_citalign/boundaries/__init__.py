"""Where sentences begin in scientific text: characters in, offsets out, whatever the tokens."""
