"""The cage: cash in and out, shifts, receipts, money of tables."""
