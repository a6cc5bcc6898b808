"""Figures per CPU-second, on one core: ``python -m benchmarks``."""
