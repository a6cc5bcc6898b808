"""Ride Free."""
