"""The component contract on public add-ons and on the components of this package."""
