"""Strengths of poker hands and tiles, looked up in tables that the rules have filled."""
