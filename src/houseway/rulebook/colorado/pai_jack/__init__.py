"""Pai Jack."""
