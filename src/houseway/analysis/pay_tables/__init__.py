"""Custom pay tables, and pay tables for a target edge."""
