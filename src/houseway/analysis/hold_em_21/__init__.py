"""21-Hold 'em."""
