"""21st Century Baccarat."""
