"""Reports on the books: trial balance, gaming days, drop."""
