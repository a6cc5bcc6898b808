"""Lowball, deuce to seven."""
