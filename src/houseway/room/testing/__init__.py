"""Test doubles for the room."""
