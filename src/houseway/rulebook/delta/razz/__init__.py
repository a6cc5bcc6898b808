"""Seven Card Stud Low (Razz)."""
