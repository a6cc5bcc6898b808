"""Tests of shuffles."""
