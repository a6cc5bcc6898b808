"""Funtazee 21."""
