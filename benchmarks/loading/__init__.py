"""What the load of a room is made with: its books, its server as a process, its players."""
