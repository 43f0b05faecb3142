"""A library as a small web application on the loopback address: pages for people, JSON beside."""
