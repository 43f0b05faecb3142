"""The main job as a library: articles to groups of citances, to aligned groups, to answers."""
