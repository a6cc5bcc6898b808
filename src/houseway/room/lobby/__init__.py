"""The lobby: registration, waiting lists, house players."""
