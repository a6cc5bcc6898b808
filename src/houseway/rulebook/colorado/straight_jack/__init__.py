"""Straight Jack."""
