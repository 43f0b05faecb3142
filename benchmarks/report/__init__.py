"""The page of aligned citances in a browser."""
