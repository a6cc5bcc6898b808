"""One module for each kind of question."""
