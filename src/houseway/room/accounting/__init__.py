"""Reports on the books: trial balance, drop."""
