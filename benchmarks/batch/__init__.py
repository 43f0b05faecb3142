"""Runs over corpora: memory, processes, kills, Ray, and a projection."""
