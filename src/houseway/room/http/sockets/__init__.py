"""The table socket: messages in, views out."""
