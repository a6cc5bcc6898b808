"""The entry point: runs one command line and returns its exit code.

A refusal is one sentence and exit code 2.  Exit code 1 means that a comparison failed, 3 that the
program itself failed.  SIGINT and SIGPIPE exit with 130 and 141.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from houseway.cli.app import app
from houseway.cli.terminal import stdio
from houseway.cli.terminal.output import CUT_OFF, FAILED, INTERRUPTED, OK, REFUSED, printable
from houseway.errors import Halted, HousewayError


def run(words: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; None stands for the process arguments."""
    try:
        code = app.meta(sys.argv[1:] if words is None else words, result_action="return_value")
    except Halted as error:
        return _complain(error, FAILED)
    except HousewayError as error:
        return _complain(error, REFUSED)
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # Rich makes an exit of it
            raise left.__context__ from None
        return left.code if isinstance(left.code, int) else REFUSED
    return code if isinstance(code, int) else OK


def _complain(error: object, code: int) -> int:
    """Print an error on the standard error and return the exit code."""
    print(f"houseway: {printable(str(error))}", file=sys.stderr)
    return code


def main() -> None:
    """Run the command line of this process and exit."""
    try:
        stdio.prepare()
        code = run()
        sys.stdout.flush()
    except HousewayError as error:
        code = _complain(error, REFUSED)
    except BrokenPipeError:  # the reader of our output has closed it, which is no error
        stdio.cut_off()
        code = CUT_OFF
    except OSError as error:
        stdio.cut_off()
        where = error.filename or "the output cannot be written"
        code = _complain(f"{where}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
