"""Accounts, sessions, PINs and cards of people."""
