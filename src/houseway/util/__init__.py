"""Helpers that know nothing of gaming."""
