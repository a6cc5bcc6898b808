"""What people read: rule sheets, clause matrices, explanations of a settlement."""
