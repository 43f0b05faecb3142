"""Systems to compare with, and how they are trained."""
