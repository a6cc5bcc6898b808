"""Seven Card Stud."""
