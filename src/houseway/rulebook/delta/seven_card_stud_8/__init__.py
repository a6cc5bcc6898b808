"""Seven Card Stud High-Low Split (8s or Better)."""
