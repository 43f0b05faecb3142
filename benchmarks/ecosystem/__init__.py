"""What the installed wheel does beside other add-ons of spaCy, and under each Python and numpy."""
