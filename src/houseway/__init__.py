"""houseway: the rulebook as code."""

from __future__ import annotations
