"""The cage: cash in and out, shifts, receipts."""
