"""Pay tables of one's own, and pays for a wanted edge."""
