"""Everything that needs a second person: proposed, approved or withdrawn, executed once."""
