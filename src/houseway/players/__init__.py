"""Players without people: bots and guests."""
