"""The layers above the components: answers from articles, pages and exports, corpus runs."""
