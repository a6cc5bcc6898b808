"""Bonus wagers on the first hand that continue through the first decision."""
