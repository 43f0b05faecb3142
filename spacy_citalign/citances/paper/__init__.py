"""The system of Schwartz, Divoli & Hearst (2007): a CRF over pairs of citances, decoded."""
