"""Sheets for readers: rule sheets, clause matrices, explanations of a settlement."""
