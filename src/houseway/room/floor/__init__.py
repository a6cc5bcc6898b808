"""The floor: tables, postings and seats as a supervisor changes them."""
