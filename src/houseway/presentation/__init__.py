"""What people see and read; it decides nothing."""
