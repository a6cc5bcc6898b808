"""The lobby: tables to choose from, the waiting list, house players."""
