"""Lists of retractions, and what a library tells of them."""
