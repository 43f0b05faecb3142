"""spaCy configs that come with the package: `citalign config` lists and prints them."""
