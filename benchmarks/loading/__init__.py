"""The parts of a load test: a room's books, its server as a process, its players."""
