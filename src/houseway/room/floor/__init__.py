"""Commands of the floor: tables, postings, seats, rulings."""
