"""Games of the Delta Club Casino, California."""
