"""Ante Up 21."""
