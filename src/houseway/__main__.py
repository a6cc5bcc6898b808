"""``python -m houseway``, and the ``houseway`` command itself."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; an interrupt, even during the start, prints no traceback."""
    try:
        from houseway.cli.main import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)  # 128 + SIGINT, as shells have it


if __name__ == "__main__":
    main()
